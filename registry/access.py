"""Who may read and who may change a deck."""

from __future__ import annotations

from registry import tokens
from registry.deck import etag_of
from registry.errors import (
    DeckGone,
    DeckHidden,
    DeckNotFound,
    PreconditionFailed,
    PreconditionRequired,
    TokenRefused,
    TokenRequired,
)
from registry.stored import Found

EDITING = frozenset({"edit", "admin"})


def readable(found: Found | None, token: str | None, now: int) -> Found:
    """Give what was found if this token may see it; a private deck is otherwise as absent as an absent one."""
    if found is None:
        raise DeckNotFound
    if found.head.visibility == "private" and granted(found, token, now) is None:
        raise DeckNotFound
    if found.head.deleted:
        raise DeckGone(found.head.deleted)
    if found.head.reason is not None:
        raise DeckHidden(found.head.reason)
    return found


def changeable(found: Found | None, token: str | None, etag: str | None, now: int) -> tuple[Found, str]:
    """Give what was found, and the fingerprint of the token, if the token may change it and the etag is present."""
    visible = readable(found, token, now)
    if token is None:
        raise TokenRequired
    known = granted(visible, token, now)
    if known is None or visible.grants[known].scope not in EDITING:
        raise TokenRefused
    _compare(visible, etag)
    return visible, known


def granted(found: Found, token: str | None, now: int) -> str | None:
    """Give the fingerprint of a token that is one of the deck's and has not expired."""
    known = tokens.find(token or "", found.grants)
    if known is None:
        return None
    expires = found.grants[known].expires
    return known if expires is None or now < expires else None


def _compare(found: Found, etag: str | None) -> None:
    if etag is None:
        raise PreconditionRequired
    present = etag_of(found.head.version)
    named = [each.strip() for each in etag.split(",")]
    if "*" not in named and present not in map(_version_in, named):
        raise PreconditionFailed(present)


def _version_in(tag: str) -> str:
    """Give the version that a tag names, also one that a proxy weakened as it compressed the answer."""
    strong = tag.removeprefix("W/")
    opaque = strong[1:-1] if len(strong) > 1 and strong[0] == strong[-1] == '"' else strong
    return opaque.partition("-")[0]
