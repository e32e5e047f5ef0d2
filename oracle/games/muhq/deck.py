"""Stores and start decks that are brought along, and the map they are for (section 8 of the digest)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from oracle.kernel.errors import Fault, InvalidSetup, Violation
from oracle.kernel.rulebook import carries
from oracle.kernel.shapes import shown
from oracle.kernel.start import DeckList, Setup
from oracle.kernel.texts import Texts

from .maps import GameMap, find_map
from .options import Options
from .records import MuhqCard

SECTIONS = ("store", "start_deck")
FORMATS = ("prebuilt",)
Cards = Mapping[str, MuhqCard]


@carries("MQ-V01")
def starting_map(setup: Setup) -> str | dict[str, Any]:
    """The map of a match: the one that the request names or carries, else the one that all decks name."""
    if setup.map is not None:
        whole = isinstance(setup.map, dict) and set(setup.map) == {"map"}
        return setup.map["map"] if whole else setup.map  # type: ignore[no-any-return]
    named = [
        chair.deck.options["map"] for chair in setup.players if chair.deck is not None and "map" in chair.deck.options
    ]
    if any(other != named[0] for other in named[1:]):
        message = "The decks are for different maps; the request says on which one is played."
        raise InvalidSetup([Fault(code="maps_differ", at="/map", message=message, data={"rule": "MQ-V01"})])
    if not named:
        message = "A match needs a map: the request names or carries one, or the decks do."
        raise InvalidSetup([Fault(code="no_map", at="/map", message=message, data={"rule": "MQ-V01"})])
    found: str | dict[str, Any] = named[0]
    return found


def of_sets(sets: Any) -> dict[str, tuple[bool, int]]:
    """Of each card that ships whether it is drafted, and how often it is there."""
    return {key: (each.draftable, each.copies) for each in sets for key in each.cards}


class DeckCheck:
    """One deck being checked."""

    def __init__(self, texts: Texts, known: Mapping[str, tuple[bool, int]], cards: Cards, language: str) -> None:
        self.texts = texts
        self.known = known
        self.cards = cards
        self.language = language
        self.violations: list[Violation] = []

    def tell(self, code: str, rule: str | None, **facts: Any) -> None:
        """Note a violation."""
        message = self.texts.say("violations", code, self.language, facts)
        self.violations.append(Violation(code=code, rule=rule, message=message, data=facts))

    def check(self, deck: DeckList) -> None:
        """The map, the start deck, the store."""
        found = self.map_of(deck)
        for name in SECTIONS:
            for key in dict.fromkeys(line.card for line in deck.sections.get(name, [])):
                if key not in self.cards:
                    self.tell("unknown_card", None, card=key)
        if found is not None and "start_deck" in deck.sections:
            self.check_start(Counter(deck.cards("start_deck")), found)
        self.check_store(Counter(deck.cards("store")))

    def map_of(self, deck: DeckList) -> GameMap | None:
        """The map that the deck is for; told where there is none."""
        value = deck.options.get("map")
        if value is None:
            if names_no_map():
                self.tell("no_map", "MQ-V01")
            return None
        found, faults = find_map(value, self.cards)
        if found is None:
            self.tell("unknown_map", "MQ-V01", map=shown(value) if not faults else str(faults[0].message))
        return found

    def check_start(self, start: Counter[str], found: GameMap) -> None:
        """The start deck is the map's list."""
        decks = [Counter(found.start_deck(seat)) for seat in range(found.seats)]
        if not is_a_start_deck(start, decks):
            self.tell("start_deck_mismatch", "MQ-V09", map=found.id)

    def check_store(self, store: Counter[str]) -> None:
        """Cards that are drafted, no more of each than there are, all of which can be bought."""
        for key, count in store.items():
            card = self.cards.get(key)
            if card is None:
                continue
            if not can_be_bought(card):
                self.tell("unbuyable_in_store", "MQ-V10", card=key)
            draftable, copies = self.known.get(key, (True, 1))
            if not is_in_draft(draftable=draftable):
                self.tell("store_not_from_sets", "MQ-V08", card=key)
            elif too_many(count, copies):
                self.tell("too_many_copies", "MQ-V08", card=key, found=count, allowed=copies)


@carries("MQ-V01", otherwise=False)
def names_no_map() -> bool:
    """A store without a map belongs to no match."""
    return True


@carries("MQ-V09", otherwise=True)
def is_a_start_deck(start: Counter[str], decks: list[Counter[str]]) -> bool:
    """Whether it is the list of the map, for one of its seats."""
    return start in decks


@carries("MQ-V10", otherwise=True)
def can_be_bought(card: MuhqCard) -> bool:
    """A card of a store can be bought."""
    return card.buy is not None


@carries("MQ-V08", otherwise=True)
def is_in_draft(*, draftable: bool) -> bool:
    """A card of a store belongs to a set that is drafted."""
    return draftable


@carries("MQ-V08", otherwise=False)
def too_many(count: int, copies: int) -> bool:
    """More copies than the set holds."""
    return count > copies


def checker(texts: Texts, sets: Any) -> Callable[..., tuple[list[Violation], list[Violation]]]:
    """The check of one deck, with these texts."""
    known = of_sets(sets)

    def check_deck(deck: DeckList, cards: Cards, form: str, language: str) -> tuple[list[Violation], list[Violation]]:
        work = DeckCheck(texts, known, cards, language)
        if form not in FORMATS:
            work.tell("unknown_format", None, format=form, known=", ".join(FORMATS))
        else:
            work.check(deck)
        return work.violations, []

    return check_deck


def match_checker(texts: Texts, sets: Any) -> Callable[..., list[tuple[int | None, list[Violation]]]]:
    """The check of the decks of a match: without a draft each seat brings a store, and no card is there too often."""
    known = of_sets(sets)

    def check_decks(
        decks: list[DeckList | None], cards: Cards, options: Options
    ) -> list[tuple[int | None, list[Violation]]]:
        if options.draft:
            return []
        found: list[tuple[int | None, list[Violation]]] = []
        total: Counter[str] = Counter()
        for seat, deck in enumerate(decks):
            work = DeckCheck(texts, known, cards, "en")
            if deck is None:
                work.tell("store_missing", "MQ-R14")
            else:
                work.check_store(Counter(deck.cards("store")))
                total.update(deck.cards("store"))
            found.append((seat, work.violations))
        if not any(violations for _, violations in found):
            work = DeckCheck(texts, known, cards, "en")
            work.check_store(total)
            found.append((None, work.violations))
        return [(seat, violations) for seat, violations in found if violations]

    return check_decks
