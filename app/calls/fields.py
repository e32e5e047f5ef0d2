"""The fields whose documents the oracle reads itself, and those that name a seat."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields

import oracle
from app.wire.errors import complaints
from app.wire.fields import Told, complain
from app.wire.problems import Complaint, escaped

HOW = ("always", "idle")


class StateField(Told, fields.Field[Any]):
    """A state, handed to the game of the path; its faults are told with their pointers."""

    expects = "a state"

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            return self.root.game.load(value)  # type: ignore[union-attr]
        except (oracle.InvalidState, oracle.InvalidCards) as error:
            raise ValidationError(complaints(error.faults, "invalid-state")) from None


class ActionField(Told, fields.Field[Any]):
    """An action, handed to the game of the path; one of an unknown type is judged later."""

    expects = "an action"

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            return self.root.game.action(value)  # type: ignore[union-attr]
        except oracle.MalformedAction as error:
            raise ValidationError(complaints(error.faults, "malformed-action")) from None


class PassesField(Told, fields.Dict):
    """How to pass for which seat, by its number."""

    expects = "an object of seats"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> dict[str, str]:
        read: dict[str, str] = super()._deserialize(value, attr, data, **more)  # type: ignore[no-untyped-call]
        wrong = [complaint for seat, how in read.items() if (complaint := self.fault(seat, how)) is not None]
        if wrong:
            raise ValidationError(wrong)
        return read

    def fault(self, seat: str, how: Any) -> Complaint | None:
        """What is wrong with one entry."""
        at = f"/{escaped(seat)}"
        if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
            return Complaint("no_such_seat", "A seat is named by its number.", at)
        if how not in HOW:
            return Complaint("unknown_value", f"This is none of: {', '.join(HOW)}.", at, {"known": [*HOW]})
        return None


class SeatField(Told, fields.Field[Any]):
    """A seat by its number, or one of the words that may stand for a seat here."""

    def __init__(self, *words: str, **settings: Any) -> None:
        super().__init__(**settings)
        self.words = words
        self.expects = " or ".join(["a seat's number", *(f'"{word}"' for word in words)])

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int | str:
        if type(value) is int and value >= 0:
            return value
        if isinstance(value, str) and value in self.words:
            return value
        raise complain("no_such_seat", f"This must be {self.expects}.")
