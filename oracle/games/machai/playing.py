"""Playing cards and using abilities: what it takes, how it is put on the stack (MC-5, MC-6, MC-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, Facts, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.declaring import accepts, declare, fields_of, good_picks, open_slot, picked
from oracle.kernel.stack.entries import entry_came, put_card
from oracle.kernel.stack.policy import Slot
from oracle.kernel.stack.records import Declare
from oracle.kernel.stack.slots import target_slots
from oracle.kernel.stack.windows import top
from oracle.kernel.state import ObjectId

from .experience import spend_xp
from .seats import note_act, seat_of
from .speeds import PREPARED, SLOW, cost_of, speed_of
from .state import Machai, MachaiCard

ZONE_OF = {"hand": "hand", "zone": "zones"}


class PlayCard(Action, tag="play_card", kw_only=True, frozen=True, rename={"origin": "from"}):
    """Play a card from the hand or a Prepared Zone, on its first target where it has one."""

    card: ObjectId
    origin: Literal["hand", "zone"]
    target: ObjectId | UnsetType = UNSET


# -- the card --------------------------------------------------------------------------------------


def played(table: Machai, action: Any) -> Any:
    """The card where the action says that it is, of the seat that acts."""
    return table.find(action.card, ZONE_OF[action.origin], action.player)


def own_speed(table: Machai, action: Any) -> int | None:
    """The speed of the card; `None` where it is not there."""
    seat, number, zone = action.player, action.card, ZONE_OF[action.origin]

    def work() -> int | None:
        thing = table.find(number, zone, seat)
        return None if thing is None else speed_of(table, seat, zone, thing)

    speed: int | None = table.once(("speed", number, zone, seat), work)
    return speed


def is_slow(table: Machai, action: Any) -> bool:
    """Whether a card of speed 1 is played."""
    return own_speed(table, action) == SLOW


# -- requirements ----------------------------------------------------------------------------------


@requires("MC-6.1", code="card_not_there", reads=("origin", "card"), given=True)
def card_is_own(table: Machai, action: PlayCard) -> Kept:
    """The card is in the own hand, or in an own Prepared Zone."""
    return played(table, action) is not None


@requires("MC-7.6", code="card_tapped", reads=("origin", "card"))
def prepared_card_is_ready(table: Machai, action: PlayCard) -> Kept:
    """A prepared card is played only once it has untapped."""
    thing = played(table, action)
    if thing is None or action.origin != "zone":
        return None
    return not thing.tapped or {"card": table.name(thing)}


@requires("MC-5.6", code="slow_on_their_turn", reads=("origin", "card"))
def slow_on_own_turn(table: Machai, action: PlayCard) -> Kept:
    """A card of speed 1 is played on the own turn."""
    return None if not is_slow(table, action) else table.state.active == action.player or facts(table, action)


@requires("MC-5.10", code="slow_answer", reads=("origin", "card"))
def slow_answers_nothing(table: Machai, action: PlayCard) -> Kept:
    """A card of speed 1 answers nothing."""
    return None if not is_slow(table, action) else not table.state.stack or answer_facts(table, action)


@requires("MC-5.11", code="stack_not_empty", reads=("origin", "card"))
def slow_needs_an_empty_stack(table: Machai, action: PlayCard) -> Kept:
    """A card of speed 1 is played while the stack is empty."""
    waiting = len(table.state.stack)
    return None if not is_slow(table, action) else not waiting or {**facts(table, action), "stack": waiting}


@requires("MC-4.9", "MC-4.19", code="slow_outside_main", reads=("origin", "card"))
def slow_in_main(table: Machai, action: PlayCard) -> Kept:
    """A card of speed 1 is played in the Main Phase, by the option in the own End Step too."""
    state = table.state
    if state.active != action.player or state.stack or not is_slow(table, action):
        return None
    if state.phase == "main" or (state.phase == "end" and state.options.end_step_speed1):
        return True
    return {**facts(table, action), "phase": state.phase}


@requires("MC-5.7", code="too_slow", reads=("origin", "card"))
def fast_enough(table: Machai, action: PlayCard) -> Kept:
    """A card answers only what is no faster than it."""
    return answers_top(table, own_speed(table, action))


@requires("MC-5.9", code="prepared_too_slow", reads=("origin", "card"))
def speed_2_answers_no_3(table: Machai, action: PlayCard) -> Kept:
    """Speed 2 does not answer speed 3."""
    speed = own_speed(table, action)
    return None if speed != PREPARED else answers_top(table, speed)


def answers_top(table: Machai, speed: int | None) -> Kept:
    """Whether that speed may answer the top of the stack (MC-R17); speed 1 has its own rules."""
    entry = top(table)
    if speed is None or speed == SLOW or entry is None:
        return None
    return speed >= entry.speed or {"speed": speed, "top_speed": entry.speed, "top": table.name(entry)}


@requires("MC-12.3", code="not_enough_xp", reads=("origin", "card"))
def cost_is_covered(table: Machai, action: PlayCard) -> Kept:
    """There is enough experience to pay for the card."""
    thing = played(table, action)
    if thing is None:
        return None
    cost = cost_of(table, seat_of(action), ZONE_OF[action.origin], thing)
    left = table.state.players[seat_of(action)].xp
    return cost <= left or {"card": table.name(thing), "cost": cost, "left": left}


@requires("MC-5.2", code="target_not_allowed")
def target_fits(table: Machai, action: PlayCard) -> Kept:
    """A card is played on a legal target where it takes one, and only there (MC-R35)."""
    if played(table, action) is None:
        return None
    return first_target_fits(table, opening(table, action), action.target)


def facts(table: Machai, action: PlayCard) -> Facts:
    """The facts about a card of speed 1."""
    return {"card": table.name(played(table, action)), "speed": SLOW}


def answer_facts(table: Machai, action: PlayCard) -> Facts:
    """The facts about an answer of speed 1."""
    entry = table.state.stack[-1]
    return {**facts(table, action), "top": table.name(entry), "top_speed": entry.speed}


REQUIREMENTS = (
    card_is_own, prepared_card_is_ready, slow_on_own_turn, slow_answers_nothing, slow_needs_an_empty_stack, slow_in_main,
    fast_enough, speed_2_answers_no_3, cost_is_covered, target_fits,
)  # fmt: skip


# -- targets ---------------------------------------------------------------------------------------


def opening(table: Machai, action: Any) -> Declare:
    """The declaration that a play opens, without its first target."""
    thing = played(table, action)
    speed = own_speed(table, action) or SLOW
    return Declare(player=action.player, kind="card", source=action.card, card=table.card(thing).key, speed=speed)


def plan(table: Machai, frame: Declare) -> Sequence[Slot]:
    """The targets of a card, chosen before it is paid for; one object may be chosen for two of them."""
    card: MachaiCard = table.cards[str(frame.card)]
    return target_slots(table, frame, card.spells, "MC-5.2", apart=False) if card.spells else ()


def first_target_fits(table: Machai, frame: Declare, target: int | UnsetType) -> Kept:
    """Whether the first target is named exactly where there is one, and is one of those there are."""
    slot = open_slot(table, frame)
    if slot is None:
        return None if target is UNSET else {"card": table.name(str(frame.card)), "targets": 0}
    return (target is not UNSET and accepts(table, frame, target)) or {"card": table.name(str(frame.card))}


def first_targets(table: Machai, frame: Declare) -> list[Any]:
    """What the first target can be; nothing is named where there is none."""
    slot = open_slot(table, frame)
    return [UNSET] if slot is None else good_picks(table, frame, slot)


def origins(_table: Machai, _draft: Any) -> tuple[str, str]:
    """From where cards are played."""
    return ("hand", "zone")


def cards(table: Machai, draft: Any) -> list[Any]:
    """The known cards there."""
    things = table.game.zones[ZONE_OF[draft.origin]].of(table.state.players[draft.player])
    return [thing.id for thing in things if thing.card is not None]


def targets(table: Machai, draft: Any) -> list[Any]:
    """The first targets of the card."""
    return first_targets(table, opening(table, draft))


def label(table: Machai, action: PlayCard) -> tuple[str, Facts]:
    """What the button says."""
    thing = played(table, action)
    cost = cost_of(table, seat_of(action), ZONE_OF[action.origin], thing)
    word = "play" + ("" if action.target is UNSET else "_on") + ("_for" if cost else "")
    told: Facts = {"card": table.name(thing), "cost": cost}
    if action.target is not UNSET:
        told["target"] = table.name(table.find(action.target))
    return word, told


# -- what it does ----------------------------------------------------------------------------------


def play(table: Machai, action: PlayCard) -> None:
    """The card is declared; one with further targets asks for them first."""
    begin(table, opening(table, action), action.target)


def begin(table: Machai, frame: Declare, target: int | UnsetType) -> None:
    """Open a declaration, its first target picked."""
    declare(table, frame if isinstance(target, UnsetType) else picked(table, frame, target))


@carries("MC-6.2")
def put_on_stack(table: Machai, frame: Declare) -> None:
    """Paid for, the card waits on the stack; its speed is fixed, its bonus stays (MC-R39)."""
    seat = frame.player
    thing = table.find(frame.source or 0)
    in_zone = table.find(frame.source or 0, "zones", seat) is not None
    zone = "zones" if in_zone else "hand"
    fields = fields_of(table, frame)
    cost = cost_of(table, seat, zone, thing)
    pay(table, seat, cost)
    put_card(
        table, thing, (seat, zone), seat, abilities=table.card(thing).spells, came_from="zone" if in_zone else "hand",
        paid_xp=cost, prep=in_zone and thing.prep, **fields,
    )  # fmt: skip
    note_act(table, seat)
    entry_came(table)


@carries("MC-12.2")
def pay(table: Machai, seat: int, cost: int) -> None:
    """Playing a card spends as much experience as it costs."""
    if cost > 0:
        spend_xp(table, seat, cost, "MC-12.2")
