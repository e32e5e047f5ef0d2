"""Every call of the oracle, asked about a match of every game."""

from __future__ import annotations

import gzip
from typing import Any

import orjson
import pytest

import oracle
from app import samples
from tests.http.talking import JSON, Api

pytestmark = pytest.mark.server

Document = dict[str, Any]
STEPS = 6
SEATS = {"0", "1", "spectator"}


class Match:
    """The first steps of a match of one game, played over HTTP."""

    def __init__(self, api: Api, game: Any) -> None:
        self.api = api
        self.path = f"/v1/games/{game.key}"
        self.setup = samples.setup(game)
        self.actions: list[Document] = []
        self.state = self.before = self.asked("start", **self.setup)["state"]
        while len(self.actions) < STEPS:
            self.step()

    def step(self) -> None:
        """Do the first thing that may be done."""
        action = self.asked("legal-actions", state=self.state, limit=1)["actions"][0]["action"]
        self.actions.append(action)
        self.before = self.state
        self.told = self.asked("resolve", state=self.state, action=action, include=["state", "patch", "events", "text"])
        self.state = self.told["state"]

    def asked(self, call: str, **body: Any) -> Any:
        """The answer to a call about the game."""
        answer = self.api.post(f"{self.path}/{call}", body)
        assert answer.status == 200, answer.raw
        return answer.json


@pytest.fixture(params=oracle.games(), ids=lambda game: str(game.key))
def match(request: pytest.FixtureRequest, over_http: Api) -> Match:
    """A match of each game in turn."""
    return Match(over_http, request.param)


def test_a_step_tells_all_that_was_asked_for(match: Match) -> None:
    views = match.asked("start", **match.setup, views=[0, 1, "spectator"], include=["state", "legal_actions"])["views"]

    assert (match.told["verdict"], "patch" in match.told) == ("legal", True)
    assert all(event["text"] for event in match.told["events"])
    assert (match.told["decision"] is None) != (match.told["result"] is None)
    assert views.keys() == SEATS
    assert all({"state", "decision", "legal_actions", "digest"} <= each.keys() for each in views.values())


def test_a_match_can_be_told_in_place_of_its_state(match: Match) -> None:
    told = {"start": match.setup, "actions": match.actions}
    digest = match.told["digest"]
    streamed = match.api.post(f"{match.path}/replay", told, accept="application/x-ndjson").raw.splitlines()

    assert match.asked("legal-actions", match=told, limit=1, expect=digest)["digest"] == digest
    assert match.asked("replay", **told, expect=digest, at=STEPS - 1)["state"] == match.before
    assert len(streamed) == STEPS + 2
    assert orjson.loads(streamed[-1])["digest"] == digest
    other = match.api.post(f"{match.path}/legal-actions", {"state": match.state, "expect": "another"})
    assert (other.status, other.json["code"]) == (422, "digest-mismatch")


def test_verdicts_are_as_detailed_as_was_asked_for(match: Match) -> None:
    action = match.actions[-1]
    unknown = {**action, "type": "sing"}

    for detail in ("verdict", "reasons", "alternatives"):
        told = match.asked("check", state=match.before, actions=[action, unknown], detail=detail)["verdicts"]
        assert [each["verdict"] for each in told] == ["legal", "illegal"]
    assert match.asked("check?explain=true", state=match.before, action=action)["verdicts"][0]["met"]
    assert match.asked("explain", state=match.before, player=0)
    assert match.asked("outcomes", state=match.before, action=action, limit=5)
    assert match.asked("legal-actions", state=match.before, expand=50)["actions"]
    assert match.asked("resolve", state=match.before, action=action, passes={"0": "idle", "1": "always"})["state"]


def test_a_board_is_drawn_within_eighty_columns(match: Match) -> None:
    asked = {"state": match.state, "player": 0}
    board = match.api.post(f"{match.path}/view", asked, accept="text/plain").raw.decode()

    assert board.strip()
    assert max(len(line) for line in board.splitlines()) <= 80


def test_it_travels_compressed_both_ways(match: Match) -> None:
    asked = {"state": match.state, "player": 0}
    sent = {"Content-Type": JSON, "Content-Encoding": "gzip", "Accept-Encoding": "gzip"}
    answer = match.api.talk.send("POST", f"{match.path}/view", gzip.compress(orjson.dumps(asked)), sent)

    assert answer.headers["Content-Encoding"] == "gzip"
    assert orjson.loads(gzip.decompress(answer.raw)) == match.asked("view", **asked)


def test_the_catalogue_is_cached_and_asked_for_again_by_tag(match: Match) -> None:
    game = match.api.get(match.path).json
    pinned = match.api.get(f"{match.path}/sets/{game['sets'][0]['set'].partition('/')[2]}")

    for path in ("", "/rules", "/cards?q=a", "/texts", *(f"/schemas/{kind}" for kind in ("state", "action", "event"))):
        answer = match.api.get(match.path + path)
        assert answer.status == 200, path
        assert match.api.get(match.path + path, if_none_match=answer.headers["ETag"]).status == 304, path
    assert "immutable" in pinned.headers["Cache-Control"]
