"""What Thầy Pháp adds to the shared skeleton of a state."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from oracle.kernel.effects.ability import LanguageFrames
from oracle.kernel.state import Count, Frame, Key, Number, Object, ObjectId, Seat, State, Viewer, Zone
from oracle.kernel.state import Player as BasePlayer
from oracle.kernel.table import Table

from .records import PhapCard

Phase = Literal["setup", "start", "draw", "main", "end"]
PHASES: tuple[Phase, ...] = ("setup", "start", "draw", "main", "end")


class Options(Struct, kw_only=True, forbid_unknown_fields=True):
    """The switches of a match (the rulebook file says what each does)."""

    multiplayer: bool = False
    decks: Literal["own", "shared"] = "own"
    starting_life: Annotated[int, Meta(ge=1, le=1000)] = 20
    starting_hand: Annotated[int, Meta(ge=0, le=100)] = 5
    hand_limit: Annotated[int, Meta(ge=0, le=100)] = 7
    mana_per_turn: Annotated[int, Meta(ge=0, le=1000)] = 2
    convert_limit: Annotated[int, Meta(ge=0, le=100)] = 2
    block_scope: Literal["side", "mage"] = "side"
    block_order: Literal["oldest", "attacker"] = "oldest"
    spells_hit_blocks: bool = True
    area_rest: Literal["each", "split"] = "each"
    area_includes_mage: bool = True
    monsters_guard: bool = False
    spell_targets: Literal["any", "enemy"] = "any"
    simultaneous_zero: Literal["draw", "active_wins"] = "draw"
    round_cap: Annotated[int, Meta(ge=1, le=100_000)] = 100
    action_cap: Annotated[int, Meta(ge=1, le=100_000)] = 200
    deck_min: Annotated[int, Meta(ge=0, le=500)] = 5
    deck_max: Annotated[int, Meta(ge=0, le=500)] = 0
    copies_max: Annotated[int, Meta(ge=0, le=500)] = 0


# -- objects ---------------------------------------------------------------------------------------


class Mage(Object, kw_only=True):
    """A mage: how often its activated effect was used this turn."""

    uses: Count = 0


class Monster(Object, kw_only=True):
    """A monster on the table: its damage, its attacks this turn, the turn of its summons."""

    damage: Count = 0
    attacks: Count = 0
    arrived: Count = 0
    plus_attack: Number = 0
    plus_life: Number = 0
    extra_attacks: Count = 0


class Block(Object, kw_only=True):
    """A defence card on the table, with the damage that it has taken."""

    damage: Count = 0


class Player(BasePlayer, kw_only=True):
    """A seat: its counters and zones."""

    life: Number
    mana: Number = 0
    converted: Number = 0
    died: Count = 0
    draw_offered: bool = False
    out: bool = False
    mage: Mage
    deck: list[Key | None] = []
    hand: list[Object] = []
    discard: list[Object] = []
    monsters: list[Monster] = []
    blocks: list[Block] = []
    resolving: list[Object] = []


class Common(Struct, gc=False, kw_only=True, forbid_unknown_fields=True):
    """The one deck and pile of a match with shared decks."""

    deck: list[Key | None] = []
    discard: list[Object] = []


# -- frames ----------------------------------------------------------------------------------------


class SetUp(Frame, tag="setup", kw_only=True):
    """The first player is still to be found (`first`), or the first turn to begin (`begin`)."""

    stage: Literal["first", "begin"]


class Moment(Frame, tag="moment", kw_only=True):
    """Effects of the start or end of a turn are still to resolve, source by source."""

    name: Literal["turn_start", "turn_end"]
    player: Seat
    left: list[ObjectId]


class TurnDraw(Frame, tag="turn_draw", kw_only=True):
    """After the start of the turn its draw is still to come, then the actions."""

    player: Seat


class PassTurn(Frame, tag="pass_turn", kw_only=True):
    """After the effects of its end the turn is still to pass."""


class Draw(Frame, tag="draw", kw_only=True):
    """Cards are still to be drawn."""

    player: Seat
    left: Count


class Requirements(Frame, tag="requirements", kw_only=True):
    """Costs beside mana are still to be paid, in printed order."""

    player: Seat
    source: ObjectId
    left: list[dict[str, Count]]
    picked: list[ObjectId | None] = []

    def seen_by(self, viewer: Viewer) -> Requirements:
        """Which cards of a hand were picked only its holder sees."""
        if viewer == self.player or not self.left or "discard" not in self.left[0]:
            return self
        return Requirements(player=self.player, source=self.source, left=self.left, picked=[None] * len(self.picked))


class Enter(Frame, tag="enter", kw_only=True):
    """A paid card is still to come on the table."""

    player: Seat
    card: ObjectId


class Cast(Frame, tag="cast", kw_only=True):
    """A paid spell's effect is still to begin."""

    player: Seat
    card: ObjectId
    target: ObjectId | None = None


class UseMage(Frame, tag="use_mage", kw_only=True):
    """A paid mage's effect is still to begin."""

    player: Seat
    target: ObjectId | None = None


class Spend(Frame, tag="spend", kw_only=True):
    """A used spell is still to go to the discard pile."""

    player: Seat
    card: ObjectId


class Strike(Frame, tag="attack", kw_only=True):
    """An attack's damage is still to be dealt."""

    player: Seat
    attacker: ObjectId
    target: ObjectId


class Blow(Frame, tag="blow", kw_only=True):
    """Damage on its way: through the blocks of a seat, then to a main target or a side."""

    by: Seat
    source: ObjectId | None
    spell: bool
    seat: Seat
    main: ObjectId | Literal["side", "monsters"]
    amount: Count
    first: ObjectId | None = None
    excess: bool = False


class Allot(Frame, tag="allot", kw_only=True):
    """Points of area damage that could not be shared evenly are still to be allotted."""

    by: Seat
    source: ObjectId | None
    seat: Seat
    share: Count
    units: list[ObjectId]
    picked: list[ObjectId] = []
    left: Count


class Settle(Frame, tag="settle", kw_only=True):
    """Deaths and victory are still to be settled."""


class Fallen(Frame, tag="fallen", kw_only=True):
    """Dead monsters and broken blocks whose draws and effects are still to come, in order."""

    queue: list[dict[str, Any]] = []


class DiscardRandom(Frame, tag="discard_random", kw_only=True):
    """Random cards of a hand are still to be discarded."""

    player: Seat
    left: Count


Frames = (
    SetUp | Moment | TurnDraw | PassTurn | Draw | Requirements | Enter | Cast | UseMage | Spend | Strike | Blow | Allot
    | Settle | Fallen | DiscardRandom | LanguageFrames
)  # fmt: skip


class PhapState(State[Player, Options, Frames], kw_only=True):
    """A match of Thầy Pháp."""

    turn: Count
    active: Seat | None
    phase: Phase
    acts: Count = 0
    common: Common = field(default_factory=Common)


Phap = Table[PhapState, PhapCard]

ZONES = {
    "mage": Zone("mage", Mage, field=True, single=True),
    "deck": Zone("deck", None, "nobody"),
    "hand": Zone("hand", Object, "owner"),
    "discard": Zone("discard", Object),
    "monsters": Zone("monsters", Monster, field=True),
    "blocks": Zone("blocks", Block, field=True),
    "resolving": Zone("resolving", Object),
    "common_deck": Zone("deck", None, "nobody", shared=True, path=("common",)),
    "common_discard": Zone("discard", Object, shared=True, path=("common",)),
}
TABLE = ("mage", "monsters", "blocks")


def opponents(table: Phap, seat: int) -> list[int]:
    """The other seats that are still in."""
    return [other for other in table.game.seats_in(table.state) if other != seat]


def turn_order(table: Phap) -> list[int]:
    """The seats that are still in, the active one first, then by seat number, wrapping."""
    players = table.state.players
    first = table.state.active or 0
    order = [*range(first, len(players)), *range(first)]
    for seat in reversed(order):
        if players[seat].out:
            order.remove(seat)
    return order
