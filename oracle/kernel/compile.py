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
        made = msgspec.convert(document, record)
    except msgspec.ValidationError as error:
        found = shapes.faults(document, record) or [Fault(code="wrong_type", at="", message=str(error))]
        return None, [Fault(code=f.code, at=at + f.at, message=f.message, data=f.data) for f in found]
    if not is_named(made):
        return None, [Fault(code="too_short", at=f"{at}/name", message="A card is called something.")]
    return made, []


def is_named(record: CardRecord) -> bool:
    """Whether a card has a name in some language."""
    names = [record.name] if isinstance(record.name, str) else record.name.values()
    return any(name.strip() for name in names)
