"""The two actions of chance: telling an outcome, and telling what a hidden card is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, UnsetType

from .agenda import answer
from .chance import Question
from .decisions import Action, ActionType, Facts, Kept, Requirement
from .faults import count_unknown
from .gates import unless_held_unknown
from .hidden import doubt
from .owned import unaccounted
from .piles import note_seen
from .state import Key, ObjectId, Seat, Zone
from .table import CardName, Table


class Chance(Action, tag="chance", kw_only=True, frozen=True):
    """What chance brought. Without an outcome (a shuffle only) the state's generator draws it, or nobody knows it."""

    outcome: Any | UnsetType = UNSET


class Reveal(Action, tag="reveal", kw_only=True, frozen=True):
    """What a hidden card is: an object's, or one in a hand where unknown cards have no ids.

    `owner` is said where the card is not that of the seat in whose zone it is, and nothing else tells it.
    """

    card: Key
    object: ObjectId | UnsetType = UNSET
    hand: Seat | UnsetType = UNSET
    owner: Seat | UnsetType = UNSET


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
        ActionType(
            Chance,
            (match_is_on, *first, by_chance, asked, *then, possible),
            tell,
            propose_outcomes,
            actor="chance",
            label=label_outcome,
        ),
        ActionType(Reveal, (match_is_on, by_chance, fits), reveal, lambda _table, _seat: (), actor="chance"),
    )


def label_outcome(table: Table[Any, Any], action: Chance) -> tuple[str, Facts]:
    """What the button says: the card, the seat, the face."""
    if action.outcome is UNSET:
        return "chance_shuffle", {}
    if action.outcome is None:
        return "chance_unseen", {}
    return "chance", {"outcome": in_words(table, action.outcome)}


def in_words(table: Table[Any, Any], outcome: Any) -> str:
    """An outcome as people say it."""
    question = table.question
    if isinstance(outcome, str):
        return CardName(outcome) if outcome in table.cards else outcome
    if isinstance(outcome, list):
        return ", ".join(map(str, outcome))
    if question is not None and question.of == "first_player":
        return table.state.players[outcome].name or str(outcome)
    place = table.places.get(outcome) if question is not None and question.of == "pick" else None
    return str(outcome) if place is None else table.name(place.object)


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
        return question.pile is not None or facts_of(question)
    if question.allows(action.outcome):
        return True
    unless_not_known(table, question, action.outcome)
    return facts_of(question)


def unless_not_known(table: Table[Any, Any], question: Question, outcome: Any) -> None:
    """Raise `Undetermined` where the outcome may be one of cards that are not known here."""
    if question.blind and question.holder is not None and type(outcome) is int:
        unless_held_unknown(table, outcome, question.holder)
    if question.pile is not None and None in question.pile and isinstance(outcome, list):
        keys = [card for card in outcome if isinstance(card, str) and card in table.cards]
        known = Counter(card for card in question.pile if card is not None)
        if len(keys) == len(outcome) == len(question.pile) and known <= Counter(keys):
            raise doubt(table, "card")


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
    step = table.game.steps[type(frame)]
    if action.outcome is UNSET and not table.draws_itself:
        step.run(table, frame)
    else:
        answer(table, step, frame, table.outcome(question) if action.outcome is UNSET else action.outcome)


# -- reveal ----------------------------------------------------------------------------------------


def found(table: Table[Any, Any], action: Reveal) -> tuple[int | None, Zone, list[Any], int] | None:
    """The hidden card that a reveal speaks of: seat, zone, its list, its position."""
    for zone in table.game.object_zones:
        for seat, cards in zone.lists(table.state):
            for i, thing in enumerate(cards):
                if thing.card is None and is_meant(action, zone, seat, thing):
                    return seat, zone, cards, i
    return None


def is_meant(action: Reveal, zone: Zone, seat: int | None, thing: Any) -> bool:
    """Whether a reveal speaks of this object: by its id, or as one of those that a seat holds (its hand first)."""
    if action.object is not UNSET:
        return bool(thing.id == action.object)
    return action.hand == seat and zone.seen == "owner" and not zone.shows_ids and thing.id is UNSET


def card_could_be_there(table: Table[Any, Any], action: Reveal) -> Kept:
    """The place holds a card that is not known, and this card could be it."""
    if (action.object is UNSET) is (action.hand is UNSET):
        return {"card": CardName(action.card)}
    return owner_if_there(table, action) is not None or {"card": CardName(action.card)}


def owner_if_there(table: Table[Any, Any], action: Reveal) -> int | None:
    """The seat that owns the card, if it could be there: a card of the seat's own, else one of another's."""
    place = found(table, action)
    if place is None or action.card not in table.cards:
        return None
    seat, zone, cards, i = place
    if not table.game.could_hold(table, seat, zone.name, action.card):
        return None
    said = action.owner if cards[i].owner is UNSET else cards[i].owner
    if said is not UNSET:
        return said if said < len(table.state.players) and could_own(table, said, said, action.card) else None
    first = seat or 0
    owners = dict.fromkeys((first, *range(len(table.state.players))))
    return next((owner for owner in owners if could_own(table, owner, first, action.card)), None)


def could_own(table: Table[Any, Any], owner: int, holder: int, card: str) -> bool:
    """Whether a card that nobody sees can be this seat's, as far as its list is known."""
    left = unaccounted(table.game, table.state, owner)
    return owner == holder if left is None else left[card] > 0


def reveal(table: Table[Any, Any], action: Reveal) -> None:
    """The card becomes known; one without an id gets one."""
    place, owner = found(table, action), owner_if_there(table, action)
    assert place is not None
    seat, zone, cards, i = place
    thing = cards[i].__copy__()
    thing.card = action.card
    if thing.id is UNSET:
        thing.id = table.fresh_id()
    if seat is not None:
        thing.owner = UNSET if owner == seat else owner
        note_held(table, seat, action.card)
    if seat is None:
        cards[i] = thing
    else:
        zone.replace(table.state.players[seat], i, thing)
    table.moved()
    table.emit("reveal", table.game.conventions.chance, player=seat, object=thing.id, card=action.card)


def note_held(table: Table[Any, Any], seat: int, card: str) -> None:
    """A card that its seat drew without our seeing it is no longer unseen."""
    player = table.state.players[seat]
    if player.unseen is not UNSET and len(player.unseen) > count_unknown(table.game, player)[0]:
        note_seen(table, seat, card)
