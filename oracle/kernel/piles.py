"""Drawing from piles: known order, a stock whose next card is asked for, or a pile nobody here sees."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import UNSET

from .chance import Question
from .errors import HiddenStateNeeded
from .moves import put
from .table import Table


def next_card(table: Table[Any, Any], seat: int, pile: list[Any], of: str, rule: str) -> Question | None:
    """The question which card leaves the pile next; `None` where its order says so."""
    if table.draws_itself:
        if pile[0] is None:
            raise HiddenStateNeeded([f"/players/{seat}/deck/0"])
        return None
    if None not in pile:
        counts = Counter(pile)
        keys = sorted(counts)
        return Question(of, seat, tuple(keys), tuple(counts[key] for key in keys), rule)
    return Question(of, seat, candidates(table, seat), rule=rule, unseen=True)


def candidates(table: Table[Any, Any], seat: int) -> tuple[str, ...]:
    """The cards that a hidden pile of that seat could give."""
    unseen = table.state.players[seat].unseen
    if unseen is not UNSET:
        return tuple(dict.fromkeys(unseen))
    return tuple(key for key in sorted(table.cards) if table.game.could_hold(table, seat, "deck", key))


def remove(table: Table[Any, Any], seat: int, pile: list[Any], card: str | None) -> None:
    """Take a card that was told out of its pile, and out of what its seat has not seen."""
    pile.remove(card if card in pile else None)
    unseen = table.state.players[seat].unseen
    if unseen is not UNSET and card in unseen:
        unseen = list(unseen)
        unseen.remove(card)
        table.state.players[seat].unseen = unseen


def draw(table: Table[Any, Any], seat: int, pile: list[Any], card: str | None, rule: str) -> Any:
    """Draw a card (the top one, or the one that was told) into the seat's hand."""
    if table.draws_itself:
        pile.pop(0)
    else:
        remove(table, seat, pile, card)
    return to_hand(table, seat, card, rule)


def to_hand(table: Table[Any, Any], seat: int, card: str | None, rule: str) -> Any:
    """Lay a drawn card in the hand and tell it: the drawer sees which it is."""
    if card is None:
        thing = table.game.zones["hand"].holds(card=None)  # type: ignore[misc]
        table.state.players[seat].hand.append(thing)
        table.emit("draw", rule, player=seat, object=None, card=None)
        return thing
    thing = put(table, seat, "hand", card, seat)
    table.tell([seat], ("object", "card"), "draw", rule, player=seat, object=thing.id, card=card)
    return thing


def all_keys(cards: list[Any]) -> list[Any]:
    """The card keys of objects, for laying them in a pile."""
    return [thing.card for thing in cards]
