"""Deck checks (section 8 of the digest): the rulebook has none, formats set limits (TP-R03)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from oracle.kernel import shapes
from oracle.kernel.errors import Fault, InvalidSetup, Violation
from oracle.kernel.start import DeckList
from oracle.kernel.texts import Texts

from .records import PhapCard
from .state import Options

FORMATS = ("free", "constructed")
CONSTRUCTED = {"deck_min": 30, "deck_max": 30, "copies_max": 3}
READ = ("deck_min", "deck_max", "copies_max", "starting_hand", "decks")


class DeckCheck:
    """One deck being checked."""

    def __init__(self, texts: Texts, deck: DeckList, cards: Mapping[str, PhapCard], language: str) -> None:
        self.texts = texts
        self.deck = deck
        self.cards = cards
        self.language = language
        self.violations: list[Violation] = []

    def tell(self, code: str, rule: str, **facts: Any) -> None:
        """Note a violation."""
        message = self.texts.say("violations", code, self.language, facts)
        self.violations.append(Violation(code=code, rule=rule, message=message, data=facts))

    def check(self, least: int, most: int, copies: int) -> None:
        """All checks: the mage, the cards, their number."""
        self.check_mage()
        self.check_cards()
        keys = self.deck.cards()
        if len(keys) < least:
            self.tell("too_few_cards", "TP-2.4", cards=len(keys), least=least)
        if most and len(keys) > most:
            self.tell("too_many_cards", "TP-R03", cards=len(keys), most=most)
        if copies:
            for key, count in Counter(keys).items():
                if count > copies:
                    self.tell("too_many_copies", "TP-R03", card=key, copies=count, most=copies)

    def check_mage(self) -> None:
        """Exactly one mage (TP-2.1)."""
        mages = self.deck.cards("mage")
        if len(mages) != 1:
            self.tell("mage_count", "TP-2.1", mages=len(mages))
        for key in dict.fromkeys(mages):
            if key not in self.cards:
                self.tell("unknown_mage", "TP-R04", card=key)
            elif self.cards[key].type != "mage":
                self.tell("not_a_mage", "TP-2.1", card=key)

    def check_cards(self) -> None:
        """Known cards, no mage among them, whole counts."""
        for line in self.deck.sections.get("deck", []):
            if line.count < 1:
                self.tell("bad_count", "TP-R03", card=line.card, count=line.count)
            if line.card not in self.cards:
                self.tell("unknown_card", "TP-R03", card=line.card)
            elif self.cards[line.card].type == "mage":
                self.tell("mage_in_deck", "TP-2.1", card=line.card)


def limits(options: Options) -> tuple[int, int, int]:
    """Least, most and copies: a deck must at least give the opening hand (TP-2.4)."""
    least = options.deck_min if options.decks == "shared" else max(options.deck_min, options.starting_hand)
    return least, options.deck_max, options.copies_max


def checker(texts: Texts) -> Any:
    """The check of one deck under its format and options."""

    def check(deck: DeckList, cards: Mapping[str, PhapCard], form: str, language: str) -> Any:
        run = DeckCheck(texts, deck, cards, language)
        if form not in FORMATS:
            run.tell("unknown_format", "TP-R03", format=form, known=", ".join(FORMATS))
            return run.violations, []
        preset = CONSTRUCTED if form == "constructed" else {}
        own = {name: deck.options[name] for name in READ if name in deck.options}
        found = shapes.faults(own, Options)
        if found:
            told = [Fault(code=f.code, at=f"/options{f.at}", message=f.message, data=f.data) for f in found]
            raise InvalidSetup(told)
        run.check(*limits(Options(**{**preset, **own})))
        return run.violations, []

    return check


def match_checker(texts: Texts) -> Any:
    """The check of all decks of a match under its options."""

    def check(decks: list[DeckList | None], cards: Mapping[str, PhapCard], options: Options) -> Any:
        found: list[tuple[int | None, list[Violation]]] = []
        total = 0
        for seat, deck in enumerate(decks):
            run = DeckCheck(texts, deck or DeckList(sections={}), cards, "en")
            least, most, copies = limits(options)
            shared = options.decks == "shared"
            run.check(0 if shared else least, most, copies)
            total += len(run.deck.cards())
            found.append((seat, run.violations))
        table = DeckCheck(texts, DeckList(sections={}), cards, "en")
        needed = options.starting_hand * len(decks)
        if options.decks == "shared" and total < needed:
            table.tell("too_few_cards", "TP-2.4", cards=total, least=needed)
        if options.starting_hand > options.hand_limit:
            table.tell("hand_over_limit", "TP-4.2", held=options.starting_hand, limit=options.hand_limit)
        if len(decks) > 2 and not options.multiplayer:
            table.tell("seat_count", "TP-R01", players=len(decks))
        return [*found, (None, table.violations)]

    return check
