"""Wearing equipment (MQ-20.4 to MQ-20.6, MQ-20.10; A16 of the digest)."""

from __future__ import annotations

from typing import Any, Literal

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.state import ObjectId

from . import board, pieces
from .declaring import chosen, declare_unit_action, target_of
from .seats import seat_of
from .state import Declared, Muhq, Permanent
from .timing import SLOW, count
from .unit_actions import acting, names, selected, slots_of, unit_of
from .wearing import can_wear_more, put_on, worn_by


class Equip(Action, tag="equip", kw_only=True, frozen=True):
    """Put on equipment that lies nearby."""

    unit: ObjectId
    equipment: ObjectId
    slot: Literal["move", "attack"]


BOTH = ("unit", "equipment")


def gear_of(table: Muhq, action: Equip) -> Permanent | None:
    """The equipment that an action means."""
    return pieces.piece(table, action.equipment)


@requires("MQ-20.1", code="not_equipment", reads=BOTH)
def it_is_equipment(table: Muhq, action: Equip) -> Kept:
    """Only equipment is worn."""
    gear = gear_of(table, action)
    return gear is not None and pieces.is_equipment(table, gear)


@requires("MQ-R68", code="not_lying", reads=BOTH)
def gear_can_be_taken(table: Muhq, action: Equip) -> Kept:
    """Equipment that lies is put on, whoever controls it; what is worn cannot be taken."""
    gear = gear_of(table, action)
    return None if gear is None or not pieces.is_equipment(table, gear) else may_take(table, seat_of(action), gear)


@carries("MQ-R68", otherwise=True)
def may_take(table: Muhq, seat: int, gear: Permanent) -> bool:
    """Whether a seat's unit may put it on: not what is worn, by the option nothing of an enemy's."""
    own = table.state.options.equip_enemy_gear or gear.controller in (seat, None)
    return gear.tile is not None and own


@requires("MQ-20.10", code="out_of_range", reads=BOTH)
def gear_is_near(table: Muhq, action: Equip) -> Kept:
    """The equipment lies in range 1."""
    unit, gear = unit_of(table, action), gear_of(table, action)
    if unit is None or gear is None or gear.tile is None:
        return None
    return is_near(table, unit, gear)


def is_near(table: Muhq, unit: Permanent, gear: Permanent) -> bool:
    """Whether equipment lies in range 1 of a unit."""
    here = board.tile(table, unit)
    return here is not None and gear.tile is not None and board.is_within(table, here, gear.tile, 1)


@requires("MQ-R69", code="too_much_worn", reads=("unit",))
def unit_can_wear_more(table: Muhq, action: Equip) -> Kept:
    """A unit wears as much as one likes, unless the option sets a limit."""
    unit = unit_of(table, action)
    if unit is None or table.state.options.max_worn is None:
        return None
    most = table.state.options.max_worn
    return can_wear_more(table, unit) or {"worn": worn_by(table, unit), "most": most}


def equip(table: Muhq, action: Equip) -> None:
    """Putting on equipment is declared."""
    unit = unit_of(table, action)
    assert unit is not None
    count(table)
    declare_unit_action(table, unit, "equip", action.slot, [chosen("target", object=action.equipment)], seat_of(action))


@carries("MQ-5.4", "MQ-20.4", "MQ-20.5", "MQ-20.6", "MQ-20.10", "MQ-R68")
def run_equip(table: Muhq, entry: Declared) -> None:
    """The unit wears it, and its controller controls it from now on."""
    unit, gear = pieces.piece(table, entry.source), target_of(table, entry)
    if unit is None or gear is None or not may_take(table, entry.controller, gear) or not is_near(table, unit, gear):
        return
    if can_wear_more(table, unit):
        table.emit("equip", "MQ-20.10", object=gear.id, card=gear.card, bearer=unit.id)
        put_on(table, gear, unit)


def gear_nearby(table: Muhq, draft: Any) -> list[int]:
    """The equipment that lies in range 1 of the unit."""
    unit = unit_of(table, draft)
    here = None if unit is None else board.tile(table, unit)
    if here is None:
        return []
    return [thing.id for thing in board.pieces_in(table, here, 1) if pieces.is_equipment(table, thing)]  # type: ignore[misc]


def label(table: Muhq, action: Equip) -> tuple[str, Facts]:
    """What the button says."""
    gear = gear_of(table, action)
    assert gear is not None
    return f"equip_{action.slot}", {**names(table, action), "target": table.name(gear)}


EQUIP = ActionType(
    Equip, (*acting("equipment"), it_is_equipment, gear_can_be_taken, gear_is_near, unit_can_wear_more), equip, None,
    SLOW, BOTH, label=label, domains=(("unit", selected), ("equipment", gear_nearby), ("slot", slots_of)),
)  # fmt: skip
