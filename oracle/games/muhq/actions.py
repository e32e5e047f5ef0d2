"""The action types in the digest's order, and the decisions (section 5 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agreement import ANSWERS, AnswerDraw, Concede, OfferDraw
from oracle.kernel.chance_actions import chance_actions
from oracle.kernel.choices import AnswerMay, Done, answer_action, choice_actions
from oracle.kernel.decisions import Action, ActionType, Kept, Pending, requires
from oracle.kernel.stack.actions import Cancel, Pass, pass_action
from oracle.kernel.stack.declaring import cancel
from oracle.kernel.stack.priority import pending as priority_pending
from oracle.kernel.stack.requirements import declaration_is_own, holds_priority

from . import (
    abilities,
    attacking,
    buying,
    carrying,
    choosing,
    draft,
    ending,
    equipping,
    full,
    marks,
    moving,
    playing,
    selecting,
    spells,
    upkeep,
)
from .seats import active
from .selecting import STEPS, EndStep
from .state import Muhq
from .timing import gates, still_on


@requires("MQ-3.1", code="not_your_decision", gate=True)
def decision_is_own(table: Muhq, action: Action) -> Kept:
    """The seat decides now."""
    return table.decider == action.player


CHOICES = frozenset({"declare", "drop", "choose"})
GATES = (*gates(), decision_is_own)
TELL, REVEAL = chance_actions("MQ-R95", still_on)
_, DONE = choice_actions(GATES, ("MQ-5.3",), moments=CHOICES)
CHOOSE = choosing.action_type(GATES, CHOICES)
DECLARING = (*gates(), declaration_is_own("MQ-5.3"))

ACTIONS = (
    draft.action_type(*gates("card")),
    *upkeep.ACTIONS,
    *playing.PLAYS,
    spells.PLAY_SPELL,
    abilities.USE_FREE,
    buying.EXCHANGE,
    selecting.SELECT,
    selecting.TAP,
    moving.MOVE,
    moving.BOARD,
    attacking.ATTACK,
    carrying.SWAP,
    equipping.EQUIP,
    carrying.TRANSPORT,
    full.FULL_ACTION,
    marks.CLEAR,
    buying.BUY,
    buying.DISCARD,
    selecting.END_STEP,
    pass_action(*gates(), holds_priority("MQ-R26")),
    CHOOSE,
    DONE,
    answer_action(AnswerMay, GATES, ("MQ-5.3",)),
    ActionType(Cancel, DECLARING, lambda table, _action: cancel(table), moments=frozenset({"declare"})),
    ActionType(Concede, (*gates(), ending.seat_is_in), ending.concede, aside=True),
    ActionType(OfferDraw, (*gates(), ending.offerer_decides, ending.no_offer_yet), ending.offer_draw, aside=True),
    ActionType(
        AnswerDraw, (*gates(), ending.offer_is_open), ending.answer_draw, aside=True, domains=ANSWERS,
        label=lambda _table, action: ("accept_draw" if action.accept else "decline_draw", {}),
    ),
    TELL,
    REVEAL,
)  # fmt: skip


# -- decisions -------------------------------------------------------------------------------------


def decide(table: Muhq) -> Pending:
    """The word of who holds priority, or the ordinary decision of the step."""
    found = priority_pending(table)
    if found is not None:
        return found
    seat, state = active(table), table.state
    if state.phase == "upkeep":
        return Pending(seat, "pay_upkeep", "MQ-4.3", "pay_upkeep" if state.unpaid else "all_paid")
    if state.phase == "actions":
        return acting(table, seat)
    return Pending(
        seat, "discard" if state.phase == "discard" else "buy", "MQ-3.8" if state.phase == "discard" else "MQ-6.1"
    )


def acting(table: Muhq, seat: int) -> Pending:
    """The main decision of the actions-step: of the selected unit, where there is one."""
    number = table.state.selected
    if number is None:
        return Pending(seat, "actions", "MQ-5.10")
    unit = table.find(number, "permanents")
    return Pending(seat, "actions", "MQ-5.13", "acting", {"card": table.name(unit)}, source=number)


def default(table: Muhq, pending: Pending) -> Action | None:
    """The action that changes least."""
    seat: Any = pending.player
    if pending.type == "priority":
        return Pass(player=seat)
    if pending.type == "declare":
        return Cancel(player=seat)
    if pending.type in STEPS:
        bound = table.state.selected is not None or table.state.unpaid
        return None if bound else EndStep(player=seat)
    if pending.picks == (True, False):
        return AnswerMay(player=seat, accept=False)
    if pending.picks is not None and pending.min == 0:
        return Done(player=seat)
    return None
