"""The map as text: a letter a tile, and whose permanents stand on it."""

from __future__ import annotations

from oracle.kernel.board import VOID, Tile
from oracle.kernel.rulebook import say

from . import board
from .maps import GameMap, map_of
from .state import Muhq

WIDTH = 80
NOBODY = "*"


def sketch(table: Muhq, language: str = "en") -> list[str]:
    """The map as a grid with its coordinates, and below it what its letters mean."""
    found = map_of(table)
    apart = next((n for n in (3, 2) if found.grid.width * n + 3 <= WIDTH), 1)
    columns = "".join(str(x % 10).ljust(apart) for x in range(found.grid.width))
    lines = [f"   {columns}".rstrip()]
    for y in range(found.grid.height):
        cells = (cell(table, found, (x, y), apart) for x in range(found.grid.width))
        lines.append(f"{y:>2} {''.join(cells)}".rstrip())
    return [*lines, legend(table, found, language)]


def cell(table: Muhq, found: GameMap, place: Tile, apart: int) -> str:
    """One tile: the letter of its type, and the number of the seat whose permanent owns it."""
    if place not in found.grid:
        return VOID.ljust(apart)
    letter = letters(found).get(board.type_of(table, place), "?")
    thing = board.occupied(table).get(place)
    if thing is None:
        return letter.ljust(apart)
    mark = NOBODY if thing.controller is None else str(thing.controller)
    return mark if apart == 1 else f"{letter}{mark}".ljust(apart)


def letters(found: GameMap) -> dict[str, str]:
    """The letter of each type, as the map's legend has it; deep water that came later is `~`."""
    return {"deep": "~", "plain": ".", **{name: letter for letter, name in found.legend.items()}}


def legend(table: Muhq, found: GameMap, language: str) -> str:
    """What the letters mean, and which seat is whose."""
    shown = {board.type_of(table, place) for place in found.grid}
    types = [
        f"{letter} {say(found.tile_types[name].words, language)}"
        for name, letter in letters(found).items()
        if name in shown
    ]
    seats = [f"{seat} {player.name or f'#{seat}'}" for seat, player in enumerate(table.state.players)]
    return "  ".join([*types, *seats])
