"""What stack and priority add to a state: entries, who holds priority, and frames of the agenda."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ..state import Count, Frame, Key, Number, Object, ObjectId, Seat, Viewer, Zone

Ref = dict[str, Any]
Pick = int | str | list[int] | dict[str, int]
Bound = dict[str, list[Ref]]


class Chosen(Struct, gc=False, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A target of an entry: the slot it fills, of which part of the entry, and the reference itself.

    `part` belongs to `entry`: `{"entry": 31, "part": 0}` is the first part of another entry.
    """

    slot: Key
    of: Count = 0
    object: ObjectId | UnsetType = UNSET
    player: Seat | UnsetType = UNSET
    entry: ObjectId | UnsetType = UNSET
    part: Count | UnsetType = UNSET
    tile: list[int] | UnsetType = UNSET

    @property
    def ref(self) -> Ref:
        """The reference, without the slot."""
        if self.object is not UNSET and self.player is self.entry is self.part is self.tile is UNSET:
            return {"object": self.object}
        named = ("object", "player", "entry", "part", "tile")
        return {name: getattr(self, name) for name in named if getattr(self, name) is not UNSET}


class Entry(Object, kw_only=True):
    """Something waiting on the stack: a card, an activated ability, a trigger.

    `source` is the object whose ability it is; without one the card itself lies on the stack.
    `abilities` are its parts in order, `negated` the positions of those that will do nothing.
    `speed`, `mode`, `x` and `targets` are fixed when it is put there; `bound` and `that` are what a
    trigger saw.
    """

    kind: Key
    controller: Seat
    source: ObjectId | None = None
    speed: Count = 0
    abilities: list[Count] = []
    mode: Key | None = None
    x: Count | None = None
    targets: list[Chosen] = []
    negated: list[Count] = []
    bound: Bound = {}
    that: Number = 0

    @property
    def is_card(self) -> bool:
        """Whether a card lies on the stack, and not only an effect of one that is elsewhere."""
        return self.source is None

    @property
    def self_id(self) -> int:
        """The object that `self` means in its abilities."""
        return self.id if self.source is None else self.source  # type: ignore[return-value]


class Priority(Struct, gc=False, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Who may act, and how many seats in succession have passed; nobody while something resolves."""

    holder: Seat | None = None
    passes: Count = 0


class Trigger(Struct, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A triggered ability that waits to be done, or to be put on the stack."""

    id: ObjectId
    player: Seat
    source: ObjectId
    card: Key
    ability: Count
    bound: Bound = {}
    that: Number = 0


class Picked(Struct, gc=False, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One choice made while declaring; others see of a `secret` one only that it was made."""

    slot: Key
    of: Count = 0
    pick: Pick | None
    secret: bool = False


# -- frames ----------------------------------------------------------------------------------------


class OpenWindow(Frame, tag="window", kw_only=True):
    """A window in which seats may act; what lay on the stack before (`floor`) stays out of it."""

    name: Key
    floor: Count = 0
    outer: Priority = Priority()


class Declare(Frame, tag="declare", kw_only=True):
    """A play being put together, unpaid: what was chosen so far, which slots were ended early.

    `locked` says that it can no longer be taken back: then the card is open, but not before.
    """

    player: Seat
    kind: Key
    source: ObjectId | None = None
    card: Key | None
    ability: Count | None = None
    speed: Count = 0
    picks: list[Picked] = []
    ended: list[Key] = []
    confirmed: bool = False
    locked: bool = False
    trigger: Trigger | None = None

    @property
    def is_outline(self) -> bool:
        """Whether this is what another seat sees of a declaration."""
        unnamed = self.card is None if not self.locked else self.source is None
        return (unnamed and self.trigger is None) or any(picked.secret and picked.pick is None for picked in self.picks)

    def seen_by(self, viewer: Viewer) -> Declare:
        """What another seat sees: of what can be taken back only that something is being declared.

        The id of a card in a hand, and what is to be paid with, stay hidden.
        """
        if viewer == self.player:
            return self
        if not self.locked:
            return Declare(player=self.player, kind=self.kind, card=None)
        source = self.source if self.ability is not None else None
        picks = [Picked(slot=p.slot, of=p.of, pick=None, secret=True) if p.secret else p for p in self.picks]
        return replace(self, source=source, picks=picks)


class Resolve(Frame, tag="resolve", kw_only=True):
    """An entry being resolved; `all` says that the rest of the stack follows without a pause."""

    entry: ObjectId
    all: bool = False
    begun: bool = False


class GivePriority(Frame, tag="give_priority", kw_only=True):
    """Checks, then triggers, then priority: what follows an entry that came or was resolved.

    After an `act` beside the stack priority stays where it is, unless triggers have come.
    """

    after: Literal["entry", "resolution", "act"]
    all: bool = False
    checked: bool = False


class RunTriggers(Frame, tag="triggers", kw_only=True):
    """A batch of triggers on its way to the stack, or being done."""

    batch: list[Trigger]
    sorted: bool = False


class PassIdle(Frame, tag="pass_idle", kw_only=True):
    """Whoever has got priority passes by itself where nothing else could be done."""


StackFrame = OpenWindow | Declare | Resolve | GivePriority | RunTriggers | PassIdle


def stack_zone(record: type[Entry] = Entry) -> Zone:
    """The stack as a zone that belongs to nobody, for a game's table of zones."""
    return Zone("stack", record, shared=True)
