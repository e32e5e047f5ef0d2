"""Crockford's base32: an alphabet without letters that are read as digits."""

from __future__ import annotations

import re

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BITS = 5
_VALUES = {letter: value for value, letter in enumerate(ALPHABET)} | {"I": 1, "L": 1, "O": 0}

_TYPED = str.maketrans("IiLlOo", "111100", "-")
_CANONICAL = re.compile(f"[{ALPHABET}]*")


def encode(number: int, length: int) -> str:
    """Write a number as `length` characters, most significant first."""
    shifts = range(BITS * (length - 1), -1, -BITS)
    return "".join(ALPHABET[number >> shift & 31] for shift in shifts)


def tidy(text: str) -> str | None:
    """Give the canonical spelling of typed text (case, hyphens, I, L and O), or None if a character is foreign."""
    letters = text.translate(_TYPED).upper() if text.isascii() else "?"
    return letters if _CANONICAL.fullmatch(letters) else None


def check_character(letters: str) -> str:
    """Give the character that makes any one wrong character, or two neighbours swapped, show.

    The letters are digits of a polynomial over GF(32) with x^5 + x^2 + 1, evaluated by Horner's rule at x.
    """
    total = 0
    for letter in letters:
        total = _times_x(total ^ _VALUES[letter])
    return ALPHABET[total]


def _times_x(value: int) -> int:
    return value << 1 ^ (0b100101 if value & 0b10000 else 0)
