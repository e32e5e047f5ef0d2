"""Deck checks: four level decks, a primary archetype, a sub-archetype and General cards (MC-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from oracle.kernel.errors import Violation
from oracle.kernel.shapes import pointer
from oracle.kernel.start import DeckList
from oracle.kernel.table import CardName
from oracle.kernel.texts import Texts

from .state import MachaiCard, Options

SIZES = {1: 20, 2: 10, 3: 6, 4: 4}
SECTIONS = tuple(f"level_{n}" for n in SIZES)
FORMATS = ("standard",)
GENERAL = "general"
MOST = {"primary": 2, "sub": 1, GENERAL: 1}
COPY_RULES = {"primary": "MC-2.4", "sub": "MC-2.6", GENERAL: "MC-2.7"}


class DeckCheck:
    """One list being checked: everything that it breaks."""

    def __init__(self, texts: Texts, deck: DeckList, cards: Mapping[str, MachaiCard], language: str) -> None:
        self.texts = texts
        self.deck = deck
        self.cards = cards
        self.language = language
        self.violations: list[Violation] = []

    def tell(self, code: str, rule: str, at: str | None = None, **facts: Any) -> None:
        """Note a violation."""
        message = self.texts.say("violations", code, self.language, facts, self.named)
        data = {name: str(fact) if isinstance(fact, CardName) else fact for name, fact in facts.items()}
        place = {} if at is None else {"at": at}
        self.violations.append(Violation(code=code, rule=rule, message=message, data=data, **place))

    def named(self, key: str) -> str:
        """A card's name."""
        card = self.cards.get(str(key))
        return card.name(self.language) if card is not None else str(key)

    def check(self, scope: str) -> None:
        """All checks."""
        self.check_archetypes()
        self.check_level_decks()
        self.check_cards()
        self.check_copies(scope)

    # -- archetypes --------------------------------------------------------------------------------

    def archetype(self, part: str) -> Any:
        """What is declared, if it is a known archetype."""
        said = self.deck.options.get(part)
        known = {card.arch for card in self.cards.values()} - {GENERAL}
        return said if isinstance(said, str) and said in known else None

    def check_archetypes(self) -> None:
        """One known archetype, and another one as sub-archetype (MC-R11, MC-R12)."""
        for part, rule in (("primary", "MC-2.3"), ("sub", "MC-2.5")):
            said = self.deck.options.get(part)
            if said is None:
                self.tell(f"{part}_missing", rule)
            elif self.archetype(part) is None:
                self.tell(f"{part}_unknown", rule, archetype=said)
        if self.archetype("sub") is not None and self.archetype("primary") == self.archetype("sub"):
            self.tell("sub_same_as_primary", "MC-2.5", archetype=self.archetype("sub"))

    def source_of(self, key: str) -> str | None:
        """Under which limit a card stands: General, else primary, else sub; `None` for a stranger."""
        arch = self.cards[key].arch
        if arch == GENERAL:
            return GENERAL
        return next((part for part in ("primary", "sub") if arch == self.archetype(part)), None)

    # -- level decks -------------------------------------------------------------------------------

    def check_level_decks(self) -> None:
        """All four level decks, of their sizes, and no fifth one."""
        for n, size in SIZES.items():
            if f"level_{n}" not in self.deck.sections:
                self.tell("level_deck_missing", "MC-2.9", n=n)
            elif len(self.keys(n)) != size:
                self.tell("level_size", f"MC-2.{9 + n}", n=n, want=size, got=len(self.keys(n)))
        for name in self.deck.sections:
            if name not in SECTIONS:
                self.tell("level_deck_unknown", "MC-2.9", at=pointer("/sections", name), key=name)

    def keys(self, n: int) -> list[str]:
        """The cards of a level deck."""
        return self.deck.cards(f"level_{n}")

    # -- cards -------------------------------------------------------------------------------------

    def check_cards(self) -> None:
        """Cards of the pool, of the archetypes chosen, in level decks that take them."""
        for key in dict.fromkeys(key for n in SIZES for key in self.keys(n)):
            if key not in self.cards:
                self.tell("unknown_card", "MC-2.8", card=key)
            elif self.cards[key].type == "token":
                self.tell("token", "MC-2.8", card=CardName(key))
            elif None not in (self.archetype("primary"), self.archetype("sub")) and self.source_of(key) is None:
                self.tell("foreign_archetype", "MC-2.8", card=CardName(key))
        for n in SIZES:
            for key in dict.fromkeys(self.keys(n)):
                levels = self.cards[key].record.deck_levels if key in self.cards else None
                if levels and n not in levels:
                    self.tell("card_level", "MC-R09", card=CardName(key), n=n)

    def check_copies(self, scope: str) -> None:
        """The copy limits, over the whole list or each level deck (MC-R10)."""
        for pile in self.piles(scope):
            for key, got in Counter(pile).items():
                source = self.source_of(key) if key in self.cards else None
                if source is not None and got > MOST[source]:
                    self.tell(f"copies_{source}", COPY_RULES[source], card=CardName(key), got=got)

    def piles(self, scope: str) -> Iterator[list[str]]:
        """The cards that are counted together."""
        if scope == "level_deck":
            yield from (self.keys(n) for n in SIZES)
        else:
            yield [key for n in SIZES for key in self.keys(n)]


def checker(texts: Texts) -> Any:
    """The check of one list under its options."""

    def check(deck: DeckList, cards: Mapping[str, MachaiCard], form: str, language: str) -> Any:
        run = DeckCheck(texts, deck, cards, language)
        if form not in FORMATS:
            run.tell("unknown_format", "MC-2.1", format=form, known=", ".join(FORMATS))
            return run.violations, []
        run.check(str(deck.options.get("copy_scope", "list")))
        return run.violations, []

    return check


def match_checker(texts: Texts) -> Any:
    """The check of both lists of a match under its options."""

    def check(decks: list[DeckList | None], cards: Mapping[str, MachaiCard], options: Options) -> Any:
        found: list[tuple[int | None, list[Violation]]] = []
        for seat, deck in enumerate(decks):
            run = DeckCheck(texts, deck or DeckList(sections={}), cards, "en")
            run.check(options.copy_scope)
            found.append((seat, run.violations))
        return found

    return check
