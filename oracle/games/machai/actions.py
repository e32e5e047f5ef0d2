"""The action types in the digest's order, their gates, and the decisions (section 5 of the digest)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from msgspec import UNSET

from oracle.kernel.agreement import AnswerDraw, Concede, OfferDraw, open_offer
from oracle.kernel.chance_actions import chance_actions
from oracle.kernel.choices import AnswerMay, answer_label, give
from oracle.kernel.decisions import Action, ActionType, Facts, Kept, Pending, Requirement, requires
from oracle.kernel.gates import match_is_on, objects_exist
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.actions import Pass, pick_action
from oracle.kernel.stack.priority import pass_on
from oracle.kernel.stack.priority import pending as priority_pending
from oracle.kernel.stack.windows import has_priority
from oracle.kernel.state import ObjectId

from . import activating, assigning, digging, discarding, leveling, playing, preparing, setup
from .ending import end_match
from .seats import HAND_CARD, hand_of, seat_of
from .state import Machai, other


class ChooseTarget(Action, tag="choose_target", kw_only=True, frozen=True):
    """Choose a further target of the card that is being played."""

    id: ObjectId


# -- gates -----------------------------------------------------------------------------------------

still_on = match_is_on()


@requires("MC-6.5", code="not_by_chance", gate=True, given=True)
def a_player_acts(_table: Machai, action: Action) -> Kept:
    """A player acts here, not chance."""
    return action.player != "chance"


@cache
def decides(moment: str) -> Requirement:
    """The requirement that the pending decision is of this type, and the player's own; what it is about is then read."""

    @requires("MC-6.5", code="not_your_decision", reads=(), stops=True)
    def decision_is_own(table: Machai, action: Action) -> Kept:
        """Only the player who has the pending decision acts, and only in a way that it offers."""
        return table.moment == moment and table.decider == action.player

    return decision_is_own


def gates(*objects: str) -> tuple[Any, ...]:
    """What stands before every action of a player."""
    return (still_on, a_player_acts, *((objects_exist(None, *objects),) if objects else ()))


# -- agreements ------------------------------------------------------------------------------------


@requires("MC-R85", code="conceding_off", reads=())
def conceding_is_allowed(table: Machai, _action: Action) -> Kept:
    """The match allows conceding."""
    return table.state.options.allow_concede


@requires("MC-R85", code="draw_offers_off", reads=())
def offers_are_allowed(table: Machai, _action: Action) -> Kept:
    """The match allows draw offers."""
    return table.state.options.allow_draw_offer


@requires("MC-R85", code="draw_offer_open", reads=())
def no_offer_is_open(table: Machai, _action: Action) -> Kept:
    """A draw is offered while no offer is open."""
    return table.state.draw_offer is None


@requires("MC-R85", code="no_draw_offer", reads=())
def offer_is_the_others(table: Machai, action: Action) -> Kept:
    """There is an open offer by the other player, and the pending decision is one's own."""
    offer = table.state.draw_offer
    return offer is not None and offer.by != action.player and table.decider == action.player


@requires("MC-R85", code="only_accepting", reads=("accept",))
def offer_is_accepted(_table: Machai, action: AnswerDraw) -> Kept:
    """An offer is answered only by accepting; any other action lets it lapse."""
    return action.accept


@carries("MC-R85")
def accept_draw(table: Machai, _action: AnswerDraw) -> None:
    """Both agree: the match is drawn."""
    end_match(table, [], "MC-R85", "agreed_draw")


@carries("MC-R85")
def concede(table: Machai, action: Concede) -> None:
    """The player who concedes loses."""
    end_match(table, [other(seat_of(action))], "MC-R85", "concede")


@carries("MC-R85")
def offer_draw(table: Machai, action: OfferDraw) -> None:
    """A draw is offered; play goes on beside the offer."""
    open_offer(table, seat_of(action))


@carries("MC-R85")
def lapse(table: Machai, action: Action) -> None:
    """Whatever else the other player does lets an open offer lapse."""
    offer = table.state.draw_offer
    if offer is not None and offer.by != action.player:
        table.state.draw_offer = None


def lapsing(does: Any, *, noted: bool) -> Any:
    """What a player's action does, an open offer of the other being passed over.

    Passing and using abilities are `noted`: they may show that a turn is no dead one (MC-R70).
    """

    def act(table: Machai, action: Action) -> None:
        state = table.state
        if state.draw_offer is not None:
            lapse(table, action)
        if noted and state.options.dig_requires_forced:
            digging.note_could_act(table, seat_of(action))
        does(table, action)

    return act


# -- the table -------------------------------------------------------------------------------------

PRIORITY = frozenset({"priority"})


def priority_is_own(table: Machai, action: Action) -> Kept:
    """The player who acts has priority."""
    return has_priority(table, action.player) or {"holder": table.state.priority.holder}


own_priority = Requirement(priority_is_own, ("MC-6.5",), "not_your_priority", who=True, given=True)


def label_target(table: Machai, action: ChooseTarget) -> tuple[str, Facts]:
    """What the button says."""
    return "choose_target", {"target": table.name(table.find(action.id))}


def label_card(word: str) -> Any:
    """A button that names a card of the hand."""
    return lambda table, action: (word, {"card": table.name(table.find(action.card))})


CHOSEN = pick_action(
    ChooseTarget, "id", (*gates("id"), decides("choose_target")), ("MC-5.2",), decisions=frozenset({"choose_target"}),
    code="target_not_allowed", objects=("id",), label=label_target,
)  # fmt: skip
TELL, REVEAL = chance_actions("MC-R87", still_on)

OWN_ACTIONS = (
    ActionType(
        playing.PlayCard, (*gates("card", "target"), own_priority, *playing.REQUIREMENTS), playing.play, None, PRIORITY,
        ("card", "target"), label=playing.label,
        domains=(("origin", playing.origins), (playing.CARD, playing.cards), ("target", playing.targets)),
    ),
    ActionType(
        preparing.PrepareCard, (*gates("card"), own_priority, *preparing.REQUIREMENTS), preparing.prepare, None, PRIORITY,
        ("card",), label=preparing.label, domains=((HAND_CARD, hand_of), (preparing.ZONE, preparing.zones)), apart=frozenset({"zone"}),
    ),
    ActionType(
        activating.ActivateAbility, (*gates("permanent", "target"), own_priority, *activating.REQUIREMENTS),
        activating.activate, None, PRIORITY, ("permanent", "target"), label=activating.label,
        domains=(("permanent", activating.permanents), ("index", activating.indexes), ("target", activating.targets)),
    ),
    ActionType(Pass, (*gates(), own_priority), pass_on, None, PRIORITY),
    CHOSEN,
    ActionType(
        assigning.AssignDamage, (*gates("permanent"), *assigning.REQUIREMENTS), assigning.assign, None,
        frozenset({"assign_damage"}), ("permanent",), label=assigning.label, domains=(("permanent", assigning.pieces),),
    ),
    ActionType(
        discarding.ChooseCard, (*gates("card"), decides("choose_discard"), discarding.card_is_own), discarding.choose_card, None,
        frozenset({"choose_discard"}), ("card",), label=label_card("choose_card"), domains=((HAND_CARD, hand_of),),
    ),
    ActionType(
        AnswerMay, (*gates(), decides("may")), give, None, frozenset({"may"}), label=answer_label,
        domains=(("accept", lambda _table, _draft: (True, False)),),
    ),
    ActionType(
        leveling.LevelUp, (*gates(), leveling.level_can_be_bought, leveling.level_is_left), leveling.level_up, None,
        frozenset({"level_up"}),
    ),
    ActionType(
        leveling.DeclineLevelUp, (*gates(), leveling.level_is_offered), leveling.decline, None, frozenset({"level_up"})
    ),
    ActionType(
        digging.DigDiscard, (*gates("card"), *digging.REQUIREMENTS), digging.dig_discard, None, frozenset({"dig"}), ("card",),
        label=label_card("dig_discard"), domains=((HAND_CARD, hand_of),),
    ),
    ActionType(digging.DigDone, (*gates(), digging.dig_is_own), digging.dig_done, None, frozenset({"dig"})),
    ActionType(
        setup.TakeMulligan, (*gates(), setup.mulligan_is_asked, setup.whole_hand_goes), setup.mulligan, None,
        frozenset({"mulligan"}), domains=(("cards", lambda _table, _draft: (UNSET,)),),
    ),
    ActionType(setup.Keep, (*gates(), setup.mulligan_is_asked), setup.keep, None, frozenset({"mulligan"})),
)  # fmt: skip


def with_lapse(kind: ActionType) -> ActionType:
    """The action type, an open draw offer lapsing with it."""
    return replace(kind, does=lapsing(kind.does, noted=kind.record in (Pass, activating.ActivateAbility)))


ACTIONS = (
    *map(with_lapse, OWN_ACTIONS),
    TELL,
    REVEAL,
    ActionType(Concede, (*gates(), conceding_is_allowed), concede, aside=True),
    ActionType(OfferDraw, (*gates(), offers_are_allowed, no_offer_is_open), offer_draw, aside=True),
    ActionType(
        AnswerDraw, (*gates(), offer_is_the_others, offer_is_accepted), accept_draw, None,
        domains=(("accept", lambda _table, _draft: (True,)),), label=lambda _table, _action: ("accept_draw", {}),
    ),
)  # fmt: skip


# -- decisions -------------------------------------------------------------------------------------


def decide(table: Machai) -> Pending:
    """The word of the seat that holds priority."""
    pending = priority_pending(table)
    assert pending is not None, "a window is open and somebody has priority"
    return pending


def default(_table: Machai, pending: Pending) -> Action | None:
    """The action that changes least."""
    seat = seat_number(pending)
    made: dict[str, Action] = {
        "priority": Pass(player=seat),
        "mulligan": setup.Keep(player=seat),
        "level_up": leveling.DeclineLevelUp(player=seat),
        "dig": digging.DigDone(player=seat),
        "may": AnswerMay(player=seat, accept=False),
    }
    return made.get(pending.type)


def seat_number(pending: Pending) -> int:
    """The seat that decides: chance makes no decision."""
    assert isinstance(pending.player, int)
    return pending.player
