"""Documents with faults in them: a good one changed in a few places, as hypothesis likes."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

FIXED = settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)

LONG = settings(FIXED, max_examples=1500)
more_or_less = pytest.mark.parametrize(
    "how",
    [
        pytest.param(FIXED, id="few"),
        pytest.param(LONG, id="many", marks=[pytest.mark.soak, pytest.mark.timeout(1800)]),
    ],
)

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-2, 5),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=6),
    st.sampled_from(["", "chance", "main", "x" * 200, "\ud7ff\u0301", "0", "-1", "null"]),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(0, 3), max_size=2),
)


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document."""
    if at:
        yield at
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from paths(part, (*at, key))


def holder_of(document: Any, path: Sequence[Any]) -> Any:
    """What holds a place."""
    for key in path[:-1]:
        document = document[key]
    return document


@st.composite
def mutants(draw: st.DrawFn, documents: list[Any]) -> Any:
    """One of the documents with one to three places replaced, left out, doubled, exchanged or added to."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(1, 3))):
        places = list(paths(document))
        if not places:
            break
        path = draw(st.sampled_from(places))
        holder, key = holder_of(document, path), path[-1]
        how = draw(st.sampled_from(["replace", "remove", "double", "exchange", "add"]))
        if how == "replace":
            holder[key] = draw(JUNK)
        elif how == "remove":
            del holder[key]
        elif how == "double" and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif how == "exchange":
            other = draw(st.sampled_from(places))
            holder[key] = copy.deepcopy(value_at(document, other))
        elif how == "add" and isinstance(holder, dict):
            holder[draw(st.text(max_size=5))] = draw(JUNK)
    return document


def value_at(document: Any, path: Sequence[Any]) -> Any:
    """What stands at a place."""
    for key in path:
        document = document[key]
    return document
