"""JSON as strictly as YAML is read: every fault with its pointer, line and column.

Keys said twice, fractions, NaN and what is no JSON at all are refused; the value is plain data.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from contextlib import suppress
from typing import Any

from .reading import Enough, Reading, TooMuch, composed, shortened, step, whole_number

SPACE = re.compile(r"[ \t\r\n]*")
TEXT = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
HALVES = re.compile("[\ud800-\udfff]")
WORD = re.compile(r"[A-Za-z0-9+\-.]+")
LITERALS = {"true": True, "false": False, "null": None}
NUMBERS = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


class NotJson(Exception):
    """The text stops being JSON at this position."""

    def __init__(self, position: int, expected: str) -> None:
        super().__init__(expected)
        self.position = position
        self.expected = expected


def read_json(text: str) -> Reading:
    """Read one JSON document; everything wrong with it is in `faults`, nothing is raised."""
    reading = Reading()
    if not reading.is_too_long(text):
        Scanner(text, reading).document()
    return reading


class Scanner:
    """Walks over a text once."""

    def __init__(self, text: str, reading: Reading) -> None:
        self.text = text
        self.reading = reading
        self.lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self.at = 0

    def mark(self, position: int) -> tuple[int, int]:
        """Line and column of a position, from 1."""
        line = bisect_right(self.lines, position)
        return line, position - self.lines[line - 1] + 1

    def document(self) -> None:
        """The one value of the text."""
        with suppress(Enough):
            try:
                self.reading.value = self.value("", 0)
                self.expect("")
            except TooMuch as error:
                self.reading.refuse(error.code, error.at, error.message)
            except NotJson as error:
                self.reading.value = None
                self.reading.marks[""] = self.mark(error.position)
                self.reading.refuse("not_json", "", f"This is not JSON: expected {error.expected}.")

    def skip(self) -> None:
        """Pass over blanks."""
        found = SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def next(self) -> str:
        """The next character that is no blank; nothing at the end."""
        sign = self.text[self.at : self.at + 1]
        if sign > " ":
            return sign
        self.skip()
        return self.text[self.at : self.at + 1]

    def value(self, at: str, depth: int) -> Any:
        """Any value."""
        sign = self.next()
        if at not in self.reading.marks:
            self.reading.marks[at] = self.mark(self.at)
        self.reading.count(depth, at)
        if sign == "{":
            return self.mapping(at, depth)
        if sign == "[":
            return self.sequence(at, depth)
        return self.string(at) if sign == '"' else self.word(at)

    def mapping(self, at: str, depth: int) -> dict[str, Any]:
        """A mapping with keys that are said once."""
        value: dict[str, Any] = {}
        self.at += 1
        if self.next() == "}":
            self.at += 1
            return value
        while True:
            self.next()
            place = self.mark(self.at)
            key = self.string(at)
            inner = step(at, key)
            self.reading.marks[inner] = place
            if key in value:
                self.reading.refuse("duplicate_key", inner, f"The key {shortened(key)} is said twice.")
            self.expect(":")
            value[key] = self.value(inner, depth + 1)
            if self.ends("}"):
                return value

    def sequence(self, at: str, depth: int) -> list[Any]:
        """A list."""
        value: list[Any] = []
        self.at += 1
        if self.next() == "]":
            self.at += 1
            return value
        while True:
            value.append(self.value(step(at, len(value)), depth + 1))
            if self.ends("]"):
                return value

    def ends(self, sign: str) -> bool:
        """Whether a list or mapping ends here; otherwise a comma stands here."""
        found = self.next()
        if found not in (sign, ",") or not found:
            raise NotJson(self.at, f"a comma or {sign}")
        self.at += 1
        return found == sign

    def expect(self, sign: str) -> None:
        """Pass over a sign that must stand here; nothing is the end of the text."""
        if self.next() != sign:
            raise NotJson(self.at, sign or "the end of the text")
        self.at += 1

    def string(self, at: str) -> str:
        """Text."""
        found = TEXT.match(self.text, self.at)
        if found is None:
            raise NotJson(self.at, "text in double quotes")
        self.at = found.end()
        written = found[0]
        value: str = json.loads(written) if "\\" in written else written[1:-1]
        if HALVES.search(value):
            raise NotJson(found.start(), "text without half of a character")
        return composed(value, at, self.reading)

    def word(self, at: str) -> Any:
        """A number, a truth value or null."""
        found = WORD.match(self.text, self.at)
        if found is None:
            raise NotJson(self.at, "a value")
        word = found[0]
        if word not in LITERALS and not NUMBERS.fullmatch(word) and word not in ("NaN", "Infinity", "-Infinity"):
            raise NotJson(self.at, "a value")
        self.at = found.end()
        if word in LITERALS:
            return LITERALS[word]
        if word.removeprefix("-").isdigit():
            return whole_number(word, at, self.reading)
        self.reading.refuse("not_plain", at, "Fractions and the like are not part of the format.")
        return None
