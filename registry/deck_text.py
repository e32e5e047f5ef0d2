"""Deck lists as people write them.

name: Aditya              what is said about the deck, one a line; every such line may be left out
option army: aditya

Deck (30)                 a heading, with or without a count or a colon
2 RAMA                    copies and a name in any of the card's languages, or its key
2x kodanda                # and // begin a comment
1 Old Name [card-key]     the key itself, where the name alone would not do
[another section]         the name itself of a section that the game does not have
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from registry.errors import Diagnostic, InvalidText
from registry.shelf import Shelf

MOST_LINES = 2000
MOST_COPIES = 999
_SUGGESTED_LINES = 50

# A line may be as long as a request, so nothing here may look at the same blanks again and again: no two neighbours of
# a pattern take the same signs.
_WORD = re.compile(
    r"\s*(?P<word>name|author|description|game|format|tag|set|option\s+(?P<option>[^:\s][^:]*)):[ \t]?(?P<value>.*)",
    re.IGNORECASE,
)
_CARD = re.compile(r"\s*(?P<count>[0-9]{1,9})[x×]?\s+(?P<name>\S.*)", re.IGNORECASE)
_KEYED = re.compile(r"(?:(?P<name>.*\S)\s+)?\[(?P<key>[^\[\]]+)\]")
_COMMENT = re.compile(r"(?:^|(?<=\s))(?:#|//).*")
_LITERAL = re.compile(r"\[(?P<name>.+)\]\s*(?:\(\s*[0-9]+\s*\))?")


@dataclass(frozen=True, slots=True)
class TextDeck:
    """A deck document as far as the text was understood, and what was not."""

    deck: dict[str, Any]
    diagnostics: list[Diagnostic]


class _Line(NamedTuple):
    """A line and its number, from 1."""

    number: int
    text: str


def read_text(text: str, shelf: Shelf, *, strict: bool = False) -> TextDeck:
    """Read a deck list; what is not understood is left out and reported, or, if `strict`, raises InvalidText."""
    reader = _Reader(shelf)
    lines = text.removeprefix("\ufeff").splitlines()
    for number, line in enumerate(lines[:MOST_LINES], start=1):
        reader.take(_Line(number, line))
    if len(lines) > MOST_LINES:
        reader.report(_Line(MOST_LINES + 1, ""), "", "too_many_lines")
    if strict and reader.diagnostics:
        raise InvalidText(reader.diagnostics)
    return TextDeck(reader.deck, reader.diagnostics)


def sets_named(text: str) -> list[str]:
    """Give the card sets that a deck list names, without reading it further."""
    words = (_WORD.fullmatch(line) for line in text.removeprefix("\ufeff").splitlines()[:MOST_LINES])
    return [word["value"].strip() for word in words if word and word["word"].lower() == "set"]


class _Reader:
    """Takes line after line, and knows the section that cards go to."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._section = shelf.sections[0] if len(shelf.sections) == 1 else None
        self.deck: dict[str, Any] = {"game": shelf.game, "sections": {}}
        self.diagnostics: list[Diagnostic] = []

    def take(self, line: _Line) -> None:
        """Take a line for what it is: nothing, a word about the deck, a card, or a heading."""
        said = _COMMENT.sub("", line.text).strip()
        if not said:
            return
        if word := _WORD.fullmatch(line.text):
            self._take_word(line, word["word"].lower(), word["option"], word["value"])
        elif card := _CARD.fullmatch(line.text.rstrip()):
            self._take_card(line, int(card["count"]), card["name"])
        else:
            self._take_heading(line, said)

    def report(self, line: _Line, part: str, code: str, suggestions: list[str] | None = None) -> None:
        """Note what was not understood of a line."""
        column = max(line.text.find(part), 0) + 1
        self.diagnostics.append(Diagnostic(line.number, column, part, code, suggestions or []))

    def _take_word(self, line: _Line, word: str, option: str | None, value: str) -> None:
        plain = value.strip()
        if option is not None:
            self.deck.setdefault("options", {})[option.strip()] = _value(plain)
        elif word in ("tag", "set"):
            self.deck.setdefault(f"{word}s", []).append(plain)
        elif word == "description":
            before = [self.deck[word]] if word in self.deck else []
            self.deck[word] = "\n".join([*before, value])
        elif word != "game":
            self.deck[word] = plain
        elif plain != self._shelf.game:
            self.report(line, plain, "other_game", [self._shelf.game])

    def _take_card(self, line: _Line, count: int, name: str) -> None:
        found = self._found(name) or self._found(_COMMENT.sub("", name).rstrip())
        if not 1 <= count <= MOST_COPIES:
            self.report(line, str(count), "bad_count")
        elif self._section is None:
            self.report(line, name, "no_section", self._shelf.sections)
        elif len(found) == 1:
            self._lines(self._section).append({"card": found[0][0], "count": count} | found[0][1])
        elif found:
            self.report(line, name, "ambiguous_card", [card for card, _ in found])
        else:
            self.report(line, name, "unknown_card", self._near(name))

    def _found(self, name: str) -> list[tuple[str, dict[str, str]]]:
        """Give the cards that a name may mean, each with the name to keep beside it."""
        keyed = _KEYED.fullmatch(name)
        if keyed and not self._shelf.is_printed(name):
            return [(keyed["key"], {"name": keyed["name"]} if keyed["name"] else {})]
        return [(card, {"name": self._shelf.names[card][0]}) for card in self._shelf.find(name)]

    def _near(self, name: str) -> list[str]:
        """Look for names written alike, but not for each line of a flood."""
        return self._shelf.near(name) if len(self.diagnostics) < _SUGGESTED_LINES else []

    def _take_heading(self, line: _Line, said: str) -> None:
        literal = _LITERAL.fullmatch(said)
        name = literal["name"] if literal else _uncounted(said)
        known = self._shelf.section(said) or self._shelf.section(name)
        if known is None and not literal and self._shelf.find(said):
            self.report(line, said, "no_count", [f"1 {said}"])
            return
        self._section = known or name
        if known is None:
            self.report(line, said, "unknown_heading", self._shelf.near_sections(name))
        if known or literal:
            self._lines(self._section)

    def _lines(self, section: str) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = self.deck["sections"].setdefault(section, [])
        return lines


def _uncounted(heading: str) -> str:
    """Give a heading without its count, as `(30)` or `30`, and without a colon behind it."""
    plain = heading.removesuffix(":").rstrip()
    if plain.endswith(")"):
        name, bracket, count = plain[:-1].rpartition("(")
        is_counted = bool(bracket)
    else:
        *before, count = plain.rsplit(maxsplit=1) or [""]
        name, is_counted = "".join(before), bool(before)
    digits = count.strip()
    return name.rstrip() if is_counted and digits.isascii() and digits.isdigit() else plain


def _value(text: str) -> object:
    """Read an option: a word of JSON, or else text."""
    with contextlib.suppress(orjson.JSONDecodeError):
        value: object = orjson.loads(text)
        return value
    return text
