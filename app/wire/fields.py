"""marshmallow fields that neither convert nor guess, and that say what is wrong with a code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from marshmallow import ValidationError, fields, validate

from .problems import Complaint

WHOLE = re.compile(r"-?[0-9]{1,4000}")


class Told:
    """A field whose errors are complaints with stable codes."""

    expects = "something else"

    def make_error(self, key: str, **facts: Any) -> ValidationError:
        """The complaint for one of marshmallow's own reasons."""
        code, detail = REASONS.get(key, ("wrong_type", "This must be {expects}."))
        return complain(code, detail.format(expects=self.expects))


REASONS = {
    "required": ("missing_field", "This is missing; it must be {expects}."),
    "null": ("null_not_allowed", "This is null; leave it out, or send {expects}."),
}


def complain(code: str, detail: str, **data: Any) -> ValidationError:
    """A refusal of one value; marshmallow adds where it stands."""
    return ValidationError([Complaint(code, detail, data=data or None)])


class Text(Told, fields.String):
    """Text; numbers are not turned into text."""

    expects = "text"


class Whole(Told, fields.Integer):
    """A whole number; neither `true` nor `"1"` nor `1.0` is one."""

    expects = "a whole number"

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid")
        return value


class Many(Told, fields.List[Any]):
    """A list of one kind of thing."""

    expects = "a list"


class Part(Told, fields.Nested):
    """An object with a schema of its own, in which whatever is needed must stand."""

    expects = "an object"

    def _deserialize(self, value: Any, attr: str | None, data: Any, partial: Any = None, **_: Any) -> Any:
        return super()._deserialize(value, attr, data)


class Loose(Told, fields.Dict):
    """An object that somebody else judges."""

    expects = "an object"


class Anything(Told, fields.Raw):
    """A value that somebody else judges."""

    expects = "a value"


class Scalar(Told, fields.Raw):
    """A short text or a whole number."""

    expects = "a text of at most 200 characters or a whole number"

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if type(value) is int or (isinstance(value, str) and len(value) <= 200):
            return value
        raise self.make_error("invalid")


class OneOf(validate.OneOf):
    """One of a few words."""

    def __call__(self, value: Any) -> Any:
        """Refuse every other value and list those that are known."""
        if value not in self.choices:
            known = ", ".join(str(choice) for choice in self.choices)
            raise complain("unknown_value", f"This is none of: {known}.", known=[*self.choices])
        return value


class Between(validate.Range):
    """A number between two others, both included."""

    def __call__(self, value: Any) -> Any:
        """Refuse what is outside and name the bounds."""
        if not self.min <= value <= self.max:
            raise complain(
                "out_of_range",
                f"This must be between {self.min} and {self.max}.",
                min=self.min,
                max=self.max,
            )
        return value


class AtMost(validate.Length):
    """A bound on how many entries or characters there are."""

    def __init__(self, most: int) -> None:
        super().__init__(max=most)

    def __call__(self, value: Any) -> Any:
        """Refuse what is longer and name the bound."""
        if len(value) > (self.max or 0):
            raise complain("too_long", f"{len(value)} are given; at most {self.max} are read.", max=self.max)
        return value


def words(choices: Iterable[str]) -> Many:
    """A list of words out of a few."""
    return Many(Text(validate=OneOf(tuple(choices))))


class Digits(Told, fields.Integer):
    """A whole number between two others, written in digits: one of a query string."""

    def __init__(self, least: int, most: int, **settings: Any) -> None:
        super().__init__(validate=Between(least, most), **settings)
        self.expects = f"a whole number between {least} and {most}"

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        # What is longer than an address can be is never turned into a number.
        if not (isinstance(value, str) and WHOLE.fullmatch(value)):
            raise self.make_error("invalid")
        return int(value)
