"""Cards beside the board: piles without an order, and what becomes of a card that leaves the board or the stack."""

from __future__ import annotations

from typing import Any

from oracle.kernel.moves import move as move_between
from oracle.kernel.moves import put
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.records import Entry
from oracle.kernel.state import Object
from oracle.kernel.table import owner_of

from .seats import has_left
from .state import UNORDERED, Muhq, in_order


def sort(table: Muhq, seat: int, zone: str) -> None:
    """A pile has no order, so it is always written in the same one."""
    if zone in UNORDERED:
        getattr(table.state.players[seat], zone).sort(key=in_order)


def lay(table: Muhq, seat: int, zone: str, card: str | None) -> Any:
    """Lay a card in a zone of its owner."""
    thing = put(table, seat, zone, card, seat)
    sort(table, seat, zone)
    return thing


def move(table: Muhq, seat: int, thing: Object, origin: str, to: str, *, reason: str, rule: str) -> Any:
    """Move a card between zones of a seat, and tell it."""
    now = move_between(table, thing, (seat, origin), (seat, to), reason=reason, rule=rule)
    sort(table, seat, to)
    return now


def home_of(table: Muhq, owner: int | None, zone: str) -> str:
    """Where a card goes: to `outside` without an owner, out of the match with an owner who is (MQ-R76, MQ-R84)."""
    if owner is None:
        return "outside"
    return "removed" if has_left(table.state.players[owner]) else zone


@carries("MQ-R76", "MQ-14.6")
def bring_home(table: Muhq, owner: int | None, card: str | None, zone: str) -> tuple[str, Any]:
    """Lay a card that was on the board or the stack where it belongs, as a new object."""
    zone = home_of(table, owner, zone)
    if owner is None:
        table.moved()
        thing = Object(id=table.fresh_id(), card=card)
        table.state.outside.append(thing)
        return zone, thing
    return zone, lay(table, owner, zone, card)


def to_owner(table: Muhq, entry: Entry, zone: str, *, reason: str, rule: str) -> None:
    """The card of an action that has left the stack goes to a zone of its owner."""
    owner = owner_of(entry, entry.controller)
    place, now = bring_home(table, owner, entry.card, zone)
    told = {"object": entry.id, "now": now.id, "card": entry.card, "player": owner}
    table.emit("move", rule, **told, **{"from": "stack", "to": place}, reason=reason)
