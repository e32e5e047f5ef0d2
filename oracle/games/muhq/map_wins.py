"""What can be wrong with the win conditions of a map: missing data, and ways to win that nobody can go (MQ-V17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oracle.kernel.board import VOID, Grid, Tile
from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault, pointer

from .map_records import Buildings, Capture, MapRecord, Staff, Vip, Wealth, Win

if TYPE_CHECKING:
    from .map_records import StartPiece

RULE = "MQ-V17"


def win_faults(record: MapRecord) -> Iterator[Fault]:
    """Each way to win has the data that it needs, and is said once."""
    seen: set[str] = set()
    for i, win in enumerate(record.win):
        at = f"/win/{i}"
        if win.type in seen:
            yield data_fault(f"{at}/type", f"The condition {win.type} is there twice.")
        seen.add(win.type)
        yield from one_win_faults(record, win, at)


def data_fault(at: str, message: str) -> Fault:
    """A fault in the data of a win condition."""
    return fault("win_data", at, message, rule=RULE)


def one_win_faults(record: MapRecord, win: Win, at: str) -> Iterator[Fault]:
    """The data of one win condition."""
    if isinstance(win, Vip):
        yield from vip_faults(record, at)
    elif isinstance(win, Wealth):
        most = max(record.resource.start, default=0) if record.resource is not None else 0
        if win.limit <= most:
            yield data_fault(f"{at}/limit", f"A seat begins with {most}: the limit must be above.")
    elif isinstance(win, Buildings):
        for seat in range(record.seats):
            count = len(flagged(record, "building", seat))
            if count < win.keep:
                yield data_fault(f"{at}/keep", f"Seat {seat} has {count} buildings, and would have lost at once.")
    elif isinstance(win, Staff):
        count = sum(piece.flags.staff for piece in record.start)
        if count != 1:
            yield data_fault(at, f"There is one staff to be worn; here are {count}.")
    elif isinstance(win, Capture):
        yield from capture_faults(record, win, at)


def vip_faults(record: MapRecord, at: str) -> Iterator[Fault]:
    """Every seat has one VIP."""
    for seat in range(record.seats):
        found = flagged(record, "vip", seat)
        if len(found) != 1:
            place = at if not found else f"/start/{found[1]}/flags/vip"
            yield data_fault(place, f"Each seat has one VIP; seat {seat} has {len(found)}.")


def capture_faults(record: MapRecord, win: Capture, at: str) -> Iterator[Fault]:
    """There are regions enough, and rounds enough."""
    if not record.regions:
        yield data_fault(at, "There are no regions to capture.")
    elif win.min_held > len(record.regions):
        message = f"Nobody can hold {win.min_held} regions: there are {len(record.regions)}."
        yield data_fault(f"{at}/min_held", message)
    last = record.limits.max_rounds
    if last is not None and win.from_round > last:
        yield data_fault(f"{at}/from_round", f"The match is drawn after round {last}, before anybody can win so.")


def flagged(record: MapRecord, flag: str, seat: int) -> list[int]:
    """The numbers of the start permanents of a seat that bear a flag."""
    return [i for i, piece in enumerate(record.start) if getattr(piece.flags, flag) and piece.seat == seat]


# -- ways that nobody can go -----------------------------------------------------------------------


def reach_faults(record: MapRecord) -> Iterator[Fault]:
    """Whatever must be reached can be reached by somebody over the tiles and links that there are."""
    lands = Lands(record)
    for i, win in enumerate(record.win):
        if isinstance(win, Staff):
            for j, piece in enumerate(record.start):
                if piece.flags.staff and not lands.is_open(spot_of(piece)):
                    yield data_fault(f"/start/{j}/tile", "Nobody can reach the staff from where units are deployed.")
        elif isinstance(win, Capture):
            shut = [name for name, tiles in record.regions.items() if not any(lands.is_open((x, y)) for x, y in tiles)]
            yield from (data_fault(pointer("/regions", name), "Nobody can reach this region.") for name in shut)
            if shut and len(record.regions) - len(shut) < win.min_held:
                yield data_fault(f"/win/{i}/min_held", f"Nobody can hold {win.min_held} regions.")


def spot_of(piece: StartPiece) -> Tile:
    """Where a start permanent stands."""
    return (piece.tile[0], piece.tile[1])


class Lands:
    """The parts of a map that hang together, voids apart; linked tiles join theirs."""

    def __init__(self, record: MapRecord) -> None:
        """Find the parts in which some seat can have a unit: it deploys there, or a unit stands there at first."""
        self.grid = Grid.of(record.rows, VOID)
        links = [((a[0], a[1]), (b[0], b[1])) for a, b in record.pairs]
        self.links: dict[Tile, list[Tile]] = {}
        for one, other in links:
            self.links.setdefault(one, []).append(other)
            self.links.setdefault(other, []).append(one)
        begun = [(x, y) for zone in record.deploy for x, y in zone]
        begun += [spot_of(piece) for piece in record.start if piece.seat is not None]
        self.open = self.joined(begun)

    def is_open(self, tile: Tile) -> bool:
        """Whether somebody can come so near to a tile as to reach it."""
        return tile in self.open

    def joined(self, begun: list[Tile]) -> set[Tile]:
        """Every tile that hangs together with one of these."""
        waiting = [tile for tile in begun if tile in self.grid]
        found = set(waiting)
        while waiting:
            tile = waiting.pop()
            for other in (*self.grid.around(tile), *self.links.get(tile, ())):
                if other in self.grid and other not in found:
                    found.add(other)
                    waiting.append(other)
        return found
