"""What a unit wears: room for more of it, and whose it is while it is worn (MQ-20.4 to MQ-20.6, MQ-R68, MQ-R69)."""

from __future__ import annotations

from oracle.kernel.rulebook import carries

from . import control, pieces
from .changing import set_controller
from .entering import lie_on
from .state import Muhq, Permanent


def room_to_wear(table: Muhq, unit: Permanent) -> int | None:
    """How much more equipment a unit can wear; `None` is no limit."""
    most = table.state.options.max_worn
    return None if most is None else max(0, most - worn_by(table, unit))


@carries("MQ-R69", otherwise=True)
def can_wear_more(table: Muhq, unit: Permanent) -> bool:
    """Whether a unit can put on another piece: as much as one likes, unless the option sets a limit."""
    return room_to_wear(table, unit) != 0


def worn_by(table: Muhq, unit: Permanent) -> int:
    """How much equipment a unit wears."""
    return sum(pieces.is_equipment(table, thing) for thing in pieces.upon(table, unit))


@carries("MQ-20.5", "MQ-20.6", "MQ-R68", "MQ-R77")
def put_on(table: Muhq, gear: Permanent, unit: Permanent) -> None:
    """A unit wears a piece of equipment, which its controller controls from now on."""
    lie_on(table, gear, unit)
    control.forget(table, gear)
    set_controller(table, gear, unit.controller, "MQ-R68")
