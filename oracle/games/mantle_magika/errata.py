"""Erratas: which print of a card a match plays with (MM-19; ruling R100)."""

from __future__ import annotations

from collections.abc import Mapping

from oracle.kernel.rulebook import carries

from .records import MagikaCard
from .state import MagikaState

CACHE = 64
PRINTS: dict[tuple[int, int], tuple[Mapping[str, MagikaCard], Mapping[str, MagikaCard]]] = {}


def prints(state: MagikaState, cards: Mapping[str, MagikaCard]) -> Mapping[str, MagikaCard]:
    """The newest prints, or under a format those that its Sets have."""
    form = texts_of(state)
    if form is None:
        return cards
    key = (id(cards), form)
    found = PRINTS.get(key)
    if found is None or found[0] is not cards:
        if len(PRINTS) >= CACHE:
            PRINTS.pop(next(iter(PRINTS)))
        found = PRINTS[key] = (cards, {name: print_of(card, form) for name, card in cards.items()})
    return found[1]


@carries("MM-19.2", "MM-19.3", "MM-R100", otherwise=None)
def texts_of(state: MagikaState) -> int | None:
    """The Set up to which texts count: every copy of a card uses the most recent of them, of all without a format."""
    return state.options.format


def print_of(card: MagikaCard, form: int) -> MagikaCard:
    """The print of a card in a format, the newest of all where none is as old."""
    known = [number for number in card.versions if number <= form]
    return card.versions[max(known)] if known else card
