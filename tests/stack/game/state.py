from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from oracle.kernel.cards import Card, CardRecord
from oracle.kernel.effects.ability import LanguageFrames
from oracle.kernel.events import SHARED, event_table
from oracle.kernel.stack.records import Entry, Priority, StackFrame, Trigger, stack_zone
from oracle.kernel.state import Count, Frame, Key, Number, Object, State, Zone
from oracle.kernel.state import Player as BasePlayer
from oracle.kernel.table import Table

MANA = 4
HAND = 4
LIFE = 8
Phase = Literal["main", "end"]
PHASES: tuple[Phase, ...] = ("main", "end")


class Options(Struct, kw_only=True, forbid_unknown_fields=True):
    flow: Literal["whole", "single", "round"] = "whole"
    max_turns: Count = 24


class Imp(Object, kw_only=True):
    damage: Count = 0
    tapped: bool = False


class Player(BasePlayer, kw_only=True):
    life: Number = LIFE
    mana: Count = MANA
    out: bool = False
    deck: list[Key | None] = []
    hand: list[Object] = []
    discard: list[Object] = []
    field: list[Imp] = []


class Check(Frame, tag="check", kw_only=True):
    """Deaths and losses are looked for."""


class DrawCards(Frame, tag="draw", kw_only=True):
    player: Annotated[int, Meta(ge=0, le=15)]
    left: Count


class BeginMain(Frame, tag="begin_main", kw_only=True):
    """The draws of a new turn are made; its main phase begins."""


Frames = StackFrame | LanguageFrames | Check | DrawCards | BeginMain


class KindlingState(State[Player, Options, Frames], kw_only=True):
    phase: Phase
    stack: list[Entry] = []
    priority: Priority = field(default_factory=Priority)
    trigger_queue: list[Trigger] = []


class Record(CardRecord, kw_only=True):
    type: Literal["imp", "spell"]
    speed: Annotated[int, Meta(ge=1, le=3)]
    cost: Annotated[int, Meta(ge=0, le=9)]
    toughness: Annotated[int, Meta(ge=0, le=9)] = 0
    x: bool = False
    coin: bool = False
    part: bool = False
    discard: Annotated[int, Meta(ge=0, le=3)] = 0


class KindlingCard(Card):
    __slots__ = ()

    record: Record


Kindling = Table[KindlingState, KindlingCard]

ZONES = {
    "deck": Zone("deck", None, "nobody"),
    "hand": Zone("hand", Object, "owner"),
    "discard": Zone("discard", Object),
    "field": Zone("field", Imp, field=True),
    "stack": stack_zone(),
}
EVENTS = event_table(
    SHARED,
    (
        "turn", "phase", "draw", "move", "play", "activate", "trigger", "resolve", "fizzle", "damage", "life", "pay",
        "tap", "shuffle", "chance", "reveal", "choose", "result",
    ),
    play=(), activate=(), trigger=(), fizzle=("target", "part"), move=("to_player",),
)  # fmt: skip


def record_of(table: Any, card: str) -> Record:
    found: Record = table.cards[card].record
    return found
