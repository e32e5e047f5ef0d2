"""What a PATCH may change: the words about a deck, who sees it, and how long it is kept unused."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from registry.errors import InvalidWish
from registry.keys import DAY, DECK_DAYS
from registry.lists import Record
from registry.reading import Reader
from registry.records import WORDS, read_word, refuse

VISIBILITIES = ("unlisted", "public", "private")
LONGEST_EXPIRY = 3660
FIELDS = (*WORDS, "visibility", "expiry")
"""`expiry` is a number of days that a deck is kept after it was last read or changed; null is the default."""


@dataclass(frozen=True)
class Changes:
    """Words to replace (None takes one away), and a visibility and an expiry in days, where they are to change."""

    words: dict[str, Any] = field(default_factory=dict)
    visibility: str | None = None
    expiry: int | None = None

    def ttl(self, present: int) -> int:
        """Give the seconds after these changes that a deck is kept unused."""
        return present if self.expiry is None else self.expiry * DAY

    def applied(self, record: Record) -> Record:
        """Give the record with the words changed."""
        return msgspec.structs.replace(record, **self.words)


def read_changes(document: object) -> Changes:
    """Read a merge patch (RFC 7396); InvalidDeck names everything that is wrong with it."""
    reader = Reader()
    fields = reader.members(document, "", FIELDS)
    changes = Changes(
        words={name: _word(reader, name, fields[name]) for name in WORDS if name in fields},
        visibility=_visibility(reader, fields["visibility"]) if "visibility" in fields else None,
        expiry=_expiry(reader, fields["expiry"]) if "expiry" in fields else None,
    )
    refuse(reader.faults, InvalidWish)
    return changes


def _visibility(reader: Reader, value: object) -> str:
    return reader.choice(value, "/visibility", VISIBILITIES, "unknown_visibility")


def _expiry(reader: Reader, value: object) -> int:
    return DECK_DAYS if value is None else reader.whole_number(value, "/expiry", 1, LONGEST_EXPIRY)


def _word(reader: Reader, name: str, value: object) -> Any:
    if value is not None:
        return read_word(reader, name, value)
    if name == "name":
        reader.fault("missing_field", "/name", "A deck needs a name; it cannot be taken away.")
    return [] if name == "tags" else None
