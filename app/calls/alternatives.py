"""The legal actions that come nearest to one that is not."""

from __future__ import annotations

from typing import Any

MOST = 3


def nearest(action: dict[str, Any], listed: list[Any]) -> list[Any]:
    """Up to three legal actions of the same seat: of the same type first, then by the parameters they share."""
    own = [each for each in listed if each.action["player"] == action["player"]]
    return sorted(own, key=lambda each: distance(action, each.action))[:MOST]


def distance(action: dict[str, Any], other: dict[str, Any]) -> tuple[bool, int]:
    """How far apart two actions are; ties stay in the order of the list."""
    names = {*action, *other}
    return action["type"] != other["type"], sum(action.get(name) != other.get(name) for name in names)
