"""What the registry gives out."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import msgspec
import orjson

from registry.ids import show_id
from registry.keys import DAY
from registry.legality import Legality
from registry.lists import Record
from registry.stored import Head, Lock, Revision


@dataclass(frozen=True)
class Deck:
    """A registered deck at one of its revisions.

    `revision` is the one given, `latest` the newest; `etag` (without quotes) is the version, which moves at every
    change of the deck and is what a change must name, and a mark behind it where lock or verdict are not those of the
    version alone; times are Unix seconds; `expiry` is in days.
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
    origin: str = ""
    locked: int = 0
    locked_until: int = 0

    @property
    def forked_from(self) -> dict[str, Any] | None:
        """The deck and the revision that this deck was made from; None for a deck of its own."""
        source, _, number = self.origin.partition("/")
        return {"id": show_id(source), "revision": int(number)} if source else None

    @property
    def shown_id(self) -> str:
        """The id as people read it, in groups of four."""
        return show_id(self.id)

    @cached_property
    def encoded(self) -> bytes:
        """The deck as JSON, written once."""
        return orjson.dumps(self.document())

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
            "created": written(self.created),
            "updated": written(self.updated),
            "expires": written(self.expires),
            "forked_from": self.forked_from,
            "locked": written(self.locked) if self.locked else None,
            "locked_until": written(self.locked_until) if self.locked_until else None,
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
        etag=etag_of(head.version) + ("" if legality == revision.legality else mark_of(legality)),
        list_hash=revision.list_hash,
        record=revision.record,
        legality=legality,
        visibility=head.visibility,
        created=head.created,
        updated=head.updated,
        expires=head.expires,
        expiry=head.ttl // DAY,
        origin=head.origin,
    )


def etag_of(version: int) -> str:
    """Give the etag of a deck's version."""
    return f"v{version}"


def mark_of(told: Legality | Lock) -> str:
    """Give what stands behind the version in the etag of a deck of which this is told."""
    return "-" + hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:8]


def written(seconds: int) -> str:
    """Write a moment in UTC as ISO 8601."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
