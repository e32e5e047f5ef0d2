"""Ways to win that nobody can go: what must be reached, and where units come by themselves (MQ-V17).

Units walk over land and linked tiles from where they are deployed, swimmers over deep water from where these can be
deployed. A swimmer that is manned brings others from any shore of its water to any other. What cards could do beside
that (more tiles to deploy on, tiles that change) is left out: a map must be winnable as it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from oracle.kernel.board import VOID, Grid, Tile
from oracle.kernel.errors import Fault
from oracle.kernel.shapes import pointer

from .map_records import Capture, MapRecord, Staff
from .map_wins import data_fault
from .tiles import BUILT_IN

if TYPE_CHECKING:
    from .map_records import StartPiece


def reach_faults(record: MapRecord, cards: Mapping[str, Any]) -> Iterator[Fault]:
    """Whatever must be reached can be reached by somebody's units."""
    lands = Lands(record, cards)
    for i, win in enumerate(record.win):
        if isinstance(win, Staff):
            for j, piece in enumerate(record.start):
                if piece.flags.staff and not lands.is_near(spot_of(piece)):
                    yield data_fault(f"/start/{j}/tile", "Nobody can reach the staff from where units are deployed.")
        elif isinstance(win, Capture):
            shut = [name for name, tiles in record.regions.items() if not any((x, y) in lands.open for x, y in tiles)]
            yield from (data_fault(pointer("/regions", name), "Nobody can reach this region.") for name in shut)
            if shut and len(record.regions) - len(shut) < win.min_held:
                yield data_fault(f"/win/{i}/min_held", f"Nobody can hold {win.min_held} regions.")


def spot_of(piece: StartPiece) -> Tile:
    """Where a start permanent stands."""
    return (piece.tile[0], piece.tile[1])


def is_deep(record: MapRecord, tile: Tile | list[int]) -> bool | None:
    """Whether a tile of a drawing is deep water; `None` where there is none."""
    x, y = tile
    if y >= len(record.rows) or x >= len(record.rows[y]):
        return None
    name = record.legend.get(record.rows[y][x], "")
    return record.tile_types[name].deep if name in record.tile_types else BUILT_IN.get(name, False)


class Lands:
    """Where units can come: over land, over water if any of the cards swims, over both if one of those is manned."""

    def __init__(self, record: MapRecord, cards: Mapping[str, Any]) -> None:
        """Find where some seat can have a unit: it deploys there, or a unit stands there at first."""
        self.grid = Grid.of(record.rows, VOID)
        self.deep = {tile for tile in self.grid if is_deep(record, tile)}
        self.links: dict[Tile, list[Tile]] = {}
        for one, other in record.pairs:
            self.link((one[0], one[1]), (other[0], other[1]))
        swimmers = [card for card in cards.values() if card.is_unit and "swim" in card.keywords]
        begun = {(x, y) for zone in record.deploy for x, y in zone if (x, y) in self.grid}
        begun |= {spot_of(piece) for piece in record.start if piece.seat is not None and spot_of(piece) in self.grid}
        self.open = self.joined(begun if swimmers else begun - self.deep)
        if any("crew" in card.keywords for card in swimmers):
            self.cross()

    def link(self, one: Tile, other: Tile) -> None:
        """Whoever comes to one of two linked tiles may come to the other, if both are land or both are water."""
        if (one in self.deep) == (other in self.deep):
            self.links.setdefault(one, []).append(other)
            self.links.setdefault(other, []).append(one)

    def is_near(self, tile: Tile) -> bool:
        """Whether somebody can come next to a tile."""
        return tile in self.open or any(other in self.open for other in self.grid.around(tile))

    def joined(self, begun: set[Tile]) -> set[Tile]:
        """Every tile that hangs together with one of these, land with land and water with water."""
        waiting, found = list(begun), set(begun)
        while waiting:
            tile = waiting.pop()
            for other in (*self.grid.around(tile), *self.links.get(tile, ())):
                if other in self.grid and other not in found and (other in self.deep) == (tile in self.deep):
                    found.add(other)
                    waiting.append(other)
        return found

    def cross(self) -> None:
        """Swimmers that are manned land on every shore of a water on which somebody can board them."""
        while True:
            shores = {tile for water in self.waters() for tile in self.shore(water)}
            if shores <= self.open:
                return
            self.open = self.joined(self.open | shores)

    def waters(self) -> Iterator[set[Tile]]:
        """The open waters that touch open land."""
        left = self.open & self.deep
        while left:
            water = self.joined({next(iter(left))})
            left -= water
            if self.shore(water) & self.open:
                yield water

    def shore(self, water: set[Tile]) -> set[Tile]:
        """The land about a water."""
        return {other for tile in water for other in self.grid.around(tile) if other not in self.deep}
