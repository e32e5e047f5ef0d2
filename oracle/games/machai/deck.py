"""Deck checks: four level decks, a primary archetype, a sub-archetype and General cards (MC-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from oracle.kernel.errors import Violation
from oracle.kernel.rulebook import carries
from oracle.kernel.shapes import pointer
from oracle.kernel.start import DeckList
from oracle.kernel.table import CardName
from oracle.kernel.texts import Texts

from .options import Options
from .state import MachaiCard

SIZES = {1: 20, 2: 10, 3: 6, 4: 4}
SECTIONS = tuple(f"level_{n}" for n in SIZES)
FORMATS = ("standard",)
GENERAL = "general"
Told = tuple[str, str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class List:
    """A list of 40 cards being checked, and the pool that it is built from."""

    deck: DeckList
    cards: Mapping[str, MachaiCard]
    scope: str = "list"

    def keys(self, n: int) -> list[str]:
        """The cards of a level deck."""
        return self.deck.cards(f"level_{n}")

    def every(self) -> list[str]:
        """The different cards of all level decks."""
        return list(dict.fromkeys(key for n in SIZES for key in self.keys(n)))

    def archetype(self, part: str) -> str | None:
        """What is declared as `primary` or `sub`, if it is a known archetype."""
        said = self.deck.options.get(part)
        known = {card.arch for card in self.cards.values()} - {GENERAL}
        return said if isinstance(said, str) and said in known else None

    def source_of(self, key: str) -> str | None:
        """Under which limit a card stands: General, else primary, else sub; `None` for a stranger."""
        arch = self.cards[key].arch if key in self.cards else None
        if arch in (None, GENERAL):
            return arch
        return next((part for part in ("primary", "sub") if arch == self.archetype(part)), None)

    def too_many(self, source: str, most: int) -> Iterator[tuple[str, int]]:
        """The cards of a source with more copies than allowed, in the list or a level deck (MC-R10)."""
        piles = [self.keys(n) for n in SIZES]
        if self.scope == "list":
            piles = [[key for pile in piles for key in pile]]
        for pile in piles:
            for key, got in Counter(pile).items():
                if got > most and self.source_of(key) == source:
                    yield key, got


# -- archetypes ------------------------------------------------------------------------------------


@carries("MC-2.3", otherwise=())
def primary_is_declared(made: List) -> Iterator[Told]:
    """One primary archetype is chosen (MC-R12)."""
    yield from declared(made, "primary", "MC-2.3")


@carries("MC-2.5", otherwise=())
def sub_is_declared(made: List) -> Iterator[Told]:
    """One sub-archetype is chosen, another one than the primary (MC-R11)."""
    yield from declared(made, "sub", "MC-2.5")
    sub = made.archetype("sub")
    if sub is not None and sub == made.archetype("primary"):
        yield "sub_same_as_primary", "MC-2.5", {"archetype": sub}


def declared(made: List, part: str, rule: str) -> Iterator[Told]:
    """An archetype is declared, and a known one; General is none."""
    said = made.deck.options.get(part)
    if said is None:
        yield f"{part}_missing", rule, {}
    elif made.archetype(part) is None:
        yield f"{part}_unknown", rule, {"archetype": said}


# -- level decks -----------------------------------------------------------------------------------


@carries("MC-2.1", "MC-2.9", otherwise=())
def level_decks_are_given(made: List) -> Iterator[Told]:
    """All four level decks are given, and no fifth one."""
    for n in SIZES:
        if f"level_{n}" not in made.deck.sections:
            yield "level_deck_missing", "MC-2.9", {"n": n}
    for name in made.deck.sections:
        if name not in SECTIONS:
            yield "level_deck_unknown", "MC-2.9", {"key": name}


@carries("MC-2.10", "MC-2.11", "MC-2.12", "MC-2.13", otherwise=())
def level_decks_have_their_sizes(made: List) -> Iterator[Told]:
    """The level decks hold exactly 20, 10, 6 and 4 cards."""
    for n, size in SIZES.items():
        got = len(made.keys(n))
        if f"level_{n}" in made.deck.sections and got != size:
            yield "level_size", f"MC-2.{9 + n}", {"n": n, "want": size, "got": got}


@carries("MC-R09", otherwise=())
def cards_are_in_their_level_decks(made: List) -> Iterator[Told]:
    """A card that says in which level decks it belongs is in one of these."""
    for n in SIZES:
        for key in dict.fromkeys(made.keys(n)):
            levels = made.cards[key].record.deck_levels if key in made.cards else None
            if levels and n not in levels:
                yield "card_level", "MC-R09", {"card": CardName(key), "n": n}


# -- cards -----------------------------------------------------------------------------------------


@carries("MC-2.8", otherwise=())
def cards_are_of_the_sources(made: List) -> Iterator[Told]:
    """Every card is a known one of the archetypes chosen, or General; no token."""
    both = None not in (made.archetype("primary"), made.archetype("sub"))
    for key in made.every():
        if key not in made.cards:
            yield "unknown_card", "MC-2.8", {"card": key}
        elif made.cards[key].type == "token":
            yield "token", "MC-2.8", {"card": CardName(key)}
        elif both and made.source_of(key) is None:
            yield "foreign_archetype", "MC-2.8", {"card": CardName(key)}


@carries("MC-2.4", otherwise=())
def primary_copies_are_few(made: List) -> Iterator[Told]:
    """At most two copies of a card of the primary archetype."""
    for key, got in made.too_many("primary", 2):
        yield "copies_primary", "MC-2.4", {"card": CardName(key), "got": got}


@carries("MC-2.6", otherwise=())
def sub_copies_are_single(made: List) -> Iterator[Told]:
    """At most one copy of a card of the sub-archetype."""
    for key, got in made.too_many("sub", 1):
        yield "copies_sub", "MC-2.6", {"card": CardName(key), "got": got}


@carries("MC-2.7", otherwise=())
def general_copies_are_single(made: List) -> Iterator[Told]:
    """At most one copy of a General card."""
    for key, got in made.too_many(GENERAL, 1):
        if made.cards[key].type == "token":
            continue
        yield "copies_general", "MC-2.7", {"card": CardName(key), "got": got}


CHECKS: tuple[Callable[[List], Iterator[Told]], ...] = (
    primary_is_declared, sub_is_declared, level_decks_are_given, level_decks_have_their_sizes, cards_are_of_the_sources,
    primary_copies_are_few, sub_copies_are_single, general_copies_are_single, cards_are_in_their_level_decks,
)  # fmt: skip


# -- verdicts --------------------------------------------------------------------------------------


def told(texts: Texts, found: Told, cards: Mapping[str, MachaiCard], language: str) -> Violation:
    """A violation in words."""
    code, rule, facts = found

    def named(key: str) -> str:
        return cards[key].name(language) if key in cards else str(key)

    message = texts.say("violations", code, language, facts, named)
    data = {name: str(fact) if isinstance(fact, CardName) else fact for name, fact in facts.items()}
    place = {"at": pointer("/sections", facts["key"])} if "key" in facts else {}
    return Violation(code=code, rule=rule, message=message, data=data, **place)


def everything(texts: Texts, made: List, language: str) -> list[Violation]:
    """All that a list breaks."""
    return [told(texts, found, made.cards, language) for check in CHECKS for found in check(made)]


def checker(texts: Texts) -> Any:
    """The check of one list under its options."""

    def check(deck: DeckList, cards: Mapping[str, MachaiCard], form: str, language: str) -> Any:
        if form not in FORMATS:
            found = ("unknown_format", "MC-2.1", {"format": form, "known": ", ".join(FORMATS)})
            return [told(texts, found, cards, language)], []
        return everything(texts, List(deck, cards, str(deck.options.get("copy_scope", "list"))), language), []

    return check


def match_checker(texts: Texts) -> Any:
    """The check of both lists of a match under its options."""

    def check(decks: list[DeckList | None], cards: Mapping[str, MachaiCard], options: Options) -> Any:
        made = [List(deck or DeckList(sections={}), cards, options.copy_scope) for deck in decks]
        return [(seat, everything(texts, one, "en")) for seat, one in enumerate(made)]

    return check
