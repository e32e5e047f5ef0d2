"""What Mantle Magika adds to the shared skeleton of a state."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from oracle.kernel.effects.ability import LanguageFrames
from oracle.kernel.stack.records import Chosen, Declare, Entry, Priority, StackFrame, Trigger, stack_zone
from oracle.kernel.state import Count, Frame, Key, Object, ObjectId, Seat, State, Zone
from oracle.kernel.state import Number as Whole
from oracle.kernel.state import Player as BasePlayer
from oracle.kernel.table import Table
from oracle.kernel.together import Together

from .options import Options
from .records import MagikaCard

Phase = Literal["setup", "main", "battle", "end"]
PHASES: tuple[Phase, ...] = ("setup", "main", "battle", "end")
Step = Literal["mulligan", "first_player", "start", "open", "declaring", "declared", "blocking", "blocked", "resolving"]
Stat = Literal["light", "dark"]


# -- objects ---------------------------------------------------------------------------------------


class Damage(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Damage on a Summon's two Defenses."""

    light: Count = 0
    dark: Count = 0


class Used(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Used-up instances of Survival that one card gives."""

    source: ObjectId
    n: Count = 1


class Negated(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A sentence of `source`, or the keyword that it gives as its `part`, that works no more until the turn ends."""

    source: ObjectId
    ability: Count
    part: Count | UnsetType = UNSET
    n: Count = 1


class Permanent(Object, kw_only=True):
    """A card or Token on the Mantle."""

    tapped: bool = False
    summon_tap: bool = False
    entered_serial: Count = 0
    is_token: bool = False
    damage: Damage = field(default_factory=Damage)
    attached_to: ObjectId | None = None
    attach_kind: Literal["equip", "link"] | None = None
    used_survival: list[Used] = []
    negated: list[Negated] = []


class Aim(Chosen, kw_only=True, omit_defaults=True):
    """A target of an entry: `stat` says which Defense is meant, `source` and `ability` which sentence."""

    stat: Stat | UnsetType = UNSET
    source: ObjectId | UnsetType = UNSET
    ability: Count | UnsetType = UNSET

    @property
    def ref(self) -> dict[str, Any]:
        """The reference, without the slot."""
        named = ("object", "player", "entry", "part", "source", "ability", "stat")
        return {name: getattr(self, name) for name in named if getattr(self, name) is not UNSET}


class Activation(Entry, kw_only=True):
    """A Chant or an activated Effect that waits; `printed` is the card on which its sentence stands."""

    targets: list[Aim] = []  # type: ignore[assignment]
    printed: ObjectId | None = None


# -- players ---------------------------------------------------------------------------------------


class Energy(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A pool of Energy by letter: Unshifted, Balanced, Red, Blue, Green, Yellow, Purple, Teal."""

    U: Count = 0
    N: Count = 0
    R: Count = 0
    B: Count = 0
    G: Count = 0
    Y: Count = 0
    P: Count = 0
    T: Count = 0


class Player(BasePlayer, kw_only=True):
    """A seat: its counters and zones."""

    status: Literal["playing", "lost"] = "playing"
    lost_reason: Literal["health", "empty_draw", "forfeit"] | None = None
    health: Whole
    energy: Energy = field(default_factory=Energy)
    turns_taken: Count = 0
    mulligan_used: bool = False
    ready: bool = False
    deck: list[Key | None] = []
    hand: list[Object] = []
    mantle: list[Permanent] = []
    crypt: list[Object] = []
    removal: list[Object] = []
    out: list[Key | None] = []
    chain_summon_serial: Count | None = None
    draw_failed: bool = False


# -- battle ----------------------------------------------------------------------------------------


class Attack(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An Attack: who attacks whom with which Offense, and how it is met."""

    id: ObjectId
    attacker: ObjectId
    player: Seat
    target: dict[Literal["player", "object"], Count]
    stat: Stat
    origin: Literal["base", "speed"] = "base"
    block: Literal["undecided", "none"] | ObjectId = "undecided"
    status: Literal["declared", "resolved", "vanished"] = "declared"


class Battle(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The Attacks of a Battle Phase, and the Summons that can no longer join in."""

    attacks: list[Attack] = []
    barred: list[ObjectId] = []


class Return(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A Blinked card that comes back at the start of its owner's next turn."""

    kind: Literal["blink"] = "blink"
    object: ObjectId
    player: Seat
    created_serial: Count


# -- frames ----------------------------------------------------------------------------------------


class SetUp(Frame, tag="setup", kw_only=True):
    """Hands are still to be dealt, mulligans decided on, the first player found."""

    stage: Literal["deal", "mulligan", "first"]


class Mulligans(Together, tag="mulligans", kw_only=True):
    """Players decide on their Mulligans, each for itself."""


class Redeal(Frame, tag="redeal", kw_only=True):
    """The Mulligans that were taken are still to be carried out."""

    left: list[Seat]


class TurnStart(Frame, tag="turn_start", kw_only=True):
    """The automatic steps at the start of a turn."""

    stage: Literal["energy", "wounds", "degrade", "blink", "gain", "upkeep", "open"]


class TurnEnd(Frame, tag="turn_end", kw_only=True):
    """Effects of the turn have ended; it passes unless triggers wait."""


class Returning(Frame, tag="returning", kw_only=True):
    """Blinked cards come back one by one, in the order that their owner chooses."""

    player: Seat
    left: list[ObjectId]
    card: ObjectId | None = None


class Host(Frame, tag="host", kw_only=True):
    """An Equipment that is Quick Played still needs a Summon."""

    player: Seat
    card: ObjectId


class Draw(Frame, tag="draw", kw_only=True):
    """Cards are still to be drawn."""

    player: Seat
    left: Count


class DiscardCards(Frame, tag="discard", kw_only=True):
    """Cards of a hand are still to be discarded, chosen by their player."""

    player: Seat
    left: Count


class Hit(Struct, frozen=True):
    """A Summon that an Effect damages, and the Defense that is meant."""

    object: ObjectId
    stat: Stat


class PickDefense(Frame, tag="pick_defense", kw_only=True):
    """Summons that an Effect damages without having aimed at them: for each its controller picks the Defense."""

    player: Seat
    source: ObjectId | None
    amount: Count
    left: list[ObjectId]
    hits: list[Hit] = []


class ExtraAttack(Frame, tag="extra_attack", kw_only=True):
    """Additional Attacks that a Summon still has to make."""

    player: Seat
    attacker: ObjectId
    left: Count


class Blocking(Frame, tag="blocking", kw_only=True):
    """Attacked players decide on their Blocks, Attack by Attack."""


class MeetAttack(Frame, tag="block", kw_only=True):
    """An attacked player decides how one Attack is met."""

    player: Seat
    attack: ObjectId


class Fighting(Frame, tag="fighting", kw_only=True):
    """Attacks resolve one by one, in the order in which they were declared."""


class Check(Frame, tag="check", kw_only=True):
    """Players and Summons are looked at: who has lost, what is discarded."""


class Build(Declare, tag="build", kw_only=True):
    """A play being put together: how it is paid, what it is attached to."""

    payment: dict[Key, Count] = {}
    host: ObjectId | None = None
    chain: bool = False
    printed: ObjectId | None = None


Frames = (
    SetUp | Mulligans | Redeal | TurnStart | TurnEnd | Returning | Host | Draw | DiscardCards | PickDefense
    | ExtraAttack | Blocking | MeetAttack | Fighting | Check | Build | StackFrame | LanguageFrames
)  # fmt: skip


class MagikaState(State[Player, Options, Frames], kw_only=True):
    """A match of Mantle Magika."""

    turn: Count
    round: Count = 0
    active: Seat | None
    starter: Seat | None = None
    phase: Phase
    step: Step = "open"
    stack: list[Activation] = []
    priority: Priority = field(default_factory=Priority)
    battle: Battle | None = None
    trigger_queue: list[Trigger] = []
    delayed: list[Return] = []
    loop_guard: Count = 0


Magika = Table[MagikaState, MagikaCard]

ZONES = {
    "deck": Zone("deck", None, "nobody"),
    "hand": Zone("hand", Object, "owner"),
    "mantle": Zone("mantle", Permanent, field=True),
    "crypt": Zone("crypt", Object),
    "removal": Zone("removal", Object),
    "out": Zone("out", None, "nobody"),
    "stack": stack_zone(Activation),
}
