"""What muhq's game adds to the shared skeleton of a state."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from oracle.kernel.effects.ability import LanguageFrames
from oracle.kernel.stack.records import Entry, Priority, StackFrame, Trigger, stack_zone
from oracle.kernel.state import Count, Frame, Key, Object, ObjectId, Seat, State, Zone
from oracle.kernel.state import Player as BasePlayer
from oracle.kernel.table import Table
from oracle.kernel.together import Together

from .options import Options
from .records import MuhqCard

Phase = Literal["setup", "draft", "reshuffle", "draw", "upkeep", "actions", "buy", "discard"]
PHASES: tuple[Phase, ...] = ("setup", "draft", "reshuffle", "draw", "upkeep", "actions", "buy", "discard")
Slot = Literal["move", "attack", "full"]
Mark = Literal["paralysis", "poison", "panic", "rage", "ward"]
MARKS: tuple[Mark, ...] = ("paralysis", "poison", "panic", "rage", "ward")
Spot = Annotated[int, Meta(ge=0, le=999)]
Tile = tuple[Spot, Spot]
Pair = Annotated[list[Spot], Meta(min_length=2, max_length=2)]
"""A tile as an action names it: `[x, y]`."""

# -- permanents ------------------------------------------------------------------------------------


class Slots(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Which actions of this turn a permanent has used."""

    move: bool = False
    attack: bool = False
    full: bool = False


class Marks(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The state marks on a unit."""

    paralysis: Count = 0
    poison: Count = 0
    panic: Count = 0
    rage: Count = 0
    ward: Count = 0


class Flags(Struct, kw_only=True, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the map says of a permanent that it puts on the board."""

    vip: bool = False
    building: bool = False
    staff: bool = False
    anchored: bool = False
    start_tile: Tile | None = None


FRESH, UNMARKED, PLAIN = Slots(), Marks(), Flags()


class Permanent(Object, kw_only=True):
    """A card on the board: `tile` is that of a root, `on` what it lies on, `stack` what lies on it.

    `leaving` says that an effect has taken it off; it goes when everything of that effect is done.
    """

    owner: Seat | None  # type: ignore[assignment]
    controller: Seat | None
    tile: Tile | None = None
    on: ObjectId | None = None
    stack: list[ObjectId] = []
    tapped: bool = False
    slots: Slots = FRESH
    damage: Count = 0
    marks: Marks = UNMARKED
    once: dict[str, bool] = {}
    seq: Count
    entered_turn: Count = 0
    durability: Annotated[int, Meta(ge=-1000, le=100_000)] | UnsetType = UNSET
    map_flags: Flags = PLAIN
    leaving: Literal["destroyed", "defeated", "returned"] | UnsetType = UNSET


class Override(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A change of a tile's type, until when, and by whom."""

    type: Key
    until: Key
    player: Seat
    source: ObjectId | None = None


class Changed(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A tile whose type was changed; the last change counts."""

    overrides: Annotated[list[Override], Meta(min_length=1, max_length=1000)]


class Declared(Entry, kw_only=True):
    """An action on the stack: the slot that a unit's action has used, whether the unit was a root then."""

    slot: Slot | None = None
    rooted: bool = True
    mode: Literal["tile", "next_unit"] | None = None
    exchanged: list[Key] = []

    @property
    def is_card(self) -> bool:
        """Whether a card lies on the stack."""
        return self.kind.startswith("play_")


# -- players ---------------------------------------------------------------------------------------

UNORDERED = ("discard", "store", "removed", "pack", "drafted")


def in_order(thing: Object) -> tuple[str, int]:
    """The one order in which piles without an order are written: by card, then by id."""
    return thing.card or "", thing.id if isinstance(thing.id, int) else 0


class Player(BasePlayer, kw_only=True):
    """A seat: its resource and zones."""

    status: Literal["active", "eliminated", "conceded"] = "active"
    resource: Count = 0
    deck: list[Key | None] = []
    hand: list[Object] = []
    discard: list[Object] = []
    store: list[Object] = []
    pending_equipment: list[Object] = []
    removed: list[Object] = []
    pack: list[Object] = []
    drafted: list[Object] = []

    def __post_init__(self) -> None:
        """What has no order is always written in the same one (MQ-7.7)."""
        for zone in UNORDERED:
            things = getattr(self, zone)
            if len(things) > 1:
                things.sort(key=in_order)


class Draft(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """How far the draft is."""

    round: Count


class Hold(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Who wears the victory equipment, without a break since which turn."""

    object: ObjectId
    controller: Seat
    since_turn: Count


class Waiting(Trigger, kw_only=True):
    """A triggered ability that waits; `rank` orders those of one batch, which is open as long as it has none."""

    rank: list[int] = []
    closed: bool = False


# -- frames ----------------------------------------------------------------------------------------


class SetUp(Frame, tag="setup", kw_only=True):
    """Packs are still to be dealt, stores to be laid out, the starter to be found."""

    stage: Literal["round", "deal", "pick", "stores", "first"]
    seats: list[Seat] = []


class DraftPick(Together, tag="draft_pick", kw_only=True):
    """Each seat takes a card from the pack in front of it."""


class Taking(Frame, tag="taking", kw_only=True):
    """The cards that all have picked go to them, seat by seat; which one it is may not be known here."""

    seats: list[Seat]
    cards: list[ObjectId | None]


class Turn(Frame, tag="turn", kw_only=True):
    """The automatic steps of a turn, one stage after the other, up to the next decision."""

    stage: Literal["begin", "reshuffle", "draw", "income", "triggers", "pre_pay", "end", "over"]


class Draw(Frame, tag="draw", kw_only=True):
    """Cards are still to be drawn, by this rule."""

    player: Seat
    left: Count
    rule: Key


class DiscardCards(Frame, tag="discard", kw_only=True):
    """Cards of a hand are still to be put on the pile, chosen by their player or at random."""

    player: Seat
    left: Count
    how: Literal["choose", "random"]


class Settle(Frame, tag="settle", kw_only=True):
    """Clean up until nothing is left to do, then the triggers that wait, one by one."""


class Drop(Frame, tag="drop", kw_only=True):
    """A stack falls: what is left of it, bottom first, around the tile of the base that has gone."""

    player: Seat
    tile: Tile
    left: list[ObjectId]
    worn_down: bool = False


class Activation(Frame, tag="activation", kw_only=True):
    """A unit is being activated: its Poison, then its Panic and its Rage, as they were at the start."""

    unit: ObjectId
    stage: Literal["poison", "panic", "rage", "attack", "end"]
    panic: bool = False
    rage: bool = False


class StepOver(Frame, tag="step_over", kw_only=True):
    """A unit's action is done: a selected unit with nothing left to do is tapped."""


Frames = (
    SetUp | DraftPick | Taking | Turn | Draw | DiscardCards | Settle | Drop | Activation | StepOver | StackFrame
    | LanguageFrames
)  # fmt: skip


class MuhqState(State[Player, Options, Frames], kw_only=True):
    """A match of muhq's game.

    What ends later says so where it stands, in `tiles` and `effects`: `delayed` is always empty.
    """

    map: str | dict[str, Any]
    turn: Count
    round: Count = 0
    active: Seat | None
    first_player: Seat | None = None
    phase: Phase
    sub: Literal["pre_pay", "pay", "main"] = "main"
    permanents: list[Permanent] = []
    tiles: dict[Key, Changed] = {}
    outside: list[Object] = []
    set_aside: list[Key | None] = []
    undealt: list[Key | None] = []
    draft: Draft | None = None
    selected: ObjectId | None = None
    bought: bool = False
    unpaid: list[ObjectId] = []
    draw_offered: bool = False
    actions: Count = 0
    stack: list[Declared] = []
    priority: Priority = field(default_factory=Priority)
    trigger_queue: list[Waiting] = []
    delayed: Annotated[list[dict[str, Any]], Meta(max_length=0)] = []
    staff_hold: Hold | None = None
    seq_counter: Count


Muhq = Table[MuhqState, MuhqCard]

ZONES = {
    "permanents": Zone("permanents", Permanent, field=True, shared=True),
    "hand": Zone("hand", Object, "owner"),
    "deck": Zone("deck", None, "nobody"),
    "discard": Zone("discard", Object),
    "store": Zone("store", Object),
    "pending_equipment": Zone("pending_equipment", Object),
    "removed": Zone("removed", Object),
    "pack": Zone("pack", Object, "owner"),
    "drafted": Zone("drafted", Object, "owner"),
    "outside": Zone("outside", Object, shared=True),
    "set_aside": Zone("set_aside", None, "nobody", shared=True),
    "undealt": Zone("undealt", None, "nobody", shared=True),
    "stack": stack_zone(Declared),
}
