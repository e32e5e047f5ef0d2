"""Permanents as they stand: finding them, what lies on them, whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oracle.kernel.table import Place

from . import board
from .state import Muhq, Permanent


def piece(table: Muhq, number: int | None) -> Permanent | None:
    """The permanent with this id, if it is on the board."""
    return None if number is None else board.by_id(table).get(number)


def place(thing: Permanent) -> Place:
    """A permanent as the card language asks for it."""
    return Place(None, "permanents", thing)


def card(table: Muhq, thing: Any) -> Any:
    """The card of a permanent, which everybody sees."""
    return table.cards[thing.card]


def is_unit(table: Muhq, thing: Permanent) -> bool:
    """Whether a permanent is a unit."""
    return bool(table.cards[str(thing.card)].is_unit)


def is_artifact(table: Muhq, thing: Permanent) -> bool:
    """Whether a permanent is an artifact; equipment is a kind of it (MQ-20.1)."""
    return table.cards[str(thing.card)].type in ("artifact", "equipment")


def is_equipment(table: Muhq, thing: Permanent) -> bool:
    """Whether a permanent is equipment."""
    return bool(table.cards[str(thing.card)].is_equipment)


def is_root(thing: Permanent) -> bool:
    """Whether a permanent owns its tile."""
    return thing.tile is not None


def upon(table: Muhq, thing: Permanent) -> list[Permanent]:
    """What lies directly on a permanent, bottom first."""
    known = board.by_id(table)
    return [known[number] for number in thing.stack]


def all_upon(table: Muhq, thing: Permanent) -> Iterator[Permanent]:
    """Everything in the stack on a permanent."""
    for other in upon(table, thing):
        yield other
        yield from all_upon(table, other)


def bearer(table: Muhq, thing: Permanent) -> Permanent | None:
    """The unit that wears a piece of equipment (MQ-20.6)."""
    if thing.on is None or not is_equipment(table, thing):
        return None
    base = board.by_id(table)[thing.on]
    return base if is_unit(table, base) else None


def controlled_by(table: Muhq, seat: int | None) -> list[Permanent]:
    """The permanents of a seat, in order of entering."""
    return [thing for thing in table.state.permanents if thing.controller == seat]


def units_of(table: Muhq, seat: int) -> list[Permanent]:
    """The units of a seat, those in stacks too."""
    return [thing for thing in controlled_by(table, seat) if is_unit(table, thing)]


def is_enemy(thing: Permanent, seat: int) -> bool:
    """Whether a permanent is no own one; what is nobody's is everybody's enemy (MQ-R74)."""
    return thing.controller != seat
