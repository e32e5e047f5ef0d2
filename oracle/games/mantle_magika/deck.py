"""Deck checks, formats and restricted lists (section 8 of the digest; MM-1.2, MM-1.3, MM-11.5, MM-11.6, MM-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from oracle.kernel.cards import fold
from oracle.kernel.errors import Violation
from oracle.kernel.rulebook import carries
from oracle.kernel.start import DeckList
from oracle.kernel.texts import Texts
from oracle.kernel.yaml import read

from .errata import print_of
from .options import Options
from .records import MagikaCard

SIZE = 60
COPIES = 5
FORMATS = ("casual", "set_1", "set_2")


def read_lists(path: Traversable) -> dict[int, dict[str, dict[str, Any]]]:
    """The restricted lists: by Set and by name, told apart as cards are, how many copies and by which clause."""
    reading = read(path.read_text("utf-8"))
    assert not reading.faults, reading.faults
    lists = {one["set"]: {fold(name): entry for name, entry in one["copies"].items()} for one in reading.value}
    assert all(len(lists[one["set"]]) == len(one["copies"]) for one in reading.value), f"{path.name}: one name twice"
    return lists


RESTRICTED = read_lists(files(__package__) / "cards" / "restricted.yaml")


class DeckCheck:
    """One deck being checked."""

    def __init__(self, texts: Texts, deck: DeckList, cards: Mapping[str, MagikaCard], language: str) -> None:
        self.texts = texts
        self.cards = cards
        self.language = language
        self.lines = Counter({line.card: 0 for line in deck.sections.get("deck", [])})
        for line in deck.sections.get("deck", []):
            self.lines[line.card] += line.count
        self.violations: list[Violation] = []

    def tell(self, code: str, *rules: str | None, **facts: Any) -> None:
        """Note a violation, once for each of its clauses; the message calls the card by its name."""
        card = self.cards.get(facts.get("card", ""))
        said = facts if card is None else {**facts, "card": card.name(self.language)}
        message = self.texts.say("violations", code, self.language, said)
        self.violations += [Violation(code=code, rule=rule, message=message, data=facts) for rule in rules]

    def check(self, form: int | None) -> None:
        """All checks, under the Standard Format of a Set or in casual play."""
        if not has_right_size(self.lines.total()):
            self.tell("deck_size", "MM-1.2", found=self.lines.total(), allowed=SIZE)
        prints = {key: self.cards[key] if form is None else print_of(self.cards[key], form) for key in self.known()}
        copies, names = self.copies(prints, by_kind=True), self.copies(prints, by_kind=False)
        for key in self.lines:
            card = prints.get(key)
            if card is None:
                self.tell("unknown_card", None, card=key)
                continue
            if is_token(card):
                self.tell("token_in_deck", "MM-18.2", card=key)
            count = copies.pop((fold(card.name()), is_unlimited(card)), 0)
            if too_many_copies(card, count):
                self.tell("copy_limit", copy_rule(card), card=key, found=count, allowed=COPIES)
            if form is not None:
                self.check_format(card, names.pop((fold(card.name()), False), 0), form)

    def known(self) -> list[str]:
        """The cards of the deck that there are."""
        return [key for key in self.lines if key in self.cards]

    def copies(self, prints: Mapping[str, MagikaCard], *, by_kind: bool) -> Counter[tuple[str, bool]]:
        """How many copies there are of each card, told apart by their names (MM-R98), and as Basic by their kind."""
        found: Counter[tuple[str, bool]] = Counter()
        for key, card in prints.items():
            found[fold(card.name()), by_kind and is_unlimited(card)] += self.lines[key]
        return found

    def check_format(self, card: MagikaCard, count: int, form: int) -> None:
        """Only cards of the Sets of a format, and no more of a restricted one than its list allows."""
        allowed = copies_allowed(card, form)
        if allowed is not None and count > allowed:
            rule = listed(card, form)["rule"]
            self.tell("restricted_copies", "MM-22.7", rule, card=card.key, found=count, allowed=allowed)
        if not is_in_format(card.record.set, form):
            self.tell("not_in_format", "MM-22.4", card=card.key, found=card.record.set, allowed=form)


@carries("MM-1.2", otherwise=True)
def has_right_size(cards: int) -> bool:
    """A deck has exactly 60 cards."""
    return cards == SIZE


def too_many_copies(card: MagikaCard, count: int) -> bool:
    """Whether there are more copies of a card than a deck may hold."""
    return exceeds(count) and not is_unlimited(card)


@carries("MM-1.3", "MM-11.6", otherwise=False)
def exceeds(count: int) -> bool:
    """A deck holds at most five copies of a card, Non-Basic Artifacts included."""
    return count > COPIES


@carries("MM-11.5", "MM-11.7", otherwise=False)
def is_unlimited(card: MagikaCard) -> bool:
    """Of a Basic Artifact there may be any number; the type says what is one, not the name."""
    return card.type == "artifact" and card.subtype == "basic"


def copy_rule(card: MagikaCard) -> str:
    """The clause behind the limit."""
    return "MM-11.6" if card.type == "artifact" else "MM-1.3"


@carries("MM-22.1", "MM-22.2", "MM-22.5", "MM-22.7", "MM-22.8", "MM-22.9", "MM-R98", "MM-R99", otherwise=None)
def copies_allowed(card: MagikaCard, form: int) -> int | None:
    """How many copies the restricted list of a format allows; lists do not carry over."""
    entry = listed(card, form)
    return int(entry["count"]) if entry else None


def listed(card: MagikaCard, form: int) -> dict[str, Any]:
    """What the restricted list of a format says of a card of this name."""
    return RESTRICTED.get(form, {}).get(fold(card.name()), {})


@carries("MM-18.2", otherwise=False)
def is_token(card: MagikaCard) -> bool:
    """Whether this is what a Token is made after: it is no card of a deck."""
    token: bool = card.record.token
    return token


@carries("MM-22.4", otherwise=True)
def is_in_format(released: int, form: int) -> bool:
    """The Standard Format of a Set has the cards of that Set and those before."""
    return released <= form


def format_of(deck: DeckList, form: str) -> int | None:
    """The Set whose format a deck is for; none in casual play."""
    said = deck.options.get("format")
    if type(said) is int:
        return said
    name, _, number = form.partition("_")
    return int(number) if name == "set" and number.isdigit() else None


def checker(texts: Texts) -> Any:
    """The check of one deck under its format."""

    def check(deck: DeckList, cards: Mapping[str, MagikaCard], form: str, language: str) -> Any:
        run = DeckCheck(texts, deck, cards, language)
        if form != "casual" and format_of(deck, form) is None:
            run.tell("unknown_format", "MM-22.3", format=form, known=", ".join(FORMATS))
        else:
            run.check(format_of(deck, form))
        return run.violations, []

    return check


def match_checker(texts: Texts) -> Any:
    """The check of all decks of a match under its options."""

    def check(decks: list[DeckList | None], cards: Mapping[str, MagikaCard], options: Options) -> Any:
        found: list[tuple[int | None, list[Violation]]] = []
        for seat, deck in enumerate(decks):
            run = DeckCheck(texts, deck or DeckList(sections={}), cards, "en")
            run.check(options.format)
            found.append((seat, run.violations))
        table = DeckCheck(texts, DeckList(sections={}), cards, "en")
        if options.first_player != "random" and options.first_player >= len(decks):
            table.tell("no_such_seat", "MM-R03", seat=options.first_player)
        return [*found, (None, table.violations)]

    return check
