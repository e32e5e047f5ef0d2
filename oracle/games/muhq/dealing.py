"""What can lie where nobody in a view may look: for samples of what a seat cannot tell from the real state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET

from oracle.kernel.errors import Fault, InvalidSetup
from oracle.kernel.hidden import is_unknown, located
from oracle.kernel.sample import Deal
from oracle.kernel.start import DeckList, read

from .draft import copies_in
from .maps import map_of
from .state import Muhq

Place = tuple[int | None, str]
Shuffle = Callable[[list[str]], list[str]]


def deals(table: Muhq, decks: Sequence[Any] | None) -> Deal:
    """How the hidden cards of a view are dealt; raises `InvalidSetup` where there are more or fewer than can be."""
    hidden, left = hidden_places(table), all_cards(table, decks)
    left.subtract(known_cards(table))
    places = sum(hidden.values())
    if any(count < 0 for count in left.values()) or left.total() != places:
        message = f"{max(0, left.total())} cards of this match are not to be seen, but {places} places hide one."
        raise InvalidSetup([Fault(code="list_does_not_fit", at="/decks", message=message, data={"hidden": places})])
    own = sure_cards(table, hidden, left)

    def deal(shuffle: Shuffle) -> dict[Place, list[str]]:
        stock = shuffle(sorted(left.elements()))
        return {place: lot for seat in own for place, lot in of_one(hidden, seat, [*own[seat]], stock, shuffle).items()}

    return deal


def of_one(
    hidden: dict[Place, int], seat: int | None, own: list[str], stock: list[str], shuffle: Shuffle
) -> dict[Place, list[str]]:
    """The cards for the hidden places of one seat: those that are surely its own, the others from the stock."""
    mine = {place: count for place, count in hidden.items() if place[0] == seat}
    missing = sum(mine.values()) - len(own)
    cards = shuffle(own + [stock.pop() for _ in range(missing)])
    return {place: [cards.pop() for _ in range(count)] for place, count in mine.items()}


def hidden_places(table: Muhq) -> dict[Place, int]:
    """How many cards each zone hides."""
    found: Counter[Place] = Counter()
    for zone in table.game.zones.values():
        for seat, thing, _ in located(table.state, zone):
            found[seat, zone.name] += is_unknown(thing)
    return {place: count for place, count in found.items() if count}


def known_cards(table: Muhq) -> Counter[str]:
    """The cards that are seen; what lies on the stack and is no card is none."""
    found: Counter[str] = Counter()
    for zone in table.game.zones.values():
        for _, thing, _ in located(table.state, zone):
            if not is_unknown(thing) and (zone.holds is None or table.game.is_card(thing)):
                found[thing if isinstance(thing, str) else thing.card] += 1
    return found


def all_cards(table: Muhq, decks: Sequence[Any] | None) -> Counter[str]:
    """Every card of the match: what is drafted or was brought, the start decks, the pieces of the map."""
    state, board = table.state, map_of(table)
    if state.options.draft:
        found = Counter(str(card) for card in copies_in(table))
    else:
        lists = [deck if isinstance(deck, DeckList) else read(deck, DeckList, "/decks") for deck in decks or () if deck]
        found = Counter(card for deck in lists for card in deck.cards("store"))
    found.update(piece.card for piece in board.start)
    for seat in range(len(state.players)):
        found.update(board.start_deck(seat))
    return found


def sure_cards(table: Muhq, hidden: dict[Place, int], left: Counter[str]) -> dict[int | None, list[str]]:
    """What surely is among the hidden cards of a seat, taken off those that are left; the viewer's own it knows."""
    found: dict[int | None, list[str]] = {}
    for seat, player in enumerate(table.state.players):
        count = sum(number for place, number in hidden.items() if place[0] == seat)
        if player.unseen is not UNSET and len(player.unseen) == count:
            own = list(player.unseen)
        else:
            own = start_cards(table, seat, left)[:count]
        left.subtract(own)
        found[seat] = own
    found[None] = []
    return found


def start_cards(table: Muhq, seat: int, left: Counter[str]) -> list[str]:
    """The cards of a seat's start deck that are nowhere to be seen under its name."""
    missing = Counter(map_of(table).start_deck(seat))
    for zone in table.game.zones.values():
        for holder, thing, _ in located(table.state, zone):
            if is_unknown(thing) or (zone.holds is not None and not table.game.is_card(thing)):
                continue
            owner = holder if isinstance(thing, str) else thing.owner
            held = getattr(thing, "controller", None) if holder is None else holder
            if (owner if isinstance(owner, int) else held) == seat:
                missing[thing if isinstance(thing, str) else thing.card] -= 1
    return sorted((+missing & left).elements())
