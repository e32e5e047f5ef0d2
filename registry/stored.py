"""How a deck looks in the store, and how the answers of the scripts are read."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from registry.keys import DAY, HEAD_FIELDS
from registry.legality import Legality
from registry.lists import Record
from registry.tokens import Grant


class Revision(msgspec.Struct, frozen=True):
    """One revision; `legality` was right on `basis` (see Judge) and is judged anew on another."""

    record: Record
    list_hash: str
    created: int
    legality: Legality
    basis: str


@dataclass(frozen=True, slots=True)
class Head:
    """What is true of a deck as a whole; times are Unix seconds (`deleted` is 0 for a deck that is not)."""

    revision: int
    first: int
    version: int
    visibility: str
    created: int
    updated: int
    touched: int
    ttl: int
    deleted: int

    @property
    def expires(self) -> int:
        """When the deck goes if nobody reads or changes it."""
        return self.touched + self.ttl

    @property
    def patience(self) -> int:
        """How many seconds the expiry may lag behind the last use, so that not every use has to write it."""
        return min(DAY, self.ttl // 10)


@dataclass(frozen=True, slots=True)
class Found:
    """What a read brought: the head, one revision (not yet decoded), and the tokens where they were asked for."""

    head: Head
    revision: bytes | None
    grants: dict[str, Grant]


_revisions = msgspec.json.Decoder(Revision)
_grants = msgspec.json.Decoder(Grant)
_encoder = msgspec.json.Encoder()


def encode(stored: Revision | Grant) -> bytes:
    """Write a revision or a grant for the store."""
    return _encoder.encode(stored)


def decode_revision(blob: bytes) -> Revision:
    """Read a revision back."""
    return _revisions.decode(blob)


def found(answer: tuple[bytes, bytes | None, list[bytes]] | None) -> Found | None:
    """Read what the READ script answered."""
    if answer is None:
        return None
    fields, revision, granted = answer
    grants = {name.decode(): _grants.decode(grant) for name, grant in _pairs(granted).items()}
    return Found(_head(fields.decode().split(" ")), revision, grants)


def _head(values: list[str]) -> Head:
    fields = dict(zip(HEAD_FIELDS, values, strict=True))
    visibility = fields.pop("visibility")
    numbers = {name: int(value) for name, value in fields.items()}
    return Head(visibility=visibility, **numbers)


def _pairs(flat: list[bytes]) -> dict[bytes, bytes]:
    return dict(zip(flat[::2], flat[1::2], strict=True))
