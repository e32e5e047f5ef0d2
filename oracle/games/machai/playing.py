"""Playing cards and using abilities: what it takes, how it is put on the stack (MC-5, MC-6, MC-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, Facts, Kept, Part, requires, requires_of
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.declaring import chosen_targets
from oracle.kernel.stack.entries import entry_came, put_card
from oracle.kernel.stack.records import Chosen, Declare
from oracle.kernel.state import ObjectId

from .aiming import NONE, begin, first_target_fits, first_targets, only_target, opening, sole_targets
from .experience import spend_xp
from .playable import ZONE_OF, Playable, all_playable, lying, playable, playable_once
from .seats import note_act, seat_of
from .speeds import PREPARED, SLOW, cost_of
from .state import Machai


class PlayCard(Action, tag="play_card", kw_only=True, frozen=True, rename={"origin": "from"}):
    """Play a card from the hand or a Prepared Zone, on its first target where it has one."""

    card: ObjectId
    origin: Literal["hand", "zone"]
    target: ObjectId | UnsetType = UNSET


# -- the card --------------------------------------------------------------------------------------


def played(table: Machai, action: Any) -> Playable | None:
    """The card where the action says that it is, of the seat that acts."""
    seat, zone, number = action.player, ZONE_OF[action.origin], action.card
    for thing in lying(table, seat, zone):
        if thing.id == number:
            return playable_once(table, seat, zone, thing)
    return None


CARD = Part("card", played)

# -- requirements ----------------------------------------------------------------------------------


def slow_facts(table: Machai, _seat: int, played: Playable) -> Facts:
    """The facts about a card of speed 1."""
    return {"card": table.name(played.thing), "speed": SLOW}


def answer_facts(table: Machai, seat: int, played: Playable) -> Facts:
    """The facts about an answer of speed 1."""
    entry = table.state.stack[-1]
    return {**slow_facts(table, seat, played), "top": table.name(entry), "top_speed": entry.speed}


@requires("MC-6.1", code="card_not_there", reads=("origin", "card"), given=True, finds=CARD)
def card_is_own(table: Machai, action: PlayCard) -> Kept:
    """The card is in the own hand, or in an own Prepared Zone."""
    return played(table, action) is not None


@requires_of(CARD, "MC-7.6", code="card_tapped")
def prepared_card_is_ready(table: Machai, _seat: int, played: Playable) -> Kept:
    """A prepared card is played only once it has untapped."""
    if played.zone != "zones":
        return None
    return not played.thing.tapped or {"card": table.name(played.thing)}


@requires_of(CARD, "MC-5.6", code="slow_on_their_turn", by="speed", facts=slow_facts)
def slow_on_own_turn(table: Machai, seat: int, played: Playable) -> Kept:
    """A card of speed 1 is played on the own turn."""
    if played.speed != SLOW:
        return None
    return table.state.active == seat


@requires_of(CARD, "MC-5.10", code="slow_answer", by="speed", facts=answer_facts)
def slow_answers_nothing(table: Machai, _seat: int, played: Playable) -> Kept:
    """A card of speed 1 answers nothing."""
    if played.speed != SLOW:
        return None
    return not table.state.stack


@requires_of(CARD, "MC-5.11", code="stack_not_empty", by="speed")
def slow_needs_an_empty_stack(table: Machai, seat: int, played: Playable) -> Kept:
    """A card of speed 1 is played while the stack is empty."""
    if played.speed != SLOW:
        return None
    return not table.state.stack or {**slow_facts(table, seat, played), "stack": len(table.state.stack)}


@requires_of(CARD, "MC-4.9", "MC-4.19", code="slow_outside_main", by="speed")
def slow_in_main(table: Machai, seat: int, played: Playable) -> Kept:
    """A card of speed 1 is played in the Main Phase, by the option in the own End Step too."""
    state = table.state
    if played.speed != SLOW or state.active != seat or state.stack:
        return None
    if state.phase == "main" or (state.phase == "end" and state.options.end_step_speed1):
        return True
    return {**slow_facts(table, seat, played), "phase": state.phase}


@requires_of(CARD, "MC-5.7", code="too_slow", by="speed")
def fast_enough(table: Machai, _seat: int, played: Playable) -> Kept:
    """A card answers only what is no faster than it."""
    return answers_top(table, played.speed)


@requires_of(CARD, "MC-5.9", code="prepared_too_slow", by="speed")
def speed_2_answers_no_3(table: Machai, _seat: int, played: Playable) -> Kept:
    """Speed 2 does not answer speed 3."""
    return None if played.speed != PREPARED else answers_top(table, PREPARED)


def answers_top(table: Machai, speed: int) -> Kept:
    """Whether that speed may answer the top of the stack (MC-R17); speed 1 has its own rules."""
    if speed == SLOW or not table.state.stack:
        return None
    entry = table.state.stack[-1]
    return speed >= entry.speed or {"speed": speed, "top_speed": entry.speed, "top": table.name(entry)}


def price_facts(table: Machai, seat: int, played: Playable) -> Facts:
    """What a card costs, and what is there."""
    cost = cost_of(table, seat, played.zone, played.thing)
    return {"card": table.name(played.thing), "cost": cost, "left": table.state.players[seat].xp}


@requires_of(CARD, "MC-12.3", code="not_enough_xp", facts=price_facts)
def cost_is_covered(table: Machai, seat: int, played: Playable) -> Kept:
    """There is enough experience to pay for the card."""
    return cost_of(table, seat, played.zone, played.thing) <= table.state.players[seat].xp


@requires("MC-5.2", code="target_not_allowed", given=True)
def target_fits(table: Machai, action: PlayCard) -> Kept:
    """A card is played on a legal target where it takes one, and only there (MC-R35)."""
    card = played(table, action)
    if card is None or (not card.card.aims and action.target is UNSET):
        return None
    if card.card.aim is not None and action.target is not UNSET:
        return action.target in sole_targets(table, seat_of(action), card) or {"card": table.name(card.thing)}
    return first_target_fits(table, opening(action, card), action.target)


REQUIREMENTS = (
    card_is_own, prepared_card_is_ready, slow_on_own_turn, slow_answers_nothing, slow_needs_an_empty_stack,
    slow_in_main, fast_enough, speed_2_answers_no_3, cost_is_covered, target_fits,
)  # fmt: skip


# -- targets ---------------------------------------------------------------------------------------


def origins(_table: Machai, _draft: Any) -> tuple[str, str]:
    """From where cards are played."""
    return ("hand", "zone")


def cards(table: Machai, draft: Any) -> list[Playable]:
    """The known cards there."""
    seat, zone = draft.player, ZONE_OF[draft.origin]
    things = lying(table, seat, zone)
    return all_playable(table, seat, zone, things) if things else []


def targets(table: Machai, draft: Any) -> Sequence[Any]:
    """The first targets of the card."""
    card = draft.thing if isinstance(draft.thing, Playable) else played(table, draft)
    if card is None or not card.card.aims:
        return NONE
    if card.card.aim is not None:
        return sole_targets(table, draft.player, card)
    return first_targets(table, opening(draft, card))


def label(table: Machai, action: PlayCard) -> tuple[str, Facts]:
    """What the button says."""
    card = played(table, action)
    assert card is not None
    cost = cost_of(table, seat_of(action), card.zone, card.thing)
    word = "play" + ("" if action.target is UNSET else "_on") + ("_for" if cost else "")
    told: Facts = {"card": table.name(card.thing), "cost": cost}
    if action.target is not UNSET:
        told["target"] = table.name(table.find(action.target))
    return word, told


# -- what it does ----------------------------------------------------------------------------------


def play(table: Machai, action: PlayCard) -> None:
    """The card is put on the stack; one with further targets asks for them first."""
    card = played(table, action)
    assert card is not None
    if card.card.aims and card.card.aim is None:
        begin(table, opening(action, card), action.target)
    else:
        put_on_stack(table, seat_of(action), card, only_target(card.card, action.target))


def complete(table: Machai, frame: Declare) -> None:
    """All targets are chosen."""
    zone = "hand" if table.find(frame.source or 0, "zones", frame.player) is None else "zones"
    card = playable(table, frame.player, zone, table.find(frame.source or 0, zone, frame.player))
    put_on_stack(table, frame.player, card, chosen_targets(table, frame))


@carries("MC-6.2")
def put_on_stack(table: Machai, seat: int, card: Playable, targets: list[Chosen]) -> None:
    """Paid for, the card waits on the stack; its speed is fixed, its bonus stays (MC-R39)."""
    in_zone = card.zone == "zones"
    cost = cost_of(table, seat, card.zone, card.thing)
    pay(table, seat, cost)
    put_card(
        table, card.thing, (seat, card.zone), seat, abilities=[*card.card.spells], targets=targets, speed=card.speed,
        came_from="zone" if in_zone else "hand", paid_xp=cost, prep=in_zone and card.thing.prep,
    )  # fmt: skip
    note_act(table, seat)
    entry_came(table)


@carries("MC-12.2")
def pay(table: Machai, seat: int, cost: int) -> None:
    """Playing a card spends as much experience as it costs."""
    if cost > 0:
        spend_xp(table, seat, cost, "MC-12.2")
