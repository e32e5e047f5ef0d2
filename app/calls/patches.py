"""What changed between two documents, as a JSON patch (RFC 6902)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.wire.problems import escaped

Step = dict[str, Any]


def patch(before: Any, after: Any, at: str = "") -> Iterator[Step]:
    """The steps that lead from one document to the other, in the order in which they are applied."""
    if type(before) is dict and type(after) is dict:
        yield from _members(before, after, at)
    elif type(before) is list and type(after) is list:
        yield from _entries(before, after, at)
    elif type(before) is not type(after) or before != after:
        yield {"op": "replace", "path": at, "value": after}


def _members(before: dict[str, Any], after: dict[str, Any], at: str) -> Iterator[Step]:
    for name, value in before.items():
        here = f"{at}/{escaped(name)}"
        if name not in after:
            yield {"op": "remove", "path": here}
        else:
            yield from patch(value, after[name], here)
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": f"{at}/{escaped(name)}", "value": value}


def _entries(before: list[Any], after: list[Any], at: str) -> Iterator[Step]:
    """What stands alike at both ends is left alone; between them entries are changed, taken out and put in."""
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    shared = min(len(old), len(new))
    for index in range(shared):
        yield from patch(old[index], new[index], f"{at}/{start + index}")
    for index in reversed(range(shared, len(old))):
        yield {"op": "remove", "path": f"{at}/{start + index}"}
    for index in range(shared, len(new)):
        yield {"op": "add", "path": f"{at}/{start + index}", "value": new[index]}


def _alike(before: list[Any], after: list[Any]) -> int:
    """How many entries are the same from the beginning on."""
    count = 0
    for old, new in zip(before, after, strict=False):
        if type(old) is not type(new) or old != new:
            break
        count += 1
    return count
