"""The published counts hold, and what stands behind each first action adds up to them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

import oracle
from app.cli import main
from tests.laws.matches import GameT, every_game
from tests.laws.perft_vectors import PATH, state_of

ENTRIES = json.loads(PATH.read_text("utf-8"))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: f"{e['game']}/{e['name']}/{e['chance']['mode']}")
def test_the_published_counts_hold(entry: dict[str, Any]) -> None:
    game = oracle.game(entry["game"])
    state = state_of(entry)

    assert [oracle.perft(game, state, depth) for depth in range(len(entry["nodes"]))] == entry["nodes"]


@pytest.mark.parametrize("entry", ENTRIES[::3], ids=lambda e: f"{e['game']}/{e['name']}/{e['chance']['mode']}")
def test_the_parts_add_up_to_the_whole(entry: dict[str, Any]) -> None:
    game = oracle.game(entry["game"])
    depth = len(entry["nodes"]) - 1

    parts = oracle.divide(game, state_of(entry), depth)

    assert [game.action(action) for action, _ in parts] == game.legal_actions(state_of(entry))
    assert sum(count for _, count in parts) == entry["nodes"][-1]


@every_game
def test_the_counts_are_published_for_both_kinds_of_chance(game: GameT) -> None:
    modes = [entry["chance"]["mode"] for entry in ENTRIES if entry["game"] == game.key]

    assert set(modes) == {"seeded", "manual"}


@every_game
def test_the_command_counts_and_divides(game: GameT) -> None:
    fresh = next(e for e in ENTRIES if (e["game"], e["name"], e["chance"]["mode"]) == (game.key, "fresh", "manual"))

    counted = CliRunner().invoke(main, ["perft", game.key, "--depth", "2"])
    divided = CliRunner().invoke(main, ["perft", game.key, "--depth", "2", "--divide"])

    assert counted.exit_code == divided.exit_code == 0, counted.output + divided.output
    assert [int(line.split()[2]) for line in counted.output.splitlines()] == fresh["nodes"][:3]
    assert sum(int(line.split()[0]) for line in divided.output.splitlines()) == fresh["nodes"][2]


def test_the_command_names_the_decks_there_are() -> None:
    answer = CliRunner().invoke(main, ["perft", "maha-yodha", "--decks", "nobody,asura"])

    assert answer.exit_code == 2
    assert "aditya, asura" in answer.output
