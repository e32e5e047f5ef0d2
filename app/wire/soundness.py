"""Two things that a JSON parser lets pass: deep nesting, and a name that stands twice in one object.

Nearly every body is found sound by looking at its bytes; only the others are walked through.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import orjson

from .problems import Complaint, Problem, escaped

Document = Any

MARKS = b'{}[]"'
NO_MARKS = bytes(set(range(256)) - set(MARKS))
CURLY = bytes.maketrans(b"[]", b"{}")
NESTED = frozenset({dict, list})
MOST_TOLD = 10


def is_plainly_sound(raw: bytes, document: Document, depth: int) -> bool:
    """Whether the bytes alone show that the document is sound; `False` says nothing yet."""
    if b"\\" in raw:
        return False
    marks = raw.translate(None, NO_MARKS).replace(b'""', b"")
    # Before a bracket within a text stands an odd number of quotes, so one of them is left.
    if b'"' in marks:
        return False
    marks = marks.translate(CURLY)
    for _ in range(depth):
        marks = marks.replace(b"{}", b"")
        if not marks:
            break
    # Written again, a document has lost the pair of every name that stood twice, and its colon.
    return not marks and raw.count(b":") == orjson.dumps(document).count(b":")


def refuse_unsound(raw: bytes, document: Document, depth: int) -> None:
    """Walk through the document: it may be sound all the same."""
    levels, names = _measured(document)
    if levels > depth:
        raise too_deep(depth)
    # Every pair has a colon of its own: with no more colons than names none can stand twice.
    if raw.count(b":") != names:
        _refuse_duplicates(raw, depth)


def too_deep(depth: int) -> Problem:
    """The problem of a body with too many levels."""
    return Problem(
        "too-deep",
        f"The body is nested deeper than {depth} levels.",
        more={"limit": {"name": "depth", "value": depth}},
    )


def _measured(document: Document) -> tuple[int, int]:
    """How deep the document is nested and how many names its objects hold."""
    levels = names = 0
    level = [document] if type(document) in NESTED else []
    while level:
        levels += 1
        names += sum(len(each) for each in level if type(each) is dict)
        parts = [each.values() if type(each) is dict else each for each in level]
        level = [part for some in parts for part in some if type(part) in NESTED]
    return levels, names


class Members(list[tuple[str, Any]]):
    """An object as it was written: every pair of it, those too that a later one would hide."""


def _refuse_duplicates(raw: bytes, depth: int) -> None:
    try:
        written = json.loads(raw, object_pairs_hook=Members, parse_int=len, parse_float=len)
    except RecursionError:
        raise too_deep(depth) from None
    twice = list(islice(_twice(written), MOST_TOLD))
    if twice:
        told = [Complaint("duplicate_key", f"{name[:80]!r} stands twice in this object.", at) for name, at in twice]
        names = ", ".join(at[:80] for _, at in twice)
        raise Problem("duplicate-key", f"Twice in one object: {names}.", told)


def _twice(written: Document) -> Iterator[tuple[str, str]]:
    """Every name that stands twice in its object, with its pointer; objects from the outside in."""
    level = [("", written)]
    while level:
        below: list[tuple[str, Document]] = []
        for at, part in level:
            if type(part) is Members:
                counts = Counter(name for name, _ in part)
                yield from ((name, f"{at}/{escaped(name)}") for name, count in counts.items() if count > 1)
                below += [(f"{at}/{escaped(name)}", value) for name, value in part if isinstance(value, list)]
            else:
                below += [(f"{at}/{number}", value) for number, value in enumerate(part) if isinstance(value, list)]
        level = below
