"""When actions may be declared: fast ones, slow ones, and how many in a turn (MQ-5; MQ-R25 to MQ-R28, MQ-R85)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Action, Kept, Requirement, requires
from oracle.kernel.gates import match_is_on, objects_exist
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.records import OpenWindow

from .state import Muhq, StepOver

WORD = frozenset({"priority", "pay_upkeep", "actions", "buy", "discard"})
SLOW = frozenset({"actions", "priority"})

still_on = match_is_on()


@requires("MQ-3.1", code="not_by_chance", gate=True)
def a_player_acts(_table: Muhq, action: Action) -> Kept:
    """A player acts here, not chance."""
    return action.player != "chance"


def gates(*objects: str) -> tuple[Any, ...]:
    """What stands before every action of a player."""
    return (still_on, a_player_acts, *((objects_exist(None, *objects),) if objects else ()))


def decides(moment: str, rule: str, code: str) -> Requirement:
    """The requirement that this decision of the own turn is pending."""

    def moment_is_own(table: Muhq, action: Action) -> Kept:
        return table.moment == moment and table.decider == action.player

    text = f"It is the own decision: {moment.replace('_', ' ')}."
    return Requirement(moment_is_own, (rule,), code, reads=(), name=f"decides_{moment}", text=text)


# -- fast ------------------------------------------------------------------------------------------


@requires("MQ-5.9", code="no_fast_moment", reads=())
def fast_moment(table: Muhq, action: Action) -> Kept:
    """Fast actions are declared with priority, or at an own decision of the turn."""
    return table.moment in WORD and table.decider == action.player


# -- slow ------------------------------------------------------------------------------------------


def is_own_step(table: Muhq, seat: Any) -> bool:
    """Whether it is the seat's own actions-step."""
    return table.state.active == seat and table.state.phase == "actions"


def slow() -> Requirement:
    """The requirement of slow actions: the own actions-step."""

    def step_is_own(table: Muhq, action: Action) -> Kept:
        return is_own_step(table, action.player)

    text = "Slow actions are declared in the own actions-step only."
    return Requirement(step_is_own, ("MQ-5.8",), "not_your_actions_step", reads=(), name="step_is_own", text=text)


@requires("MQ-R25", code="stack_not_empty", reads=())
def nothing_is_under_way(table: Muhq, action: Action) -> Kept:
    """Slow actions need an empty stack and no open decision."""
    if not is_own_step(table, action.player):
        return None
    if table.moment == "actions":
        return True
    return may_answer_slowly(table) and table.moment == "priority" and table.decider == action.player


@carries("MQ-R25", otherwise=False)
def may_answer_slowly(table: Muhq) -> bool:
    """By the option slow actions are declared with priority too."""
    return not table.state.options.slow_needs_empty_stack


@requires("MQ-R22", code="unit_selected", reads=())
def no_unit_is_selected(table: Muhq, action: Action) -> Kept:
    """A selected unit is finished before a card is played slowly."""
    if not is_own_step(table, action.player) or not table.state.options.strict_selection:
        return None
    return table.state.selected is None or {"selected": table.state.selected}


@requires("MQ-R85", code="too_many_actions", reads=())
def turn_has_room(table: Muhq, _action: Action) -> Kept:
    """A turn holds so many declarations and no more."""
    most = table.state.options.max_actions_per_turn
    return table.state.actions < most or {"actions": table.state.actions, "most": most}


@carries("MQ-R85")
def count(table: Muhq) -> None:
    """A declaration counts when it is begun; so does a selection."""
    table.state.actions += 1


def go_back(table: Muhq) -> None:
    """With the stack empty again the actions-step goes on: when all is done, the selected unit is looked at."""
    state = table.state
    if state.phase == "actions" and not state.stack and not any(isinstance(f, OpenWindow) for f in state.agenda):
        state.agenda.insert(0, StepOver())
