"""Ways to win that nobody can go: what must be reached, and where units come by themselves (MQ-V17).

Units walk over land and linked tiles from where they are deployed, swimmers over deep water from where these can be
deployed. A swimmer that is manned brings others from any shore of its water to any other. What cards could do beside
that (more tiles to deploy on, tiles that change) is left out: a map must be winnable as it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from oracle.kernel.board import EVERY_SECOND, VOID, Grid, Ranges, Tile
from oracle.kernel.errors import Fault
from oracle.kernel.shapes import pointer

from .map_records import Buildings, Capture, MapRecord, Staff, Vip
from .map_wins import data_fault, flagged
from .tiles import BUILT_IN

if TYPE_CHECKING:
    from .map_records import StartPiece


def reach_faults(record: MapRecord, cards: Mapping[str, Any]) -> Iterator[Fault]:
    """Whatever must be reached can be reached by somebody's units."""
    ground = Ground(record)
    for i, win in enumerate(record.win):
        if isinstance(win, Vip | Buildings):
            yield from spared_faults(ground, cards, win, i)
        elif isinstance(win, Staff):
            yield from staff_faults(ground, cards)
        elif isinstance(win, Capture):
            yield from region_faults(ground, cards, win, i)


def staff_faults(ground: Ground, cards: Mapping[str, Any]) -> Iterator[Fault]:
    """A staff next to which nobody can come."""
    lands = Lands(ground, cards)
    for j, piece in enumerate(ground.record.start):
        if piece.flags.staff and not lands.is_near(spot_of(piece)):
            yield data_fault(f"/start/{j}/tile", "Nobody can reach the staff from where units are deployed.")


def region_faults(ground: Ground, cards: Mapping[str, Any], win: Capture, number: int) -> Iterator[Fault]:
    """Regions into which nobody can come, and too few others."""
    regions, lands = ground.record.regions, Lands(ground, cards)
    shut = [name for name, tiles in regions.items() if not any((x, y) in lands.open for x, y in tiles)]
    yield from (data_fault(pointer("/regions", name), "Nobody can reach this region.") for name in shut)
    if shut and len(regions) - len(shut) < win.min_held:
        yield data_fault(f"/win/{number}/min_held", f"Nobody can hold {win.min_held} regions.")


def spared_faults(ground: Ground, cards: Mapping[str, Any], win: Vip | Buildings, number: int) -> Iterator[Fault]:
    """VIPs that no unit of another seat can come near enough to attack, and buildings of which too few can be."""
    record, flag = ground.record, "vip" if isinstance(win, Vip) else "building"
    reach = farthest(record, cards)
    for seat in range(record.seats):
        lands = Lands(ground, cards, against=seat)
        spared = [i for i in flagged(record, flag, seat) if not lands.is_attacked(spot_of(record.start[i]), reach)]
        if isinstance(win, Vip):
            yield from (
                data_fault(f"/start/{i}/tile", "Nobody else can come near enough to attack it.") for i in spared
            )
        elif len(spared) >= win.keep:
            message = f"Nobody else can come near enough to attack {len(spared)} buildings of seat {seat}."
            yield data_fault(f"/win/{number}/keep", message)


def farthest(record: MapRecord, cards: Mapping[str, Any]) -> int:
    """How far the longest attack of any of the cards reaches, from high ground if there is any."""
    reaches = [entry.r for card in cards.values() if card.is_unit for entry in card.record.attack]
    return max(reaches, default=1) + any(each.high_ground for each in record.tile_types.values())


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


class Ground:
    """A map as units walk and swim on it: its tiles, which are deep water, which are linked."""

    def __init__(self, record: MapRecord) -> None:
        """Look at every tile once."""
        self.record = record
        self.grid = Grid.of(record.rows, VOID)
        self.deep = {tile for tile in self.grid if is_deep(record, tile)}
        self.links: dict[Tile, list[Tile]] = {}
        for one, other in record.pairs:
            self.link((one[0], one[1]), (other[0], other[1]))

    def link(self, one: Tile, other: Tile) -> None:
        """Whoever comes to one of two linked tiles may come to the other, if both are land or both are water."""
        if (one in self.deep) == (other in self.deep):
            self.links.setdefault(one, []).append(other)
            self.links.setdefault(other, []).append(one)

    @cached_property
    def ranges(self) -> Ranges:
        """How far tiles are apart, by the more generous of the two ways to count diagonals."""
        return Ranges(self.grid, EVERY_SECOND)

    @cached_property
    def parts(self) -> dict[Tile, frozenset[Tile]]:
        """For each tile all that hang together with it, land with land and water with water."""
        found: dict[Tile, frozenset[Tile]] = {}
        for tile in self.grid:
            if tile not in found:
                part = frozenset(self.spread(tile))
                found |= dict.fromkeys(part, part)
        return found

    def spread(self, tile: Tile) -> set[Tile]:
        """Every tile to which steps and links lead from this one, without a change between land and water."""
        waiting, found, deep = [tile], {tile}, tile in self.deep
        while waiting:
            here = waiting.pop()
            for other in (*self.grid.around(here), *self.links.get(here, ())):
                if other not in found and other in self.grid and (other in self.deep) == deep:
                    found.add(other)
                    waiting.append(other)
        return found

    def joined(self, begun: set[Tile]) -> set[Tile]:
        """Every tile that hangs together with one of these."""
        return set().union(*{self.parts[tile] for tile in begun})


class Lands:
    """Where units can come: over land, over water if any of the cards swims, over both if one of those is manned."""

    def __init__(self, ground: Ground, cards: Mapping[str, Any], against: int | None = None) -> None:
        """Find where some seat, or some other one, can have a unit: it deploys there, or one stands there at first."""
        self.ground, record = ground, ground.record
        zones = [zone for seat, zone in enumerate(record.deploy) if seat != against]
        pieces = [spot_of(piece) for piece in record.start if piece.seat not in (None, against)]
        begun = {(x, y) for zone in zones for x, y in zone if (x, y) in ground.grid}
        begun |= {tile for tile in pieces if tile in ground.grid}
        swimmers = [card for card in cards.values() if card.is_unit and "swim" in card.keywords]
        self.open = ground.joined(begun if swimmers else begun - ground.deep)
        if any("crew" in card.keywords for card in swimmers):
            self.cross()

    def is_near(self, tile: Tile) -> bool:
        """Whether somebody can come next to a tile."""
        return tile in self.open or any(other in self.open for other in self.ground.grid.around(tile))

    def is_attacked(self, tile: Tile, reach: int) -> bool:
        """Whether somebody can come within so many steps of a tile."""
        if tile not in self.ground.grid or self.is_near(tile):
            return True
        return reach > 1 and not self.open.isdisjoint(self.ground.ranges.around(tile, reach))

    def cross(self) -> None:
        """Swimmers that are manned land on every shore of a water on which somebody can board them."""
        while True:
            shores = {tile for water in self.waters() for tile in self.shore(water)}
            if shores <= self.open:
                return
            self.open = self.ground.joined(self.open | shores)

    def waters(self) -> Iterator[frozenset[Tile]]:
        """The open waters that touch open land."""
        for water in {self.ground.parts[tile] for tile in self.open & self.ground.deep}:
            if self.shore(water) & self.open:
                yield water

    def shore(self, water: frozenset[Tile]) -> set[Tile]:
        """The land about a water."""
        return {other for tile in water for other in self.ground.grid.around(tile) if other not in self.ground.deep}
