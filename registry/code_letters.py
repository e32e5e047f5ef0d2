"""Bytes as letters: base64url for links, base32 behind `32.` for QR codes; and which letter is wrong, if one is.

The last four bytes are the CRC-32 of those before them. What a wrong letter does to a CRC depends on its place and
its difference only, so a single wrong one is found by trying the places.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from registry.errors import InvalidCode

CHECKSUM_BYTES = 4
LONGEST = 100_000
"""More letters than any deck takes that can be registered: its document has at most 64 KiB."""
_LONGEST_SEARCH = 1_000
_QR_PREFIX = "32."


@dataclass(frozen=True)
class Spelling:
    """One way to write bytes as letters."""

    prefix: str
    alphabet: str
    bits: int

    def offset(self, byte: int) -> int:
        """Give the place of the letter in which a byte begins."""
        return len(self.prefix) + byte * 8 // self.bits


LINK = Spelling("", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 6)
QR = Spelling(_QR_PREFIX, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 5)


@dataclass(frozen=True)
class Letters:
    """What letters say: the bytes before the checksum, and what is wrong where the checksum does not fit."""

    payload: bytes
    spelling: Spelling
    length: int
    wrong: InvalidCode | None


def spell(payload: bytes, spelling: Spelling = LINK) -> str:
    """Write a payload and its checksum as letters."""
    return spelling.prefix + _letters(payload + zlib.crc32(payload).to_bytes(CHECKSUM_BYTES), spelling)


def unspell(text: str) -> Letters:
    """Read letters back; InvalidCode says at which one they stop being letters of a code."""
    spelling = QR if text.startswith(_QR_PREFIX) else LINK
    letters = text[len(_QR_PREFIX) :].upper() if spelling is QR else text
    sealed = _bytes(letters, spelling)
    payload, checksum = sealed[:-CHECKSUM_BYTES], int.from_bytes(sealed[-CHECKSUM_BYTES:])
    syndrome = zlib.crc32(payload) ^ checksum
    if syndrome:
        return Letters(payload, spelling, len(text), _complaint(syndrome, sealed, spelling, len(text)))
    if _letters(sealed, spelling) != letters:
        raise InvalidCode("wrong_character", len(text) - 1, "This character is wrong.")
    return Letters(payload, spelling, len(text), None)


def _letters(sealed: bytes, spelling: Spelling) -> str:
    plain = base64.urlsafe_b64encode(sealed) if spelling is LINK else base64.b32encode(sealed)
    return plain.decode().rstrip("=")


def _bytes(letters: str, spelling: Spelling) -> bytes:
    end = len(spelling.prefix) + len(letters)
    if len(letters) > LONGEST:
        raise InvalidCode("too_long", LONGEST, f"A deck code has at most {LONGEST} characters.")
    _refuse_foreign(letters, spelling)
    size, spare = divmod(len(letters) * spelling.bits, 8)
    if size <= CHECKSUM_BYTES or spare >= spelling.bits:
        raise InvalidCode("cut", end, "The deck code is cut off.")
    padded = letters + "=" * (-len(letters) % 8)
    return base64.urlsafe_b64decode(padded) if spelling is LINK else base64.b32decode(padded)


def _refuse_foreign(letters: str, spelling: Spelling) -> None:
    known = frozenset(spelling.alphabet)
    for place, letter in enumerate(letters):
        if letter not in known:
            at = len(spelling.prefix) + place
            raise InvalidCode("foreign_character", at, f"No deck code has the character {letter!r}.")


def _complaint(syndrome: int, sealed: bytes, spelling: Spelling, length: int) -> InvalidCode:
    place = _wrong_letter(syndrome, len(sealed), spelling)
    if place is None:
        return InvalidCode("wrong_checksum", length, "The checksum does not fit: several characters are wrong.")
    at = len(spelling.prefix) + place
    return InvalidCode("wrong_character", at, "This character is wrong.")


def _wrong_letter(syndrome: int, size: int, spelling: Spelling) -> int | None:
    """Give the place of the one letter whose change explains the syndrome, if there is exactly one such place."""
    effects = list(_effects(size))[::-1] if size * 8 // spelling.bits <= _LONGEST_SEARCH else []
    starts = range(0, len(effects), spelling.bits)
    places = [start for start in starts if syndrome in _sums(effects[start : start + spelling.bits])]
    return places[0] // spelling.bits if len(places) == 1 else None


def _sums(effects: list[int]) -> set[int]:
    """Give the effects of all sets of wrong bits."""
    sums = {0}
    for effect in effects:
        sums |= {each ^ effect for each in sums}
    return sums


def _effects(size: int) -> Iterator[int]:
    """Give what flipping each bit does to the syndrome, the last bit of the last byte first."""
    yield from (1 << bit for bit in range(8 * CHECKSUM_BYTES))
    table = [zlib.crc32(bytes([byte])) ^ zlib.crc32(b"\0") for byte in range(256)]
    states = [table[1 << bit] for bit in range(8)]
    for _ in range(size - CHECKSUM_BYTES):
        yield from states
        states = [table[state & 0xFF] ^ state >> 8 for state in states]
