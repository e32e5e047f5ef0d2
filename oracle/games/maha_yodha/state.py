"""What Maha Yodha adds to the shared skeleton of a state."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from oracle.kernel.cards import Card, CardRecord
from oracle.kernel.effects.ability import Ability, Do, Repeat
from oracle.kernel.rulebook import Words
from oracle.kernel.state import Count, Frame, Key, Object, ObjectId, Seat, State, Zone
from oracle.kernel.state import Player as BasePlayer
from oracle.kernel.table import Table

LIFE = 20
HAND = 5
SUPPLY = 5
DIE = 6

Phase = Literal[
    "setup_shuffle", "coin", "choose_first", "opening_discard", "regroup", "draw", "placement", "attack", "end"
]
SETUP: tuple[Phase, ...] = ("setup_shuffle", "coin", "choose_first")
PHASES: tuple[Phase, ...] = (*SETUP, "opening_discard", "regroup", "draw", "placement", "attack", "end")
WITH_VALOR: tuple[Phase, ...] = ("placement", "attack", "end")


class Options(Struct, kw_only=True, forbid_unknown_fields=True):
    """The switches of a match (the rulebook file says what each does)."""

    totals_floor: Literal["none", "zero"] = "none"
    reshuffle_timing: Literal["when_empty", "when_needed"] = "when_empty"
    attack_needs_enemy_cards: bool = False
    first_player_method: Literal["coin", "die"] = "coin"
    deck_mode: Literal["preconstructed", "custom"] = "preconstructed"
    allow_mixed_armies: bool = False
    mirror_armies: bool = True
    max_turns: Count = 200
    draw_offers: bool = True


class Placed(Object, kw_only=True):
    """A card on a battlefield: a Weapon's bearer, the chosen alternative, whether it is combined."""

    assigned_to: ObjectId | None = None
    mode: str | None = None
    combined: bool = False


class Player(BasePlayer, kw_only=True):
    """A seat: its counters and zones."""

    army: Annotated[str, Meta(max_length=80)] = "custom"
    life: Annotated[int, Meta(ge=0, le=LIFE)] = LIFE
    valor: Count | None
    turns_begun: Count
    warriors_played: Count
    attacked: bool
    draw_offer_used: bool = False
    deck: list[Key | None] = []
    hand: list[Object] = []
    discard: list[Object] = []
    battlefield: list[Placed] = []


class Shuffle(Frame, tag="shuffle", kw_only=True):
    """A deck of the setup is still to be shuffled."""

    player: Seat


class Toss(Frame, tag="first_player", kw_only=True):
    """The coin or the dice are still to fall."""


class Draw(Frame, tag="draw", kw_only=True):
    """Cards are still to be drawn."""

    player: Seat
    left: Count


class Steal(Frame, tag="steal", kw_only=True):
    """Random cards are still to be taken from the opponent's hand."""

    player: Seat
    left: Count


class OpeningDiscard(Frame, tag="opening_discard", kw_only=True):
    """After the first player's opening draw he must discard."""

    player: Seat


class BeginPlacement(Frame, tag="begin_placement", kw_only=True):
    """After the second player's opening draw the Placement begins."""

    player: Seat


class MahaState(
    State[Player, Options, Shuffle | Toss | Draw | Steal | OpeningDiscard | BeginPlacement | Do | Repeat], kw_only=True
):
    """A match of Maha Yodha."""

    turn: Count
    active: Seat | None
    first_player: Seat | None
    chooser: Seat | None = None
    phase: Phase


class Record(CardRecord, kw_only=True):
    """A card as its set writes it. Warriors have no negative numbers, Scrolls and Weapons may."""

    type: Literal["warrior", "weapon", "scroll"]
    army: str = "custom"
    category: str | None = None
    cost: Annotated[int, Meta(ge=0, le=1000)]
    attack: Annotated[int, Meta(ge=-1000, le=1000)] | None = None
    defence: Annotated[int, Meta(ge=-1000, le=1000)] | None = None
    partner: Key | None = None
    combination: list[dict[str, Any]] = []
    fact: Words | None = None
    art: str | None = None


class MahaCard(Card):
    """A compiled card: its numbers at hand (a missing icon counts 0, MY-2.10), its modes."""

    __slots__ = ("attack", "cost", "defence", "modes", "partner", "statics")

    def __init__(self, record: Record, abilities: tuple[Ability, ...]) -> None:
        super().__init__(record, abilities)
        self.cost = record.cost
        self.attack = record.attack or 0
        self.defence = record.defence or 0
        self.partner = record.partner
        self.modes = tuple(dict.fromkeys(a.mode for a in abilities if a.mode is not None))
        self.statics = tuple(a for a in abilities if a.kind == "static")


Maha = Table[MahaState, MahaCard]

ZONES = {
    "deck": Zone("deck", None, "nobody"),
    "hand": Zone("hand", Object, "owner"),
    "discard": Zone("discard", Object),
    "battlefield": Zone("battlefield", Placed, field=True),
}


def opponent(seat: int) -> int:
    """The other seat: the game is for two."""
    return 1 - seat
