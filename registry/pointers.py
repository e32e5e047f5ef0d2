"""JSON pointers (RFC 6901)."""

from __future__ import annotations


def escaped(name: str) -> str:
    """Spell a member's name as one step of a pointer."""
    return name.replace("~", "~0").replace("/", "~1")
