from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from oracle.kernel.agreement import Concede
from oracle.kernel.chance_actions import chance_actions
from oracle.kernel.choices import choice_actions
from oracle.kernel.decisions import Action, ActionType, Kept, Pending, requires
from oracle.kernel.gates import match_is_on, objects_exist
from oracle.kernel.stack.actions import cancel_action, confirm_action, least, pass_action
from oracle.kernel.stack.declaring import accepts, declare, good_picks, open_slot, picked
from oracle.kernel.stack.entries import act_was_done
from oracle.kernel.stack.priority import pending as priority_pending
from oracle.kernel.stack.records import Declare, Pick
from oracle.kernel.stack.requirements import (
    choices_are_there,
    declaration_is_own,
    holds_priority,
    speed_is_enough,
    stack_is_empty,
)
from oracle.kernel.state import ObjectId

from .checks import leave
from .state import Kindling, record_of
from .turn import end_step


class Play(Action, tag="play", kw_only=True, frozen=True):
    """Play a card; what it must aim at first is named with it."""

    card: ObjectId
    target: int | dict[str, int] | UnsetType = UNSET


class Activate(Action, tag="activate", kw_only=True, frozen=True):
    """Tap an imp for its ability."""

    imp: ObjectId
    target: int | UnsetType = UNSET


class EndStep(Action, tag="end_step", kw_only=True, frozen=True):
    """Close the phase: the others get a last word."""


class Stoke(Action, tag="stoke", kw_only=True, frozen=True):
    """Burn mana for life, beside the stack."""


still_on = match_is_on()
DECISIONS = frozenset({"declare", "order_trigger", "target"})
WORD = frozenset({"main", "priority"})


@requires("KD-1.4", code="chance_pending", gate=True)
def chance_is_settled(table: Kindling, action: Action) -> Kept:
    """No outcome of chance is waited for, and a seat acts."""
    return table.question is None and action.player != "chance"


@requires("KD-2.3", code="not_your_decision", gate=True)
def decision_is_own(table: Kindling, action: Action) -> Kept:
    """The seat decides now."""
    return table.decider == action.player


@requires("KD-2.3", code="not_your_priority")
def word_is_own(table: Kindling, action: Action) -> Kept:
    """The seat has priority, or its main decision."""
    return table.moment in WORD and table.decider == action.player


@requires("KD-2.4", code="not_your_priority")
def phase_is_own(table: Kindling, action: Action) -> Kept:
    """The active seat is at its main decision."""
    return table.moment == "main" and table.decider == action.player


# -- playing ---------------------------------------------------------------------------------------


def card_in_hand(table: Kindling, action: Play) -> Any:
    assert isinstance(action.player, int)
    thing = table.find(action.card, "hand", action.player)
    return None if thing is None or thing.card is None else thing


@requires("KD-3.1", code="card_not_in_hand", reads=("card",), stops=True)
def card_is_in_own_hand(table: Kindling, action: Play) -> Kept:
    """The card is in the own hand."""
    return card_in_hand(table, action) is not None


@requires("KD-3.2", code="not_enough_mana", reads=("card",))
def mana_is_there(table: Kindling, action: Play) -> Kept:
    """The mana left covers the cost."""
    card = card_in_hand(table, action)
    left = table.state.players[int(action.player)].mana
    cost = record_of(table, card.card).cost
    return cost <= left or {"card": table.name(card), "cost": cost, "left": left}


def slow(table: Kindling, action: Play) -> bool:
    return record_of(table, card_in_hand(table, action).card).speed == 1


@requires("KD-3.3", code="not_your_main", reads=("card",))
def slow_in_own_main(table: Kindling, action: Play) -> Kept:
    """A slow card is played in the own main phase."""
    if not slow(table, action):
        return None
    return table.state.active == action.player and table.state.phase == "main"


def speed_of(table: Kindling, action: Play) -> int | None:
    speed = record_of(table, card_in_hand(table, action).card).speed
    return speed if speed > 1 else None


def opened(table: Kindling, action: Play) -> Declare:
    """The declaration that a play opens, without its first target."""
    card = card_in_hand(table, action)
    speed = record_of(table, card.card).speed
    return Declare(player=int(action.player), kind="card", source=card.id, card=card.card, speed=speed)


def used(table: Kindling, action: Activate) -> Declare:
    imp = imp_of(table, action)
    assert imp is not None
    ability = next(i for i, a in enumerate(table.card(imp).abilities) if a.kind == "activated")
    return Declare(player=int(action.player), kind="ability", source=imp.id, card=imp.card, ability=ability, speed=2)


def first_target(table: Kindling, frame: Declare, target: Any) -> Kept:
    """Named exactly where the first choice is a target, and then one of those there are."""
    slot = open_slot(table, frame)
    aims = slot is not None and slot.kind == "target" and slot.min > 0
    if not aims:
        return target is UNSET or {"target": target}
    if target is UNSET:
        return None if not good_picks(table, frame, slot) else False  # type: ignore[arg-type]
    return accepts(table, frame, target)


@requires("KD-3.5", code="target_not_allowed")
def target_fits(table: Kindling, action: Play) -> Kept:
    """The first target is named with the play, where it has one."""
    return first_target(table, opened(table, action), action.target)


@requires("KD-3.5", code="target_not_allowed")
def aim_fits(table: Kindling, action: Activate) -> Kept:
    """The first target is named with the ability, where it has one."""
    return first_target(table, used(table, action), action.target)


def begin_with(table: Kindling, frame: Declare, target: Pick | UnsetType) -> None:
    declare(table, frame if isinstance(target, UnsetType) else picked(table, frame, target))


def targets_for(table: Kindling, frame: Declare) -> list[Any]:
    slot = open_slot(table, frame)
    if slot is None or slot.kind != "target" or slot.min == 0:
        return [UNSET]
    return good_picks(table, frame, slot) or [UNSET]


def own_cards(table: Kindling, draft: Any) -> list[Any]:
    return [thing.id for thing in table.state.players[draft.player].hand if thing.id is not UNSET]


def play_targets(table: Kindling, draft: Any) -> list[Any]:
    return targets_for(table, opened(table, draft)) if card_in_hand(table, draft) is not None else [UNSET]


def imp_of(table: Kindling, action: Activate) -> Any:
    return table.find(action.imp, "field", int(action.player))


@requires("KD-3.7", code="imp_not_ready", reads=("imp",), stops=True)
def imp_is_ready(table: Kindling, action: Activate) -> Kept:
    """The imp is the seat's own, untapped, and has an ability to tap for."""
    imp = imp_of(table, action)
    return imp is not None and not imp.tapped and any(a.kind == "activated" for a in table.card(imp).abilities)


def own_imps(table: Kindling, draft: Any) -> list[Any]:
    return [imp.id for imp in table.state.players[draft.player].field]


def use_targets(table: Kindling, draft: Any) -> list[Any]:
    return targets_for(table, used(table, draft)) if imp_is_ready.test(table, draft) is True else [UNSET]


@requires("KD-3.8", code="not_your_main")
def main_is_own(table: Kindling, action: Stoke) -> Kept:
    """It is the own main phase."""
    return table.state.active == action.player and table.state.phase == "main"


@requires("KD-3.8", code="nothing_to_burn")
def mana_is_left(table: Kindling, action: Stoke) -> Kept:
    """Some mana is left."""
    return table.state.players[int(action.player)].mana > 0


def stoke(table: Kindling, action: Stoke) -> None:
    player = table.state.players[int(action.player)]
    player.mana -= 1
    player.life += 1
    table.emit("pay", "KD-3.8", player=action.player, what="mana", amount=1, left=player.mana)
    table.emit("life", "KD-3.8", player=action.player, amount=1, left=player.life)
    act_was_done(table)


def concede(table: Kindling, action: Action) -> None:
    leave(table, [int(action.player)])


@requires("KD-1.2", code="already_out")
def still_in(table: Kindling, action: Action) -> Kept:
    """The seat is still in the match."""
    return action.player != "chance" and action.player in table.game.seats_in(table.state)


GATES = (still_on, chance_is_settled)
CHOICE_GATES = (*GATES, decision_is_own)
TELL, REVEAL = chance_actions("KD-1.4", still_on)
CHOOSE, DONE = choice_actions(CHOICE_GATES, ("KD-3.5",))

CARD = ("card",)
IMP = ("imp",)
ACTIONS = (
    TELL,
    REVEAL,
    ActionType(
        Play,
        (
            *GATES, objects_exist("KD-1.5", "card"), card_is_in_own_hand, word_is_own, slow_in_own_main,
            stack_is_empty("KD-3.3", concerns=slow, reads=CARD), speed_is_enough(speed_of, "KD-3.4", reads=CARD),
            mana_is_there, choices_are_there(opened, "KD-3.5", reads=CARD), target_fits,
        ),
        lambda table, a: begin_with(table, opened(table, a), a.target), moments=WORD, objects=CARD,
        domains=(("card", own_cards), ("target", play_targets)),
    ),
    ActionType(
        Activate,
        (
            *GATES, objects_exist("KD-1.5", "imp"), imp_is_ready, word_is_own,
            speed_is_enough(lambda _table, _action: 2, "KD-3.4", reads=()),
            choices_are_there(used, "KD-3.5", reads=IMP), aim_fits,
        ),
        lambda table, a: begin_with(table, used(table, a), a.target), moments=WORD, objects=("imp", "target"),
        domains=(("imp", own_imps), ("target", use_targets)),
    ),
    CHOOSE,
    DONE,
    confirm_action((*GATES, declaration_is_own("KD-3.5")), ("KD-3.5",), frozenset({"declare"})),
    cancel_action((*GATES, declaration_is_own("KD-3.6")), ("KD-3.6",), frozenset({"declare"})),
    pass_action(*GATES, holds_priority("KD-2.3")),
    ActionType(
        Stoke, (*GATES, word_is_own, main_is_own, stack_is_empty("KD-3.8"), mana_is_left), stoke, moments=WORD
    ),
    ActionType(EndStep, (*GATES, phase_is_own), end_step, moments=frozenset({"main"})),
    ActionType(Concede, (still_on, still_in), concede, aside=True),
)  # fmt: skip


# -- decisions -------------------------------------------------------------------------------------


def decide(table: Kindling) -> Pending:
    """The ground window's word, or the main decision of the active seat."""
    found = priority_pending(table)
    if found is not None:
        return found
    active = table.state.active
    assert active is not None
    return Pending(active, "main", "KD-2.4")


def default(table: Kindling, pending: Pending) -> Action | None:
    if pending.type == "main":
        return EndStep(player=pending.player)
    return least(table, pending)
