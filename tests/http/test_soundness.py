"""Looking at the bytes alone never calls a body sound that is not."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.wire.bodies import parse
from app.wire.problems import Problem
from app.wire.soundness import is_plainly_sound

DEPTH = 4
TEXTS = st.text(alphabet='ab:"[]{}\\ é', max_size=4)


class Twice(list[tuple[str, Any]]):
    """An object whose names may stand twice, as pairs."""


DOCUMENTS: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.lists(st.tuples(TEXTS, inner), max_size=3).map(Twice),
    max_leaves=12,
)


def written(document: Any, space: str) -> str:
    """The document as JSON, with its names as often as they are there."""
    if isinstance(document, Twice):
        pairs = [f"{json.dumps(name)}{space}:{space}{written(part, space)}" for name, part in document]
        return "{" + f"{space},".join(pairs) + "}"
    if isinstance(document, list):
        return "[" + f",{space}".join(written(part, space) for part in document) + "]"
    return json.dumps(document, ensure_ascii=not space)


def levels(document: Any) -> int:
    if isinstance(document, Twice):
        return 1 + max((levels(part) for _, part in document), default=0)
    return 1 + max(map(levels, document), default=0) if isinstance(document, list) else 0


def is_unique(document: Any) -> bool:
    if isinstance(document, Twice):
        names = [name for name, _ in document]
        return len(set(names)) == len(names) and all(is_unique(part) for _, part in document)
    return all(map(is_unique, document)) if isinstance(document, list) else True


@given(DOCUMENTS, st.sampled_from(["", " "]))
def test_a_body_is_read_exactly_when_it_is_sound(document: Any, space: str) -> None:
    raw = written(document, space).encode()
    if levels(document) <= DEPTH and is_unique(document):
        assert parse(raw, DEPTH) == json.loads(raw)
        return

    with pytest.raises(Problem) as refused:
        parse(raw, DEPTH)

    assert refused.value.code == ("too-deep" if levels(document) > DEPTH else "duplicate-key")


@given(DOCUMENTS, st.sampled_from(["", " "]))
def test_bytes_that_look_sound_are_sound(document: Any, space: str) -> None:
    raw = written(document, space).encode()

    if is_plainly_sound(raw, orjson.loads(raw), DEPTH):
        assert levels(document) <= DEPTH
        assert is_unique(document)


@pytest.mark.parametrize("raw", [b"{}", b"[[[[]]]]", b'{"a": {"b": [1, 2]}}', b'{"at": "x:y"}', b"7"])
def test_usual_bodies_need_no_second_look(raw: bytes) -> None:
    assert is_plainly_sound(raw, orjson.loads(raw), DEPTH)


@pytest.mark.parametrize("raw", [b'{"a": "["}', b'{"a": "\\u003a"}', b'{"a": 1, "a": 2}', b"[[[[[]]]]]"])
def test_others_get_one(raw: bytes) -> None:
    assert not is_plainly_sound(raw, orjson.loads(raw), DEPTH)
