"""Functions written out from a game's own tables, where a loop over the tables would cost more than the work.

Three things are done at every step of a playout: a state is copied, an action judged, a list of
actions made. Each is a loop over tables that never change, so it is written out once a game, as
the lines one would write by hand, and compiled. Only our own packages are read for it: names of
fields from their records, conditions from the source of their requirements (`inlining.py`), never a
word of a card, of a state or of a request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

STEP = "    "


class Source:
    """The lines of one function, and the objects that they name."""

    def __init__(self, name: str, *parameters: str) -> None:
        self.name = name
        self.lines = [f"def {name}({', '.join(parameters)}):"]
        self.named: dict[str, Any] = {}
        self.names: dict[int, str] = {}

    def say(self, depth: int, *lines: str) -> None:
        """Add lines at a depth (1: the function's own body)."""
        self.lines += [STEP * depth + line for line in lines]

    def call(self, thing: Any, stem: str) -> str:
        """The name under which the lines reach an object."""
        name = self.names.get(id(thing))
        if name is None:
            name = self.names[id(thing)] = f"{stem}_{len(self.names)}"
            self.named[name] = thing
        return name

    def made(self) -> Callable[..., Any]:
        """The function."""
        code = compile("\n".join(self.lines), f"<{self.name}, written out>", "exec")
        exec(code, self.named)  # noqa: S102 - the text is made of our own tables only; see the module's docstring
        function: Callable[..., Any] = self.named[self.name]
        return function


def field(name: str) -> str:
    """The name of a record's field, fit to stand in code."""
    assert name.isidentifier(), name
    return name
