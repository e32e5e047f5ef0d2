"""A private deck and one that is not there: the same answer from every call that can name a deck."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app import create_app
from app.decks.settings import Keeping
from app.wire.operations import Operation
from tests.http.talking import GAME, Answer, Api, InProcess

NOBODY = "0000-0000-0000-0000"
ROUNDS = 60

Call = Callable[[Api, str, dict[str, Any]], Answer]


def in_setup(api: Api, name: str, deck: dict[str, Any]) -> Answer:
    mine = {key: deck[key] for key in ("format", "sections", "options")}
    players = [{"name": "Ana", "deck": mine}, {"name": "Ben", "deck": {"id": name}}]
    return api.post(f"{GAME}/start", {"players": players, "chance": {"mode": "seeded", "seed": "s"}})


CALLS: dict[str, Call] = {
    "getDeck": lambda api, name, _: api.get(f"/v1/decks/{name}"),
    "getDeck as text": lambda api, name, _: api.get(f"/v1/decks/{name}?format=text"),
    "getDeck by HEAD": lambda api, name, _: api.send("HEAD", f"/v1/decks/{name}"),
    "replaceDeck": lambda api, name, deck: api.send("PUT", f"/v1/decks/{name}", {"deck": deck}, if_match="*"),
    "describeDeck": lambda api, name, _: api.send("PATCH", f"/v1/decks/{name}", {"name": "x"}, if_match="*"),
    "deleteDeck": lambda api, name, _: api.send("DELETE", f"/v1/decks/{name}", if_match="*"),
    "forkDeck": lambda api, name, _: api.post(f"/v1/decks/{name}/fork", {}),
    "listRevisions": lambda api, name, _: api.get(f"/v1/decks/{name}/revisions"),
    "compareRevisions": lambda api, name, _: api.get(f"/v1/decks/{name}/revisions/diff"),
    "getRevision": lambda api, name, _: api.get(f"/v1/decks/{name}/revisions/1"),
    "restoreRevision": lambda api, name, _: api.send("POST", f"/v1/decks/{name}/revisions/1/restore", if_match="*"),
    "lockRevision": lambda api, name, _: api.post(f"/v1/decks/{name}/revisions/1/lock", {}),
    "listTokens": lambda api, name, _: api.get(f"/v1/decks/{name}/tokens"),
    "createToken": lambda api, name, _: api.post(f"/v1/decks/{name}/tokens", {"scope": "read"}),
    "rotateToken": lambda api, name, _: api.send("POST", f"/v1/decks/{name}/tokens/7K3MQ0TZ/rotate"),
    "revokeToken": lambda api, name, _: api.send("DELETE", f"/v1/decks/{name}/tokens/7K3MQ0TZ"),
    "exportDeck": lambda api, name, _: api.get(f"/v1/decks/{name}/export?format=csv"),
    "checkDeck": lambda api, name, _: api.post(f"{GAME}/decks/check", {"deck": {"id": name}}),
    "checkDeck by revision": lambda api, name, _: api.post(f"{GAME}/decks/check", {"deck": {"id": f"{name}/r/1"}}),
    "startMatch": in_setup,
    "getDeckPage": lambda api, name, _: api.get(f"/d/{name}"),
    "getRevisionPage": lambda api, name, _: api.get(f"/d/{name}/r/1"),
}


@pytest.fixture(scope="module")
def quiet(application: Flask) -> Api:
    """The service without a bound on misses, on the store of the other tests."""
    data = application.extensions["config"].data
    return Api(InProcess(create_app({"data": data, "registry_url": "", "keeping": Keeping(misses=0)}).test_client()))


@pytest.fixture
def private(quiet: Api, deck: dict[str, Any]) -> str:
    """The id of a private deck."""
    answer = quiet.post("/v1/decks", {"deck": deck, "visibility": "private"})
    return str(answer.json["id"])


@pytest.mark.parametrize("wrong", ["", "Bearer rodeck_00000000000000000000000000000", "Bearer nonsense"])
@pytest.mark.parametrize("name", CALLS)
def test_a_private_deck_answers_as_one_that_is_not_there(
    quiet: Api, deck: dict[str, Any], private: str, name: str, wrong: str
) -> None:
    api = Bearing(quiet.talk, wrong)

    there, nowhere = CALLS[name](api, private, deck), CALLS[name](api, NOBODY, deck)

    assert there.status == nowhere.status == 404
    assert told(there) == told(nowhere)
    assert fields(there) == fields(nowhere)


def test_no_call_that_can_name_a_deck_is_left_out(application: Flask) -> None:
    rules = [rule for rule in application.url_map.iter_rules() if "<id>" in rule.rule]
    views = [application.view_functions[rule.endpoint] for rule in rules]
    tried = {name.partition(" ")[0] for name in CALLS}

    assert {view.described.id for view in views if isinstance(view, Operation)} <= tried


def test_a_private_deck_takes_no_longer_than_one_that_is_not_there(quiet: Api, private: str) -> None:
    took: dict[str, list[float]] = {private: [], NOBODY: []}
    for _ in range(ROUNDS):
        for name, times in took.items():
            begun = time.perf_counter()
            quiet.get(f"/v1/decks/{name}")
            times.append(time.perf_counter() - begun)

    there, nowhere = (statistics.median(times) for times in took.values())

    print(f"private {there * 1e6:.0f} µs, absent {nowhere * 1e6:.0f} µs, ratio {there / nowhere:.2f}")  # noqa: T201  the figures
    assert 0.67 < there / nowhere < 1.5


def test_a_client_that_tries_ids_is_stopped(application: Flask) -> None:
    data = application.extensions["config"].data
    api = Api(InProcess(create_app({"data": data, "registry_url": "", "keeping": Keeping(misses=5)}).test_client()))

    answers = [api.get(f"/v1/decks/{n:016}") for n in range(8)]

    assert [answer.status for answer in answers] == [404] * 5 + [429] * 3
    assert int(answers[-1].headers["Retry-After"]) > 0


class Bearing(Api):
    """The same service, asked with a token that opens nothing."""

    def __init__(self, talk: Any, authorization: str) -> None:
        super().__init__(Adding(talk, {"authorization": authorization} if authorization else {}))


class Adding:
    """Adds header fields to each request."""

    def __init__(self, talk: Any, more: dict[str, str]) -> None:
        self.talk = talk
        self.more = more

    def send(self, method: str, path: str, body: bytes | None, headers: Any) -> Answer:
        answer: Answer = self.talk.send(method, path, body, {**headers, **self.more})
        return answer


def told(answer: Answer) -> dict[str, Any]:
    """What an answer says, apart from the id of the request."""
    return {**answer.json, "instance": ""} if answer.raw else {}


def fields(answer: Answer) -> dict[str, str]:
    """The header fields of an answer, apart from the id of the request."""
    headers: Any = answer.headers
    return {name: value for name, value in headers.items() if name != "X-Request-Id"}
