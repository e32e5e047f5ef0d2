"""Onto the board and about it: entering, coming to a tile, lying on something (MQ-14)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from oracle.kernel.board import Tile
from oracle.kernel.rulebook import carries

from . import pieces, triggers
from .board import by_id
from .state import PLAIN, Flags, Muhq, Permanent


def enter(  # noqa: PLR0913 - whose, where and as what a permanent enters
    table: Muhq, card: str, owner: int | None, controller: int | None, tile: Tile | None, *, rule: str,
    on: Permanent | None = None, flags: Flags = PLAIN, was: Any = None, origin: str | None = None,
) -> Permanent:  # fmt: skip
    """A card comes onto the board, untapped and with unused slots (MQ-R21); `was` is its id in `origin`."""
    state = table.state
    printed = table.cards[card]
    thing = Permanent(
        id=table.fresh_id(), card=card, owner=owner, controller=controller, tile=tile, seq=state.seq_counter,
        entered_turn=state.turn, durability=printed.durability if printed.is_equipment else UNSET, map_flags=flags,
    )  # fmt: skip
    state.seq_counter += 1
    state.permanents.append(thing)
    if on is not None:
        thing.on = on.id  # type: ignore[assignment]
        on.stack = [*on.stack, thing.id]  # type: ignore[list-item]
    table.moved()
    told = {"object": was, "now": thing.id, "card": card, "player": controller, "from": origin, "to": "permanents"}
    table.emit("move", rule, **told, reason="enter", tile=spot(tile), on=thing.on)
    return thing


def spot(tile: Tile | None) -> list[int] | None:
    """A tile as it is written."""
    return None if tile is None else [*tile]


@carries("MQ-14.10", "MQ-R63")
def come_to(table: Muhq, thing: Permanent, tile: Tile, *, reason: str, rule: str) -> None:
    """A permanent comes to a tile as its owner, with everything that lies on it."""
    come_off(table, thing)
    thing.tile = tile
    table.moved()
    table.emit("place", rule, object=thing.id, card=thing.card, tile=spot(tile), reason=reason)


def arrived(table: Muhq, thing: Permanent) -> None:
    """A unit that has come to a tile as a root meets its effects (MQ-R43)."""
    if thing.tile is not None and pieces.is_unit(table, thing):
        triggers.queue_tile(table, "tile_enter", thing.tile, thing)


def come_off(table: Muhq, thing: Permanent) -> None:
    """A permanent leaves the stack that it lies in; the others stay (MQ-R61)."""
    if thing.on is None:
        return
    base = by_id(table)[thing.on]
    base.stack = [number for number in base.stack if number != thing.id]
    thing.on = None
    table.moved()


@carries("MQ-14.8", "MQ-14.9", "MQ-17.4", "MQ-20.5", "MQ-20.6")
def lie_on(table: Muhq, thing: Permanent, base: Permanent) -> None:
    """A permanent comes on top of another's stack and owns no tile any longer."""
    come_off(table, thing)
    thing.tile = None
    thing.on = base.id  # type: ignore[assignment]
    base.stack = [*base.stack, thing.id]  # type: ignore[list-item]
    table.moved()


@carries("MQ-R60", "MQ-17.2", otherwise=False)
def has_room(table: Muhq, carrier: Permanent, most: int) -> bool:
    """Whether fewer units lie directly on a carrier than can man it; equipment does not count."""
    return sum(pieces.is_unit(table, other) for other in pieces.upon(table, carrier)) < most


def told(thing: Any) -> dict[str, Any]:
    """An object in an event."""
    return {"object": thing.id, "card": thing.card}
