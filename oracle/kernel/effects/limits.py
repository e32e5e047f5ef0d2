"""How large a card may be, and how a part of it is refused."""

from __future__ import annotations

from typing import Any

MAX_ABILITIES = 8
MAX_NODES = 64
MAX_DEPTH = 16
MAX_NUMBER = 1000
MAX_LIST = 32
MAX_TEXT = 80
MAX_WORK = 20_000
MAX_REPEAT = 100


class Refused(Exception):
    """A part that cannot be compiled; its fault is noted."""


class Parts(dict[str, Any]):
    """The parts of a mapping: one that it lacks was noted, and is refused where it is used."""

    def __missing__(self, part: str) -> Any:
        raise Refused
