"""How a game's decks and cards are shown to people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

SECTION = "section"


@dataclass(frozen=True, slots=True)
class Portrait:
    """What the pictures of a deck count, and how a card's fields are called and written.

    `curve` and `makeup` name fields of a card's definition: numbers (or what `measures` reads as one) from the least to
    the most, and kinds from the most frequent; `section` is where in its list a card stands. `titles` are the words of
    the rulebook for fields that it calls otherwise, `written` writes fields that are neither a number nor a text.
    """

    curve: tuple[str, ...] = ("cost",)
    makeup: tuple[str, ...] = ("type",)
    titles: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
