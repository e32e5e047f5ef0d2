"""The action types in the digest's order, their gates, and the decisions (section 5 of the digest)."""

from __future__ import annotations

from functools import cache
from typing import Any

from oracle.kernel.agreement import (
    ANSWERS,
    AnswerDraw,
    Concede,
    OfferDraw,
    left_to_answer,
    open_offer,
)
from oracle.kernel.chance import Question
from oracle.kernel.chance_actions import chance_actions
from oracle.kernel.choices import choice, choice_actions
from oracle.kernel.decisions import Action, ActionType, Facts, Kept, Pending, Requirement, plainly, requires
from oracle.kernel.gates import match_is_on, objects_exist
from oracle.kernel.hands import CARD
from oracle.kernel.rulebook import carries

from . import attacking, bringing, mages, using
from .settle import eliminate, end_match, end_turn_of_the_fallen
from .state import Phap
from .turn import end_turn
from .using import seat_of


class EndTurn(Action, tag="end_turn", kw_only=True, frozen=True):
    """End the turn."""


# -- gates -----------------------------------------------------------------------------------------

still_on = match_is_on("TP-5.1")


@requires("TP-3.16", "TP-R16", code="not_your_decision", gate=True, given=True)
def decision_is_own(table: Phap, action: Action) -> Kept:
    """Only the seat that decides acts: there are no responses."""
    return action.player == table.decider


@cache
def offered_at(*moments: str) -> Requirement:
    """The action is one that the pending decision offers."""

    @requires("TP-3.4", code="wrong_decision", gate=True, given=True)
    def action_is_offered_now(table: Phap, _action: Action) -> Kept:
        """The action is one that the pending decision offers."""
        return table.moment in moments or {"decision": table.moment}

    return action_is_offered_now


@requires("TP-3.4", code="wrong_decision", gate=True, given=True)
def choice_is_pending(table: Phap, _action: Action) -> Kept:
    """A choice is waited for."""
    return choice(table) is not None or {"decision": table.moment}


@requires("TP-R63", code="action_cap", gate=True)
def actions_are_left(table: Phap, _action: Action) -> Kept:
    """Fewer actions than the cap were taken this turn."""
    cap = table.state.options.action_cap
    return table.state.acts < cap or {"acts": table.state.acts, "limit": cap}


def gates(*objects: str, capped: bool = True, moments: tuple[str, ...] = ("main",)) -> tuple[Requirement, ...]:
    """What stands before every action of a seat."""
    cap = (actions_are_left,) if capped else ()
    return (
        still_on,
        decision_is_own,
        offered_at(*moments),
        *cap,
        *((objects_exist(None, *objects),) if objects else ()),
    )


# -- agreements ------------------------------------------------------------------------------------


@requires("TP-R62", code="draw_offered", reads=())
def first_offer_of_the_turn(table: Phap, action: Any) -> Kept:
    """A draw is offered once in an own turn."""
    return not table.state.players[action.player].draw_offered


@carries("TP-R62")
def offer_draw(table: Phap, action: OfferDraw) -> None:
    """A draw is offered; the opponents answer in turn order."""
    table.state.players[seat_of(action)].draw_offered = True
    open_offer(table, seat_of(action))


@carries("TP-R62")
def answer_draw(table: Phap, action: AnswerDraw) -> None:
    """All must accept; one refusal closes the offer."""
    offer = table.state.draw_offer
    assert offer is not None
    if not action.accept:
        table.state.draw_offer = None
        return
    offer.accepted.append(seat_of(action))
    if not left_to_answer(table):
        end_match(table, [], "TP-R62", "agreed_draw")


@carries("TP-R62")
def concede(table: Phap, action: Concede) -> None:
    """The opponent wins; with more seats the one who concedes is out (TP-R69)."""
    seat = seat_of(action)
    others = [other for other in table.game.seats_in(table.state) if other != seat]
    if len(others) == 1:
        end_match(table, others, "TP-R62", "concede")
        return
    eliminate(table, seat)
    end_turn_of_the_fallen(table)


# -- the table -------------------------------------------------------------------------------------


def counted(does: Any) -> Any:
    """A main action counts against the cap of the turn (TP-R63)."""

    def act(table: Phap, action: Any) -> None:
        table.state.acts += 1
        does(table, action)

    return act


def label(word: str) -> Any:
    """A button that names the card and its cost."""

    def say(table: Phap, action: Any) -> tuple[str, Facts]:
        card = using.card_of(table, action)
        return word, {"card": table.name(card.key), "cost": card.cost}

    return say


MAIN = frozenset({"main"})
CHOICES = frozenset({"sacrifice", "discard", "target", "block_order", "allot"})

ACTIONS = (
    *chance_actions("TP-R66", still_on),
    ActionType(
        using.Convert, (*gates("card"), using.is_in_hand("TP-3.7"), using.conversions_are_left),
        counted(bringing.convert), None, MAIN, ("card",), label=label("convert"), domains=((CARD, using.of_hand()),),
    ),
    ActionType(
        using.Summon,
        (*gates("card"), using.is_in_hand("TP-3.10"), using.is_of_type("TP-3.10", "monster"), using.has_mana("TP-3.10"), using.meets_requirements("TP-3.11")),
        counted(bringing.summon), None, MAIN, ("card",), label=label("summon"), domains=((CARD, using.of_hand("monster")),),
    ),
    ActionType(
        using.UseSpell,
        (
            *gates("card", "target"), using.is_in_hand("TP-3.12"), using.is_of_type("TP-3.12", "spell"), using.has_mana("TP-3.12"),
            using.meets_requirements("TP-R39"), using.spell_has_its_target, using.attack_spell_target_is_allowed,
            using.other_spell_target_is_allowed,
        ),
        counted(bringing.cast), None, MAIN, ("card", "target"), label=using.label_cast,
        domains=((CARD, using.of_hand("spell")), ("target", using.targets)),
    ),
    ActionType(
        using.PlaceBlock,
        (*gates("card"), using.is_in_hand("TP-8.1"), using.is_of_type("TP-8.1", "block"), using.has_mana("TP-3.2"), using.meets_requirements("TP-R39")),
        counted(bringing.place), None, MAIN, ("card",), label=label("place"), domains=((CARD, using.of_hand("block")),),
    ),
    ActionType(
        attacking.Attack, (*gates("attacker", "target"), *attacking.REQUIREMENTS),
        counted(attacking.attack), None, MAIN, ("attacker", "target"), label=attacking.label,
        domains=((attacking.ATTACKER, attacking.attackers), (attacking.TARGET, attacking.targets)), apart=frozenset({"target"}),
    ),
    ActionType(
        mages.UseMageAction, (*gates("target"), *mages.REQUIREMENTS),
        counted(mages.use_mage), None, MAIN, ("target",), label=mages.label, domains=(("target", mages.targets),),
    ),
    ActionType(EndTurn, gates(capped=False), lambda table, _: end_turn(table), None, MAIN, rules=("TP-3.16",)),
    ActionType(OfferDraw, (*gates(), first_offer_of_the_turn), counted(offer_draw), None, MAIN),
    ActionType(
        AnswerDraw, gates(capped=False, moments=("draw_offer",)), answer_draw, None, frozenset({"draw_offer"}), domains=ANSWERS,
        label=lambda _table, a: ("accept_draw" if a.accept else "decline_draw", {}), rules=("TP-R62",),
    ),
    ActionType(Concede, gates(capped=False), concede, None, MAIN, rules=("TP-R62",)),
    *choice_actions((still_on, decision_is_own, choice_is_pending), ("TP-R33",), moments=CHOICES),
)  # fmt: skip


# -- decisions -------------------------------------------------------------------------------------


MAIN_DECISIONS = tuple(plainly(seat, "main", "TP-3.6") for seat in range(16))


def decide(table: Phap) -> Pending | Question:
    """The actions of the turn, or the answer to an open draw offer."""
    offer = table.state.draw_offer
    if offer is not None:
        waiting = left_to_answer(table)
        after = [seat for seat in waiting if seat > offer.by]
        return plainly((after or waiting)[0], "draw_offer", "TP-R62")
    active = table.state.active
    assert active is not None
    return MAIN_DECISIONS[active]


def default(_table: Phap, pending: Pending) -> Action | None:
    """The action that changes least."""
    if pending.type == "main":
        return EndTurn(player=pending.player)
    if pending.type == "draw_offer":
        return AnswerDraw(player=pending.player, accept=False)
    return None
