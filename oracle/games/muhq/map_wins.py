"""What can be wrong with the data of the win conditions of a map (MQ-V17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault

from .map_records import Buildings, Capture, MapRecord, Staff, Vip, Wealth, Win

if TYPE_CHECKING:
    from .maps import GameMap

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
        yield late(at, last)


def late(at: str, last: int) -> Fault:
    """A way to win that opens when the match is over."""
    return data_fault(f"{at}/from_round", f"The match is drawn after round {last}, before anybody can win so.")


def late_faults(played: GameMap, last: int) -> list[Fault]:
    """Ways to win that open after the last round of a match on a map that sets no limit of its own."""
    if played.max_rounds is not None:
        return []
    return [
        late(f"/win/{i}", last)
        for i, win in enumerate(played.win)
        if isinstance(win, Capture) and win.from_round > last
    ]


def flagged(record: MapRecord, flag: str, seat: int) -> list[int]:
    """The numbers of the start permanents of a seat that bear a flag."""
    return [i for i, piece in enumerate(record.start) if getattr(piece.flags, flag) and piece.seat == seat]
