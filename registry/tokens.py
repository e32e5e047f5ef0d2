"""Tokens that open a deck: a prefix to recognise them by, 130 random bits, a check character."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

import msgspec

from registry import crockford

PREFIX = "rodeck_"
SECRET_LENGTH = 26
SECRET_BITS = SECRET_LENGTH * crockford.BITS
SCOPES = ("read", "edit", "admin")
_NAME_LENGTH = 8


class Grant(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one token may do; `id` names it without opening anything, `expires` is in Unix seconds, None for never."""

    scope: str
    created: int
    id: str = ""
    name: str = ""
    expires: int | None = None


def new_token() -> str:
    """Draw a fresh token. It is shown once and never stored."""
    return from_bits(secrets.randbits(SECRET_BITS))


def new_name() -> str:
    """Draw the id that a token is spoken of by."""
    return crockford.encode(secrets.randbits(_NAME_LENGTH * crockford.BITS), _NAME_LENGTH)


def from_bits(bits: int) -> str:
    """Spell the token of these 130 bits."""
    secret = crockford.encode(bits, SECRET_LENGTH)
    return PREFIX + secret + crockford.check_character(secret)


def well_formed(token: str) -> bool:
    """Whether the text can be a token: its prefix, length and check character are right."""
    prefix, secret = token[: len(PREFIX)].lower(), crockford.tidy(token[len(PREFIX) :])
    if prefix != PREFIX or secret is None or len(secret) != SECRET_LENGTH + 1:
        return False
    return crockford.check_character(secret[:-1]) == secret[-1]


def fingerprint(token: str) -> str:
    """Give the SHA-256 that is stored in a token's place, in hexadecimal, whatever case the token is typed in."""
    secret = crockford.tidy(token[len(PREFIX) :]) if well_formed(token) else token
    return hashlib.sha256(f"{PREFIX}{secret}".encode("utf-8", "surrogatepass")).hexdigest()


def find(presented: str, stored: Mapping[str, Grant]) -> str | None:
    """Give the stored fingerprint that the token has; every one is compared, each in constant time."""
    wanted = fingerprint(presented)
    matches = [known for known in stored if hmac.compare_digest(known, wanted)]
    return matches[0] if matches else None
