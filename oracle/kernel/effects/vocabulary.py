"""The words that a game gives the card language: primitives, events, stats, filters, conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["amount", "number", "target", "seat", "duration", "keyword", "word"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a primitive: what kind of thing it takes, and its words if it has few."""

    kind: Kind
    required: bool = True
    words: tuple[str, ...] = ()
    least: int | None = None


@dataclass(frozen=True, slots=True)
class Primitive:
    """One thing that a card can do: its clauses, parameters and the function that does it.

    The function gets the table, the frame, and each parameter by name: an amount as a number, a
    target as a list of references, a word as it is. A bare value in a card stands for `main`.
    """

    name: str
    rules: tuple[str, ...]
    does: Callable[..., None]
    parameters: Mapping[str, Parameter]
    main: str | None = None
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Filter:
    """A word of a selector: which values it takes, and whether a place passes it."""

    test: Callable[[Any, Any, Any, Any], bool]
    words: tuple[str, ...] = ()
    kind: Literal["word", "words", "flag", "number", "card"] = "word"


@dataclass(frozen=True, slots=True)
class ConditionWord:
    """A condition of the game's own: its parameter, and whether it holds."""

    test: Callable[[Any, Any, Any], bool]
    kind: Literal["card", "number", "word", "flag"] = "number"
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A game's words. `zones` are those that a selector may look into, `table` those it means by default.

    `qualifiers` name the numbers beside the amount of a stat (`{nth: 1, amount: 2}`); `counts` says
    whether a static ability of something on the table counts now, beyond its own condition.
    """

    primitives: Mapping[str, Primitive] = field(default_factory=dict)
    events: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    filters: Mapping[str, Filter] = field(default_factory=dict)
    conditions: Mapping[str, ConditionWord] = field(default_factory=dict)
    keywords: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    durations: tuple[str, ...] = ("end_of_turn", "permanent")
    zones: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()
    targets: Mapping[str, Callable[[Any, Any], list[dict[str, int]]]] = field(default_factory=dict)
    one_shot_least: int = 0
    qualifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counts: Callable[[Any, Any, Any], bool] | None = None

    @property
    def table_zones(self) -> tuple[str, ...]:
        """The zones that a selector means where it names none."""
        return self.table or self.zones[:1]
