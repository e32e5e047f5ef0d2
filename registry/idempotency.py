"""One creation per idempotency key, with the same answer each time, and no secret kept.

The store remembers the deck's id and a salt; the token is derived from the key and the salt, so the one who knows the
key can be given it again, and the store alone cannot. That is why a key must be too long to guess.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec

from registry import keys
from registry.client import Client
from registry.errors import IdempotencyKeyReused, InvalidIdempotencyKey
from registry.ids import new_id
from registry.tokens import SECRET_BITS, from_bits

SHORTEST, LONGEST = 16, 200
_DIGEST_BITS = 256


class _Claim(msgspec.Struct, frozen=True):
    """What a key is remembered by: the deck it makes, what that deck must be, and the salt of its token."""

    id: str
    content: str
    salt: str


def claim(client: Client, key: str, content: bytes) -> tuple[str, str]:
    """Give the id and the token that belong to this key; IdempotencyKeyReused when it came with another content."""
    if not (SHORTEST <= len(key) <= LONGEST and key.isascii() and key.isprintable()):
        raise InvalidIdempotencyKey
    mine = _Claim(new_id(), hashlib.sha256(content).hexdigest(), secrets.token_hex(16))
    answer = client.run(keys.CLAIM, [keys.idempotency(key)], [msgspec.json.encode(mine), keys.IDEMPOTENCY_SECONDS])
    first = msgspec.json.decode(answer, type=_Claim)
    if first.content != mine.content:
        raise IdempotencyKeyReused
    return first.id, _token(key, first.salt)


def _token(key: str, salt: str) -> str:
    digest = hmac.digest(key.encode(), salt.encode(), "sha256")
    return from_bits(int.from_bytes(digest) >> (_DIGEST_BITS - SECRET_BITS))
