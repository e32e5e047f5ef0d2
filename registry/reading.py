"""Reading parsed JSON field by field, keeping every fault on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from oracle import is_heaped
from registry import plain_text
from registry.errors import Fault
from registry.pointers import escaped

INTEGER_LIMIT = 2**31


class Reader:
    """Takes values of the right kind out of a document; each one that is not is a fault, and reading goes on."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, code: str, at: str, message: str, **data: object) -> None:
        """Note a fault at a JSON pointer."""
        self.faults.append(Fault(code, at, message, data))

    def members(self, value: object, at: str, allowed: Iterable[str]) -> dict[str, Any]:
        """Take an object that has no other fields than these; an empty one stands for what is not an object."""
        document = self.mapping(value, at)
        known = list(allowed)
        for name in document:
            if name not in known:
                self._unknown(name, at, known)
        return document

    def mapping(self, value: object, at: str) -> dict[str, Any]:
        """Take an object with any fields; an empty one stands for what is not an object."""
        if isinstance(value, dict) and all(isinstance(name, str) for name in value):
            return value
        self.fault("wrong_type", at, "An object is expected here.")
        return {}

    def items(self, value: object, at: str, most: int) -> list[Any]:
        """Take a list of at most so many items; an empty one stands for what is not a list."""
        if not isinstance(value, list):
            self.fault("wrong_type", at, "A list is expected here.")
            return []
        if len(value) > most:
            self.fault(
                "too_many", at, f"At most {most} can stand here, not {len(value)}.", limit=most, given=len(value)
            )
            return []
        return value

    def text(self, value: object, at: str, longest: int, *, lines: bool = False) -> str:
        """Take plain text of at least one and at most so many characters, in NFC and without outer blanks."""
        if not isinstance(value, str):
            self.fault("wrong_type", at, "Text is expected here.")
            return ""
        strange = plain_text.strange_characters(value.replace("\r", "") if lines else value, lines=lines)
        if strange:
            self.fault(
                "not_plain_text", at, f"Plain text cannot hold {', '.join(strange[:5])}.", characters=strange[:5]
            )
            return ""
        if is_heaped(value):
            self.fault("not_plain_text", at, "Plain text heaps no more marks on a letter than any writing does.")
            return ""
        return self._measured(plain_text.tidy(value, lines=lines), at, longest)

    def whole_number(self, value: object, at: str, least: int, most: int) -> int:
        """Take a whole number between two bounds; the lower one stands for what is not."""
        if not isinstance(value, int) or isinstance(value, bool):
            self.fault("wrong_type", at, "A whole number is expected here.")
            return least
        if not least <= value <= most:
            self.fault("out_of_range", at, f"The number must be from {least} to {most}.", least=least, most=most)
            return least
        return value

    def choice(self, value: object, at: str, choices: Sequence[str], code: str) -> str:
        """Take one of these words; the first one stands for any other."""
        if isinstance(value, str) and value in choices:
            return value
        if not isinstance(value, str):
            self.fault("wrong_type", at, "Text is expected here.")
        else:
            near = get_close_matches(value, choices, 1)
            self.fault(code, at, f"One of {', '.join(choices)} is expected here.", known=list(choices), nearest=near)
        return choices[0] if choices else ""

    def _measured(self, text: str, at: str, longest: int) -> str:
        if not plain_text.is_seen(text):
            self.fault("empty_text", at, "This text must not be empty.")
        if len(text) > longest:
            message = f"At most {longest} characters can stand here, not {len(text)}."
            self.fault("too_long", at, message, limit=longest, given=len(text))
        return text

    def _unknown(self, name: str, at: str, known: list[str]) -> None:
        near = get_close_matches(name, known, 1)
        hint = f" Is {near[0]} meant?" if near else f" Known are {', '.join(known)}."
        self.fault("unknown_field", f"{at}/{escaped(name)}", f"There is no field of this name.{hint}", nearest=near)
