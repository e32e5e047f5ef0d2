from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask import Flask

from app import create_app
from registry import stop_store
from tests.http.talking import GAME, Api, InProcess, OverHttp
from tests.running import RunningServer

POSITION = Path(__file__).with_name("position.json")


@pytest.fixture(scope="session")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application on a store of its own, which starts when a test first keeps a deck."""
    data = tmp_path_factory.mktemp("application") / "data"
    yield create_app({"data": str(data), "registry_url": ""})
    if data.is_dir():
        stop_store(data)


@pytest.fixture
def client(application: Flask) -> Api:
    """The service in this process."""
    return Api(InProcess(application.test_client()))


@pytest.fixture
def over_http(server: RunningServer) -> Iterator[Api]:
    """The service over real HTTP."""
    talk = OverHttp(server.url)
    yield Api(talk)
    talk.connection.close()


@pytest.fixture(params=["in_process", pytest.param("over_http", marks=pytest.mark.server)])
def api(request: pytest.FixtureRequest) -> Api:
    """The service both ways: whatever holds in this process holds over real HTTP."""
    name = "client" if request.param == "in_process" else "over_http"
    found: Api = request.getfixturevalue(name)
    return found


@pytest.fixture
def state() -> dict[str, Any]:
    """A full state in the middle of a match: Ana (seat 0) places cards and has 1 Valor left."""
    position: dict[str, Any] = orjson.loads(POSITION.read_bytes())
    return position


@pytest.fixture
def setup(client: Api) -> dict[str, Any]:
    """A match of the two decks that ship with the game."""
    decks = client.get(GAME).json["sets"][0]["decks"]
    players = [
        {"name": name, "deck": {key: deck[key] for key in ("format", "sections", "options")}}
        for name, deck in zip(("Ana", "Ben"), decks, strict=True)
    ]
    return {"players": players, "chance": {"mode": "seeded", "seed": "a seed"}}


@pytest.fixture
def deck(client: Api) -> dict[str, Any]:
    """A legal deck as it would be registered."""
    shipped = client.get(GAME).json["sets"][0]["decks"][0]
    kept = {key: shipped[key] for key in ("format", "sections", "options")}
    return {"game": "maha-yodha", "name": "Aditya", **kept}
