"""Selecting a unit, finishing it, ending a step (MQ-5.10 to MQ-5.14; MQ-R21 to MQ-R24)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.priority import open_window
from oracle.kernel.state import ObjectId

from . import changing, pieces
from .marks import activate
from .state import Muhq
from .timing import SLOW, count, gates, nothing_is_under_way, slow, turn_has_room
from .unit_actions import UNIT, names, selected, unit_of


class Select(Action, tag="select", kw_only=True, frozen=True):
    """Turn to an untapped unit."""

    unit: ObjectId


class Tap(Action, tag="tap", kw_only=True, frozen=True):
    """Be done with the selected unit."""

    unit: ObjectId


class EndStep(Action, tag="end_step", kw_only=True, frozen=True):
    """End the step: the others may still act."""


STEPS = ("pay_upkeep", "actions", "buy", "discard")


# -- selecting -------------------------------------------------------------------------------------


@requires("MQ-5.12", code="not_your_unit", reads=UNIT)
def unit_is_own(table: Muhq, action: Select) -> Kept:
    """A permanent is selected by its controller only."""
    unit = unit_of(table, action)
    return unit is not None and unit.controller == action.player


@requires("MQ-R24", code="not_a_unit", reads=UNIT)
def only_units_are_selected(table: Muhq, action: Select) -> Kept:
    """Only units have actions to select them for."""
    unit = unit_of(table, action)
    return None if unit is None else pieces.is_unit(table, unit) or {"card": table.name(unit)}


@requires("MQ-5.12", code="unit_tapped", reads=UNIT)
def unit_is_ready(table: Muhq, action: Select) -> Kept:
    """The unit is untapped and has an action left."""
    unit = unit_of(table, action)
    if unit is None:
        return None
    return (not unit.tapped and changing.has_slots_left(unit)) or {"card": table.name(unit)}


@requires("MQ-R22", code="unit_selected", reads=UNIT)
def selection_is_free(table: Muhq, action: Select) -> Kept:
    """A selected unit is finished first; by the option another replaces it."""
    if table.state.selected is None:
        return True
    free = not table.state.options.strict_selection and table.state.selected != action.unit
    return free or {"selected": table.state.selected}


@requires("MQ-R21", code="entered_this_turn", reads=UNIT)
def unit_was_there(table: Muhq, action: Select) -> Kept:
    """By the option a unit does not act in the turn in which it entered."""
    unit = unit_of(table, action)
    if unit is None or not table.state.options.summoning_delay:
        return None
    return unit.entered_turn < table.state.turn or {"card": table.name(unit)}


@carries("MQ-5.12", "MQ-R55", "MQ-R28")
def select(table: Muhq, action: Select) -> None:
    """The unit is selected, and thereby activated."""
    unit = unit_of(table, action)
    assert unit is not None
    count(table)
    table.state.selected = action.unit
    table.emit("select", "MQ-5.12", player=action.player, object=unit.id, card=unit.card)
    activate(table, unit)


def ready_units(table: Muhq, draft: Any) -> list[int]:
    """The untapped units of the seat."""
    if table.state.selected is not None and table.state.options.strict_selection:
        return []
    seat, cards = draft.player, table.cards
    return [
        thing.id  # type: ignore[misc]
        for thing in table.state.permanents
        if thing.controller == seat and not thing.tapped and cards[str(thing.card)].is_unit
    ]


# -- tapping ---------------------------------------------------------------------------------------


@requires("MQ-5.14", code="unit_not_selected", reads=UNIT)
def tapped_is_selected(table: Muhq, action: Tap) -> Kept:
    """Only the selected unit is tapped."""
    unit = unit_of(table, action)
    own = unit is not None and unit.controller == action.player
    return (own and table.state.selected == action.unit) or {"selected": table.state.selected}


@carries("MQ-5.14")
def tap(table: Muhq, action: Tap) -> None:
    """The unit is tapped: it does nothing more."""
    unit = unit_of(table, action)
    assert unit is not None
    changing.tap(table, unit, "MQ-5.14")


# -- ending a step ---------------------------------------------------------------------------------


@requires("MQ-3.2", code="not_your_decision", reads=())
def step_is_own(table: Muhq, action: EndStep) -> Kept:
    """The active player ends the step at an own decision, the stack being empty."""
    return table.moment in STEPS and table.decider == action.player


@requires("MQ-4.4", code="units_unpaid", reads=())
def all_is_paid(table: Muhq, _action: EndStep) -> Kept:
    """Every unit was paid for or destroyed."""
    if table.moment != "pay_upkeep":
        return None
    return not table.state.unpaid or {"units": len(table.state.unpaid)}


@requires("MQ-R23", code="unit_selected", reads=())
def nothing_is_selected(table: Muhq, _action: EndStep) -> Kept:
    """The actions-step is ended with no unit selected, whatever could still be done."""
    if table.moment != "actions":
        return None
    return table.state.selected is None or {"selected": table.state.selected}


@carries("MQ-R27", "MQ-R28", "MQ-5.10")
def end_step(table: Muhq, _action: EndStep) -> None:
    """The others may act once more; then the next step begins."""
    open_window(table, "exit")


def label(word: str) -> Any:
    """What the button of a unit says."""

    def say(table: Muhq, action: Any) -> tuple[str, Facts]:
        return word, names(table, action)

    return say


SELECT = ActionType(
    Select,
    (
        *gates("unit"), unit_is_own, only_units_are_selected, slow(), nothing_is_under_way, turn_has_room,
        unit_is_ready, selection_is_free, unit_was_there,
    ),
    select, None, SLOW, UNIT, label=label("select"), domains=(("unit", ready_units),),
)  # fmt: skip
TAP = ActionType(
    Tap, (*gates("unit"), slow(), nothing_is_under_way, tapped_is_selected), tap, None, SLOW, UNIT, label=label("tap"),
    domains=(("unit", selected),),
)  # fmt: skip
END_STEP = ActionType(
    EndStep, (*gates(), step_is_own, all_is_paid, nothing_is_selected), end_step, None, frozenset(STEPS)
)
