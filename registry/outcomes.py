"""What the scripts that change a deck answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from registry.deck import etag_of
from registry.errors import DeckGone, DeckNotFound, PreconditionFailed, RevisionNotFound, TokenRefused, TooMany
from registry.keys import LOCKS_KEPT


def moves_of(answer: Sequence[Any], revision: int = 0) -> dict[str, int]:
    """Give what of the head moved with a change, or raise what stood in its way."""
    word, *numbers = answer
    if word == b"done":
        return dict(zip(("version", "revision", "touched"), numbers, strict=True))
    if word == b"stale":
        raise PreconditionFailed(etag_of(numbers[0]))
    if word == b"gone":
        raise DeckGone(numbers[0])
    if word == b"missing":
        raise RevisionNotFound(revision, numbers[0])
    if word == b"full":
        raise TooMany("locked revisions of one deck", LOCKS_KEPT)
    raise TokenRefused if word == b"refused" else DeckNotFound
