"""Deck lists as they are kept, their canonical form, and its hash."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import orjson

Option = str | int | bool | None

LINES = 500
DISTINCT_CARDS = 250
COPIES = 999
SECTIONS = 20
SETS = 20
OPTIONS = 50
"""What a deck may have at most, whichever way it comes."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many copies of one card; its printed name is kept, so that a renamed card shows."""

    card: str
    count: int
    name: str | None = None


class Record(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A deck as one revision keeps it, in the order it was sent."""

    game: str
    format: str
    name: str
    author: str | None = None
    description: str | None = None
    tags: list[str]
    sections: dict[str, list[Line]]
    sets: list[str]
    options: dict[str, Option]

    def document(self) -> dict[str, Any]:
        """Give the record as plain data."""
        document: dict[str, Any] = msgspec.to_builtins(self)
        return document


def named(record: Record, name_of: Callable[[str], str | None]) -> Record:
    """Give the record with a name beside each card that came without one and has one."""
    sections = {section: [_named(line, name_of) for line in lines] for section, lines in record.sections.items()}
    return msgspec.structs.replace(record, sections=sections)


def canonical_list(record: Record) -> dict[str, Any]:
    """Give what decides about play and nothing else, in a total order.

    Lines of one card are added up, cards, sections, sets and options are sorted, empty sections and all
    names and words are left out.
    """
    return {
        "format": record.format,
        "game": record.game,
        "options": dict(sorted(record.options.items(), key=_utf16)),
        "sections": dict(sorted(_counted(record).items(), key=_utf16)),
        "sets": sorted(set(record.sets)),
    }


def list_hash(record: Record) -> str:
    """Give the SHA-256 of the canonical list's RFC 8785 form, in hexadecimal."""
    return hashlib.sha256(orjson.dumps(canonical_list(record))).hexdigest()


def _named(line: Line, name_of: Callable[[str], str | None]) -> Line:
    return line if line.name is not None else msgspec.structs.replace(line, name=name_of(line.card))


def _counted(record: Record) -> dict[str, list[dict[str, Any]]]:
    sections = {name: _merged(lines) for name, lines in record.sections.items()}
    return {name: lines for name, lines in sections.items() if lines}


def _merged(lines: list[Line]) -> list[dict[str, Any]]:
    counts: Counter[str] = Counter()
    for line in lines:
        counts[line.card] += line.count
    return [{"card": card, "count": counts[card]} for card in sorted(counts)]


def _utf16(item: tuple[str, Any]) -> bytes:
    """Order names by UTF-16 code units, as RFC 8785 does."""
    return item[0].encode("utf-16-be")
