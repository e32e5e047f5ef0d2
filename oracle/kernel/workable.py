"""Work that cannot be done: an agenda or a stack that names what is not there is a fault of the state.

Frames and entries that real play writes always fit their state. In a state written by hand they may
name objects, abilities or targets that do not exist, and only doing the work shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from .errors import Fault, InvalidState

Asked = TypeVar("Asked", bound=Callable[..., Any])

BROKEN = (AssertionError, AttributeError, IndexError, KeyError, RuntimeError, StopIteration, TypeError, ValueError)
NOTHING = ("NoneType", "UnsetType")


def on_workable_states(method: Asked) -> Asked:
    """The question asked of a game; unfinished work that breaks off is `InvalidState`, not a crash."""

    @wraps(method)
    def ask(game: Any, state: Any, *args: Any, **named: Any) -> Any:
        try:
            return method(game, state, *args, **named)
        except BROKEN as error:
            found = unworkable(state, error)
            if found is None:
                raise
            raise found from error

    return cast("Asked", ask)


def unworkable(state: Any, error: Exception) -> InvalidState | None:
    """The fault of a state whose unfinished work has broken off, if it has any and the error can come of it."""
    where = unfinished(state)
    if where is None or not comes_of_what_is_not_there(error):
        return None
    message = "This unfinished work cannot be done: it names what is not in the state."
    return InvalidState([Fault(code="unworkable", at=where, message=message)])


def comes_of_what_is_not_there(error: Exception) -> bool:
    """Whether work that names what is not there can end so: a wrong type that is not of nothing is our own mistake."""
    if isinstance(error, TypeError):
        return any(word in str(error) for word in NOTHING)
    if isinstance(error, RuntimeError):
        return isinstance(error, RecursionError) or isinstance(error.__cause__, StopIteration)
    return True


def unfinished(state: Any) -> str | None:
    """The pointer of a state's unfinished work, if it has any."""
    if getattr(state, "agenda", None):
        return "/agenda"
    return "/stack" if getattr(state, "stack", None) else None
