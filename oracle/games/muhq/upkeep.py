"""Paying for units, or not (MQ-4.3, MQ-4.4)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.state import ObjectId

from . import changing, pieces, stats
from .leaving import take_off
from .seats import seat_of
from .settling import settle
from .state import Muhq
from .timing import decides, gates


class PayUpkeep(Action, tag="pay_upkeep", kw_only=True, frozen=True):
    """Pay for a unit."""

    unit: ObjectId


class RefuseUpkeep(Action, tag="refuse_upkeep", kw_only=True, frozen=True):
    """Let a unit go."""

    unit: ObjectId


paying = decides("pay_upkeep", "MQ-4.3", "not_paying_now")


@requires("MQ-4.4", code="nothing_to_pay", reads=("unit",))
def unit_is_unpaid(table: Muhq, action: PayUpkeep | RefuseUpkeep) -> Kept:
    """The unit is still to be paid for."""
    return action.unit in table.state.unpaid and table.state.active == action.player


@requires("MQ-4.4", "MQ-R18", code="not_enough_resource", reads=("unit",))
def upkeep_is_covered(table: Muhq, action: PayUpkeep) -> Kept:
    """The upkeep cost is paid in full."""
    unit = pieces.piece(table, action.unit)
    if unit is None:
        return None
    cost, left = stats.upkeep(table, unit), table.state.players[seat_of(action)].resource
    return cost <= left or {"card": table.name(unit), "cost": cost, "left": left}


@carries("MQ-4.3", "MQ-R15")
def pay(table: Muhq, action: PayUpkeep) -> None:
    """A unit is paid for."""
    unit = pieces.piece(table, action.unit)
    assert unit is not None
    changing.pay(table, seat_of(action), stats.upkeep(table, unit), "MQ-4.4")
    table.state.unpaid = [number for number in table.state.unpaid if number != action.unit]


@carries("MQ-4.4", "MQ-R15")
def refuse(table: Muhq, action: RefuseUpkeep) -> None:
    """A unit that is not paid for is destroyed."""
    unit = pieces.piece(table, action.unit)
    assert unit is not None
    table.state.unpaid = [number for number in table.state.unpaid if number != action.unit]
    take_off(unit, "destroyed")
    settle(table)


def unpaid_units(table: Muhq, draft: Any) -> list[int]:
    """The units still to be paid for."""
    return list(table.state.unpaid) if table.state.active == draft.player else []


def label_pay(table: Muhq, action: PayUpkeep) -> tuple[str, Facts]:
    """What the button says."""
    unit = pieces.piece(table, action.unit)
    assert unit is not None
    return "pay_upkeep", {"card": table.name(unit), "cost": stats.upkeep(table, unit)}


def label_refuse(table: Muhq, action: RefuseUpkeep) -> tuple[str, Facts]:
    """What the button says."""
    return "refuse_upkeep", {"card": table.name(pieces.piece(table, action.unit))}  # type: ignore[arg-type]


MOMENT = frozenset({"pay_upkeep"})
ACTIONS = (
    ActionType(
        PayUpkeep, (*gates("unit"), paying, unit_is_unpaid, upkeep_is_covered), pay, None, MOMENT, ("unit",),
        label=label_pay, domains=(("unit", unpaid_units),),
    ),
    ActionType(
        RefuseUpkeep, (*gates("unit"), paying, unit_is_unpaid), refuse, None, MOMENT, ("unit",), label=label_refuse,
        domains=(("unit", unpaid_units),),
    ),
)  # fmt: skip
