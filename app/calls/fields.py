"""The fields whose documents the oracle reads itself, and those that name a seat."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields

import oracle
from app.wire.errors import complaints
from app.wire.fields import Told, complain


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
