"""Changes of a deck at whichever version it is: another change in between is no reason to refuse them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from registry.errors import PreconditionFailed

TRIES = 50
"""How often a change is made again; of those that meet one is always made."""

S = TypeVar("S")
P = ParamSpec("P")
T = TypeVar("T")


def at_whichever_version(change: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Make the change again where its etag is "*" and another one came between its reading and its writing."""

    @wraps(change)
    def again(self: S, /, *words: P.args, **named: P.kwargs) -> T:
        for _ in range(TRIES if named["etag"] == "*" else 0):
            try:
                return change(self, *words, **named)
            except PreconditionFailed:
                continue
        return change(self, *words, **named)

    return again
