"""What is to be dealt in a sample: owner by owner, from what is unseen, known or assumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from . import start
from .cards import unknown_card
from .errors import Fault, InvalidSetup
from .hidden import is_unknown
from .owned import every_entry, has_shared_pile, hidden_places, visible

if TYPE_CHECKING:
    from .game import Game

Sections = dict[str, list[str]]


@dataclass(slots=True)
class Lot:
    """The cards to deal for one owner (for all, `None`, where one pile is shared).

    `strangers` are its cards that can only be in the hands of others, `sections` lie together by zone.
    """

    seat: int | None
    cards: list[str]
    strangers: list[str]
    sections: dict[str, list[str]]


def lots_of(game: Game[Any, Any], view: Any, decks: Sequence[Any] | None) -> list[Lot]:
    """What is to be dealt, owner by owner."""
    lists = brought(game, view, decks)
    seen = visible(game, view)
    if has_shared_pile(game, view):
        return [pooled(game, view, lists, seen)]
    faults: list[Fault] = []
    lots = []
    for seat, player in enumerate(view.players):
        piles, held = hidden_places(game, player)
        listed = lists[seat]
        sections = {} if listed is None else lying_together(game, player, seat, listed, faults)
        left = None if listed is None else rest(listed, sections, seen[seat], seat, faults)
        if player.unseen is not UNSET:
            strangers = sorted((Counter(left or ()) - Counter(player.unseen)).elements())
            lots.append(Lot(seat, list(player.unseen), strangers, sections))
        elif left is not None or piles + held == 0:
            lots.append(Lot(seat, left or [], [], sections))
        else:
            faults.append(deck_needed(seat, piles + held))
    if not faults:
        faults += misfits(game, view, lots)
    if faults:
        raise InvalidSetup(faults)
    return lots


def lying_together(
    game: Game[Any, Any], player: Any, seat: int, listed: Sections, faults: list[Fault]
) -> dict[str, list[str]]:
    """The hidden piles that are each a section of the seat's list, by zone."""
    found = {}
    for name, zone in game.zones.items():
        places = sum(map(is_unknown, zone.of(player))) if zone.section else 0
        if places:
            found[name] = listed.get(zone.section, [])
            if len(found[name]) != places:
                faults.append(does_not_fit(seat, len(found[name]), places))
    return found


def pooled(game: Game[Any, Any], view: Any, lists: list[Sections | None], seen: list[Counter[str]]) -> Lot:
    """All cards in one lot, where the seats draw from one pile."""
    places = sum(map(is_unknown, every_entry(game, view)))
    faults = [deck_needed(seat, places) for seat, cards in enumerate(lists) if cards is None]
    if not faults:
        whole = [card for listed in lists for part in (listed or {}).values() for card in part]
        cards = rest({"": whole}, {}, sum(seen, Counter()), 0, faults)
        if len(cards) != places:
            faults.append(does_not_fit(0, len(cards), places))
    if faults:
        raise InvalidSetup(faults)
    return Lot(None, cards, [], {})


def brought(game: Game[Any, Any], view: Any, decks: Sequence[Any] | None) -> list[Sections | None]:
    """The cards that each seat is assumed, or known, to have brought, by section."""
    given = list(decks or ())
    if len(given) > len(view.players):
        message = f"There are {len(view.players)} seats."
        raise InvalidSetup([Fault(code="no_such_seat", at="/decks", message=message)])
    given += [None] * (len(view.players) - len(given))
    found: list[Sections | None] = []
    for seat, deck in enumerate(given):
        known = game.lists(view, seat) if deck is None else None
        if deck is not None:
            found.append(sections_of(game, view, deck, f"/decks/{seat}"))
        else:
            found.append(None if known is None else {"": known})
    return found


def sections_of(game: Game[Any, Any], view: Any, deck: Any, at: str) -> Sections:
    """The cards of an assumed list, one by one, by section; raises `InvalidSetup`."""
    read: start.DeckList = deck if isinstance(deck, start.DeckList) else start.read(deck, start.DeckList, at)
    sections = {section: read.cards(section) for section in read.sections}
    known = game.cards_of(view)
    cards = sorted({card for part in sections.values() for card in part})
    faults = [unknown_card(at, card) for card in cards if card not in known]
    if faults:
        raise InvalidSetup(faults)
    return sections


def rest(
    listed: Sections, apart: dict[str, list[str]], seen: Counter[str], seat: int, faults: list[Fault]
) -> list[str]:
    """What is left of a list once the visible cards are taken off it, and those that lie together."""
    left = Counter(card for cards in listed.values() for card in cards)
    left.subtract(seen)
    left.subtract(card for cards in apart.values() for card in cards)
    over = sorted(card for card, count in left.items() if count < 0)
    if over:
        message = f"The table shows more of {', '.join(over)} than this list has."
        faults.append(Fault(code="more_than_listed", at=f"/decks/{seat}", message=message, data={"cards": over}))
    return sorted((+left).elements())


def misfits(game: Game[Any, Any], view: Any, lots: list[Lot]) -> Iterator[Fault]:
    """Lists of another size than the places that hide their cards."""
    total = 0
    for lot, player in zip(lots, view.players, strict=True):
        piles, held = hidden_places(game, player)
        total += len(lot.cards) + len(lot.strangers) - piles - held
        if len(lot.cards) < piles:
            yield does_not_fit(lot.seat, len(lot.cards), piles)
    if total:
        for lot, player in zip(lots, view.players, strict=True):
            piles, held = hidden_places(game, player)
            if len(lot.cards) != piles + held:
                yield does_not_fit(lot.seat, len(lot.cards), piles + held)


def deck_needed(seat: int, places: int) -> Fault:
    """The fault of a seat whose list is not known."""
    message = f"{places} hidden cards of seat {seat} can only be dealt from its deck list: give it, known or assumed."
    return Fault(code="deck_needed", at=f"/decks/{seat}", message=message, data={"seat": seat, "hidden": places})


def does_not_fit(seat: int | None, cards: int, places: int) -> Fault:
    """The fault of a list of another size than the places it has to fill."""
    message = f"{cards} cards of this list are not to be seen, but {places} places hide one."
    return Fault(
        code="list_does_not_fit", at=f"/decks/{seat}", message=message, data={"cards": cards, "hidden": places}
    )
