"""How a deck looks in the store, and how the answers of the scripts are read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from registry.keys import DAY, HEAD_FIELDS, NUMBERS
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


class Lock(msgspec.Struct, frozen=True):
    """A revision that stays as it is, with the verdict of the day; `until` is the date it stays for at least, or 0."""

    locked: int
    legality: Legality
    until: int = 0


@dataclass(frozen=True, slots=True)
class Head:
    """What is true of a deck as a whole; times are Unix seconds (`deleted` is 0 for a deck that is not)."""

    revision: int
    first: int
    version: int
    created: int
    updated: int
    touched: int
    ttl: int
    deleted: int
    until: int = 0
    approved: int = 0
    visibility: str = "unlisted"
    origin: str = ""
    hidden: str = ""

    @property
    def expires(self) -> int:
        """When the deck goes if nobody reads or changes it."""
        return max(self.touched + self.ttl, self.until)

    @property
    def reason(self) -> str | None:
        """Why an operator hid the deck; None for a deck that is not hidden."""
        return unquote(self.hidden.partition(":")[2]) if self.hidden else None

    @property
    def standing(self) -> tuple[int, str, int, str, int]:
        """What decides about a place in the public index."""
        return self.version, self.visibility, self.deleted, self.hidden, self.approved

    @property
    def patience(self) -> int:
        """How many seconds the expiry may lag behind the last use, so that not every use has to write it."""
        return min(DAY, self.ttl // 10)


@dataclass(frozen=True, slots=True)
class Found:
    """What a read brought: the head, one revision (not yet decoded), its lock, and the tokens where asked for."""

    head: Head
    revision: bytes | None
    grants: dict[str, Grant]
    lock: bytes | None = None
    fields: bytes = b""


_revisions = msgspec.json.Decoder(Revision)
_grants = msgspec.json.Decoder(Grant)
_locks = msgspec.json.Decoder(Lock)
_encoder = msgspec.json.Encoder()


def encode(stored: Revision | Grant | Lock) -> bytes:
    """Write a revision, a grant or a lock for the store."""
    return _encoder.encode(stored)


def decode_lock(blob: bytes | None) -> Lock | None:
    """Read a lock back, where there is one."""
    return None if blob is None else _locks.decode(blob)


def decode_grant(blob: bytes) -> Grant:
    """Read a grant back."""
    return _grants.decode(blob)


def hidden(now: int, reason: str) -> str:
    """Write when and why a deck is hidden, without blanks."""
    return f"{now}:{quote(reason)}"


@lru_cache(maxsize=2048)
def decode_revision(blob: bytes) -> Revision:
    """Read a revision back."""
    return _revisions.decode(blob)


def found(answer: bytes | tuple[bytes, bytes | None, list[bytes], bytes | None] | None) -> Found | None:
    """Read what the READ script answered."""
    if answer is None:
        return None
    if isinstance(answer, bytes):
        head, _, blob = answer.partition(b"\n")
        return Found(head_of(head), blob, {}, None, head)
    fields, revision, granted, lock = answer
    return Found(head_of(fields), revision, grants_of(granted), lock, fields)


@lru_cache(maxsize=2048)
def head_of(fields: bytes) -> Head:
    """Read the fields of a head in one text, as HEAD_FIELDS lists them."""
    values: list[Any] = fields.decode().split(" ")
    numbers = len(NUMBERS)
    named = dict(zip(HEAD_FIELDS, [*map(int, values[:numbers]), *values[numbers:]], strict=True))
    return Head(**named)


def grants_of(flat: list[bytes]) -> dict[str, Grant]:
    """Read the tokens of a deck."""
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return {name.decode(): _grants.decode(grant) for name, grant in pairs}
