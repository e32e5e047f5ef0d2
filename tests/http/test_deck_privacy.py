"""A private deck and one that is not there: the same answer from every call that can name a deck."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask import Flask
from marshmallow import fields

from app import create_app
from app.calls import batch
from app.decks.misses import Misses
from app.decks.schemas import DeckReference
from app.decks.settings import Keeping
from app.wire.operations import Operation
from app.wire.problems import Problem
from registry import RegistryUnavailable
from tests.http.talking import GAME, Answer, Api, InProcess

NOBODY = "0000-0000-0000-0000"
ROUNDS = 15
POSITION = Path(__file__).with_name("position.json")

Call = Callable[[Api, str, dict[str, Any]], Answer]


def setup_with(name: str, deck: dict[str, Any]) -> dict[str, Any]:
    mine = {key: deck[key] for key in ("format", "sections", "options")}
    players = [{"name": "Ana", "deck": mine}, {"name": "Ben", "deck": {"id": name}}]
    return {"players": players, "chance": {"mode": "seeded", "seed": "s"}}


def in_setup(api: Api, name: str, deck: dict[str, Any]) -> Answer:
    return api.post(f"{GAME}/start", setup_with(name, deck))


def in_match(name: str, deck: dict[str, Any]) -> dict[str, Any]:
    return {"match": {"start": setup_with(name, deck), "actions": []}}


@cache
def position() -> Any:
    return orjson.loads(POSITION.read_bytes())


def in_sample(api: Api, name: str, _: dict[str, Any]) -> Answer:
    return api.post(f"{GAME}/sample", {"state": position(), "player": 0, "decks": [None, {"id": name}]})


def in_batch(api: Api, op: str, body: dict[str, Any]) -> Answer:
    """The answer to the one line of a batch, as if it had been asked alone."""
    line = orjson.dumps({"id": 1, "op": op, "game": "maha-yodha", "body": body})
    answer = api.raw("/v1/batch", line, content_type="application/x-ndjson")
    told = orjson.loads(answer.raw)
    return Answer(told["status"], answer.headers, orjson.dumps(told["body"]))


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
    "sampleStates": in_sample,
    "runBatch start": lambda api, name, deck: in_batch(api, "start", setup_with(name, deck)),
    "runBatch decks/check": lambda api, name, _: in_batch(api, "decks/check", {"deck": {"id": name}}),
    "runBatch sample": lambda api, name, _: in_batch(api, "sample", {"state": position(), "decks": [{"id": name}]}),
    "getDeckPage": lambda api, name, _: api.get(f"/d/{name}"),
    "getDeckPage beside another": lambda api, name, _: api.get(f"/d/{name}?revision=1&beside=1"),
    "getDeckPage for a person": lambda api, name, _: api.send("HEAD", f"/d/{name}", accept="text/html"),
    "getRevisionPage": lambda api, name, _: api.get(f"/d/{name}/r/1"),
    "getEmbedPage": lambda api, name, _: api.get(f"/embed/{name}"),
    "getEmbedPage by revision": lambda api, name, _: api.get(f"/embed/{name}?revision=1"),
    "getQrCode": lambda api, name, _: api.get(f"/qr/{name}.svg"),
    "getPreview": lambda api, name, _: api.get(f"/og/{name}-00000000000000000000.png"),
    "getPreview by revision": lambda api, name, _: api.get(f"/og/{name}-00000000000000000000.png?revision=1"),
    "getEmbedding": lambda api, name, _: api.get(f"/oembed?url=http://localhost/d/{name}"),
    "getEmbedding by revision": lambda api, name, _: api.get(f"/oembed?url=http://localhost/d/{name}/r/1"),
}


OF_A_POSITION: dict[str, dict[str, Any]] = {
    "legal-actions": {},
    "check": {"actions": []},
    "explain": {"player": 0},
    "resolve": {"actions": []},
    "view": {"player": 0},
    "outcomes": {"action": {"type": "end_placement", "player": 0}},
    "sample": {"player": 0},
}
NAMES = {
    "legal-actions": "listLegalActions",
    "check": "checkActions",
    "explain": "explainActions",
    "resolve": "resolveActions",
    "view": "viewState",
    "outcomes": "listOutcomes",
    "sample": "sampleStates by match",
    "replay": "replayMatch",
}


def by_setup(op: str, name: str, deck: dict[str, Any]) -> dict[str, Any]:
    """The body of a call about a match whose setup names a deck."""
    if op == "replay":
        return {"start": setup_with(name, deck), "actions": []}
    return {**OF_A_POSITION[op], **in_match(name, deck)}


def alone(op: str) -> Call:
    return lambda api, name, deck: api.post(f"{GAME}/{op}", by_setup(op, name, deck))


def on_a_line(op: str) -> Call:
    return lambda api, name, deck: in_batch(api, op, by_setup(op, name, deck))


CALLS |= {name: alone(op) for op, name in NAMES.items()}
CALLS |= {f"runBatch {op}" + (" by match" if op == "sample" else ""): on_a_line(op) for op in NAMES}
CALLS["replayMatch by lines"] = lambda api, name, deck: api.post(
    f"{GAME}/replay", by_setup("replay", name, deck), accept="application/x-ndjson"
)


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
    assert fields_of(there) == fields_of(nowhere)
    took, asked = costs(quiet, lambda who: CALLS[name](api, who, deck), private, NOBODY)
    told_of = f"private {took[0] * 1e6:.0f} µs, absent {took[1] * 1e6:.0f} µs; the store was asked {asked}"
    assert 0.5 < took[0] / took[1] < 2.0, told_of
    assert asked[0] == asked[1], told_of


def costs(api: Api, ask: Callable[[str], Answer], *names: str) -> tuple[list[float], list[int]]:
    """The processor seconds of the quickest of some answers for each name, and how often each asked the store.

    They are asked in turns. Waiting is not counted: it says what else is going on, and nothing of what was done.
    """
    took: dict[str, list[float]] = {name: [] for name in names}
    trips: dict[str, int] = {}
    with trips_counted(api) as count:
        for _ in range(ROUNDS):
            for name, times in took.items():
                before, begun = count[0], time.process_time()
                ask(name)
                times.append(time.process_time() - begun)
                trips[name] = count[0] - before
    return [min(times) for times in took.values()], list(trips.values())


@contextmanager
def trips_counted(api: Api) -> Iterator[list[int]]:
    """Count the round trips to the store."""
    talk = api.talk.talk if isinstance(api.talk, Adding) else api.talk
    assert isinstance(talk, InProcess)
    client = talk.client.application.extensions["store"].registry._client
    count, ask = [0], client._ask

    def counted(question: Any) -> Any:
        count[0] += 1
        return ask(question)

    client._ask = counted
    try:
        yield count
    finally:
        client._ask = ask


@pytest.mark.parametrize(
    "name", ["getDeck", "getDeck as text", "getRevision", "exportDeck", "checkDeck", "startMatch", "replayMatch"]
)
def test_a_read_asks_the_store_once(quiet: Api, deck: dict[str, Any], name: str) -> None:
    kept = quiet.post("/v1/decks", {"deck": deck}).json["id"]
    with trips_counted(quiet) as count:
        answer = CALLS[name](quiet, kept, deck)

    assert answer.status == 200, answer.raw
    assert count == [1]


def test_no_call_that_can_name_a_deck_is_left_out(application: Flask) -> None:
    by_path = {rule.endpoint for rule in application.url_map.iter_rules() if "<id>" in rule.rule}
    views = {
        view.described.id
        for endpoint, view in application.view_functions.items()
        if isinstance(view, Operation)
        and (endpoint in by_path or names_decks(view.described.body) or names_pages(view.described.query))
    }
    tried = {name.partition(" ")[0] for name in CALLS}

    assert {"startMatch", "replayMatch", "checkActions", "sampleStates", "checkDeck"} <= views
    assert {"getPreview", "getEmbedding"} <= views
    assert views <= tried
    assert {f"runBatch {op}" for op, each in batch.CALLS.items() if names_decks(each.body)} <= CALLS.keys()


def names_pages(schema: Any) -> bool:
    """Whether a query can name the page of a deck."""
    return schema is not None and "url" in schema._declared_fields


def names_decks(schema: Any) -> bool:
    """Whether a body can name a deck, at whatever depth."""
    if schema is None:
        return False
    if issubclass(schema, DeckReference):
        return True
    parts = [getattr(field, "inner", field) for field in schema._declared_fields.values()]
    return any(names_decks(part.nested) for part in parts if isinstance(part, fields.Nested))


def test_a_client_that_tries_ids_is_stopped(application: Flask) -> None:
    data = application.extensions["config"].data
    api = Api(InProcess(create_app({"data": data, "registry_url": "", "keeping": Keeping(misses=5)}).test_client()))

    answers = [api.get(f"/v1/decks/{n:016}") for n in range(8)]

    assert [answer.status for answer in answers] == [404] * 5 + [429] * 3
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_a_client_that_tries_ids_by_the_batch_is_stopped(application: Flask) -> None:
    data = application.extensions["config"].data
    api = Api(InProcess(create_app({"data": data, "registry_url": "", "keeping": Keeping(misses=5)}).test_client()))
    body = {"op": "decks/check", "game": "maha-yodha"}
    lines = [orjson.dumps({**body, "id": n, "body": {"deck": {"id": f"{n:016}"}}}) for n in range(8)]

    answer = api.raw("/v1/batch", b"\n".join(lines), content_type="application/x-ndjson")

    assert [orjson.loads(line)["status"] for line in answer.raw.splitlines()] == [404] * 5 + [429] * 3
    assert api.get("/v1/decks/0000-0000-0000-0001").status == 429


def test_a_client_that_tries_ids_is_stopped_by_all_workers_together(application: Flask) -> None:
    counts: Counter[str] = Counter()

    def shared(name: str, cost: int, window: float) -> tuple[int, float]:
        counts[name] += cost
        return counts[name], window

    apis = []
    for _ in range(3):
        config = {"data": application.extensions["config"].data, "registry_url": "", "keeping": Keeping(misses=5)}
        app = create_app(config)
        app.extensions["quotas"].shared = shared
        apis.append(Api(InProcess(app.test_client())))

    statuses = [apis[n % 3].get(f"/v1/decks/{n:016}").status for n in range(30)]

    assert statuses.count(404) <= 5 + 2
    assert statuses[-20:] == [429] * 20


def test_misses_are_counted_apart_while_what_is_shared_is_away() -> None:
    misses = Misses(2)

    def away(*_: Any) -> tuple[int, float]:
        raise RegistryUnavailable("away")

    for _ in range(2):
        misses.admit("somebody")
        misses.note("somebody", away)

    with pytest.raises(Problem):
        misses.admit("somebody")


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


def fields_of(answer: Answer) -> dict[str, str]:
    """The header fields of an answer, apart from the id of the request."""
    headers: Any = answer.headers
    return {name: value for name, value in headers.items() if name != "X-Request-Id"}
