"""Checking a set of cards before anybody plays it: every fault at once, and what each card says.

Accepted are a set file (`set`, `name`, `cards`, `decks`), a list of cards, or a mapping of cards by
key, as plain data or as text in YAML or JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from . import shapes
from .cards import SetFile
from .effects.cycles import warnings
from .effects.parse import Parser
from .effects.text import Writer
from .errors import Fault
from .jsontext import read_json
from .reading import MAX_FAULTS, Reading
from .rulebook import Words, say
from .shapes import pointer, shown
from .state import Key
from .yaml import read

if TYPE_CHECKING:
    from .cards import Card
    from .game import Game

MAX_CARDS = 400
MAX_CHARACTERS = 262_144
MOST_WITH_FAULTS = 2_000

Syntax = Literal["json", "yaml"]


class DeckFile(Struct, kw_only=True, forbid_unknown_fields=True):
    """A deck as its set writes it: sections of card keys with their counts."""

    key: Key
    name: Words
    format: str
    sections: dict[str, dict[str, Annotated[int, Meta(ge=1, le=500)]]]
    options: dict[str, Any] = {}


class Finding(Struct, kw_only=True, omit_defaults=True):
    """Something wrong in a set: where (a JSON pointer; line and column where text was given), and what."""

    code: str
    pointer: str
    message: str
    data: dict[str, Any] = {}
    line: int | UnsetType = UNSET
    column: int | UnsetType = UNSET


class CardText(Struct, kw_only=True):
    """What a card of the set says: its name and its rules text, by language."""

    key: str
    name: dict[str, str]
    text: dict[str, str]


class CardsReport(Struct, kw_only=True):
    """The verdict on a set: its faults (none: it can be played), warnings, and the cards that are well formed.

    The cards of a large text are told once nothing in it is wrong.
    """

    faults: list[Finding]
    warnings: list[Finding]
    cards: list[CardText]


def check_cards(
    game: Game[Any, Any], given: Any, language: str | None = None, syntax: Syntax | None = None
) -> CardsReport:
    """Everything that is wrong with a set, and the text of each good card (in one language, or in all).

    Text is taken for JSON where it looks so, unless `syntax` says what it is.
    """
    reading = given_reading(given, syntax)
    faults = list(reading.faults)
    made: list[tuple[Card, str]] = []
    if reading.value is not None or not reading.faults:
        found, made = check_document(game, reading.value)
        faults += found
    tongues = game.languages if language is None else [language]
    told = made if not faults or reading.parts <= MOST_WITH_FAULTS else []
    return CardsReport(
        faults=[finding(fault, reading) for fault in faults[:MAX_FAULTS]],
        warnings=[finding(fault, reading) for fault in warnings(made)],
        cards=texts(game, [card for card, _ in told], tongues),
    )


def given_reading(given: Any, syntax: Syntax | None) -> Reading:
    """A document as it was given: plain data, or text that is read strictly."""
    if isinstance(given, (bytes, bytearray)):
        if len(given) > 4 * MAX_CHARACTERS:
            return too_long(len(given))
        try:
            given = bytes(given).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            reading = Reading(marks={"": (1, 1)})
            reading.refuse("not_utf8", "", f"This is not UTF-8: {error.reason} at byte {error.start}.")
            return reading
    if not isinstance(given, str):
        return Reading(value=given)
    if len(given) > MAX_CHARACTERS:
        return too_long(len(given))
    return read_json(given) if syntax == "json" or (syntax is None and looks_like_json(given)) else read(given)


def looks_like_json(text: str) -> bool:
    """Whether a text opens like JSON: YAML writes keys without quotes."""
    begin = text.lstrip()[:200]
    return begin[:1] in ("{", "[") and begin[1:].lstrip()[:1] in ('"', "{", "[", "]", "}", "")


def too_long(length: int) -> Reading:
    """A text that is longer than any set of cards."""
    reading = Reading(marks={"": (1, 1)})
    reading.refuse("too_long", "", f"At most {MAX_CHARACTERS} characters are read; here are {length}.")
    return reading


def finding(fault: Fault, reading: Reading) -> Finding:
    """A fault with the line and column of its part."""
    place = reading.place(fault.at)
    made = Finding(code=fault.code, pointer=fault.at, message=fault.message, data=fault.data)
    if place is not None:
        made.line, made.column = place
    return made


# -- the document ----------------------------------------------------------------------------------


def check_document(game: Game[Any, Any], document: Any) -> tuple[list[Fault], list[tuple[Card, str]]]:
    """The faults of a set, and its good cards with their pointers."""
    faults: list[Fault] = []
    if isinstance(document, dict) and ("cards" in document or "set" in document):
        faults += set_faults(document)
        written, at = document.get("cards"), "/cards"
    else:
        written, at = document, ""
    entries = list(entries_of(written, at, faults))
    keys = keys_of(entries, faults)
    shipped = {card.key for card in game.cards()}
    made = compile_all(game, entries, faults, lambda key: key in keys or key in shipped)
    if isinstance(document, dict) and isinstance(document.get("decks"), list):
        faults += islice(deck_faults(document["decks"], keys | shipped), MAX_FAULTS)
    return faults, made


def set_faults(document: dict[str, Any]) -> list[Fault]:
    """The faults of a set file's own fields; its cards and decks are looked at one by one."""
    plain = {**document, "decks": []} if isinstance(document.get("decks"), list) else document
    if isinstance(document.get("cards"), (list, dict)):
        plain = {**plain, "cards": []}
    needed = plain if "set" in plain or "name" in plain else {"set": "cards", "name": "cards", **plain}
    return shapes.faults(needed, SetFile)


def entries_of(written: Any, at: str, faults: list[Fault]) -> Iterator[tuple[Any, str]]:
    """Every card as it is written, with its pointer."""
    if isinstance(written, list):
        pairs = [(card, pointer(at, i)) for i, card in enumerate(written)]
    elif isinstance(written, dict):
        pairs = [(keyed(key, card, pointer(at, key), faults), pointer(at, key)) for key, card in written.items()]
    else:
        faults.append(Fault(code="wrong_type", at=at, message="Expected a list of cards."))
        return
    if len(pairs) > MAX_CARDS:
        faults.append(
            Fault(code="too_many", at=at, message=f"At most {MAX_CARDS} cards are checked; here are {len(pairs)}.")
        )
        return
    yield from pairs


def keyed(key: str, card: Any, at: str, faults: list[Fault]) -> Any:
    """A card that stands under its key."""
    if not isinstance(card, dict):
        return card
    if card.get("key", key) != key:
        faults.append(Fault(code="other_key", at=pointer(at, "key"), message=f"The key is {key} here."))
    return {"key": key, **card}


def keys_of(entries: list[tuple[Any, str]], faults: list[Fault]) -> set[str]:
    """The keys of a set, each said once."""
    keys: set[str] = set()
    for card, at in entries:
        key = card.get("key") if isinstance(card, dict) else None
        if not isinstance(key, str):
            continue
        if key in keys:
            faults.append(
                Fault(code="duplicate_card", at=pointer(at, "key"), message=f"The card {shown(key)} is there twice.")
            )
        if not is_kebab(key):
            faults.append(
                Fault(
                    code="bad_key", at=pointer(at, "key"), message="A key is words in small letters, joined by hyphens."
                )
            )
        keys.add(key)
    return keys


def is_kebab(key: str) -> bool:
    """Whether a key is in kebab-case."""
    return all(part.isascii() and part.isalnum() and part.lower() == part for part in key.split("-"))


def compile_all(
    game: Game[Any, Any], entries: list[tuple[Any, str]], faults: list[Fault], known: Callable[[str], bool]
) -> list[tuple[Card, str]]:
    """The cards that are well formed; the faults of the others are noted, as many as are told."""
    made: list[tuple[Card, str]] = []
    for document, at in entries:
        if len(faults) >= MAX_FAULTS:
            break
        card, found = game.compile_card(document, at, known)
        faults += found if card is not None else [*found, *behind(game, document, at, known, found)]
        if card is not None:
            made.append((card, at))
    return made


def behind(
    game: Game[Any, Any], document: Any, at: str, known: Callable[[str], bool], found: list[Fault]
) -> Iterator[Fault]:
    """The faults of a card's abilities that were not told because its fields are wrong already."""
    parser, told = Parser(game.vocabulary, known), {fault.at for fault in found}
    for slot in game.vocabulary.slots if isinstance(document, dict) else ():
        if isinstance(document.get(slot), list) and not any(at_slot.startswith(f"{at}/{slot}/") for at_slot in told):
            parser.abilities(document[slot], f"{at}/{slot}", slot)
    yield from (fault for fault in parser.faults if fault.at not in told)


def deck_faults(decks: list[Any], keys: set[str]) -> Iterator[Fault]:
    """The faults of the decks that come with a set; whether they may be played is asked of each deck."""
    for i, deck in enumerate(decks):
        at = f"/decks/{i}"
        found = shapes.faults(deck, DeckFile)
        yield from (Fault(code=f.code, at=at + f.at, message=f.message, data=f.data) for f in found)
        if found:
            continue
        for section, lines in deck["sections"].items():
            for key in lines:
                if key not in keys:
                    place = pointer(pointer(f"{at}/sections", section), key)
                    yield Fault(
                        code="unknown_card", at=place, message=f"No card {shown(key)} in this set.", data={"card": key}
                    )


# -- the texts -------------------------------------------------------------------------------------


def texts(game: Game[Any, Any], cards: list[Card], languages: list[str]) -> list[CardText]:
    """What each card says."""
    names: Mapping[str, Any] = {**{card.key: card for card in game.cards()}, **{card.key: card for card in cards}}
    writers = {language: Writer(game, language, names) for language in languages}
    return [
        CardText(
            key=card.key,
            name={language: say(card.record.name, language) for language in languages},
            text={language: writer.card(card) for language, writer in writers.items()},
        )
        for card in cards
    ]
