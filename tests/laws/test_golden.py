"""What the oracle says is what was recorded, word for word; `make golden` records it anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

import oracle
from tests.laws.golden import FOLDER, OF_MOST_SEATS, again, shown, wanted
from tests.laws.matches import GameT, every_game

BEYOND = {"thay-phap": {("action", "done")}}  # No shipped card lets a choice be ended early.


def recorded(game: GameT) -> list[dict[str, Any]]:
    """The recordings of a game."""
    path = FOLDER / f"{game.key}.json"
    assert path.exists(), f"{game.key} has no golden playthrough: make golden"
    parts: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return parts


@every_game
def test_everything_is_said_as_it_was_recorded(game: GameT) -> None:
    for part in recorded(game):
        now = json.loads(json.dumps(again(game, part)))
        for word in part:
            for before, after in zip(part[word], now[word], strict=True) if isinstance(part[word], list) else []:
                assert after == before
            assert now[word] == part[word], word


@every_game
def test_every_action_event_and_violation_code_is_recorded(game: GameT) -> None:
    told = set().union(*(shown(part) for part in recorded(game)))

    assert wanted(game) - told <= BEYOND.get(game.key, set())


def test_only_games_that_are_listed_are_recorded() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {game.key for game in oracle.games()}


@every_game
def test_recorded_matches_end_by_a_rule_and_are_legal_replays(game: GameT) -> None:
    matches = [part for part in recorded(game) if "setup" in part]
    seats = [*game.seats] if game.key in OF_MOST_SEATS else [game.seats[0]] * max(1, len(game.shipped_maps()))

    assert [len(whole["setup"]["players"]) for whole in matches] == seats
    for whole in matches:
        replayed = game.replay(whole["setup"], [told["action"] for told in whole["steps"]])

        assert replayed.verdict == "legal"
        assert replayed.digest == whole["steps"][-1]["digest"]
        assert game.rulebook.has(whole["end"]["result"]["rule"]) or pytest.fail("the end cites no rule")
