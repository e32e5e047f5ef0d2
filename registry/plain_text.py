"""What counts as plain text in a name, a description or a tag."""

from __future__ import annotations

import unicodedata
from typing import Literal

from oracle import is_heaped

_DIRECTION_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN_CATEGORIES = frozenset({"Cf", "Zs"})
_UNSEEN = frozenset("\n\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_VARIATIONS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})


def normal(form: Literal["NFC", "NFD"], text: str) -> str:
    """Bring text to a normal form, unless it heaps marks on a letter: to sort them takes the square of their number."""
    return text if is_heaped(text) else unicodedata.normalize(form, text)


def tidy(text: str, *, lines: bool = False) -> str:
    """Bring text to NFC without outer blanks; with `lines`, line ends become line feeds."""
    if lines:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return normal("NFC", text).strip()


def folded(text: str) -> str:
    """Give text without case, decomposed first as Unicode's caseless matching demands."""
    return normal("NFD", text).casefold()


def strange_characters(text: str, *, lines: bool = False) -> list[str]:
    """Name the characters that plain text may not hold: controls, lone surrogates, direction overrides."""
    allowed = "\n" if lines else ""
    strange = {char for char in text if char not in allowed and _is_strange(char)}
    return [f"U+{ord(char):04X}" for char in sorted(strange)]


def is_seen(text: str) -> bool:
    """Whether a reader sees anything of it: blanks, fillers, joiners and variation selectors alone are nothing."""
    return any(not _is_unseen(char) for char in text)


def _is_unseen(char: str) -> bool:
    varies = any(ord(char) in each for each in _VARIATIONS)
    return char in _UNSEEN or varies or unicodedata.category(char) in _UNSEEN_CATEGORIES


def _is_strange(char: str) -> bool:
    return (
        char in _DIRECTION_CONTROLS or unicodedata.category(char) in _REFUSED_CATEGORIES or _is_noncharacter(ord(char))
    )


def _is_noncharacter(point: int) -> bool:
    return point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF
