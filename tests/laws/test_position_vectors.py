"""The published positions hold: an implementation that has only them and its own rules would be judged like this."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest

import oracle
from tests.laws.explorer import Explorer
from tests.laws.matches import GameT
from tests.laws.position_vectors import path_of, vectors, written
from tests.laws.test_golden import BEYOND

Document = dict[str, Any]

GAMES = pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)


@cache
def published(game: GameT) -> Document:
    found: Document = json.loads(path_of(game).read_text("utf-8"))
    return found


def legal(game: GameT, state: Any) -> list[Document]:
    return [msgspec.to_builtins(action) for action in game.legal_actions(state)]


@GAMES
def test_the_published_files_are_those_of_the_golden_playthroughs(game: GameT) -> None:
    assert path_of(game).read_text("utf-8") == written(vectors(game)), "run `python -m tests.laws.position_vectors`"


@GAMES
def test_each_published_match_goes_on_as_published(game: GameT) -> None:
    for match in published(game)["matches"]:
        state = game.start(match["start"]).state
        assert game.digest(state) == match["digest"]
        for step in match["steps"]:
            assert legal(game, state) == step["legal"]
            state = game.apply(state, game.action(step["action"])).state
            assert game.digest(state) == step["digest"]
        assert msgspec.to_builtins(state.result) == match["result"]


@GAMES
def test_each_published_position_is_judged_as_published(game: GameT) -> None:
    for position in published(game)["positions"]:
        state = game.load(position["state"])
        assert game.digest(state) == position["digest"]
        assert legal(game, state) == position["legal"]
        for step in position["next"]:
            assert game.digest(game.apply(state, game.action(step["action"])).state) == step["digest"]
        for refused in position["refused"]:
            verdict = game.judge(state, game.action(refused["action"]))
            found = [{"code": each.code, "rule": each.rule} for each in verdict.violations]
            assert (verdict.verdict, found) == (refused["verdict"], refused["violations"])


@GAMES
def test_every_type_of_action_and_every_code_of_a_violation_is_published(game: GameT) -> None:
    found = published(game)
    steps = [step for each in (*found["matches"],) for step in each["steps"]]
    taken = [*steps, *(step for each in found["positions"] for step in each["next"])]
    shown = {("action", each["action"]["type"]) for each in taken}
    shown |= {
        ("code", violation["code"])
        for each in found["positions"]
        for refused in each["refused"]
        for violation in refused["violations"]
    }

    told = {one for one in Explorer(game).wanted if one[0] in ("action", "code")}
    assert told - shown <= BEYOND.get(game.key, set())
