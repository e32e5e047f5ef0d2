"""From a card's definition to its record, with every fault of its shape."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from . import shapes
from .cards import CardRecord
from .errors import Fault

R = TypeVar("R", bound=CardRecord)


def read_record(document: Any, record: type[R], at: str) -> tuple[R | None, list[Fault]]:
    """The record of a card, or all faults of its shape."""
    try:
        return msgspec.convert(document, record), []
    except msgspec.ValidationError as error:
        found = shapes.faults(document, record) or [Fault(code="wrong_type", at="", message=str(error))]
        return None, [Fault(code=f.code, at=at + f.at, message=f.message, data=f.data) for f in found]
