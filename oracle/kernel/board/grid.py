"""The tiles of a map: where there is one, which lie side by side, which corner to corner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Tile = tuple[int, int]
"""A tile by its coordinates `(x, y)`: x to the right, y downwards, from 0."""

VOID = "#"
STRAIGHT = ((0, -1), (-1, 0), (1, 0), (0, 1))
DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))


class Grid:
    """The tiles that exist on a map, which never change; they are numbered row by row, voids too."""

    __slots__ = ("_corners", "_sides", "_voids", "height", "spots", "tiles", "width")

    def __init__(self, width: int, height: int, tiles: Iterable[Tile]) -> None:
        """Lay out these tiles; those beyond `width` and `height` are left out."""
        self.width = width
        self.height = height
        self.tiles = frozenset((x, y) for x, y in tiles if 0 <= x < width and 0 <= y < height)
        self.spots: tuple[Tile, ...] = tuple((x, y) for y in range(height) for x in range(width))
        self._sides: list[tuple[int, ...] | None] = [None] * (width * height)
        self._corners: list[tuple[int, ...] | None] = [None] * (width * height)
        self._voids = self._sums()

    @classmethod
    def of(cls, rows: Sequence[str], void: str = VOID) -> Grid:
        """Read a drawing: a letter a tile, `void` where there is none."""
        width = max((len(row) for row in rows), default=0)
        drawn = ((x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != void)
        return cls(width, len(rows), drawn)

    def __contains__(self, tile: object) -> bool:
        return tile in self.tiles

    def __iter__(self) -> Iterator[Tile]:
        """Every tile, row by row."""
        return (tile for tile in self.spots if tile in self.tiles)

    def __len__(self) -> int:
        return len(self.tiles)

    def number(self, tile: Tile) -> int:
        """The number of a tile that exists."""
        return tile[1] * self.width + tile[0]

    def sides(self, number: int) -> tuple[int, ...]:
        """The numbers of the tiles that share a side with this one."""
        found = self._sides[number]
        if found is None:
            found = self._sides[number] = self._beside(number, STRAIGHT)
        return found

    def corners(self, number: int) -> tuple[int, ...]:
        """The numbers of the tiles that share just a corner with this one."""
        found = self._corners[number]
        if found is None:
            found = self._corners[number] = self._beside(number, DIAGONAL)
        return found

    def around(self, tile: Tile) -> list[Tile]:
        """The up to eight tiles around one, row by row."""
        x, y = tile
        near = ((x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
        return [other for other in near if other in self.tiles]

    def is_whole(self, one: Tile, other: Tile) -> bool:
        """Whether every tile of the rectangle with these two in its corners exists."""
        left, right = (one[0], other[0]) if one[0] <= other[0] else (other[0], one[0])
        top, bottom = (one[1], other[1]) if one[1] <= other[1] else (other[1], one[1])
        sums, row = self._voids, self.width + 1
        above, below = top * row, (bottom + 1) * row
        return sums[below + right + 1] - sums[below + left] == sums[above + right + 1] - sums[above + left]

    def _beside(self, number: int, ways: Iterable[Tile]) -> tuple[int, ...]:
        x, y = self.spots[number]
        near = ((x + dx, y + dy) for dx, dy in ways)
        return tuple(self.number(tile) for tile in near if tile in self.tiles)

    def _sums(self) -> list[int]:
        """How many voids lie above and left of each corner of the drawing."""
        row = self.width + 1
        sums = [0] * (row * (self.height + 1))
        for x, y in self.spots:
            here = (y + 1) * row + x + 1
            sums[here] = sums[here - 1] + sums[here - row] - sums[here - row - 1] + ((x, y) not in self.tiles)
        return sums
