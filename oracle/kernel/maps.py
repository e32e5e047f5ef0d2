"""Maps, for the games that are played on one: those that do not ship, and checking one before anybody plays on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from . import lint, sets
from .reading import MAX_FAULTS

if TYPE_CHECKING:
    from .game import Game

ForeignMap = Callable[[str, str], Any]
"""Gives the document of a map that does not ship with a game: by the game's key and the map's name, which must stand
for its content once and for all; `None` where there is no such map."""

_foreign: ContextVar[ForeignMap | None] = ContextVar("foreign_map", default=None)


class MapReport(Struct, kw_only=True):
    """The verdict on a map: its faults; none: a match can be played on it."""

    faults: list[lint.Finding]


def know_maps(foreign: ForeignMap | None) -> None:
    """From here on, in this thread or task, maps that do not ship are asked of this function."""
    _foreign.set(foreign)


@contextmanager
def foreign_maps(foreign: ForeignMap) -> Iterator[None]:
    """Within this block maps that do not ship are asked of this function."""
    before = _foreign.set(foreign)
    try:
        yield
    finally:
        _foreign.reset(before)


def foreign_map(game: str, name: str) -> Any:
    """The document of a map that does not ship; `None` where nobody knows it."""
    foreign = _foreign.get()
    return foreign(game, name) if foreign is not None else None


def find(game: Game[Any, Any], name: str) -> Any:
    """The document of a map by its name, with or without the hash of what it holds; raises `KeyError`."""
    shipped = game.shipped_maps()
    full = next((known for known in shipped if name in (known, known.partition("@")[0])), None)
    found = shipped[full] if full is not None else foreign_map(game.key, name)
    if found is None:
        raise KeyError(name)
    return found


def check_map(game: Game[Any, Any], given: Any, syntax: lint.Syntax | None = None) -> MapReport:
    """Everything that is wrong with a map: plain data, or YAML or JSON as text, with line and column.

    Raises `KeyError` for a game that is played without maps.
    """
    if game.checks_map is None:
        raise KeyError(game.key)
    reading = lint.given_reading(given, syntax)
    faults = list(reading.faults)
    if reading.value is not None or not reading.faults:
        faults += game.checks_map(reading.value, sets.cards_of(game, tuple(game.default_sets), {}))
    return MapReport(faults=[lint.finding(fault, reading) for fault in faults[:MAX_FAULTS]])
