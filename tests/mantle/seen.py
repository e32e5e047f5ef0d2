"""Where a card is that an action names, for a seat that looks at the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.mantle.table import Table, Thing

OPEN = ("mantle", "crypt", "removal")


class Found(NamedTuple):
    """A card, the zone it is in and the seat whose zone that is."""

    zone: str
    seat: int
    thing: Thing


def visible(table: Table, seat: int) -> Iterator[Found]:
    """Everything with a number that a seat sees: the Mantles, the Crypts, the Removal piles and its own hand."""
    for owner in table.seats:
        for zone in OPEN:
            yield from (Found(zone, owner, thing) for thing in table.players[owner][zone])
    yield from (Found("hand", seat, thing) for thing in table.players[seat]["hand"])


def find(table: Table, seat: int, number: Any) -> Found:
    """What has this number."""
    return next(found for found in visible(table, seat) if found.thing["id"] == number)


def hidden(table: Table, seat: int) -> Iterator[Found]:
    """The cards in the hands of the others."""
    for owner in table.seats:
        if owner != seat:
            yield from (Found("hand", owner, thing) for thing in table.players[owner]["hand"])
