"""Deck codes: a whole deck list in one text, which needs no registry to be read.

A code holds the canonical list (see `lists`) and nothing else. Version 1, before the checksum:

    byte 1 · text game · text format · number of sets, each a text · number of options, each a text and a value ·
    number of sections, each a text and a number of lines, each a text (the card) and a number (its copies)

A value is a byte 0 (null), 1 (false), 2 (true), 3 and a number (n ≥ 0 as 2n, n < 0 as -2n - 1), or 4 and a text. Sets,
options, sections and cards are sorted by their UTF-8 bytes, each once; sections are not empty, texts are plain, and
nothing is more than a deck may have (`lists`). Every other form is refused, so equal lists have equal codes. A reader
knows all versions, a writer takes the lowest that can hold the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from registry.code_bytes import Cursor, number_bytes, text_bytes
from registry.code_letters import LINK, QR, spell, unspell
from registry.lists import COPIES, DISTINCT_CARDS, LINES, OPTIONS, SECTIONS, SETS, Option

VERSION = 1
_NULL, _FALSE, _TRUE, _NUMBER, _TEXT = range(5)
_CONSTANTS: dict[int, Option] = {_NULL: None, _FALSE: False, _TRUE: True}


def encode(deck: dict[str, Any], *, qr: bool = False) -> str:
    """Write a canonical list as a code, for links or in the letters of QR codes."""
    parts = [
        bytes([VERSION]),
        text_bytes(deck["game"]),
        text_bytes(deck["format"]),
        _sequence([text_bytes(each) for each in _sorted(deck["sets"])]),
        _sequence([text_bytes(name) + _value_bytes(deck["options"][name]) for name in _sorted(deck["options"])]),
        _sequence([text_bytes(name) + _lines_bytes(deck["sections"][name]) for name in _sorted(deck["sections"])]),
    ]
    return spell(b"".join(parts), QR if qr else LINK)


def decode(code: str, game: str | None = None) -> dict[str, Any]:
    """Read a code back into the canonical list, of this game if one is named; InvalidCode says what is wrong where.

    Its `reason` is one of `foreign_character`, `cut`, `wrong_character`, `wrong_checksum`, `too_long`,
    `unknown_version`, `other_game`, `too_large`, `not_text`, `not_canonical` and `trailing`.
    """
    letters = unspell(code)
    cursor = Cursor(letters)
    if (version := cursor.byte()) != VERSION:
        raise cursor.refuse("unknown_version", f"Codes of version {version} are not known here, only {VERSION}.", 0)
    deck = _deck(cursor, game)
    if not cursor.ended():
        raise cursor.refuse("trailing", "The deck ends here, but the code goes on.")
    if letters.wrong is not None:
        raise letters.wrong
    return deck


def _deck(cursor: Cursor, game: str | None) -> dict[str, Any]:
    start, named = cursor.place, cursor.text()
    if game is not None and named != game:
        raise cursor.refuse("other_game", f"This is a deck of {named}, not of {game}.", start)
    return {
        "game": named,
        "format": cursor.text(),
        "sets": list(_members(cursor, SETS, lambda: None)),
        "options": _members(cursor, OPTIONS, lambda: _value(cursor)),
        "sections": _sections(cursor),
    }


def _sections(cursor: Cursor) -> dict[str, list[dict[str, Any]]]:
    start, sections = cursor.place, _members(cursor, SECTIONS, lambda: _lines(cursor))
    cards = [line["card"] for lines in sections.values() for line in lines]
    if len(cards) > LINES or len({*cards}) > DISTINCT_CARDS:
        said = f"A deck has at most {LINES} lines and {DISTINCT_CARDS} different cards."
        raise cursor.refuse("too_large", said, start)
    return sections


def _members(cursor: Cursor, most: int, value: Callable[[], Any]) -> dict[str, Any]:
    """Read a sequence of names with values, in order and each once."""
    members: dict[str, Any] = {}
    before = b""
    for first in _counted(cursor, most):
        start, name = cursor.place, cursor.text()
        if not first and name.encode() <= before:
            raise cursor.refuse("not_canonical", "This stands out of order.", start)
        before = name.encode()
        members[name] = value()
    return members


def _counted(cursor: Cursor, most: int) -> Iterator[bool]:
    """Go through a sequence; the first member is True."""
    start, number = cursor.place, cursor.number()
    for index in range(number):
        if index == most:
            raise cursor.refuse("too_large", f"No deck has more than {most} of these.", start)
        yield index == 0


def _lines(cursor: Cursor) -> list[dict[str, Any]]:
    start = cursor.place
    lines = _members(cursor, LINES, lambda: _copies(cursor))
    if not lines:
        raise cursor.refuse("not_canonical", "This section is empty.", start)
    return [{"card": card, "count": count} for card, count in lines.items()]


def _copies(cursor: Cursor) -> int:
    start, count = cursor.place, cursor.number()
    if not 1 <= count <= COPIES:
        raise cursor.refuse("too_large", f"A line has 1 to {COPIES} copies.", start)
    return count


def _value(cursor: Cursor) -> Option:
    start, kind = cursor.place, cursor.byte()
    if kind == _NUMBER:
        number = cursor.number()
        return -(number + 1) // 2 if number % 2 else number // 2
    if kind == _TEXT:
        return cursor.text()
    if kind not in _CONSTANTS:
        raise cursor.refuse("not_canonical", "There is no such kind of option.", start)
    return _CONSTANTS[kind]


def _value_bytes(value: Option) -> bytes:
    if isinstance(value, str):
        return bytes([_TEXT]) + text_bytes(value)
    if value is None or isinstance(value, bool):
        return bytes([_NULL if value is None else _TRUE if value else _FALSE])
    return bytes([_NUMBER]) + number_bytes(2 * value if value >= 0 else -2 * value - 1)


def _lines_bytes(lines: list[dict[str, Any]]) -> bytes:
    counts = {line["card"]: line["count"] for line in lines}
    return _sequence([text_bytes(card) + number_bytes(counts[card]) for card in _sorted(counts)])


def _sequence(members: list[bytes]) -> bytes:
    return number_bytes(len(members)) + b"".join(members)


def _sorted(names: Iterable[str]) -> list[str]:
    return sorted(names, key=str.encode)
