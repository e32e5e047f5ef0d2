"""What no turn can be: seats, steps, counts, selections and payments that do not fit (section 11 of the digest)."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.kernel.agreement import left_to_answer
from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault
from oracle.kernel.stack.records import OpenWindow

from . import changing, pieces
from .state import Muhq, Turn

BEFORE = ("setup", "draft")


def seats_are_there(table: Muhq) -> Iterator[Fault]:
    """Every seat that is named is there, and somebody's turn it is once play has begun."""
    state, count = table.state, len(table.state.players)
    named = [(f"/permanents/{i}/controller", thing.controller) for i, thing in enumerate(state.permanents)]
    if state.staff_hold is not None:
        named.append(("/staff_hold/controller", state.staff_hold.controller))
    for at, seat in named:
        if isinstance(seat, int) and seat >= count:
            yield fault("no_such_seat", at, f"There is no seat {seat}.", seat=seat)
    if state.phase not in BEFORE:
        for name in ("active", "first_player"):
            if getattr(state, name) is None:
                yield fault("no_active_seat", f"/{name}", "In play it is somebody's turn, and somebody began.")
    if state.phase in BEFORE and not state.agenda and state.result is None:
        yield fault("nothing_waits", "/agenda", "Setting up is unfinished work: it stands in the agenda.")
    if state.phase in ("reshuffle", "draw") and not state.agenda and state.result is None:
        yield fault("nothing_waits", "/agenda", "This step asks nothing: its work stands in the agenda.")


def seats_are_in(table: Muhq) -> Iterator[Fault]:
    """While the match goes on at least two seats are in it, the active one among them; the others have nothing left."""
    state = table.state
    if state.result is not None:
        return
    still_in = table.game.seats_in(state)
    if len(still_in) < 2:
        yield fault("nobody_left", "/players", "With one seat left the match is over.", rule="MQ-R84")
        return
    ended = state.phase in BEFORE or turn_is_ending(table)
    if state.active is not None and state.active not in still_in and not ended:
        yield fault("seat_is_out", "/active", "The turn of a seat that is out is over.", rule="MQ-R84")
    for i, thing in enumerate(state.permanents):
        for name in ("owner", "controller"):
            seat = getattr(thing, name)
            if seat is not None and seat not in still_in:
                at = f"/permanents/{i}/{name}"
                yield fault("seat_is_out", at, "A seat that is out has nothing on the board.", rule="MQ-R84")


def turn_is_ending(table: Muhq) -> bool:
    """Whether the turn of a seat that has just gone is being ended."""
    return any(isinstance(frame, Turn) and frame.stage in ("end", "over") for frame in table.state.agenda)


def counts_fit(table: Muhq) -> Iterator[Fault]:
    """Turns, rounds and declarations are counted from the first turn on."""
    state = table.state
    if state.phase in BEFORE:
        return
    for name in ("turn", "round"):
        if getattr(state, name) < 1:
            yield fault("not_begun", f"/{name}", f"In play the {name} is at least the first.", rule="MQ-3.1")
    for i, thing in enumerate(state.permanents):
        if thing.entered_turn > state.turn:
            yield fault("later_turn", f"/permanents/{i}/entered_turn", "That turn is still to come.", rule="MQ-R21")
    if state.staff_hold is not None and state.staff_hold.since_turn > state.turn:
        yield fault("later_turn", "/staff_hold/since_turn", "That turn is still to come.", rule="MQ-R83")
    most = state.options.max_actions_per_turn
    if state.actions > most:
        yield fault("too_many_actions", "/actions", f"A turn holds {most} declarations.", rule="MQ-R85")
    if state.bought and state.phase not in ("buy", "discard"):
        yield fault("not_bought_yet", "/bought", "A card is bought in the buying-step.", rule="MQ-6.3")


def step_is_sound(table: Muhq) -> Iterator[Fault]:
    """The part of the upkeep is the one that its work is in; other steps have only one."""
    part = part_of(table)
    if table.state.result is None and table.state.sub != part:
        yield fault("wrong_part", "/sub", f"Here the part of this step is {part}.", rule="MQ-3.2")


def part_of(table: Muhq) -> str:
    """Which part of its step a state is in, by its unfinished work."""
    state = table.state
    if turn_is_ending(table):
        return state.sub
    if state.phase != "upkeep":
        return "main"
    if any(isinstance(frame, OpenWindow) and frame.name == "pre_pay" for frame in state.agenda):
        return "pre_pay"
    return "main" if any(isinstance(frame, Turn) for frame in state.agenda) else "pay"


def priority_is_due(table: Muhq) -> Iterator[Fault]:
    """Somebody holds priority only while something is answered; who has passed was asked."""
    state = table.state
    answered = bool(state.stack) or any(isinstance(frame, OpenWindow) for frame in state.agenda)
    if state.priority.holder is not None and not answered and state.result is None:
        yield fault("nobody_asked", "/priority/holder", "There is nothing to answer.", rule="MQ-R27")
    if state.priority.passes and state.priority.holder is None:
        yield fault("nobody_asked", "/priority/passes", "Nobody has passed before somebody was asked.", rule="MQ-R26")


def offer_is_sound(table: Muhq) -> Iterator[Fault]:
    """A draw is offered by the active seat, once a turn; some other seat has still to answer."""
    state, offer = table.state, table.state.draw_offer
    if offer is None or state.result is not None or state.phase in BEFORE:
        return
    if offer.by != state.active:
        yield fault("wrong_offer", "/draw_offer/by", "The active player offers a draw.", rule="MQ-R89")
    if not state.draw_offered:
        yield fault("wrong_offer", "/draw_offered", "An open offer was made in this turn.", rule="MQ-R89")
    odd = offer.by in offer.accepted or len(set(offer.accepted)) < len(offer.accepted)
    if odd or not left_to_answer(table):
        yield fault("wrong_offer", "/draw_offer/accepted", "Others have still to accept, each once.", rule="MQ-R89")


def draft_is_over(table: Muhq) -> Iterator[Fault]:
    """What belongs to the draft is nowhere once play has begun, and stores are laid out only then."""
    state = table.state
    if state.phase == "draft":
        for seat, player in enumerate(state.players):
            if player.store:
                yield fault("not_yet", f"/players/{seat}/store", "Stores are laid out after the draft.", rule="MQ-1.6")
        return
    if state.draft is not None:
        yield fault("draft_over", "/draft", "The draft is over.", rule="MQ-1.6")
    if state.undealt:
        yield fault("draft_over", "/undealt", "What was not drafted is set aside.", rule="MQ-R11")
    for seat, player in enumerate(state.players):
        for zone in ("pack", "drafted"):
            if getattr(player, zone):
                yield fault("draft_over", f"/players/{seat}/{zone}", "The draft is over.", rule="MQ-1.6")


# -- the selected unit, units to be paid for -------------------------------------------------------


def selection_is_sound(table: Muhq) -> Iterator[Fault]:
    """A selected unit is untapped, its controller's turn it is, in the actions-step; it has something left to do."""
    state = table.state
    if state.selected is None:
        return
    unit = pieces.piece(table, state.selected)
    sound = unit is not None and not unit.tapped and unit.controller == state.active and pieces.is_unit(table, unit)
    if not sound or state.phase != "actions":
        yield fault("selected", "/selected", "A selected unit is untapped and the active player's.", rule="MQ-5.12")
    elif unit is not None and not (changing.has_slots_left(unit) or state.agenda or state.stack or state.result):
        yield fault("selected", "/selected", "A unit with nothing left to do is selected no longer.", rule="MQ-R23")


def unpaid_are_own(table: Muhq) -> Iterator[Fault]:
    """What is unpaid are units on the board, each once."""
    for i, number in enumerate(table.state.unpaid):
        unit = pieces.piece(table, number)
        if unit is None or not pieces.is_unit(table, unit) or table.state.unpaid.count(number) > 1:
            yield fault("unpaid", f"/unpaid/{i}", "What is to be paid for is a unit on the board.", rule="MQ-R17")
        elif table.state.phase != "upkeep" or (table.state.sub != "pay" and table.state.result is None):
            yield fault("unpaid", f"/unpaid/{i}", "Units are paid for in the upkeep.", rule="MQ-4.3")


TURN = (seats_are_in, counts_fit, step_is_sound, priority_is_due, offer_is_sound, draft_is_over)
CHOSEN = (selection_is_sound, unpaid_are_own)
