"""The skeleton that the states of all games share (`docs/reference/state.md`).

A game derives its own records from these. Records in the hand, the discard pile and other
*piles* are never changed in place (a card gets a new record at every change of zone), so a copy
of a state shares them; records in *fields* (a battlefield) are copied with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, field

LIMIT = 2**31

Seat = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=LIMIT)]
Number = Annotated[int, Meta(ge=-LIMIT, le=LIMIT)]
ObjectId = Annotated[int, Meta(ge=1, le=LIMIT)]
Key = Annotated[str, Meta(min_length=1, max_length=120)]
Text = Annotated[str, Meta(max_length=80)]

Viewer = int | Literal["spectator"]


class Object(Struct, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A card with identity, in the zone whose list it stands in; `card: null` is a hidden one."""

    id: ObjectId | UnsetType = UNSET
    card: Key | None
    owner: Seat | UnsetType = UNSET


def number_of(thing: Object) -> int:
    """The id of an object that shows."""
    assert isinstance(thing.id, int)
    return thing.id


class Frame(Struct, gc=False, kw_only=True, forbid_unknown_fields=True, tag_field="step"):
    """A piece of unfinished work on the agenda; the tag is the step's name.

    `secret` names the fields that only the frame's `player` may see.
    """

    secret: ClassVar[tuple[str, ...]] = ()

    @property
    def is_outline(self) -> bool:
        """Whether something of the frame is hidden here."""
        values = [getattr(self, name) for name in self.secret]
        return any(value is None or (isinstance(value, list) and None in value) for value in values)

    def seen_by(self, viewer: Viewer) -> Frame:
        """The frame as a viewer may know it."""
        if not self.secret or getattr(self, "player", None) == viewer:
            return self
        seen: Frame = self.__copy__()  # type: ignore[attr-defined]
        for name in self.secret:
            value = getattr(seen, name)
            setattr(seen, name, [None] * len(value) if isinstance(value, list) else None)
        return seen


class Chance(Struct, gc=False, kw_only=True, forbid_unknown_fields=True):
    """Where random outcomes come from: `seeded` draws them, `manual` asks the client."""

    mode: Literal["seeded", "manual"] = "seeded"
    seed: Annotated[str, Meta(max_length=128)] | None = None
    drawn: Count = 0


class Result(Struct, gc=False, kw_only=True, forbid_unknown_fields=True):
    """How the match ended, and by which clause."""

    outcome: Literal["win", "draw"]
    winners: list[Seat]
    rule: str | None
    reason: str


class DrawOffer(Struct, gc=False, kw_only=True, forbid_unknown_fields=True):
    """An open offer to draw the match: who made it and who has accepted."""

    by: Seat
    accepted: list[Seat] = []


class Effect(Struct, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A continuing effect: what it changes, on what, and until when.

    It is about one object (`target`), or about whatever a selector of the card language fits
    (`select`), whenever that is asked.
    """

    id: ObjectId
    source: ObjectId | None
    card: Key
    controller: Seat
    target: ObjectId | None = None
    select: dict[str, Any] | UnsetType = UNSET
    change: dict[str, Number | str]
    until: str


class Player(Struct, gc=False, kw_only=True, forbid_unknown_fields=True):
    """What every seat has; a game adds its counters and zones."""

    name: Text = ""
    unseen: list[Key] | UnsetType = UNSET


P = TypeVar("P", bound=Player)
OptionsT = TypeVar("OptionsT", bound=Struct)
F = TypeVar("F", bound=Frame)


class State(Struct, Generic[P, OptionsT, F], gc=False, kw_only=True, forbid_unknown_fields=True):
    """A match between two decisions: everything there is to know about it."""

    game: str
    rules: str = "1.0"
    options: OptionsT
    sets: list[str] = []
    cards: dict[Key, dict[str, Any]] = {}
    turn: Count = 0
    active: Seat | None = None
    phase: str
    players: Annotated[list[P], Meta(min_length=1, max_length=16)]
    stack: Annotated[list[Any], Meta(max_length=0)] = []
    effects: list[Effect] = []
    draw_offer: DrawOffer | None = None
    agenda: Annotated[list[F], Meta(max_length=500)] = []
    chance: Chance = field(default_factory=Chance)
    next_id: Count = 0
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """A place of cards: its records, who sees them, whether they change in place.

    `holds` is the record type, or `None` for a list of bare card keys (a deck). `seen` is `all`,
    `owner` or `nobody`; `field` says that records in it change while they stay. A `shared` zone
    belongs to no seat: it is a list in the state itself, under `path` (that of a seat's zone begins at
    its player). A `single` one holds just one record, which stands there without a list. One of
    places has a `slot`: its list holds a record a place, and the object lies in that field or none.

    What is hidden in a zone that `keeps_ids` (cards face down in a place of their own) keeps its id
    and all but its card. Where `face_down` is given only the objects for which it answers yes are
    hidden as `seen` says; the others lie open. A pile that is, as long as it lies there, a `section`
    of its seat's deck list names it. The list of one that `rests` is never changed in place, only replaced.
    """

    name: str
    holds: type[Object] | None
    seen: Literal["all", "owner", "nobody"] = "all"
    field: bool = False
    shared: bool = False
    path: tuple[str, ...] = ()
    single: bool = False
    keeps_ids: bool = False
    face_down: Callable[[Any, Any], bool] | None = None
    slot: str = ""
    section: str = ""
    rests: bool = False

    @property
    def shows_ids(self) -> bool:
        """Whether what is hidden in it can be pointed at: it lies face down in a place of its own."""
        return self.keeps_ids or self.face_down is not None

    def of(self, holder: Any) -> list[Any]:
        """The cards of the zone in a player's record, or in the record on its path."""
        if not (self.path or self.slot):
            value = getattr(holder, self.name)
            return [value] if self.single else value
        value = part_of(self.home(holder), self.name)
        if self.slot:
            return [thing for place in value if (thing := getattr(place, self.slot)) is not None]
        return [value] if self.single else value

    def home(self, holder: Any) -> Any:
        """The record or mapping that the zone stands in: a player's own, or what is on its path there."""
        for part in () if self.shared else self.path:
            holder = part_of(holder, part)
        return holder

    def replace(self, holder: Any, i: int, thing: Any) -> None:
        """Lay another card in the place of one."""
        home = self.home(holder)
        if self.single:
            set_part(home, self.name, thing)
        elif self.slot:
            taken = [place for place in part_of(home, self.name) if getattr(place, self.slot) is not None]
            setattr(taken[i], self.slot, thing)
        elif self.rests:
            cards = part_of(home, self.name)
            set_part(home, self.name, [*cards[:i], thing, *cards[i + 1 :]])
        else:
            part_of(home, self.name)[i] = thing

    def lay(self, holder: Any, cards: list[Any]) -> None:
        """Lay other cards, as many as there were, in a list of their own."""
        home = self.home(holder)
        if self.slot:
            set_part(home, self.name, with_things(part_of(home, self.name), self.slot, cards))
        else:
            set_part(home, self.name, cards[0] if self.single else cards)

    def pointers(self, holder: Any, base: str) -> list[str]:
        """The pointers of the cards, behind that of the holder."""
        at = "/".join((base, *(() if self.shared else self.path), self.name))
        if self.single:
            return [at]
        value = part_of(self.home(holder), self.name)
        if self.slot:
            return [f"{at}/{i}/{self.slot}" for i, place in enumerate(value) if getattr(place, self.slot) is not None]
        return [f"{at}/{i}" for i in range(len(value))]

    def lists(self, state: Any) -> list[tuple[int | None, list[Any]]]:
        """The cards of the zone by seat (`None`: nobody's)."""
        if not (self.shared or self.path or self.slot or self.single):
            return [(seat, getattr(player, self.name)) for seat, player in enumerate(state.players)]
        if self.shared:
            holder = state
            for part in self.path:
                holder = getattr(holder, part)
            return [(None, self.of(holder))]
        return [(seat, self.of(player)) for seat, player in enumerate(state.players)]


def is_plain(zone: Zone) -> bool:
    """Whether a zone is simply a field of a player's record."""
    return not (zone.shared or zone.slot or zone.path)


def part_of(holder: Any, name: str) -> Any:
    """A part of a record or of a mapping; what a mapping lacks is an empty list."""
    return holder.get(name, []) if isinstance(holder, dict) else getattr(holder, name)


def set_part(holder: Any, name: str, value: Any) -> None:
    """Set a part of a record or of a mapping."""
    if isinstance(holder, dict):
        holder[name] = value
    else:
        setattr(holder, name, value)


def with_things(places: list[Any], slot: str, things: list[Any]) -> list[Any]:
    """The places of a zone with other objects in those that are taken."""
    left = iter(things)
    found = [place.__copy__() for place in places]
    for place in found:
        if getattr(place, slot) is not None:
            setattr(place, slot, next(left))
    return found
