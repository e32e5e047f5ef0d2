"""Drawing and picking: from a known order, a stock whose next card is asked for, or a pile nobody here sees.

A pile has an order only where chance is drawn here and no shuffle has left it open. In manual mode,
and in a view, a deck is a stock: what is known of it is which cards, not where. `null` stands for a
card that is not known; `unseen` of its seat, where it is there, says which cards these are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from .chance import Question
from .hidden import is_unknown, needed, place_of
from .moves import put
from .table import Table


def next_card(
    table: Table[Any, Any], seat: int, pile: list[Any], of: str, rule: str, *, face_down: bool = False
) -> Question | None:
    """The question which card leaves the pile next, as that seat does it; `None` where its order says so.

    Where it goes `face_down` nobody sees it, so it may come unseen from any stock.
    """
    if table.knows_order(pile):
        if pile[0] is None:
            raise needed(table, pile, first=True)
        return None
    if table.draws_itself:
        assert table.fork is not None, "only a fork leaves an order open"
        loose = pile[: table.fork.loose(pile)]
        if None in loose:
            raise needed(table, pile)
        return stock(of, seat, Counter(loose), rule, shuffled=True)
    holder, _ = place_of(table, pile)
    player = table.state.players[seat]
    if None in pile and (holder is None or player.unseen is UNSET):
        return Question(of, seat, candidates(table, holder, seat), rule=rule, unseen=True, blind=len(pile))
    cards = Counter(card for card in pile if card is not None)
    if None in pile:
        cards += Counter(player.unseen or ())
    if face_down:
        return Question(of, seat, tuple(sorted(cards)), (0,) * len(cards), rule, unseen=True, blind=len(pile))
    return stock(of, seat, cards, rule, unseen=None in pile or is_followed_blind(table, seat))


def stock(
    of: str, seat: int, cards: Counter[str], rule: str, *, unseen: bool = False, shuffled: bool = False
) -> Question:
    """The question which card of a stock comes, each as likely as it is frequent."""
    keys = tuple(sorted(cards))
    return Question(of, seat, keys, tuple(cards[key] for key in keys), rule, unseen, shuffled=shuffled)


def is_followed_blind(table: Table[Any, Any], seat: int) -> bool:
    """Whether a seat's cards come and go unseen in this state: it is the account of somebody who does not see them."""
    players = table.state.players
    if players[seat].unseen is not UNSET:
        return False
    if any(player.unseen is not UNSET for player in players):
        return True
    zones = table.game.zones.values()
    return any(is_unknown(card) for zone in zones for _, cards in zone.lists(table.state) for card in cards)


def candidates(table: Table[Any, Any], holder: int | None, seat: int) -> tuple[str, ...]:
    """The cards that a hidden pile could give."""
    zone = "deck"
    owner = seat if holder is None else holder
    return tuple(key for key in sorted(table.cards) if table.game.could_hold(table, owner, zone, key))


def draw(table: Table[Any, Any], seat: int, pile: list[Any], card: str | None, rule: str) -> Any:
    """Draw a card (the top one, or the one that was told) into the seat's hand."""
    return to_hand(table, seat, take_out(table, seat, pile, card), rule)


def take_out(table: Table[Any, Any], seat: int, pile: list[Any], card: str | None) -> str | None:
    """Take the top card of a pile out of it, or the one that was told."""
    if table.knows_order(pile):
        top: str | None = pile.pop(0)
        return top
    if table.draws_itself:
        assert table.fork is not None
        assert card is not None
        table.fork.take(pile, card)
    else:
        remove(table, seat, pile, card)
    return card


def remove(table: Table[Any, Any], seat: int, pile: list[Any], card: str | None) -> None:
    """Take a card that was told out of its stock, and out of what its seat has not seen."""
    if card in pile and (card is not None or pile.count(None) == len(pile)):
        pile.remove(card)
        return
    if card is None:
        forget(table, seat, pile)
        pile.pop()
        return
    pile.remove(None)
    note_seen(table, seat, card)


def forget(table: Table[Any, Any], seat: int, pile: list[Any]) -> None:
    """Which cards a stock holds is no longer known: one that we did not see has left it."""
    player = table.state.players[seat]
    known = [card for card in pile if card is not None]
    if player.unseen is not UNSET:
        player.unseen = sorted([*player.unseen, *known])
    elif not is_followed_blind(table, seat):
        player.unseen = sorted(known)
    pile[:] = [None] * len(pile)


def note_seen(table: Table[Any, Any], seat: int, card: str) -> None:
    """A card that a seat had not seen is no longer among those."""
    player = table.state.players[seat]
    if player.unseen is not UNSET and card in player.unseen:
        left = list(player.unseen)
        left.remove(card)
        player.unseen = left


def to_hand(table: Table[Any, Any], seat: int, card: str | None, rule: str) -> Any:
    """Lay a drawn card in the hand and tell it: the drawer sees which it is."""
    thing = put(table, seat, "hand", card, seat)
    if card is None:
        table.emit("draw", rule, player=seat, object=None, card=None)
    else:
        told = {"type": "draw", "player": seat, "object": thing.id, "card": card, "rule": rule}
        table.tell_seat(seat, told, "object", "card")
    return thing


def all_keys(cards: list[Any]) -> list[Any]:
    """The card keys of objects, for laying them in a pile."""
    return [thing.card for thing in cards]


# -- picks -----------------------------------------------------------------------------------------


def pick(table: Table[Any, Any], holder: int, asker: int, rule: str, zone: str = "hand") -> Question | None:
    """The question which card of a hand chance picks; `None` where there is none."""
    cards = table.game.zones[zone].of(table.state.players[holder])
    if not cards:
        return None
    known = tuple(thing.id for thing in cards if thing.card is not None)
    blind = len(cards) - len(known)
    if blind and table.draws_itself:
        raise needed(table, cards)
    unseen = blind > 0 or is_followed_blind(table, holder)
    return Question("pick", asker, known, (1,) * len(known), rule, unseen=unseen, blind=blind, holder=holder)


def picked(table: Table[Any, Any], holder: int, outcome: int | None, zone: str = "hand") -> Any:
    """The card that was picked: by its id, or unseen."""
    return all_picked(table, holder, [outcome], zone)[0]


def all_picked(table: Table[Any, Any], holder: int, outcomes: Sequence[int | None], zone: str = "hand") -> list[Any]:
    """The cards that were picked, in order; what we knew of the others may be gone with one that we did not see."""
    cards = table.game.zones[zone].of(table.state.players[holder])
    named = {thing.id: thing for thing in cards if thing.id is not UNSET and thing.id in outcomes}
    if None in outcomes and any(thing.card is not None and thing.id not in named for thing in cards):
        cards[:] = [thing if thing.id in named else table.game.zones[zone].holds(card=None) for thing in cards]  # type: ignore[misc]
        table.moved()
    unseen = iter([thing for thing in cards if thing.id not in named])
    return [next(unseen) if outcome is None else named[outcome] for outcome in outcomes]
