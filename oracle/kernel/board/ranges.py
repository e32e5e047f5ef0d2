"""How far tiles lie apart over the tiles that exist, whatever stands on them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping

from .grid import Grid, Tile
from .measure import Diagonals
from .walks import walks

REMEMBERED = 256
MOST_TILES = 60_000


class Ranges:
    """The distances on a grid under one way of counting diagonals; what was worked out is remembered, within bounds."""

    __slots__ = ("_areas", "_fields", "_held", "diagonals", "grid")

    def __init__(self, grid: Grid, diagonals: Diagonals) -> None:
        self.grid = grid
        self.diagonals = diagonals
        self._areas: dict[tuple[Tile, int], Mapping[Tile, int]] = {}
        self._held = 0
        self._fields: dict[Tile, array[int]] = {}

    def between(self, one: Tile, other: Tile) -> int | None:
        """The fewest steps from one tile to another; `None` where no walk leads there."""
        if one not in self.grid or other not in self.grid:
            return None
        if self.grid.is_whole(one, other):
            across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
            return across + down - self.diagonals.saved(min(across, down))
        steps = self._field(one)[self.grid.number(other)]
        return None if steps < 0 else steps

    def within(self, one: Tile, other: Tile, most: int) -> bool:
        """Whether another tile lies in a range of so many steps around one."""
        across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
        if across > most or down > most or one not in self.grid or other not in self.grid:
            return False
        if self.grid.is_whole(one, other):
            return across + down - self.diagonals.saved(min(across, down)) <= most
        return other in self.around(one, most)

    def around(self, origin: Tile, most: int) -> Mapping[Tile, int]:
        """The tiles in a range, nearest first, with their distances; the origin is one of them."""
        found = self._areas.get((origin, most))
        if found is None:
            found = walks(self.grid, origin, most, self.diagonals) if origin in self.grid else {}
            self._held += len(found)
            if self._held > MOST_TILES:
                self._areas.clear()
                self._held = len(found)
            self._areas[origin, most] = found
        return found

    def _field(self, origin: Tile) -> array[int]:
        """The distance from a tile to every other by its number, -1 where no walk leads there."""
        field = self._fields.get(origin)
        if field is None:
            field = array("i", [-1]) * len(self.grid.spots)
            for tile, steps in walks(self.grid, origin, 2 * len(self.grid), self.diagonals).items():
                field[self.grid.number(tile)] = steps
            if len(self._fields) >= REMEMBERED:
                self._fields.clear()
            self._fields[origin] = field
        return field
