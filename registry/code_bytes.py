"""The smallest things in a deck code: whole numbers and texts."""

from __future__ import annotations

from registry.code_letters import Letters
from registry.errors import InvalidCode
from registry.plain_text import strange_characters

LARGEST = 2**35 - 1


def number_bytes(number: int) -> bytes:
    """Write a number in groups of seven bits, the lowest first; all but the last group have the high bit set."""
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*groups, number])


def text_bytes(text: str) -> bytes:
    """Write a text as the number of its bytes and its UTF-8."""
    plain = text.encode()
    return number_bytes(len(plain)) + plain


class Cursor:
    """Reads a payload from its beginning; each fault is an InvalidCode at the letter where it shows."""

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self._at = 0

    def refuse(self, reason: str, message: str, at: int | None = None) -> InvalidCode:
        """Give the error for something found at a byte, by default the present one; a wrong letter explains all."""
        offset = self._letters.spelling.offset(self._at if at is None else at)
        return self._letters.wrong or InvalidCode(reason, offset, message)

    @property
    def place(self) -> int:
        """The byte that is read next."""
        return self._at

    def ended(self) -> bool:
        """Whether everything is read."""
        return self._at == len(self._letters.payload)

    def byte(self) -> int:
        """Read one byte."""
        if self.ended():
            raise self._cut()
        self._at += 1
        return self._letters.payload[self._at - 1]

    def _take(self, size: int) -> bytes:
        """Read so many bytes."""
        end = self._at + size
        if end > len(self._letters.payload):
            raise self._cut()
        self._at, begin = end, self._at
        return self._letters.payload[begin:end]

    def _cut(self) -> InvalidCode:
        """Give the error for an end too early: one wrong letter may feign it, several need not be thought of."""
        wrong = self._letters.wrong
        if wrong is not None and wrong.reason == "wrong_character":
            return wrong
        return InvalidCode("cut", self._letters.length, "The deck code is cut off.")

    def number(self) -> int:
        """Read a number; only its shortest form is taken."""
        start, number, shift = self._at, 0, 0
        while (group := self.byte()) & 0x80:
            number |= (group & 0x7F) << shift
            shift += 7
            if number > LARGEST or shift > LARGEST.bit_length():
                raise self.refuse("too_large", "This number is too large.", start)
        number |= group << shift
        if number > LARGEST or (group == 0 and shift):
            raise self.refuse("not_canonical", "This number is not written in its shortest form.", start)
        return number

    def text(self) -> str:
        """Read a text."""
        start, size = self._at, self.number()
        plain = self._take(size)
        try:
            text = plain.decode()
        except UnicodeDecodeError as error:
            raise self.refuse("not_text", "This is no UTF-8 text.", start) from error
        if strange_characters(text):
            raise self.refuse("not_text", "No deck is written with these characters.", start)
        return text
