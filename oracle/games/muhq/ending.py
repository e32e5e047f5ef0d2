"""Leaving the match: conceding, losing among more than two, agreeing on a draw (MQ-R84, MQ-R89)."""

from __future__ import annotations

from typing import Any, Literal

from oracle.kernel.agreement import AnswerDraw, Concede, OfferDraw, finish, open_offer
from oracle.kernel.decisions import Action, Kept, requires
from oracle.kernel.moves import take
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import take_off
from oracle.kernel.stack.priority import set_holder
from oracle.kernel.stack.records import Priority
from oracle.kernel.stack.windows import current

from . import board, piles
from .leaving import loosen
from .seats import chooser, seat_of
from .state import DraftPick, Drop, Muhq, SetUp, Turn
from .timing import go_back


def leave_match(
    table: Muhq, seats: list[int], status: Literal["eliminated", "conceded"], rule: str, reason: str
) -> None:
    """Seats are out: the last one left wins, nobody left draws, otherwise the match goes on without them."""
    for seat in seats:
        table.state.players[seat].status = status
    left = table.game.seats_in(table.state)
    if len(left) <= 1:
        finish(table, left, rule, reason)
        return
    for seat in seats:
        table.emit("eliminate", rule, player=seat, reason=reason)
        eliminate(table, seat)


@carries("MQ-R84")
def eliminate(table: Muhq, seat: int) -> None:
    """What an eliminated seat owns is out; what it controlled goes to its owner; its work falls away."""
    for thing in [one for one in table.state.permanents if seat in (one.owner, one.controller)]:
        remove(table, thing, seat)
    cancel_entries(table, [entry for entry in table.state.stack if entry.controller == seat])
    table.state.trigger_queue = [each for each in table.state.trigger_queue if each.player != seat]
    if table.state.phase in ("setup", "draft"):
        leave_draft(table, seat)
        return
    give_up_work(table, seat)
    if table.state.active == seat:
        end_turn_at_once(table)
    else:
        from .settling import settle  # noqa: PLC0415 - settling looks who has won, and that who has left

        pass_priority_on(table, seat)
        settle(table)


def remove(table: Muhq, thing: Any, seat: int) -> None:
    """A permanent goes out of the match, or to its owner's pile; what lay on it falls."""
    place, fallen = board.tile(table, thing), list(thing.stack)
    mine = thing.owner == seat
    if thing.owner is None and thing.controller == seat and thing.map_flags.staff:
        thing.controller = None
        return
    loosen(table, thing)
    zone, now = piles.bring_home(table, thing.owner, thing.card, "removed" if mine else "discard")
    told = {"object": thing.id, "now": now.id, "card": thing.card, "player": thing.owner}
    table.emit("move", "MQ-R84", **told, **{"from": "permanents", "to": zone}, reason="eliminated")
    if fallen and place is not None:
        chosen_by = chooser(table, thing.controller)
        table.state.agenda.insert(0, Drop(player=chosen_by, tile=place, left=fallen))


def cancel_entries(table: Muhq, entries: list[Any]) -> None:
    """Actions on the stack are cancelled."""
    for entry in entries:
        card, owner = entry.card, entry.controller
        take_off(table, entry)
        table.emit("fizzle", "MQ-R84", what=entry.kind, object=entry.id, reason="eliminated")
        if entry.is_card:
            piles.bring_home(table, owner, card, "discard")


def give_up_work(table: Muhq, seat: int) -> None:
    """Open choices of an eliminated seat fall away; stacks that it was to drop fall to the active player."""
    agenda = table.state.agenda
    kept: list[Any] = []
    for frame in agenda:
        whose = getattr(frame, "player", None)
        if isinstance(frame, Drop) and whose == seat:
            frame.player = chooser(table, seat)
        elif whose == seat or getattr(getattr(frame, "do", None), "player", None) == seat:
            continue
        kept.append(frame)
    drops = [frame for frame in kept if isinstance(frame, Drop)]
    agenda[:] = [*(frame for frame in kept if frame not in drops), *drops]


def pass_priority_on(table: Muhq, seat: int) -> None:
    """Priority goes on without an eliminated seat: the round begins anew, or the stack is empty and nobody has it."""
    window = current(table)
    if window is None and not table.state.agenda:
        table.state.priority = Priority()
        go_back(table)
    elif window is not None and table.state.priority.holder == seat:
        set_holder(table, window, window.after_entry)


@carries("MQ-R84")
def end_turn_at_once(table: Muhq) -> None:
    """With the active player gone the rest of the stack is cancelled and the turn ends."""
    cancel_entries(table, list(table.state.stack))
    drops = [frame for frame in table.state.agenda if isinstance(frame, Drop)]
    for frame in drops:
        table.state.agenda.remove(frame)
    state = table.state
    state.agenda.clear()
    state.priority = type(state.priority)()
    state.selected = None
    state.unpaid = []
    table.push(*drops, Turn(stage="end"))


def leave_draft(table: Muhq, seat: int) -> None:
    """In the draft the pack in front of an eliminated seat is set aside, its picks are out."""
    player = table.state.players[seat]
    for thing in list(player.pack):
        take(table, seat, "pack", thing)
        table.state.set_aside.append(thing.card)
    for thing in list(player.drafted):
        piles.move(table, seat, thing, "drafted", "removed", reason="eliminated", rule="MQ-R84")
    for frame in table.state.agenda:
        if isinstance(frame, DraftPick) and seat in frame.seats:
            at = frame.seats.index(seat)
            frame.seats = [other for other in frame.seats if other != seat]
            frame.locked = [made for i, made in enumerate(frame.locked) if i != at]
        elif isinstance(frame, SetUp):
            frame.seats = [other for other in frame.seats if other != seat]


# -- actions ---------------------------------------------------------------------------------------


@requires("MQ-R89", code="already_out", reads=())
def seat_is_in(table: Muhq, action: Action) -> Kept:
    """The seat is still in the match."""
    return action.player != "chance" and action.player in table.game.seats_in(table.state)


@carries("MQ-R89")
def concede(table: Muhq, action: Concede) -> None:
    """A seat that concedes loses, at any time."""
    leave_match(table, [seat_of(action)], "conceded", "MQ-R89", "concede")


@requires("MQ-R89", code="not_your_decision", reads=())
def offerer_decides(table: Muhq, action: OfferDraw) -> Kept:
    """A draw is offered by the active player while it decides."""
    return table.state.active == action.player and table.decider == action.player


@requires("MQ-R89", code="draw_offered", reads=())
def no_offer_yet(table: Muhq, _action: OfferDraw) -> Kept:
    """A draw is offered once in an own turn."""
    return not table.state.draw_offered and table.state.draw_offer is None


@carries("MQ-R89")
def offer_draw(table: Muhq, action: OfferDraw) -> None:
    """A draw is offered; play goes on beside the offer."""
    table.state.draw_offered = True
    open_offer(table, seat_of(action))
    table.emit("draw_offer", "MQ-R89", player=action.player)


@requires("MQ-R89", code="no_draw_offer", reads=())
def offer_is_open(table: Muhq, action: AnswerDraw) -> Kept:
    """There is an offer of another seat that this one has not answered."""
    offer = table.state.draw_offer
    if offer is None or action.player not in table.game.seats_in(table.state):
        return False
    return action.player != offer.by and action.player not in offer.accepted


@carries("MQ-R89")
def answer_draw(table: Muhq, action: AnswerDraw) -> None:
    """All others must accept; one refusal ends the offer."""
    offer = table.state.draw_offer
    assert offer is not None
    table.emit("draw_answer", "MQ-R89", player=action.player, accept=action.accept)
    if not action.accept:
        table.state.draw_offer = None
        return
    offer.accepted = sorted([*offer.accepted, seat_of(action)])
    waiting = [seat for seat in table.game.seats_in(table.state) if seat != offer.by and seat not in offer.accepted]
    if not waiting:
        finish(table, [], "MQ-R89", "agreed_draw")
