"""What Machai adds to the shared skeleton of a state."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from oracle.kernel.cards import Card, CardRecord
from oracle.kernel.effects.ability import Ability, Do, LanguageFrames
from oracle.kernel.effects.settle import Settle
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.records import Entry, Priority, StackFrame, Trigger, stack_zone
from oracle.kernel.state import Count, Frame, Key, Number, Object, ObjectId, Seat, State, Zone
from oracle.kernel.state import Player as BasePlayer
from oracle.kernel.table import Table

from .options import Options

Phase = Literal["setup", "beginning", "upkeep", "main", "cleanup", "draw", "end"]
PHASES: tuple[Phase, ...] = ("setup", "beginning", "upkeep", "main", "cleanup", "draw", "end")
LEVELS = ("2", "3", "4")
TOP_LEVEL = 4

# -- objects ---------------------------------------------------------------------------------------


class Prepared(Object, kw_only=True):
    """A card in a Prepared Zone: whether it is tapped, and has its bonus."""

    tapped: bool = False
    prep: bool = True


class Place(Struct, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A Prepared Zone; once lost it keeps its card, but takes no other."""

    index: Annotated[int, Meta(ge=1, le=5)]
    lost: bool = False
    card: Prepared | None = None


class Permanent(Object, kw_only=True):
    """Equipment on the battlefield, or the Eris Armor token."""

    token: bool = False
    tapped: bool = False
    durability: Count
    entered_seq: Count = 0


class Change(Struct, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A change of damage tied to a card on the stack, with the moment at which it came."""

    n: Number
    seq: Count


class Played(Entry, kw_only=True, rename={"came_from": "from"}):
    """A card or ability on the stack, and what happened to it there."""

    came_from: Literal["hand", "zone"] | None = None
    paid_xp: Count = 0
    prep: bool = False
    mods: list[Change] = []
    dodged_by: list[Seat] = []


# -- players ---------------------------------------------------------------------------------------


class Mulligan(Struct, gc=False, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Whether the mulligan was used, and decided on."""

    used: bool = False
    done: bool = False


class Archetypes(Struct, gc=False, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The archetypes of a player's list."""

    primary: Key | None = None
    sub: Key | None = None


class Player(BasePlayer, kw_only=True):
    """A seat: its counters and zones."""

    life: Count
    xp: Count = 0
    level: Annotated[int, Meta(ge=1, le=4)] = 1
    exhaustion: Annotated[int, Meta(ge=0, le=6)] = 0
    deck: list[Key | None] = []
    hand: list[Object] = []
    discard: list[Object] = []
    exile_face_down: list[Key | None] = []
    level_decks: dict[Literal["2", "3", "4"], list[Key | None]]
    zones: list[Place]
    battlefield: list[Permanent] = []
    mulligan: Mulligan = field(default_factory=Mulligan)
    acted_this_turn: bool = False
    dead_last_turn: bool = False
    could_act: bool | None = False
    archetypes: Archetypes = field(default_factory=Archetypes)


# -- frames ----------------------------------------------------------------------------------------


class SetUp(Frame, tag="setup", kw_only=True):
    """The starter is still to be found, hands to be dealt, mulligans to be decided on, in turn."""

    stage: Literal["first", "deal", "mulligan"] = "first"


class Turn(Frame, tag="turn", kw_only=True):
    """The automatic steps of a turn, one stage after the other, up to the next window."""

    stage: Literal[
        "beginning", "upkeep", "untap", "maintain", "main",
        "end_of_turn", "clean_up", "expire", "level", "refill", "dig", "end",
    ]  # fmt: skip


class Moment(Frame, tag="moment", kw_only=True):
    """Triggers of a step of the turn are still to resolve, permanent by permanent."""

    player: Seat
    left: list[Do]


class Dig(Frame, tag="dig", kw_only=True):
    """After a dead turn cards may still be discarded, then as many are drawn as are missing."""

    player: Seat
    left: Count
    dug: bool = False


class Draw(Frame, tag="draw", kw_only=True):
    """Cards are still to be drawn, by this rule."""

    player: Seat
    left: Count
    rule: Key


class Exile(Frame, tag="exile", kw_only=True):
    """Cards of a new deck are still to be exiled face down."""

    player: Seat
    left: Count


class Mill(Frame, tag="mill", kw_only=True):
    """Cards are still to be put from a deck into its discard pile."""

    player: Seat
    left: Count


class DiscardCards(Frame, tag="discard", kw_only=True):
    """Cards are still to be discarded, chosen by their player or at random."""

    player: Seat
    left: Count
    how: Literal["choose", "random"]


class Damage(Frame, tag="damage", kw_only=True):
    """Damage is still to be dealt: `left` of it to the first victim, the whole to those behind."""

    player: Seat
    source: ObjectId | None
    amount: Count
    left: Count
    victims: list[Seat]
    rule: Key


Frames = (
    SetUp | Turn | Moment | Dig | Draw | Exile | Mill | DiscardCards | Damage | Settle | StackFrame | LanguageFrames
)  # fmt: skip


class MachaiState(State[Player, Options, Frames], kw_only=True):
    """A match of Machai."""

    turn: Count
    active: Seat | None
    first_player: Seat | None = None
    phase: Phase
    stack: list[Played] = []
    priority: Priority
    trigger_queue: list[Trigger] = []
    dead_streak: Count = 0
    quiet: bool = True
    seq: Count = 0


# -- cards -----------------------------------------------------------------------------------------


class Record(CardRecord, kw_only=True):
    """A card as its set writes it."""

    type: Literal["attack", "skill", "equipment", "token"]
    arch: Key
    xp: Annotated[int, Meta(ge=0, le=1000)] = 0
    cost: Annotated[int, Meta(ge=0, le=1000)] = 0
    prep: Literal["xp", "cost"] | UnsetType = UNSET
    dur: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = UNSET
    survives_zero: bool = False
    deck_levels: Annotated[list[Annotated[int, Meta(ge=1, le=4)]], Meta(min_length=1, max_length=4)] | UnsetType = UNSET


class MachaiCard(Card):
    """A compiled card: its numbers at hand, its abilities by what they are for."""

    __slots__ = (
        "activated", "aim", "aims", "arch", "cost", "dur", "events", "fast", "prep", "prepared", "spells",
        "survives_zero", "xp",
    )  # fmt: skip

    def __init__(self, record: Record, abilities: tuple[Ability, ...]) -> None:
        super().__init__(record, abilities)
        self.arch = record.arch
        self.xp = record.xp
        self.cost = record.cost
        self.dur = record.dur or 0
        self.survives_zero = record.survives_zero
        self.prep = record.prep if record.prep is not UNSET else ("cost" if record.cost else "xp")
        keywords = {ability.keyword for ability in abilities}
        self.prepared = "prepared" in keywords
        self.fast = "quick" in keywords or "counter" in keywords
        self.spells = [i for i, ability in enumerate(abilities) if ability.kind == "spell"]
        aims = [target for i in self.spells for target in abilities[i].targets]
        self.aims = bool(aims)
        self.aim = aims[0] if len(aims) == 1 else None
        self.activated = [i for i, ability in enumerate(abilities) if ability.kind == "activated"]
        self.events = frozenset(ability.event for ability in abilities if ability.kind == "triggered")


Machai = Table[MachaiState, MachaiCard]


def lies_face_down(state: MachaiState, _card: Any) -> bool:
    """Whether prepared cards lie face down: only by the option."""
    return state.options.prepared_face_down


ZONES = {
    "deck": Zone("deck", None, "nobody"),
    "hand": Zone("hand", Object, "owner"),
    "discard": Zone("discard", Object),
    "exile_face_down": Zone("exile_face_down", None, "nobody"),
    **{
        f"level_deck_{n}": Zone(n, None, "owner", path=("level_decks",), section=f"level_{n}", rests=True)
        for n in LEVELS
    },
    "zones": Zone("zones", Prepared, "owner", field=True, slot="card", face_down=lies_face_down),
    "battlefield": Zone("battlefield", Permanent, field=True),
    "stack": stack_zone(Played),
}


def token_of(table: Machai) -> str | None:
    """The key of the token that collects gained Armor, the only kind of token: the last one of the match's cards."""
    return next((key for key in reversed(list(table.cards)) if table.cards[key].type == "token"), None)


def other(seat: int) -> int:
    """The opponent's seat (MC-1.1)."""
    return 1 - seat


def prepared(player: Player) -> list[Prepared]:
    """The cards in a seat's Prepared Zones, lost ones too."""
    return [place.card for place in player.zones if place.card is not None]


def open_zones(level: int) -> list[Place]:
    """The Prepared Zones of a level, all of them open and empty."""
    return [Place(index=i) for i in range(1, zones_at(level) + 1)]


@carries("MC-7.9", "MC-7.10", otherwise=1)
def zones_at(level: int) -> int:
    """A player has one Prepared Zone more than levels."""
    return level + 1
