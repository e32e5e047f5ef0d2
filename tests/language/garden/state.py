from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from oracle.kernel.cards import Card, CardRecord
from oracle.kernel.effects.ability import Ability, LanguageFrames
from oracle.kernel.effects.settle import Settle
from oracle.kernel.events import SHARED, event_table
from oracle.kernel.state import Count, Frame, Key, Number, Object, State, Zone
from oracle.kernel.state import Player as BasePlayer
from oracle.kernel.table import Table

PHASES = ("day", "night")


class Options(Struct, kw_only=True, forbid_unknown_fields=True):
    order: Literal["first_in", "active_first", "owner_chooses"] = "first_in"


class Plant(Object, kw_only=True):
    damage: Count = 0
    water: Count = 0
    cut: bool = False


class Player(BasePlayer, kw_only=True):
    life: Number = 20
    seeds: Count = 0
    deck: list[Key | None] = []
    hand: list[Object] = []
    compost: list[Object] = []
    bed: list[Plant] = []


class DrawCards(Frame, tag="draw", kw_only=True):
    player: Count
    left: Count


class GardenState(State[Player, Options, LanguageFrames | Settle | DrawCards], kw_only=True):
    phase: Literal["day", "night"] = "day"


class Record(CardRecord, kw_only=True):
    type: Literal["plant", "act"]
    height: Annotated[int, Meta(ge=0, le=99)] = 0
    cost: Annotated[int, Meta(ge=0, le=99)] = 0
    needs: list[dict[str, Any]] = []


class GardenCard(Card):
    __slots__ = ("height",)

    record: Record

    def __init__(self, record: Record, abilities: tuple[Ability, ...]) -> None:
        super().__init__(record, abilities)
        self.height = record.height


Garden = Table[GardenState, GardenCard]

ZONES = {
    "deck": Zone("deck", None, "nobody"),
    "hand": Zone("hand", Object, "owner"),
    "compost": Zone("compost", Object),
    "bed": Zone("bed", Plant, field=True),
}
EVENTS = event_table(
    SHARED,
    (
        "turn", "draw", "move", "play", "activate", "trigger", "fizzle", "damage", "life", "counter", "gain", "pay",
        "tap", "modify", "expire", "destroy", "shuffle", "chance", "reveal", "choose", "result",
    ),
    move=("to_player",), choose=("forced",),
)  # fmt: skip
