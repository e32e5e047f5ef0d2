"""Deck checks: the published lists, or any cards of one army (section 8 of the digest)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from oracle.kernel.decisions import Facts
from oracle.kernel.errors import Violation
from oracle.kernel.start import DeckList
from oracle.kernel.texts import Texts

from .cards import DEMO
from .state import MahaCard, MahaState

LEAST = 6
MOST = 200
FORMATS = ("preconstructed", "custom")


def brought(state: MahaState, seat: int) -> list[str] | None:
    """The cards that a seat has brought, where its army's published list says so."""
    published = DEMO.decks.get(state.players[seat].army)
    if state.options.deck_mode != "preconstructed" or published is None:
        return None
    return published.cards()


class DeckCheck:
    """One deck being checked: what it breaks and what is worth a word."""

    def __init__(self, texts: Texts, deck: DeckList, cards: Mapping[str, MahaCard], language: str) -> None:
        self.texts = texts
        self.deck = deck
        self.cards = cards
        self.language = language
        self.keys = deck.cards()
        self.known = [cards[key] for key in self.keys if key in cards]
        self.army = deck.options.get("army")
        self.violations: list[Violation] = []
        self.warnings: list[Violation] = []

    def told(self, code: str, rule: str, **facts: Any) -> Violation:
        """A violation in words."""
        return tell(self.texts, code, rule, self.language, facts)

    def check(self, form: str, *, mixed: bool) -> None:
        """All checks; a deck without cards fails only that."""
        if not self.keys:
            self.violations.append(self.told("no_deck", "MY-D1"))
            return
        unknown = sorted({key for key in self.keys if key not in self.cards})
        self.violations += [self.told("unknown_card", "MY-D2", card=key) for key in unknown]
        if len(self.keys) < LEAST:
            self.violations.append(self.told("too_few_cards", "MY-D3", cards=len(self.keys), least=LEAST))
        if form == "preconstructed":
            self.check_list()
        if not (form == "custom" and mixed):
            self.check_armies()
        if len(self.keys) > MOST:
            self.violations.append(self.told("too_many_cards", "MY-D8", cards=len(self.keys), most=MOST))
        self.check_worth()

    def check_list(self) -> None:
        """A preconstructed deck is the published list of its army."""
        published = DEMO.decks.get(str(self.army))
        if published is None or Counter(published.cards()) != Counter(self.keys):
            self.violations.append(self.told("other_list", "MY-D4", army=self.army))

    def check_armies(self) -> None:
        """Every card belongs to the deck's army."""
        strangers = sorted({card.key for card in self.known if card.record.army != self.army})
        self.violations += [self.told("other_army", "MY-D5", card=key, army=self.army) for key in strangers]

    def check_worth(self) -> None:
        """A deck without Warriors, or a Weapon without its partner."""
        if not any(card.type == "warrior" for card in self.known):
            self.warnings.append(self.told("no_warriors", "MY-W1"))
        lonely = sorted({c.key for c in self.known if c.partner is not None and c.partner not in self.keys})
        self.warnings += [self.told("partner_missing", "MY-W2", card=key) for key in lonely]


def tell(texts: Texts, code: str, rule: str, language: str, facts: Facts) -> Violation:
    """A violation of a deck rule."""
    return Violation(code=code, rule=rule, message=texts.say("violations", code, language, facts), data=facts)


def checker(texts: Texts) -> Any:
    """The check of one deck under its format and options."""

    def check(deck: DeckList, cards: Mapping[str, MahaCard], form: str, language: str) -> Any:
        run = DeckCheck(texts, deck, cards, language)
        if form not in FORMATS:
            facts = {"format": form, "known": ", ".join(FORMATS)}
            return [tell(texts, "unknown_format", "MY-R51", language, facts)], []
        run.check(form, mixed=deck.options.get("allow_mixed_armies") is True)
        return run.violations, run.warnings

    return check


def match_checker(texts: Texts) -> Any:
    """The check of both decks of a match under its options."""

    def check(decks: list[DeckList | None], cards: Mapping[str, MahaCard], options: Any) -> Any:
        found: list[tuple[int | None, list[Violation]]] = []
        for seat, deck in enumerate(decks):
            run = DeckCheck(texts, deck or DeckList(sections={}), cards, "en")
            run.check(options.deck_mode, mixed=options.allow_mixed_armies)
            found.append((seat, run.violations))
        armies = [deck.options.get("army") for deck in decks if deck is not None]
        if not options.mirror_armies and len(armies) > len(set(map(str, armies))):
            found.append((None, [tell(texts, "same_army", "MY-D7", "en", {"army": armies[0]})]))
        return found

    return check
