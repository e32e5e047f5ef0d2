"""What all actions of units need: the selected unit, an unused slot, no paralysis (MQ-5.12, MQ-15.8, MQ-18.3)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Kept, Requirement, requires

from . import pieces
from .state import Muhq, Permanent, Slot
from .timing import gates, nothing_is_under_way, slow, turn_has_room

UNIT = ("unit",)


def unit_of(table: Muhq, action: Any) -> Permanent | None:
    """The unit that an action means."""
    return pieces.piece(table, action.unit)


@requires("MQ-5.12", code="unit_not_selected", reads=UNIT, given=True)
def unit_is_selected(table: Muhq, action: Any) -> Kept:
    """Only the selected unit acts, and only for its controller."""
    unit = unit_of(table, action)
    if unit is not None and table.state.selected == unit.id and unit.controller == action.player:
        return True
    return {"selected": table.state.selected}


def is_unused(unit: Permanent, slot: Slot) -> bool:
    """Whether an action of this kind is left this turn."""
    if slot == "full":
        return not (unit.slots.full or unit.slots.move or unit.slots.attack)
    return not (unit.slots.full or getattr(unit.slots, slot))


def slot_is_unused(slot: Slot | None = None) -> Requirement:
    """The requirement that the slot, or the one that the action names, is unused."""

    def unused(table: Muhq, action: Any) -> Kept:
        unit = unit_of(table, action)
        wanted = action.slot if slot is None else slot
        return None if unit is None else is_unused(unit, wanted) or {"slot": wanted}

    text = "A unit has one movement and one attack, or one full action, in a turn."
    reads = ("unit", "slot") if slot is None else UNIT
    return Requirement(unused, ("MQ-15.8",), "slot_used", reads=reads, name="slot_is_unused", text=text)


@requires("MQ-18.3", code="paralyzed", reads=UNIT)
def unit_is_not_paralyzed(table: Muhq, action: Any) -> Kept:
    """A paralyzed unit uses none of its actions."""
    unit = unit_of(table, action)
    return None if unit is None else not unit.marks.paralysis or {"marks": unit.marks.paralysis}


@requires("MQ-R61", code="unit_in_stack", reads=UNIT)
def unit_is_a_root(table: Muhq, action: Any) -> Kept:
    """A unit in a stack cannot do this: it has no tile of its own."""
    unit = unit_of(table, action)
    return None if unit is None else unit.tile is not None


def acting(*objects: str, slot: Slot | None = None, paralyzed: bool = False) -> tuple[Any, ...]:
    """What stands before every action of a unit."""
    free = () if paralyzed else (unit_is_not_paralyzed,)
    own = (*gates("unit", *objects), slow(), nothing_is_under_way, turn_has_room, unit_is_selected)
    return (*own, slot_is_unused(slot), *free)


def selected(table: Muhq, draft: Any) -> list[int]:
    """The selected unit, if the seat has one."""
    unit = pieces.piece(table, table.state.selected)
    return [] if unit is None or unit.controller != draft.player else [unit.id]  # type: ignore[list-item]


def slots_of(table: Muhq, draft: Any) -> list[Slot]:
    """The slots of the selected unit that are unused."""
    unit = unit_of(table, draft)
    both: tuple[Slot, Slot] = ("move", "attack")
    return [] if unit is None else [slot for slot in both if is_unused(unit, slot)]


def names(table: Muhq, action: Any) -> dict[str, Any]:
    """The unit of an action in the words of a button."""
    unit = unit_of(table, action)
    return {} if unit is None else {"unit": table.name(unit)}
