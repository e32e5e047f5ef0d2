"""Compiled abilities: what a card does, as closures over the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from ..state import Frame
from ..table import Place, Table

Ref = dict[str, int]
Kind = Literal["keyword", "triggered", "replacement", "activated", "static", "modal", "spell"]


class Scope(Protocol):
    """From whose side an ability is read: its controller, its source, what was chosen so far."""

    player: int
    source: int | None
    bound: dict[str, list[Any]]
    that: int


@dataclass(slots=True)
class Side:
    """A scope that needs no frame: for static abilities and for conditions on playing."""

    player: int
    source: int | None = None
    bound: dict[str, list[Any]] = field(default_factory=dict)
    that: int = 0


Amount = Callable[[Table[Any, Any], Scope], int]
Condition = Callable[[Table[Any, Any], Scope], bool]
Select = Callable[[Table[Any, Any], Scope], list[Ref]]
Test = Callable[[Table[Any, Any], Scope, Place], bool]


@dataclass(frozen=True, slots=True)
class Selector:
    """Which objects are meant: the zone they stand in (`None`: the table) and what they must be."""

    zone: str | None
    test: Test

    def __call__(self, table: Table[Any, Any], scope: Scope) -> list[Ref]:
        """References to those that are there now, in order."""
        return [{"object": p.object.id} for p in table.game.in_zone(table, self.zone) if self.test(table, scope, p)]  # type: ignore[dict-item]

    def matches(self, table: Table[Any, Any], scope: Scope, place: Place) -> bool:
        """Whether this object is one of them, as it stands or stood there."""
        zones = (self.zone,) if self.zone is not None else table.game.vocabulary.table_zones
        return place.zone in zones and self.test(table, scope, place)


@dataclass(frozen=True, slots=True)
class Target:
    """A declared target: its name, who may be chosen, how many."""

    name: str
    choose: Select
    min: int
    max: int
    document: dict[str, Any]


class Run(Protocol):
    """A compiled step."""

    def __call__(self, table: Table[Any, Any], frame: Do) -> None:
        """Do it, or push the frames that will."""


class Do(Frame, tag="do", kw_only=True):
    """An ability being resolved: which one, how far, from whose side, with what chosen."""

    player: int
    source: int | None
    card: str
    ability: int
    block: int = 0
    at: int = 0
    bound: dict[str, list[Any]] = {}
    that: int = 0


class ChooseTarget(Frame, tag="choose_target", kw_only=True):
    """A target of an ability that is chosen as it resolves; the ability's frame waits below."""

    player: int
    source: int | None
    card: str
    ability: int
    target: int
    chosen: list[Any] = []


@dataclass(frozen=True, slots=True)
class Ability:
    """One compiled ability. `blocks[0]` are its steps, further blocks its branches.

    `mode` is the choice under which it counts (a play names it), `slot` where it was written
    (`abilities`, or a list of the game's own).
    """

    kind: Kind
    document: dict[str, Any]
    slot: str = "abilities"
    mode: str | None = None
    event: str | None = None
    subject: Selector | None = None
    condition: Condition | None = None
    targets: tuple[Target, ...] = ()
    blocks: tuple[tuple[Run, ...], ...] = ((),)
    seats: Callable[[Table[Any, Any], Scope], list[int]] | None = None
    select: Selector | None = None
    modify: dict[str, Amount] = field(default_factory=dict)
    qualified: dict[str, dict[str, Any]] = field(default_factory=dict)
    grants: dict[str, int] = field(default_factory=dict)
    keyword: str | None = None
    n: int = 0
    cost: tuple[Run, ...] = ()
    costs: tuple[dict[str, Any], ...] = ()
    speed: str | None = None
    limit: int = 0
    optional: bool = False
