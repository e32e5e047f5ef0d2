"""What counts as plain text in a name, a description or a tag."""

from __future__ import annotations

import unicodedata

_DIRECTION_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})


def tidy(text: str, *, lines: bool = False) -> str:
    """Bring text to NFC without outer blanks; with `lines`, line ends become line feeds."""
    if lines:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", text).strip()


def strange_characters(text: str, *, lines: bool = False) -> list[str]:
    """Name the characters that plain text may not hold: controls, lone surrogates, direction overrides."""
    allowed = "\n" if lines else ""
    strange = {char for char in text if char not in allowed and _is_strange(char)}
    return [f"U+{ord(char):04X}" for char in sorted(strange)]


def _is_strange(char: str) -> bool:
    return (
        char in _DIRECTION_CONTROLS or unicodedata.category(char) in _REFUSED_CATEGORIES or _is_noncharacter(ord(char))
    )


def _is_noncharacter(point: int) -> bool:
    return point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF
