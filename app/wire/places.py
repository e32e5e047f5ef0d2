"""Where in a request something stands that only the oracle found to be wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from flask import g, has_app_context

from .problems import escaped

SCRIPTS = (("script",), ("match", "script"), ("match", "start", "script"), ("start", "script"))


class Place(NamedTuple):
    """A JSON pointer, and whether it leads into the body or into the query."""

    pointer: str
    place: str


def remember(document: Any, place: str) -> None:
    """Note which document is being answered, and that it is the body or the query."""
    if has_app_context():
        g.asked = (document, place)


def of_set(name: str) -> Place:
    """Where the request names a card set; the whole of it, where it names one that brings it along."""
    document, place = g.get("asked", (None, "body"))
    level = [("", "", document)]
    while level:
        found = next((at for at, field, value in level if field in {"set", "sets"} and value == name), None)
        if found is not None:
            return Place(found, place)
        level = [below for at, field, value in level for below in parts(at, field, value)]
    return Place("", place)


def parts(at: str, field: str, value: Any) -> Iterable[tuple[str, str, Any]]:
    """What stands directly in a part of a document: its pointer, the field it belongs to, and itself."""
    if isinstance(value, dict):
        return [(f"{at}/{escaped(name)}", name, part) for name, part in value.items()]
    if isinstance(value, list):
        return [(f"{at}/{n}", field, part) for n, part in enumerate(value)]
    return ()


def of_script() -> Place:
    """Where the request forces outcomes, or could."""
    document, place = g.get("asked", (None, "body"))
    found = next((path for path in SCRIPTS if holds(document, path)), SCRIPTS[0])
    return Place("".join(f"/{name}" for name in found), place)


def holds(document: Any, path: tuple[str, ...]) -> bool:
    """Whether there is something at the end of the path."""
    for name in path:
        if not isinstance(document, dict) or name not in document:
            return False
        document = document[name]
    return True
