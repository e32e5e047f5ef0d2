"""Every request that cannot be served gets a clear problem of its own, in this process and over real HTTP."""

from __future__ import annotations

import copy
import gzip
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import orjson
import pytest

from tests.http.talking import GAME, JSON, Api

State = dict[str, Any]


@dataclass(frozen=True)
class Bad:
    """A wrong request and the problem it gets; `change` spoils a good state, `body` replaces the whole request."""

    says: str
    status: int
    code: str
    pointers: tuple[str, ...] | None = ()
    call: str = "legal-actions"
    change: Callable[[State], Any] | None = None
    more: dict[str, Any] = field(default_factory=dict)
    body: Callable[[State], Any] | None = None
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": JSON})
    fault: str | None = None

    def sent(self, state: State) -> bytes:
        """The body of the request."""
        if self.body is not None:
            made = self.body(state)
            return made if isinstance(made, bytes) else orjson.dumps(made)
        if self.change is not None:
            self.change(state)
        return orjson.dumps({"state": state, **self.more})


def put(*path: Any) -> Callable[[State], None]:
    """Set a value deep in the state: all but the last word is the path."""
    *steps, last, value = path

    def change(state: State) -> None:
        place: Any = state
        for step in steps:
            place = place[step]
        place[last] = value

    return change


def nested(depth: int) -> bytes:
    return b'{"state": ' + b"[" * depth + b"]" * depth + b"}"


NOT_READ = [
    Bad("nothing at all", 400, "malformed-json", body=lambda _: b""),
    Bad("not JSON", 400, "malformed-json", body=lambda _: b"{state: yes}"),
    Bad("half a document", 400, "malformed-json", body=lambda s: orjson.dumps({"state": s})[:-9]),
    Bad("two documents", 400, "malformed-json", body=lambda _: b"{} {}"),
    Bad("NaN", 400, "malformed-json", body=lambda _: b'{"state": NaN}'),
    Bad("a byte order mark", 400, "malformed-json", body=lambda s: b"\xef\xbb\xbf" + orjson.dumps({"state": s})),
    Bad("bytes that are not UTF-8", 400, "malformed-json", body=lambda _: b'{"state": "\xff"}'),
    Bad("a lone surrogate", 400, "malformed-json", body=lambda _: rb'{"state": "\ud800"}'),
    Bad("a name twice", 400, "duplicate-key", ("/state",), body=lambda _: b'{"state": {}, "state": {}}'),
    Bad(
        "a name twice deep down",
        400,
        "duplicate-key",
        ("/state/a/0/b",),
        body=lambda _: b'{"state": {"a" : [{"b":1,"b" :2}]}}',
    ),
    Bad("33 levels", 400, "too-deep", body=lambda _: nested(32)),
    Bad("2,000 levels", 400, "too-deep", body=lambda _: nested(2_000)),
    Bad("100,000 levels", 400, "too-deep", body=lambda _: nested(100_000)),
    Bad("1 MB", 413, "body-too-large", body=lambda _: b'{"state": "' + b"x" * 2**20 + b'"}'),
    Bad("1 MB of a deck", 413, "body-too-large", call="decks/check", body=lambda _: b" " * 2**20),
    Bad("5 MB of a replay", 413, "body-too-large", call="replay", body=lambda _: b" " * 5 * 2**20),
    Bad(
        "a gzip bomb",
        413,
        "body-too-large",
        body=lambda _: gzip.compress(b" " * 50 * 2**20),
        headers={"Content-Type": JSON, "Content-Encoding": "gzip"},
    ),
    Bad(
        "a cut gzip stream",
        400,
        "malformed-encoding",
        body=lambda s: gzip.compress(orjson.dumps({"state": s}))[:-20],
        headers={"Content-Type": JSON, "Content-Encoding": "gzip"},
    ),
    Bad(
        "gzip that is none",
        400,
        "malformed-encoding",
        body=lambda s: orjson.dumps({"state": s}),
        headers={"Content-Type": JSON, "Content-Encoding": "gzip"},
    ),
    Bad(
        "another coding",
        415,
        "unsupported-encoding",
        headers={"Content-Type": JSON, "Content-Encoding": "br"},
    ),
    Bad("no Content-Type", 415, "unsupported-media-type", headers={}),
    Bad("plain text", 415, "unsupported-media-type", headers={"Content-Type": "text/plain"}),
    Bad("a form", 415, "unsupported-media-type", headers={"Content-Type": "application/x-www-form-urlencoded"}),
]

WRONG_SHAPE = [
    Bad("a list", 422, "invalid-request", ("",), body=lambda _: []),
    Bad("a number", 422, "invalid-request", ("",), body=lambda _: 7),
    Bad("no state", 422, "invalid-request", ("/state",), body=lambda _: {}),
    Bad("null for a state", 422, "invalid-request", ("/state",), body=lambda _: {"state": None}),
    Bad("state and match", 422, "invalid-request", ("/match",), more={"match": {"start": {"players": []}}}),
    Bad("an unknown field", 422, "invalid-request", ("/plaier",), more={"plaier": 0}, fault="unknown_field"),
    Bad("text for a number", 422, "invalid-request", ("/limit",), more={"limit": "3"}, fault="wrong_type"),
    Bad("true for a number", 422, "invalid-request", ("/limit",), more={"limit": True}, fault="wrong_type"),
    Bad("a fraction", 422, "invalid-request", ("/limit",), more={"limit": 1.5}, fault="wrong_type"),
    Bad("a number above 2^64", 422, "invalid-request", ("/limit",), more={"limit": 1e30}, fault="wrong_type"),
    Bad("a limit of 0", 422, "invalid-request", ("/limit",), more={"limit": 0}, fault="out_of_range"),
    Bad("null for an option", 422, "invalid-request", ("/player",), more={"player": None}),
    Bad("a seat that is not there", 422, "invalid-request", ("/player",), more={"player": 2}, fault="no_such_seat"),
    Bad("a negative seat", 422, "invalid-request", ("/player",), more={"player": -1}, fault="no_such_seat"),
    Bad("a seat by name", 422, "invalid-request", ("/player",), more={"player": "Ana"}, fault="no_such_seat"),
    Bad("a cursor of its own", 422, "invalid-request", ("/cursor",), more={"cursor": "x"}),
    Bad(
        "a view for a seat that is not there",
        422,
        "invalid-request",
        ("/views/1",),
        more={"views": [0, 2]},
        fault="no_such_seat",
    ),
    Bad("an unknown part", 422, "invalid-request", ("/include/1",), more={"include": ["state", "stuff"]}),
    Bad("no action", 422, "invalid-request", ("/action",), call="check"),
    Bad(
        "action and actions",
        422,
        "invalid-request",
        ("/actions",),
        call="resolve",
        more={"action": {"type": "concede", "player": 0}, "actions": []},
    ),
    Bad(
        "501 actions",
        422,
        "invalid-request",
        ("/actions",),
        call="check",
        more={"actions": [{"type": "concede", "player": 0}] * 501},
        fault="too_long",
    ),
    Bad("no seat to look from", 422, "invalid-request", ("/player",), call="view"),
    Bad("no players", 422, "invalid-request", ("/players",), call="start", body=lambda _: {}),
    Bad(
        "an unknown field three levels down",
        422,
        "invalid-request",
        ("/players/0/deck/sectoins",),
        call="start",
        body=lambda _: {"players": [{"deck": {"sectoins": {}}}, {"deck": {"sections": {}}}]},
        fault="unknown_field",
    ),
    Bad("another digest", 422, "digest-mismatch", ("/expect",), more={"expect": "not-the-digest"}),
]

STATE = [
    Bad("a state that is text", 422, "invalid-state", ("/state",), body=lambda _: {"state": "x"}),
    Bad("a negative life", 422, "invalid-state", ("/state/players/0/life",), change=put("players", 0, "life", -1)),
    Bad("a life of text", 422, "invalid-state", ("/state/players/1/life",), change=put("players", 1, "life", "9")),
    Bad("a life that is half", 422, "invalid-state", ("/state/players/1/life",), change=put("players", 1, "life", 0.5)),
    Bad("an unknown field", 422, "invalid-state", ("/state/fase",), change=put("fase", "placement")),
    Bad(
        "an unknown field of a seat",
        422,
        "invalid-state",
        ("/state/players/0/mana",),
        change=put("players", 0, "mana", 3),
    ),
    Bad(
        "an unknown card in a hand",
        422,
        "invalid-state",
        ("/state/players/0/hand/0/card",),
        change=put("players", 0, "hand", 0, "card", "nobody"),
    ),
    Bad(
        "an unknown card in a deck",
        422,
        "invalid-state",
        ("/state/players/1/deck/0",),
        change=put("players", 1, "deck", 0, "nobody"),
    ),
    Bad(
        "a card in two places",
        422,
        "invalid-state",
        None,
        change=lambda s: s["players"][0]["hand"].append(copy.copy(s["players"][0]["battlefield"][0]) | {}),
    ),
    Bad("a phase of another game", 422, "invalid-state", ("/state/phase",), change=put("phase", "upkeep")),
    Bad("a seat that is not there", 422, "invalid-state", None, change=put("active", 2)),
    Bad("one player", 422, "invalid-state", None, change=lambda s: s["players"].pop()),
    Bad("no players", 422, "invalid-state", ("/state/players",), change=put("players", [])),
    Bad("another game", 422, "invalid-state", ("/state/game",), change=put("game", "chess")),
    Bad("an option of its own", 422, "invalid-state", ("/state/options/fun",), change=put("options", "fun", 1)),
    Bad("an unknown set", 422, "unknown-set", None, change=put("sets", ["maha-yodha/other@000000000000"])),
    Bad("an unknown edition", 422, "edition-not-served", ("/state/rules",), change=put("rules", "9.0")),
    Bad("an edition to come", 422, "edition-not-served", ("/state/rules",), change=put("rules", "1.99")),
    Bad("an edition of text", 422, "edition-not-served", ("/state/rules",), change=put("rules", "first")),
    Bad("a number out of bounds", 422, "invalid-state", None, change=put("turn", 2**40)),
    Bad("a step that does not exist", 422, "invalid-state", None, change=put("agenda", [{"step": "dance"}])),
]

ACTION = [
    Bad("an action that is text", 422, "malformed-action", ("/action",), call="check", more={"action": "attack"}),
    Bad("an action without a type", 422, "malformed-action", None, call="check", more={"action": {"player": 0}}),
    Bad(
        "an action without a player",
        422,
        "malformed-action",
        ("/action/player",),
        call="resolve",
        more={"action": {"type": "attack"}},
    ),
    Bad(
        "an action without its card",
        422,
        "malformed-action",
        ("/actions/1/card",),
        call="check",
        more={"actions": [{"type": "concede", "player": 0}, {"type": "play", "player": 0}]},
    ),
    Bad(
        "a parameter too many",
        422,
        "malformed-action",
        ("/action/card",),
        call="resolve",
        more={"action": {"type": "attack", "player": 0, "card": 3}},
    ),
    Bad(
        "a card by name",
        422,
        "malformed-action",
        ("/action/card",),
        call="check",
        more={"action": {"type": "play", "player": 0, "card": "RAMA"}},
    ),
    Bad(
        "an action of a seat that is not there",
        422,
        "malformed-action",
        ("/action/player",),
        call="check",
        more={"action": {"type": "attack", "player": 5}},
    ),
    Bad(
        "an action of a seat that is not there, in a sequence",
        422,
        "malformed-action",
        ("/actions/1/player",),
        call="resolve",
        more={"actions": [{"type": "end_placement", "player": 0}, {"type": "attack", "player": 2}]},
    ),
    Bad(
        "state and action both",
        422,
        "invalid-request",
        ("/action/player", "/state/players/0/life"),
        call="check",
        change=put("players", 0, "life", -1),
        more={"action": {"type": "attack"}},
    ),
    Bad(
        "a forced outcome that nothing asks for",
        422,
        "script-refused",
        None,
        call="resolve",
        more={"action": {"type": "end_placement", "player": 0}, "script": ["rama"]},
    ),
]

ALL = [*NOT_READ, *WRONG_SHAPE, *STATE, *ACTION]


@pytest.mark.parametrize("bad", ALL, ids=lambda bad: f"{bad.call}: {bad.says}")
def test_each_gets_its_own_problem(api: Api, state: State, bad: Bad) -> None:
    answer = api.raw(f"{GAME}/{bad.call}", bad.sent(state), **bad.headers)

    assert answer.headers["Content-Type"] == "application/problem+json", answer.raw
    problem = answer.json
    assert (answer.status, problem["code"]) == (bad.status, bad.code), problem
    assert problem["status"] == bad.status
    assert problem["type"] == f"/problems/{bad.code}"
    assert problem["instance"] == answer.headers["X-Request-Id"]
    assert problem["detail"]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    if bad.pointers is not None:
        assert tuple(answer.pointers) == bad.pointers, problem
    if bad.fault is not None:
        assert bad.fault in [error["code"] for error in problem["errors"]]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "not-found"),
        ("GET", "/v1", 404, "not-found"),
        ("GET", "/v1/games/", 404, "not-found"),
        ("GET", "/v1//games", 404, "not-found"),
        ("GET", "/v1/games/chess", 404, "unknown-game"),
        ("POST", "/v1/games/chess/check", 404, "unknown-game"),
        ("GET", f"{GAME}/rules/MY-99.9", 404, "unknown-clause"),
        ("GET", f"{GAME}/cards/nobody", 404, "unknown-card"),
        ("GET", f"{GAME}/cards?set=other", 422, "unknown-set"),
        ("GET", f"{GAME}/cards?limit=many", 422, "invalid-request"),
        ("GET", f"{GAME}/cards?qq=x", 422, "invalid-request"),
        ("GET", f"{GAME}?lang=xx", 422, "invalid-request"),
        ("GET", f"{GAME}/schemas/board", 404, "unknown-schema"),
        ("GET", "/problems/none", 404, "unknown-problem"),
        ("GET", "/v1/decks/0000-0000-0000-0000", 404, "deck-not-found"),
        ("GET", "/v1/decks/x", 404, "deck-not-found"),
        ("GET", "/d/x", 404, "deck-not-found"),
        ("GET", f"{GAME}/check", 405, "method-not-allowed"),
        ("DELETE", "/v1/games", 405, "method-not-allowed"),
        ("BREW", "/v1/games", 405, "method-not-allowed"),
    ],
)
def test_each_wrong_address_gets_its_own_problem(api: Api, method: str, path: str, status: int, code: str) -> None:
    answer = api.send(method, path)

    assert (answer.status, answer.json["code"]) == (status, code)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_a_wrong_method_is_told_the_right_ones(api: Api) -> None:
    answer = api.get(f"{GAME}/check")

    assert answer.headers["Allow"] == "OPTIONS, POST"


def test_a_limit_is_named_with_its_value(api: Api) -> None:
    answer = api.raw(f"{GAME}/check", b" " * 2**19, content_type=JSON)

    assert answer.json["limit"] == {"name": "state_body", "value": 262144}


def test_the_nearest_name_of_an_unknown_field_is_suggested(api: Api, state: State) -> None:
    answer = api.post(f"{GAME}/legal-actions", {"state": state, "plaier": 0})

    assert answer.json["errors"][0]["data"] == {"nearest": "player"}
    assert "did you mean 'player'?" in answer.json["errors"][0]["detail"]


def test_all_faults_are_told_at_once_and_always_in_the_same_order(api: Api, state: State) -> None:
    wrong = {"state": state | {"active": 7}, "b": 1, "a": 2, "limit": "x"}

    answers = [api.post(f"{GAME}/legal-actions", wrong) for _ in range(3)]

    assert answers[0].pointers[:2] == ["/a", "/b"]
    assert "/limit" in answers[0].pointers
    assert any(pointer.startswith("/state") for pointer in answers[0].pointers)
    assert len({orjson.dumps(answer.json["errors"]) for answer in answers}) == 1


def test_a_flood_of_faults_is_cut(api: Api) -> None:
    answer = api.post(f"{GAME}/check", {f"field{number}": 0 for number in range(5_000)})

    assert len(answer.json["errors"]) == 50
    assert answer.json["errors_total"] >= 5_000


def test_an_action_of_another_game_is_a_verdict_and_no_problem(api: Api, state: State) -> None:
    answer = api.post(f"{GAME}/check", {"state": state, "action": {"type": "mulligan", "player": 0}})

    assert answer.status == 200
    (verdict,) = answer.json["verdicts"]
    assert verdict["verdict"] == "illegal"
    assert [violation["code"] for violation in verdict["violations"]] == ["unknown_action"]


def test_an_object_that_is_not_there_is_a_verdict_and_no_problem(api: Api, state: State) -> None:
    answer = api.post(f"{GAME}/check", {"state": state, "action": {"type": "play", "player": 0, "card": 9999}})

    assert answer.status == 200
    assert [v["code"] for v in answer.json["verdicts"][0]["violations"]] == ["unknown_object"]


def test_whatever_goes_wrong_inside_is_told_without_a_trace(client: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("app.catalogue.entries.summary", fail)
    answer = client.get("/v1/games", x_request_id="mine")

    assert (answer.status, answer.json["code"]) == (500, "internal-error")
    assert answer.json["instance"] == answer.headers["X-Request-Id"] == "mine"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert b"secret" not in answer.raw


def test_a_state_that_cannot_be_is_an_answer_of_validate(api: Api, state: State) -> None:
    state["players"][0]["life"] = -1

    told = api.asked("validate", state=state)

    assert not told["valid"]
    assert told["state"] is None
    assert [fault["at"] for fault in told["faults"]] == ["/players/0/life"]


@pytest.mark.parametrize("body", [b'{"state": "\xff"}', '{"state": 1}'.encode("utf-16")])
def test_a_body_that_is_not_utf_8_is_called_so_and_not_empty(api: Api, body: bytes) -> None:
    answer = api.raw(f"{GAME}/check", body, content_type=JSON)

    assert answer.json["detail"] == "The body is not JSON: it is not UTF-8."
