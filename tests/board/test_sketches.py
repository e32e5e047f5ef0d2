"""The map as text."""

from __future__ import annotations

from typing import Any

import pytest

from app.board import WIDTH, board
from oracle.games.muhq import GAME

FORD = """\
   0  1  2  3  4  5  6
 0 .  .  .  .1 .  .  .
 1 .  .  .  .  .  .  .
 2 .  h* .  .  .  h  .
 3 w  w  f  s  f  w  w
 4 .  h  .  .  .  h  .
 5 .  .  .  .  .  .  .
 6 .  .  .  .0 .  .  ."""


def state(**said: Any) -> Any:
    """A match between Ana and Ben."""
    pieces = [
        {"id": 1, "card": "sovereign", "controller": 0, "tile": [3, 6], "map_flags": {"vip": True}},
        {"id": 2, "card": "sovereign", "controller": 1, "tile": [3, 0], "map_flags": {"vip": True}},
        {"id": 3, "card": "bulwark", "controller": None, "tile": [1, 2]},
    ]
    position = {"game": "muhq", "turn": 1, "active": 0, "phase": "actions", "permanents": pieces}
    return GAME.load({**position, "players": [{"name": "Ana"}, {"name": "Ben"}], **said})


def test_the_map_is_drawn_with_its_coordinates_and_whose_permanents_stand_there() -> None:
    *drawn, legend = GAME.sketch(state(map="muhq/fordwatch"))

    assert "\n".join(drawn) == FORD
    assert {*legend.split("  ")} >= {"w deep water", "s shrine", "0 Ana", "1 Ben"}


def test_the_legend_speaks_the_readers_language() -> None:
    assert "s Schrein" in GAME.sketch(state(map="muhq/fordwatch"), "de")[-1]


@pytest.mark.parametrize("side", [1, 9, 25, 26, 38, 39, 64])
def test_no_line_of_a_board_is_longer_than_the_page(side: int) -> None:
    wide = {"id": "wide", "name": "Wide", "rows": ["." * side] * side, "deploy": [], "resource": {"base": 3}}
    piece = {"id": 1, "card": "recruit", "controller": 1, "tile": [side - 1, side - 1]}
    text = board(GAME, state(map=wide, permanents=[piece]))

    assert max(map(len, text.splitlines())) <= WIDTH
    assert text.count("\n") > side
