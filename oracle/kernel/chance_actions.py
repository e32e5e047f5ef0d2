"""The two actions of chance: telling an outcome, and telling what a hidden card is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, UnsetType

from .agenda import answer
from .chance import Question, draw
from .decisions import Action, ActionType, Facts, Kept, Requirement
from .moves import put
from .state import Key, ObjectId, Seat
from .table import CardName, Table
from .views import get_shared


class Chance(Action, tag="chance", kw_only=True, frozen=True):
    """What chance brought. Without an outcome (a shuffle only) the state's generator draws it."""

    outcome: Any | UnsetType = UNSET


class Reveal(Action, tag="reveal", kw_only=True, frozen=True):
    """What a hidden card is: an object's, or one in a hand where unknown cards have no ids."""

    card: Key
    object: ObjectId | UnsetType = UNSET
    hand: Seat | UnsetType = UNSET


def chance_actions(
    rule: str, match_is_on: Requirement, first: tuple[Requirement, ...] = (), then: tuple[Requirement, ...] = ()
) -> tuple[ActionType, ActionType]:
    """Both action types, citing the game's clause for chance.

    `first` and `then` are the game's own requirements on telling an outcome: before it is asked
    whether chance is waited for, and after.
    """
    asked = Requirement(
        chance_is_asked, (rule,), "no_chance_pending", gate=True, text="An outcome of chance is asked for."
    )
    possible = Requirement(outcome_is_possible, (rule,), "impossible_outcome", text="The outcome is possible.")
    by_chance = Requirement(told_by_chance, (rule,), "not_by_chance", gate=True, text="Chance itself tells it.")
    fits = Requirement(card_could_be_there, (rule,), "impossible_outcome", text="The card could be there.")
    return (
        ActionType(Chance, (match_is_on, *first, by_chance, asked, *then, possible), tell, propose_outcomes, actor="chance"),
        ActionType(Reveal, (match_is_on, by_chance, fits), reveal, lambda _table, _seat: (), actor="chance"),
    )


def told_by_chance(_table: Table[Any, Any], action: Action) -> Kept:
    """Chance itself tells it."""
    return action.player == "chance"


def chance_is_asked(table: Table[Any, Any], _action: Chance) -> Kept:
    """An outcome of chance is asked for."""
    return table.question is not None


def outcome_is_possible(table: Table[Any, Any], action: Chance) -> Kept:
    """The outcome is one that can come."""
    question = table.question
    assert question is not None
    if action.outcome is UNSET:
        return (question.pile is not None and table.draws_itself) or facts_of(question)
    return question.allows(action.outcome) or facts_of(question)


def facts_of(question: Question) -> Facts:
    """The facts behind an impossible outcome."""
    return {"of": question.of}


def propose_outcomes(table: Table[Any, Any], _actor: Any) -> Iterator[Chance]:
    """Every outcome one by one; a shuffle once, without its order."""
    question = table.question
    if question is None:
        return
    if question.pile is not None:
        yield Chance(player="chance")
    for outcome in question.outcomes:
        yield Chance(player="chance", outcome=outcome)
    if question.unseen:
        yield Chance(player="chance", outcome=None)


def tell(table: Table[Any, Any], action: Chance) -> None:
    """Hand the outcome to the frame that asked."""
    question = table.question
    assert question is not None
    frame = table.state.agenda[-1]
    outcome = draw(table.state.chance, question) if action.outcome is UNSET else action.outcome
    answer(table, table.game.steps[type(frame)], frame, outcome)


# -- reveal ----------------------------------------------------------------------------------------


def hidden_objects(table: Table[Any, Any]) -> Iterator[tuple[int | None, str, list[Any], int]]:
    """Every object whose card is not known: seat, zone, its list, its position."""
    for zone in table.game.object_zones:
        if zone.shared:
            lists = [(None, get_shared(table.state, zone))]
        else:
            lists = [(seat, getattr(player, zone.name)) for seat, player in enumerate(table.state.players)]
        for seat, cards in lists:
            for i, thing in enumerate(cards):
                if thing.card is None:
                    yield seat, zone.name, cards, i


def found(table: Table[Any, Any], action: Reveal) -> tuple[int | None, str, list[Any], int] | None:
    """The hidden card that a reveal speaks of."""
    for place in hidden_objects(table):
        seat, zone, cards, i = place
        if action.object is not UNSET and cards[i].id == action.object:
            return place
        if action.hand is not UNSET and seat == action.hand and zone == "hand":
            return place
    return None


def card_could_be_there(table: Table[Any, Any], action: Reveal) -> Kept:
    """The place holds a card that is not known, and this card could be it."""
    if (action.object is UNSET) is (action.hand is UNSET):
        return {"card": CardName(action.card)}
    place = found(table, action)
    fits = place is not None and action.card in table.cards and table.game.could_hold(table, place[0], place[1], action.card)
    return fits or {"card": CardName(action.card)}


def reveal(table: Table[Any, Any], action: Reveal) -> None:
    """The card becomes known; one without an id gets one."""
    place = found(table, action)
    assert place is not None
    seat, zone, cards, i = place
    thing = cards[i]
    if thing.id is UNSET and seat is not None:
        del cards[i]
        known = put(table, seat, zone, action.card, seat)
    else:
        known = thing.__copy__()
        known.card = action.card
        cards[i] = known
        table.moved()
    table.emit("reveal", table.game.conventions.chance, player=seat, object=known.id, card=action.card)
