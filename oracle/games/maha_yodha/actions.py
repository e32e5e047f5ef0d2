"""The action types in the digest's order, and the gates before them (section 5 of the digest)."""

from __future__ import annotations

from typing import Any, Literal

from oracle.kernel.agreement import (
    ANSWERS,
    AnswerDraw,
    Concede,
    OfferDraw,
    finish,
    open_offer,
)
from oracle.kernel.chance_actions import chance_actions
from oracle.kernel.decisions import Action, ActionType, Kept, Pending, plainly, requires
from oracle.kernel.hands import CARD, in_hand
from oracle.kernel.rulebook import carries
from oracle.kernel.state import ObjectId

from . import attack as attacking
from . import placement
from .gates import (
    a_player_acts,
    a_player_acts_in_the_setup,
    a_player_was_picked,
    answer_is_the_other_sides,
    chance_is_settled,
    chooser_chooses,
    decks_are_shuffled,
    drawing_is_over,
    first_player_is_chosen,
    gates,
    in_phase,
    opening_discard_is_made,
    outcome_is_of_the_agreed_kind,
    regroup_is_complete,
    shuffle_is_told_by_chance,
    still_on,
    toss_is_told_by_chance,
    turn_is_own,
    turn_is_own_in_play,
)
from .placement import Play, seat_of
from .setup import choose_first
from .state import HAND, Draw, Maha, opponent
from .turn import begin_phase, begin_placement, draw_at_once, end_turn, to_pile


class ChooseFirst(Action, tag="choose_first", kw_only=True, frozen=True):
    """The picked player says who takes the first turn."""

    first: Literal["self", "opponent"]


class Discard(Action, tag="discard", kw_only=True, frozen=True):
    """Discard a card of the hand."""

    card: ObjectId


class EndRegroup(Action, tag="end_regroup", kw_only=True, frozen=True):
    """Close the Regroup."""


class DrawCard(Action, tag="draw", kw_only=True, frozen=True):
    """Draw a card."""


class EndDraw(Action, tag="end_draw", kw_only=True, frozen=True):
    """Draw no more."""


class EndPlacement(Action, tag="end_placement", kw_only=True, frozen=True):
    """Place no more."""


class EndTurn(Action, tag="end_turn", kw_only=True, frozen=True):
    """End the turn."""


# -- discards and draws ----------------------------------------------------------------------------


@requires("MY-7.2", code="card_not_in_hand", reads=("card",), given=True)
def opening_discard_is_from_hand(table: Maha, discard: Discard) -> Kept:
    """The opening discard is one of the cards in the player's own hand."""
    return None if table.state.phase != "opening_discard" else in_hand(table, discard) is not None


@requires("MY-9.4", code="card_not_in_hand", reads=("card",), given=True)
def discard_is_from_hand(table: Maha, discard: Discard) -> Kept:
    """A card discarded in the Regroup is in the player's own hand."""
    return None if table.state.phase != "regroup" else in_hand(table, discard) is not None


@requires("MY-9.3", "MY-9.6", code="hand_over_limit", reads=())
def excess_is_discarded(table: Maha, end: Any) -> Kept:
    """The Regroup is complete only with at most five cards in hand."""
    held = len(table.state.players[end.player].hand)
    return held <= HAND or {"held": held, "limit": HAND}


@requires("MY-10.1", code="hand_full", reads=())
def hand_has_room(table: Maha, draw: Any) -> Kept:
    """A card is drawn only while the hand holds fewer than five."""
    held = len(table.state.players[draw.player].hand)
    return held < HAND or {"held": held, "limit": HAND}


@requires("MY-10.3", code="nothing_to_draw", reads=())
def a_card_is_left(table: Maha, draw: Any) -> Kept:
    """A card is left in the own deck, or in the pile that becomes it."""
    player = table.state.players[draw.player]
    return bool(player.deck or player.discard)


def draw_one(table: Maha, action: DrawCard) -> None:
    """A card is drawn; where chance is asked for it, that waits on the agenda."""
    drawing = Draw(player=seat_of(action), left=1)
    if not draw_at_once(table, drawing):
        table.push(drawing)


def discard(table: Maha, action: Discard) -> None:
    """The card goes to its owner's pile; the opening discard leads to the Placement."""
    seat = seat_of(action)
    opening = table.state.phase == "opening_discard"
    rule = "MY-7.2" if opening else "MY-9.4"
    to_pile(table, seat, "hand", in_hand(table, action), reason="discard", rule=rule)
    if opening:
        begin_placement(table, seat)


# -- draw offers -----------------------------------------------------------------------------------


@requires("MY-E5", code="draw_offer", gate=True, given=True)
def an_offer_is_open(table: Maha, _action: Action) -> Kept:
    """A draw offer waits for an answer."""
    return table.state.draw_offer is not None


@requires("MY-E5", code="draw_offer", gate=True, given=True)
def offerer_is_active(table: Maha, action: Action) -> Kept:
    """Only the active player offers a draw."""
    return action.player == table.state.active


@requires("MY-E5", code="draw_offer_used", reads=())
def first_offer_of_the_turn(table: Maha, action: Any) -> Kept:
    """A draw is offered once in an own turn."""
    return not table.state.players[action.player].draw_offer_used


@requires("MY-E5", code="draw_offers_off", reads=())
def offers_are_allowed(table: Maha, _action: Action) -> Kept:
    """The match allows draw offers."""
    return table.state.options.draw_offers


def offer_draw(table: Maha, action: OfferDraw) -> None:
    """A draw is offered."""
    table.state.players[seat_of(action)].draw_offer_used = True
    open_offer(table, seat_of(action))


@carries("MY-E5")
def answer_draw(table: Maha, action: AnswerDraw) -> None:
    """An accepted offer ends the match; a declined one lets it go on."""
    if action.accept:
        finish(table, [], "MY-E5", "agreed_draw")
    else:
        table.state.draw_offer = None


@carries("MY-E6")
def concede(table: Maha, action: Concede) -> None:
    """The other player wins."""
    finish(table, [opponent(seat_of(action))], "MY-E6", "concede")


# -- the table -------------------------------------------------------------------------------------


def label_discard(table: Maha, action: Discard) -> Any:
    """What the button says."""
    return "discard", {"card": table.name(in_hand(table, action))}  # type: ignore[arg-type]


TELL, REVEAL = chance_actions(
    "MY-E4",
    still_on,
    (first_player_is_chosen, shuffle_is_told_by_chance, toss_is_told_by_chance),
    (outcome_is_of_the_agreed_kind,),
)
SETUP_GATES = (still_on, decks_are_shuffled, a_player_was_picked, chooser_chooses, chance_is_settled)

ACTIONS = (
    TELL,
    REVEAL,
    ActionType(
        ChooseFirst, (*SETUP_GATES, turn_is_own_in_play, in_phase("choose_first")),
        lambda table, a: choose_first(table, himself=a.first == "self"), None, frozenset({"choose_first"}),
        domains=(("first", lambda _table, _draft: ("self", "opponent")),),
        label=lambda _table, a: (f"choose_first_{a.first}", {}), rules=("MY-6.4",),
    ),
    ActionType(
        Discard, (*gates("card"), turn_is_own, in_phase("opening_discard", "regroup"), opening_discard_is_from_hand, discard_is_from_hand),
        discard, None, frozenset({"opening_discard", "regroup"}), ("card",), label=label_discard,
        domains=((CARD, placement.cards_in_hand),),
    ),
    ActionType(
        EndRegroup, (*gates(), turn_is_own, in_phase("regroup"), excess_is_discarded),
        lambda table, _: begin_phase(table, "draw"), None, frozenset({"regroup"}),
    ),
    ActionType(
        DrawCard, (*gates(), turn_is_own, regroup_is_complete, in_phase("draw"), hand_has_room, a_card_is_left),
        draw_one, None, frozenset({"draw"}),
    ),
    ActionType(
        EndDraw, (*gates(), turn_is_own, regroup_is_complete, in_phase("draw")),
        lambda table, a: begin_placement(table, a.player), None, frozenset({"draw"}), rules=("MY-10.2",),
    ),
    ActionType(
        Play, (*gates("card", "assign_to"), turn_is_own, opening_discard_is_made, drawing_is_over, in_phase("placement"), *placement.REQUIREMENTS),
        placement.place, None, frozenset({"placement"}), ("card", "assign_to"), label=placement.label, domains=placement.DOMAINS,
    ),
    ActionType(
        EndPlacement, (*gates(), turn_is_own, opening_discard_is_made, in_phase("placement")),
        lambda table, _: begin_phase(table, "attack"), None, frozenset({"placement"}), rules=("MY-11.1",),
    ),
    ActionType(
        attacking.Attack, (*gates(), turn_is_own, in_phase("attack"), *attacking.REQUIREMENTS),
        attacking.attack, None, frozenset({"attack"}),
    ),
    ActionType(
        EndTurn, (*gates(), turn_is_own, in_phase("attack", "end"), attacking.attack_is_made),
        lambda table, _: end_turn(table), None, frozenset({"attack", "end"}), rules=("MY-8.2",),
    ),
    ActionType(
        OfferDraw, (*gates(), offerer_is_active, first_offer_of_the_turn, offers_are_allowed), offer_draw, None,
        frozenset({"opening_discard", "regroup", "draw", "placement", "attack", "end"}),
    ),
    ActionType(
        AnswerDraw, (*gates(offer=answer_is_the_other_sides), an_offer_is_open), answer_draw, None, frozenset({"draw_offer"}), domains=ANSWERS,
        label=lambda _table, a: ("accept_draw" if a.accept else "decline_draw", {}), rules=("MY-E5",),
    ),
    ActionType(
        Concede, (still_on, a_player_acts, a_player_acts_in_the_setup), concede, None, aside=True, rules=("MY-E6",),
    ),
)  # fmt: skip


# -- decisions -------------------------------------------------------------------------------------

PHASE_RULES = {
    "regroup": "MY-9.3", "draw": "MY-10.2", "placement": "MY-11.1", "attack": "MY-12.6", "end": "MY-8.2",
    "opening_discard": "MY-7.2", "choose_first": "MY-6.4",
}  # fmt: skip


def decide(table: Maha) -> Pending:
    """The decision of the phase, or the answer to an open draw offer."""
    state = table.state
    if state.draw_offer is not None:
        return plainly(opponent(state.draw_offer.by), "draw_offer", "MY-E5")
    seat = state.chooser if state.phase == "choose_first" else state.active
    assert seat is not None
    return plainly(seat, state.phase, PHASE_RULES[state.phase])


def default(table: Maha, pending: Pending) -> Action | None:
    """The action that changes least."""
    seat = pending.player
    if pending.type == "draw_offer":
        return AnswerDraw(player=seat, accept=False)
    if pending.type == "regroup":
        end = EndRegroup(player=seat)
        return end if excess_is_discarded.test(table, end) is True else None
    if pending.type == "attack":
        forced = attacking.attack_is_made.test(table, EndTurn(player=seat)) is not True
        return attacking.Attack(player=seat) if forced else EndTurn(player=seat)
    made: dict[str, Action] = {
        "draw": EndDraw(player=seat), "placement": EndPlacement(player=seat), "end": EndTurn(player=seat)
    }  # fmt: skip
    return made.get(pending.type)
