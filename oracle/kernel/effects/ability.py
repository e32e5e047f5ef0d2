"""Compiled abilities: what a card does, as closures over the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from msgspec.structs import replace

from oracle.kernel.state import Frame, Object, Viewer
from oracle.kernel.table import Place, Table
from oracle.kernel.zonework import in_zone

UNKNOWN = Object(card=None)
Ref = dict[str, int]
Kind = Literal["keyword", "triggered", "replacement", "activated", "static", "spell"]


class Scope(Protocol):
    """From whose side an ability is read: its controller, its source, what was chosen so far."""

    player: int
    source: int | None
    bound: dict[str, list[Any]]
    that: int
    x: int


@dataclass(slots=True, init=False)
class Side:
    """A scope that needs no frame: for static abilities and for conditions on playing."""

    player: int
    source: int | None = None
    bound: dict[str, list[Any]] = field(default_factory=dict)
    that: int = 0
    x: int = 0

    def __init__(
        self,
        player: int,
        source: int | None = None,
        bound: dict[str, list[Any]] | None = None,
        that: int = 0,
        x: int = 0,
    ) -> None:
        self.player = player
        self.source = source
        self.bound = {} if bound is None else bound
        self.that = that
        self.x = x


Amount = Callable[[Table[Any, Any], Scope], int]
Condition = Callable[[Table[Any, Any], Scope], bool]
Select = Callable[[Table[Any, Any], Scope], list[Ref]]
Seats = Callable[[Table[Any, Any], Scope], list[int]]
Test = Callable[[Table[Any, Any], Scope, Place], bool]
Keep = Callable[[Table[Any, Any], Scope, list[Place]], list[Place]]


@dataclass(frozen=True, slots=True)
class Selector:
    """Which objects are meant: the zones they stand in (none: the table) and what they must be.

    `keep` leaves some of them, the highest or the nearest.
    """

    zones: tuple[str, ...]
    test: Test
    keep: Keep | None = None

    def places(self, table: Table[Any, Any], scope: Scope) -> list[Place]:
        """Those that are there now, in order."""
        looked: tuple[str | None, ...] = self.zones or (None,)
        found = [p for zone in looked for p in in_zone(table, zone) if self.test(table, scope, p)]
        if len(looked) > 1:
            found.sort(key=lambda place: -1 if place.seat is None else place.seat)
        return found if self.keep is None else self.keep(table, scope, found)

    def __call__(self, table: Table[Any, Any], scope: Scope) -> list[Ref]:
        """References to those that are there now, in order."""
        return [{"object": place.object.id} for place in self.places(table, scope)]  # type: ignore[dict-item]

    def count(self, table: Table[Any, Any], scope: Scope) -> int:
        """How many there are now, bare cards of a pile too."""
        total = len(self.places(table, scope))
        if not self.zones:
            return total
        piles = [zone for zone in table.game.zones.values() if zone.name in self.zones and zone.holds is None]
        for zone in piles:
            for seat, cards in zone.lists(table.state):
                total += len(cards) if self.test(table, scope, Place(seat, zone.name, UNKNOWN)) else 0
        return total

    def matches(self, table: Table[Any, Any], scope: Scope, place: Place) -> bool:
        """Whether this object is one of them, as it stands or stood there."""
        zones = self.zones or table.game.vocabulary.table_zones
        return place.zone in zones and self.test(table, scope, place)


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose event triggers an ability: its own source's, that of some objects, or that of some seats.

    A `wide` one is that of all objects or of all seats.
    """

    own: bool = False
    objects: Selector | None = None
    seats: Seats | None = None
    wide: bool = False


class Cause(NamedTuple):
    """An event that a step sets off: whether it surely does, whether on the card itself, where it stands."""

    event: str
    sure: bool
    own: bool
    at: str


@dataclass(frozen=True, slots=True)
class Target:
    """A declared target: its name, who may be chosen, how many."""

    name: str
    choose: Select
    min: int
    max: int
    document: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Point:
    """Something that is asked while an ability resolves: who decides, what can be picked, how many.

    `what` is the word of the language (`choose`, `mode`, `may`, `pay`, `search`, `coin`, `die`);
    the picks are bound under `name` as `refers` makes them. `by_chance` lets chance pick; `says`
    are the steps behind each pick, for its label.
    """

    what: str
    name: str
    picks: Callable[[Table[Any, Any], Scope], list[Any]]
    min: int = 1
    max: int = 1
    by: Seats | None = None
    refers: Callable[[Any], Any] = lambda pick: pick
    secret: bool = False
    by_chance: bool = False
    says: Mapping[Any, Any] = field(default_factory=dict)


class Run(Protocol):
    """A compiled step."""

    def __call__(self, table: Table[Any, Any], frame: Do, /) -> None:
        """Do it, or push the frames that will."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A compiled cost: whether it can be paid, and paying it.

    A `step` is done as the price: to the card itself where it is `own`, to what is chosen for it
    (`targets`), or to whom it names.
    """

    word: str
    can: Callable[[Table[Any, Any], Scope], bool]
    pay: Run
    document: dict[str, Any]
    step: bool = False
    own: bool = False
    targets: tuple[Target, ...] = ()


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
    x: int = 0
    mode: str | None = None
    hidden: list[str] = []

    def seen_by(self, viewer: Viewer) -> Do:
        """The frame as a viewer may know it: what was chosen in secret is its player's alone."""
        if not self.hidden or viewer == self.player:
            return self
        return replace(self, bound={k: [None] * len(v) if k in self.hidden else v for k, v in self.bound.items()})


class ChooseTarget(Frame, tag="choose_target", kw_only=True):
    """A target of an ability that is chosen as it resolves; the ability's frame waits below."""

    player: int
    source: int | None
    card: str
    ability: int
    target: int
    chosen: list[Any] = []


class Ask(Frame, tag="ask", kw_only=True):
    """A choice in the middle of an effect; the ability's frame waits below."""

    player: int
    source: int | None
    card: str
    ability: int
    point: int
    chosen: list[Any] = []


class AskSecretly(Ask, tag="ask_secretly", kw_only=True):
    """A choice among cards that only its player sees."""

    secret: ClassVar[tuple[str, ...]] = ("chosen",)


class Each(Frame, tag="each", kw_only=True):
    """Steps that are still to be done for each of some things: a frame to copy, the things left."""

    do: Do
    name: str
    left: list[Any]

    def seen_by(self, viewer: Viewer) -> Each:
        """The frame as a viewer may know it."""
        return replace(self, do=self.do.seen_by(viewer))


class Repeat(Frame, tag="repeat", kw_only=True):
    """Steps that are still to be done some number of times."""

    do: Do
    left: int

    def seen_by(self, viewer: Viewer) -> Repeat:
        """The frame as a viewer may know it."""
        return replace(self, do=self.do.seen_by(viewer))


LanguageFrames = Do | ChooseTarget | Ask | AskSecretly | Each | Repeat


@dataclass(frozen=True, slots=True)
class Ability:
    """One compiled ability. `blocks[0]` are its steps, further blocks its branches.

    `mode` is the choice under which it counts (a play names it), `slot` where it was written
    (`abilities`, or a list of the game's own). `paying` is the block that pays its cost, `may` the
    point that asks whether it is wanted. Modes of one sentence share its number; where `chance` is
    `coin` or `die` it brings the mode.
    """

    kind: Kind
    document: dict[str, Any]
    slot: str = "abilities"
    mode: str | None = None
    event: str | None = None
    subject: Subject | None = None
    condition: Condition | None = None
    targets: tuple[Target, ...] = ()
    points: tuple[Point, ...] = ()
    blocks: tuple[tuple[Run, ...], ...] = ((),)
    seats: Seats | None = None
    select: Selector | None = None
    modify: dict[str, Amount] = field(default_factory=dict)
    qualified: dict[str, dict[str, Any]] = field(default_factory=dict)
    grants: dict[str, int] = field(default_factory=dict)
    prevent: Amount | None = None
    keyword: str | None = None
    n: int = 0
    cost: tuple[Cost, ...] = ()
    costs: tuple[dict[str, Any], ...] = ()
    speed: str | None = None
    zones: tuple[str, ...] = ()
    paying: int | None = None
    limit: int = 0
    optional: bool = False
    may: int | None = None
    causes: tuple[Cause, ...] = ()
    sentence: int = 0
    chance: str | None = None
