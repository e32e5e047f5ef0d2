"""Card sets: loading, compiling once, finding."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from .errors import Fault
from .reading import is_heaped
from .rulebook import Words, say
from .state import Key
from .yaml import read

if TYPE_CHECKING:
    from .effects.ability import Ability


class CardRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What every card says of itself; a game adds its attributes."""

    key: Key
    name: Words
    type: str
    code: str | None = None
    text: Words | None = None
    flavour: Words | None = None
    abilities: list[dict[str, Any]] = []


class Card:
    """A compiled card: its record, and its abilities ready to run."""

    __slots__ = ("abilities", "key", "lasts", "record", "texts", "type")

    def __init__(self, record: Any, abilities: tuple[Ability, ...]) -> None:
        self.key: str = record.key
        self.type: str = record.type
        self.record = record
        self.abilities = abilities
        self.lasts = touching(abilities)
        self.texts: dict[tuple[str, str], str] = {}

    def __repr__(self) -> str:
        return f"<{self.key}>"

    def name(self, language: str = "en") -> str:
        """The card's name."""
        return say(self.record.name, language)

    @property
    def document(self) -> dict[str, Any]:
        """The card as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self.record)
        return plain


def touching(abilities: tuple[Ability, ...]) -> dict[str, tuple[Ability, ...]]:
    """The static abilities of a card by the stat or keyword that they touch."""
    found: dict[str, tuple[Ability, ...]] = {}
    for ability in abilities:
        for name in (*ability.modify, *ability.grants) if ability.kind == "static" else ():
            found[name] = (*found.get(name, ()), ability)
    return found


C = TypeVar("C", bound=Card)


@dataclass(frozen=True, slots=True)
class Deck:
    """A list that ships with a set: sections of card keys with their counts."""

    key: str
    name: Words
    format: str
    sections: dict[str, dict[str, int]]
    options: dict[str, Any] = field(default_factory=dict)

    def cards(self, section: str = "deck") -> list[str]:
        """The cards of a section, one by one, in the list's order."""
        return [key for key, count in self.sections.get(section, {}).items() for _ in range(count)]


class SetFile(Struct, kw_only=True, forbid_unknown_fields=True):
    """A card set as a file; where sets are drafted, whether this one is, and how often each card is there."""

    set: str
    name: Words
    cards: list[dict[str, Any]]
    decks: list[dict[str, Any]] = []
    about: Words | None = None
    draftable: bool = True
    copies: Annotated[int, Meta(ge=1, le=20)] = 1


@dataclass(frozen=True, slots=True, eq=False)
class CardSet(Generic[C]):
    """A loaded set: `id` is its name with the hash of its content behind `@`."""

    id: str
    name: Words
    cards: dict[str, C]
    decks: dict[str, Deck]
    document: dict[str, Any]
    draftable: bool = True
    copies: int = 1


def content_hash(document: Any) -> str:
    """The first twelve hexadecimal digits of SHA-256 of a document's canonical JSON."""
    return hashlib.sha256(msgspec.json.encode(document, order="sorted")).hexdigest()[:12]


def read_set(path: Traversable) -> dict[str, Any]:
    """A set file as plain data; raises `ValueError` where it is not well formed."""
    reading = read(path.read_text("utf-8"))
    if reading.faults:
        fault = reading.faults[0]
        raise ValueError(f"{path.name}, line {reading.marks.get(fault.at, ('?',))[0]}: {fault.message}")
    document: dict[str, Any] = reading.value
    return document


def make_set(document: dict[str, Any], compile_card: Any) -> CardSet[Any]:
    """Compile a set that ships with the game; raises `ValueError` at its first fault."""
    plain = msgspec.convert(document, SetFile)
    cards: dict[str, Any] = {}
    for i, raw in enumerate(plain.cards):
        card, faults = compile_card(raw, f"/cards/{i}")
        if faults or card is None:
            raise ValueError(f"{plain.set}: {faults[0].at}: {faults[0].message}")
        if card.key in cards:
            raise ValueError(f"{plain.set}: {card.key} is there twice")
        cards[card.key] = card
    decks = {deck["key"]: Deck(**deck) for deck in plain.decks}
    name = f"{plain.set}@{content_hash(document)}"
    return CardSet(name, plain.name, cards, decks, document, plain.draftable, plain.copies)


def fold(name: str) -> str:
    """A name for comparing: without case, accents and tone marks (đ is d)."""
    if is_heaped(name):
        return name
    plain = unicodedata.normalize("NFKD", name.casefold().replace("đ", "d"))
    return "".join(ch for ch in plain if not unicodedata.combining(ch)).replace("’", "'").strip()


def unknown_card(at: str, key: Any) -> Fault:
    """The fault of a card key that no set has."""
    return Fault(code="unknown_card", at=at, message=f"No card {key} in the sets of this state.", data={"card": key})
