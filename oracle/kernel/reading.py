"""A document that was read from text: its value, what is wrong with it, where each part stands."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any

from .errors import Fault

MAX_CHARACTERS = 1_000_000
MAX_FAULTS = 200
MAX_PARTS = 5_000
MAX_POINTER = 1000
DEPTH = 64
LARGEST = 2**31
MARKS = 30
IS_MARK = bytes([0, *[1] * 255])
HEAP = b"\1" * (MARKS + 1)
WHOLE = frozenset("0123456789")


@dataclass(slots=True)
class Reading:
    """A document's value, its faults, and where (line, column) each part stands, by JSON pointer; of `most` values."""

    value: Any = None
    faults: list[Fault] = field(default_factory=list)
    marks: dict[str, tuple[int, int]] = field(default_factory=dict)
    parts: int = 0
    most: int = MAX_PARTS

    def count(self, depth: int, at: str) -> None:
        """Count a value; raises `TooMuch` where there are too many, too deep, or under names too long."""
        self.parts += 1
        if depth > DEPTH:
            raise TooMuch("too_deep", at, f"Deeper than {DEPTH} levels.")
        if len(at) > MAX_POINTER:
            raise TooMuch("long_names", "", f"The names that lead to a part have {MAX_POINTER} characters at most.")
        if self.parts > self.most:
            raise TooMuch("too_many_parts", "", f"At most {self.most} values are read.")

    def refuse(self, code: str, at: str, message: str) -> None:
        """Note a fault; beyond the first few hundred nobody reads them, so that reading ends there (`Enough`)."""
        self.faults.append(Fault(code=code, at=at, message=message))
        if len(self.faults) >= MAX_FAULTS:
            raise Enough

    def place(self, at: str) -> tuple[int, int] | None:
        """The line and column of a part, or of the nearest whole that it belongs to."""
        while at not in self.marks and at:
            at = at.rpartition("/")[0]
        return self.marks.get(at)

    def is_too_long(self, text: str) -> bool:
        """Refuse a text that is longer than any set of cards."""
        if len(text) > MAX_CHARACTERS:
            self.marks[""] = (1, 1)
            self.refuse("too_long", "", f"At most {MAX_CHARACTERS} characters are read; here are {len(text)}.")
        return len(text) > MAX_CHARACTERS


class Enough(Exception):
    """There are as many faults as are told: the rest is not read."""


class TooMuch(Exception):
    """More than is read of any document: where its reading ends, and why."""

    def __init__(self, code: str, at: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.at = at
        self.message = message


def step(at: str, part: str | int) -> str:
    """The JSON pointer of a part."""
    if isinstance(part, int) or ("/" not in part and "~" not in part):
        return f"{at}/{part}"
    return f"{at}/{part.replace('~', '~0').replace('/', '~1')}"


def whole_number(text: str, at: str, reading: Reading) -> int | None:
    """A whole number in plain decimal, within the bounds of all documents."""
    digits = text.removeprefix("-")
    if not digits or not set(digits) <= WHOLE or (len(digits) > 1 and digits[0] == "0") or text == "-0":
        reading.refuse(
            "not_decimal", at, f"{shortened(text)} is not a decimal whole number; quote it if text is meant."
        )
        return None
    if len(digits) > 10 or int(digits) > LARGEST:
        reading.refuse("out_of_range", at, f"{shortened(text)} is beyond the largest number, {LARGEST}.")
        return None
    return int(text)


def composed(text: str, at: str, reading: Reading) -> str:
    """Text in the composed form (NFC); one that heaps marks on a letter is refused."""
    if text.isascii():
        return text
    if is_heaped(text):
        reading.refuse("heaped_marks", at, f"A letter bears at most {MARKS} marks.")
        return text
    return unicodedata.normalize("NFC", text)


def is_heaped(text: str) -> bool:
    """Whether one letter bears more marks than any writing has: sorting them takes the square of their number."""
    if len(text) <= MARKS or text.isascii():
        return False
    return HEAP in bytes(map(unicodedata.combining, text)).translate(IS_MARK)


def shortened(text: str) -> str:
    """A value in a message, cut short."""
    shown = repr(text)
    return shown if len(shown) <= 60 else shown[:57] + "...'"
