"""Onto the stack and off it again: what every declared action has in common (MQ-5.2 to MQ-5.4, MQ-5.19 to MQ-5.22)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import entry_came, lay, references
from oracle.kernel.stack.records import Chosen

from . import pieces
from .changing import has_slots_left, tap, use_slot
from .settling import settle
from .state import Declared, Muhq, Permanent, Slot, StepOver


@carries("MQ-5.21", "MQ-5.24", "MQ-5.6")
def declare_unit_action(
    table: Muhq, unit: Permanent, kind: str, slot: Slot, targets: list[Chosen], seat: int
) -> Declared:
    """An action of a unit uses its slot and waits on the stack."""
    use_slot(unit, slot)
    entry = Declared(
        kind=kind, card=unit.card, controller=seat, source=unit.id, slot=slot, targets=targets, rooted=unit.on is None  # type: ignore[arg-type]
    )  # fmt: skip
    put_on(table, entry)
    return entry


def put_on(table: Muhq, entry: Declared) -> None:
    """An action that is no card is put on the stack, and told."""
    lay(table, entry)
    told = {"player": entry.controller, "object": entry.source, "card": entry.card, "entry": entry.id}
    ability = entry.abilities[0] if entry.abilities else entry.kind
    table.emit("activate", "MQ-5.2", **told, kind=entry.kind, ability=ability, targets=references(table, entry))
    came(table)


def came(table: Muhq) -> None:
    """What follows a declaration: cleanup, then priority from the active player on (MQ-R26)."""
    entry_came(table)
    settle(table)


@carries("MQ-R23", "MQ-5.13")
def finish_selection(table: Muhq) -> None:
    """A selected unit with no slots left is tapped and no longer selected."""
    unit = pieces.piece(table, table.state.selected)
    if unit is not None and not has_slots_left(unit):
        tap(table, unit, "MQ-R23")


def run_step_over(table: Muhq, _frame: StepOver) -> None:
    """Back at the main decision."""
    pop(table)
    finish_selection(table)


def chosen(slot: str, **ref: Any) -> Chosen:
    """A target of an action."""
    return Chosen(slot=slot, **ref)


def target_of(table: Muhq, entry: Declared, slot: str = "target") -> Permanent | None:
    """The permanent that an action is aimed at, if it is still there."""
    found = next((each for each in entry.targets if each.slot == slot), None)
    return None if found is None else pieces.piece(table, found.ref.get("object"))


def tile_in(entry: Declared, slot: str = "tile") -> tuple[int, int]:
    """The tile that an action names."""
    found = next(each for each in entry.targets if each.slot == slot)
    return (found.tile[0], found.tile[1])  # type: ignore[index]


@carries("MQ-R36", otherwise=None)
def acting(table: Muhq, entry: Declared) -> Permanent | None:
    """The unit whose action it is, if it is still there and as free as when it was declared."""
    unit = pieces.piece(table, entry.source)
    if unit is None or (entry.rooted and unit.tile is None):
        return None
    return unit


STEPS = (Step(StepOver, run=run_step_over),)
