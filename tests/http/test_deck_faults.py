"""Decks while something breaks: restarts in the middle of writes, a silent store, tokens that must not be seen."""

from __future__ import annotations

import http.client
import logging
import signal
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
import pytest
from flask import Flask

from app import create_app
from registry import open_registry
from tests.http.talking import GAME, Api, InProcess
from tests.running import RunningServer

RESTARTS = 3
ROUNDS = 40


@pytest.fixture
def silent() -> Iterator[str]:
    """The URL of somebody who takes calls and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}"


@pytest.mark.server
@pytest.mark.slow
def test_no_half_written_deck_is_seen_when_the_server_restarts_amid_writes(deck: Any, tmp_path: Path) -> None:
    acknowledged: list[dict[str, Any]] = []
    for number in range(RESTARTS):
        server = RunningServer(tmp_path, workers=2).wait()
        stop = threading.Event()
        writers = [threading.Thread(target=write, args=(server.url, deck, acknowledged, stop)) for _ in range(3)]
        for writer in writers:
            writer.start()
        time.sleep(1.0)
        server.stop(signal.SIGKILL if number % 2 else signal.SIGTERM)
        stop.set()
        for writer in writers:
            writer.join()

    registry = open_registry(data_dir=tmp_path)
    complaints = [complaint for complaint in registry.backup.verify() if complaint]
    lost = [made["id"] for made in acknowledged if registry.get(made["id"]).record.name != "Changed"]
    print(f"{RESTARTS} restarts, {len(acknowledged)} acknowledged, {len(lost)} lost, {len(complaints)} torn")  # noqa: T201  the figures
    registry.close()
    server.stop_store()
    assert acknowledged
    assert lost == []
    assert complaints == []


def test_a_silent_store_leaves_the_oracle_as_fast_as_it_was(application: Flask, silent: str, state: Any) -> None:
    sound = Api(InProcess(application.test_client()))
    muted = Api(InProcess(create_app({"registry_url": silent}).test_client()))
    begun = time.monotonic()
    answer = muted.get("/v1/decks/0000-0000-0000-0000")
    waited = time.monotonic() - begun

    took: dict[int, list[float]] = {id(sound): [], id(muted): []}
    for _ in range(ROUNDS):
        for api in (sound, muted):
            begun = time.perf_counter()
            assert api.post(f"{GAME}/legal-actions", {"state": state}).status == 200
            took[id(api)].append(time.perf_counter() - begun)
    before, now = (statistics.median(times) for times in took.values())

    print(f"503 after {waited:.2f} s; a listing takes {now / before:.2f} of the time with a sound store")  # noqa: T201  the figures
    assert (answer.status, answer.json["code"]) == (503, "registry-unavailable")
    assert "Retry-After" in answer.headers
    assert waited < 1.0
    assert now / before < 1.3


def test_no_token_is_seen_in_logs_errors_or_pages(
    client: Api, deck: Any, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG):
        made = client.post("/v1/decks", {"deck": deck}).json
        token, address = made["token"], f"/v1/decks/{made['id']}"
        bearer = {"authorization": f"Bearer {token}"}
        answers = [
            client.get(address, **bearer),
            client.send("PATCH", address, {"name": "x"}, **bearer),
            client.send("PATCH", address, {"nmae": "x"}, if_match="*", **bearer),
            client.send("DELETE", f"{address}x", if_match="*", **bearer),
            client.get(f"{address}/tokens", **bearer),
            client.get(made["url"], **bearer),
            client.post(f"{GAME}/decks/check", {"deck": {"id": "nonsense", "token": token}}),
            client.post(f"{GAME}/decks/check", {"deck": {"id": 7, "token": token}}),
            client.get("/metrics", **bearer),
        ]

    said = caplog.text + "".join(capfd.readouterr())
    assert token not in said
    assert all(token.encode() not in answer.raw for answer in answers)
    assert client.get(made["url"]).headers["Referrer-Policy"] == "no-referrer"


def write(url: str, deck: dict[str, Any], acknowledged: list[dict[str, Any]], stop: threading.Event) -> None:
    """Register and rename decks until told to stop; keep what was acknowledged twice."""
    while not stop.is_set():
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=5)
        try:
            while not stop.is_set():
                made = sent(connection, "POST", "/v1/decks", {"deck": deck}, {})
                headers = {"Authorization": f"Bearer {made['token']}", "If-Match": "*"}
                sent(connection, "PATCH", f"/v1/decks/{made['id']}", {"name": "Changed"}, headers)
                acknowledged.append(made)
        except (OSError, http.client.HTTPException, KeyError):
            time.sleep(0.02)
        finally:
            connection.close()


def sent(connection: http.client.HTTPConnection, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
    """Send a document; give the answer's, which must be a deck."""
    connection.request(method, path, orjson.dumps(body), {"Content-Type": "application/json", **headers})
    document = orjson.loads(connection.getresponse().read())
    assert isinstance(document["deck"], dict)
    return document
