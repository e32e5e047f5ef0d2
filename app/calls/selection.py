"""Out of a long list: what a client asked for, page by page."""

from __future__ import annotations

from typing import Any

from app.wire.problems import Complaint
from app.wire.schemas import refused


def selected(game: Any, listed: list[Any], asked: dict[str, Any]) -> list[Any]:
    """The listed actions of the type, and with the object, that the request names."""
    kind, wanted = asked.get("type"), asked.get("object")
    if kind is not None:
        listed = [each for each in listed if each["action"]["type"] == kind]
    if wanted is not None:
        listed = [each for each in listed if names(game, each["action"], wanted)]
    return listed


def names(game: Any, action: dict[str, Any], object: int) -> bool:
    """Whether an action has the object among the parameters that are ids."""
    parameters = game.action_types[action["type"]].objects
    return any(means(action.get(name), object) for name in parameters)


def means(value: Any, object: int) -> bool:
    """Whether a parameter is the object: its id, a reference to it, or a list with it."""
    if isinstance(value, list):
        return any(means(each, object) for each in value)
    if isinstance(value, dict):
        return object in (value.get("object"), value.get("entry"))
    return bool(value == object)


def page(
    items: list[Any], asked: dict[str, Any], most: int | None = None, place: str = "body"
) -> tuple[list[Any], str | None]:
    """The page that `cursor` and `limit` mean, and the cursor of the one behind it."""
    start = _start(asked.get("cursor", "0"), len(items), place)
    end = start + asked.get("limit", most or len(items))
    return items[start:end], str(end) if end < len(items) else None


def _start(cursor: str, count: int, place: str) -> int:
    start = int(cursor) if cursor.isascii() and cursor.isdigit() else None
    if start is None or start >= max(count, 1):
        detail = "This is not a cursor; send `next` of the page before as it stands."
        raise refused([Complaint("unknown_cursor", detail, "/cursor")], 1, place)
    return start
