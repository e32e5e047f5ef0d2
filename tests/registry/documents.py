"""Deck documents that tests begin with."""

from __future__ import annotations

from typing import Any


def small_deck(**changes: Any) -> dict[str, Any]:
    """A legal deck of three cards, with some fields changed."""
    deck: dict[str, Any] = {
        "game": "maha-yodha",
        "format": "custom",
        "name": "Small",
        "sections": {"deck": [{"card": "rama", "count": 2}, {"card": "forge", "count": 1}]},
        "options": {"army": "aditya"},
    }
    return deck | changes
