"""Deck ids: 80 random bits as 16 characters, shown in fours."""

from __future__ import annotations

import secrets

from registry import crockford

LENGTH = 16
GROUP = 4


def new_id() -> str:
    """Draw a fresh id in its canonical spelling: 16 characters, upper case, no hyphens."""
    return crockford.encode(secrets.randbits(LENGTH * crockford.BITS), LENGTH)


def parse_id(text: str) -> str | None:
    """Give the canonical spelling of an id as somebody typed it, or None if it cannot be one."""
    canonical = crockford.tidy(text)
    return canonical if canonical is not None and len(canonical) == LENGTH else None


def show_id(canonical: str) -> str:
    """Spell an id for people: four groups of four with hyphens between."""
    return "-".join(canonical[start : start + GROUP] for start in range(0, LENGTH, GROUP))
