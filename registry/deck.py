"""What the registry gives out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from registry.ids import show_id
from registry.keys import DAY
from registry.legality import Legality
from registry.lists import Record
from registry.stored import Head, Revision


@dataclass(frozen=True, slots=True)
class Deck:
    """A registered deck at one of its revisions.

    `revision` is the one given, `latest` the newest; `etag` (without quotes) moves at every change of the deck and is
    what a change must name; times are Unix seconds; `expiry` is in days.
    """

    id: str
    revision: int
    latest: int
    etag: str
    list_hash: str
    record: Record
    legality: Legality
    visibility: str
    created: int
    updated: int
    expires: int
    expiry: int

    @property
    def shown_id(self) -> str:
        """The id as people read it, in groups of four."""
        return show_id(self.id)

    def document(self) -> dict[str, Any]:
        """Give the deck as plain data: what is kept under `deck`, what is true of it beside it."""
        return {
            "id": self.shown_id,
            "revision": self.revision,
            "latest": self.latest,
            "list_hash": self.list_hash,
            "deck": self.record.document(),
            "legality": self.legality.document(),
            "visibility": self.visibility,
            "expiry": self.expiry,
            "created": _written(self.created),
            "updated": _written(self.updated),
            "expires": _written(self.expires),
        }


@dataclass(frozen=True, slots=True)
class Created:
    """A deck just made, with the token that changes it, which is shown this once.

    `replayed` is true when an idempotency key had made the deck before.
    """

    deck: Deck
    token: str
    replayed: bool


def assembled(deck_id: str, number: int, head: Head, revision: Revision, legality: Legality) -> Deck:
    """Put together what the store holds of a deck at one revision."""
    return Deck(
        id=deck_id,
        revision=number,
        latest=head.revision,
        etag=etag_of(head.version),
        list_hash=revision.list_hash,
        record=revision.record,
        legality=legality,
        visibility=head.visibility,
        created=head.created,
        updated=head.updated,
        expires=head.expires,
        expiry=head.ttl // DAY,
    )


def etag_of(version: int) -> str:
    """Give the etag of a deck's version."""
    return f"v{version}"


def _written(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
