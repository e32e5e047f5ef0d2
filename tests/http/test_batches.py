"""Many calls in one request: in order, each on its own, and none spoils another."""

from __future__ import annotations

import gzip
from dataclasses import replace
from typing import Any

import orjson
import pytest
from flask import Flask

from app import create_app
from app.calls import batch, schemas
from tests.http.talking import GAME, JSON, Api, InProcess

State = dict[str, Any]
BATCH = "/v1/batch"
NDJSON = "application/x-ndjson"
KEY = "maha-yodha"


def sent(api: Api, *lines: Any, **headers: str) -> Any:
    raw = b"\n".join(line if isinstance(line, bytes) else orjson.dumps(line) for line in lines)
    return api.raw(BATCH, raw, **{"content_type": NDJSON, **headers})


def told(api: Api, *lines: Any) -> list[Any]:
    answer = sent(api, *lines)
    assert (answer.status, answer.headers["Content-Type"]) == (200, NDJSON), answer.raw
    return [orjson.loads(line) for line in answer.raw.splitlines()]


def line(op: str, body: Any, **more: Any) -> dict[str, Any]:
    return {"id": op, "op": op, "game": KEY, "body": body, **more}


def test_every_call_answers_as_it_does_at_its_own_address(api: Api, state: State, setup: dict[str, Any]) -> None:
    bodies: dict[str, Any] = {
        "start": setup,
        "legal-actions": {"state": state, "limit": 2},
        "check": {"state": state, "action": {"type": "end_placement", "player": 0}},
        "explain": {"state": state, "player": 0},
        "resolve": {"state": state, "action": {"type": "end_placement", "player": 0}},
        "view": {"state": state, "player": 1},
        "validate": {"state": state},
        "replay": {"state": state, "actions": []},
        "outcomes": {"state": state, "action": {"type": "end_placement", "player": 0}},
        "sample": {"state": state, "player": 0, "decks": [None, setup["players"][1]["deck"]]},
        "decks/check": {"deck": setup["players"][0]["deck"]},
    }

    answers = told(api, *(line(op, body) for op, body in bodies.items()))

    assert [answer["id"] for answer in answers] == list(bodies)
    for (op, body), answer in zip(bodies.items(), answers, strict=True):
        alone = api.post(f"{GAME}/{op}", body)
        assert answer["status"] == alone.status, (op, alone.raw)
        if alone.status == 200:
            assert answer["body"] == alone.json


BAD: list[tuple[Any, int, str, list[str]]] = [
    (b"{not json", 400, "malformed-json", []),
    (b'{"id": 1, "id": 2}', 400, "duplicate-key", ["/id"]),
    (b"[]", 422, "invalid-request", [""]),
    (b"7", 422, "invalid-request", [""]),
    ({}, 422, "invalid-request", ["/body", "/game", "/op"]),
    (line("dance", {}), 422, "invalid-request", ["/op"]),
    (line("check", []), 422, "invalid-request", ["/body"]),
    (line("check", {}, more=1), 422, "invalid-request", ["/more"]),
    (line("check", {}, id=[1]), 422, "invalid-request", ["/id"]),
    (line("check", {}, id="x" * 201), 422, "invalid-request", ["/id"]),
    (line("check", {}, game="chess"), 404, "unknown-game", []),
    (line("check", {"state": {"game": "chess"}, "actions": []}), 422, "invalid-state", ["/state/game"]),
    (line("view", {"state": 7, "player": 0}), 422, "invalid-state", ["/state"]),
    (line("start", {"players": [], "x": "y" * 70_000}), 413, "body-too-large", []),
    (b"[" * 100 + b"]" * 100, 400, "too-deep", []),
]


@pytest.mark.parametrize(("wrong", "status", "code", "pointers"), BAD)
def test_one_bad_line_never_spoils_the_rest(
    api: Api, state: State, wrong: Any, status: int, code: str, pointers: list[str]
) -> None:
    good = line("view", {"state": state, "player": 0})

    first, second, third = told(api, good, wrong, good)

    assert (first["status"], third["status"]) == (200, 200)
    assert first["body"] == third["body"]
    assert (second["status"], second["body"]["code"]) == (status, code), second
    assert [error["pointer"] for error in second["body"]["errors"]] == pointers


def breaks(*_: Any) -> Any:
    """What nobody foresaw."""
    raise RecursionError("the rules went round in a circle")


@pytest.mark.parametrize("answer", [breaks, lambda *_: {"what": object()}, lambda *_: {"text": "\ud800"}])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_line_on_which_the_service_fails_never_spoils_the_rest(
    client: Api, state: State, monkeypatch: pytest.MonkeyPatch, answer: Any, at: int
) -> None:
    monkeypatch.setitem(batch.CALLS, "explain", batch.Call(schemas.Viewing, answer))
    lines = [line(op, {"state": state, "player": 0}, id=op) for op in ("view", "legal-actions")]
    lines.insert(at, line("explain", {"state": state, "player": 0}, id="failing"))

    answers = told(client, *lines)

    assert [answer["id"] for answer in answers] == [each["id"] for each in lines]
    failed = answers.pop(at)
    assert (failed["status"], failed["body"]["code"], failed["body"]["status"]) == (500, "internal-error", 500)
    assert [answer["status"] for answer in answers] == [200, 200]


def test_ids_come_back_as_they_were_sent(api: Api) -> None:
    answers = told(api, *(line("check", {}, id=mine) for mine in ("a", 7, None)), {"op": "check"})

    assert [answer["id"] for answer in answers] == ["a", 7, None, None]


def test_empty_lines_are_no_calls(api: Api) -> None:
    assert told(api, b"", b"  ", b"\r") == []


def test_a_batch_has_a_limit_of_lines(api: Api) -> None:
    assert len(told(api, *[{}] * 500)) == 500

    answer = sent(api, *[{}] * 501)

    assert (answer.status, answer.json["code"]) == (413, "body-too-large")
    assert answer.json["limit"] == {"name": "batch_items", "value": 500}


def test_a_batch_has_a_limit_of_bytes(api: Api) -> None:
    answer = sent(api, b" " * (4 * 2**20 + 1))

    assert answer.json["limit"] == {"name": "batch_body", "value": 4 * 2**20}


@pytest.mark.parametrize("media", [JSON, "text/plain"])
def test_a_batch_of_another_type_is_refused(api: Api, media: str) -> None:
    answer = sent(api, {}, content_type=media)

    assert (answer.status, answer.json["code"]) == (415, "unsupported-media-type")


def test_a_batch_may_be_compressed_both_ways(api: Api, state: State) -> None:
    raw = orjson.dumps(line("view", {"state": state, "player": 0}))

    packed = api.raw(BATCH, gzip.compress(raw), content_type=NDJSON, content_encoding="gzip", accept_encoding="gzip")

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.raw) == sent(api, raw).raw


def test_a_batch_that_takes_too_long_is_cut_line_by_line(application: Flask, state: State) -> None:
    config = application.extensions["config"]
    hurried = create_app(replace(config, limits=replace(config.limits, seconds=-1)))

    answers = told(Api(InProcess(hurried.test_client())), line("view", {"state": state, "player": 0}, id=1), {"id": 2})

    assert [(answer["id"], answer["status"]) for answer in answers] == [(1, 422), (2, 422)]
    assert {answer["body"]["code"] for answer in answers} == {"request-budget-exceeded"}
