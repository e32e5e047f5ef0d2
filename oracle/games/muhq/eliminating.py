"""A seat is out among more than two: its permanents, actions and choices go, the others play on (MQ-R84)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agreement import finish, left_to_answer
from oracle.kernel.moves import take
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import find_entry, take_off
from oracle.kernel.stack.records import Priority, Resolve

from . import board, control, piles
from .leaving import loosen, wait_behind
from .seats import chooser
from .state import Activation, DraftPick, Drop, Muhq, Permanent, Settle, SetUp, Taking, Tile, Turn
from .words import give_word_on


@carries("MQ-R84")
def eliminate(table: Muhq, seat: int) -> None:
    """What an eliminated seat owns is out; what it controlled goes to its owner; its work falls away."""
    answer_for(table, seat)
    if table.state.result is not None:
        return
    fallen = remove_all(table, seat)
    cancelled = cancel_entries(table, [entry for entry in table.state.stack if entry.controller == seat])
    table.state.trigger_queue = [each for each in table.state.trigger_queue if each.player != seat]
    control.give_up(table, seat)
    if table.state.phase in ("setup", "draft"):
        leave_draft(table, seat)
        return
    give_up_work(table, seat)
    if table.state.active == seat:
        end_turn_at_once(table)
    else:
        give_word_on(table, seat, anew=cancelled)
        clean_up(table)
    for drop in fallen:
        drop.player = chooser(table, drop.player)
        wait_behind(table, drop)


@carries("MQ-R89")
def answer_for(table: Muhq, seat: int) -> None:
    """Its own offer of a draw is over; where it alone had not answered another's, all others have accepted."""
    offer = table.state.draw_offer
    if offer is None:
        return
    offer.accepted = [other for other in offer.accepted if other != seat]
    if offer.by == seat:
        table.state.draw_offer = None
    elif not left_to_answer(table):
        finish(table, [], "MQ-R89", "agreed_draw")


# -- the board -------------------------------------------------------------------------------------


def remove_all(table: Muhq, seat: int) -> list[Drop]:
    """Everything that it owns or controls leaves the board; the stacks that fall."""
    gone = [thing for thing in table.state.permanents if seat in (thing.owner, thing.controller)]
    places = [whereabouts(table, thing) for thing in gone]
    falls = [
        drop
        for thing, place in zip(gone, places, strict=True)
        if (drop := remove(table, thing, seat, place)) is not None
    ]
    there = {thing.id for thing in table.state.permanents}
    for drop in falls:
        drop.left = [number for number in drop.left if number in there]
    return [drop for drop in falls if drop.left]


def remove(table: Muhq, thing: Permanent, seat: int, place: Tile | None) -> Drop | None:
    """A permanent goes out of the match, or to its owner's pile; what lay on it falls."""
    if thing.owner is None and thing.map_flags.staff:
        thing.controller = None
        return None
    fallen = list(thing.stack)
    loosen(table, thing)
    zone, now = piles.bring_home(table, thing.owner, thing.card, "removed" if thing.owner == seat else "discard")
    told = {"object": thing.id, "now": now.id, "card": thing.card, "player": thing.owner}
    table.emit("move", "MQ-R84", **told, **{"from": "permanents", "to": zone}, reason="eliminated")
    return None if place is None else Drop(player=thing.controller or 0, tile=place, left=fallen)


def whereabouts(table: Muhq, thing: Permanent) -> Tile | None:
    """Where a permanent is; of one that falls, or lies on one, the tile around which it is put down."""
    root = board.root(table, thing)
    falls = (frame.tile for frame in table.state.agenda if isinstance(frame, Drop) and root.id in frame.left)
    return next(falls, None) if root.tile is None else root.tile


# -- what is under way -----------------------------------------------------------------------------


def cancel_entries(table: Muhq, entries: list[Any]) -> bool:
    """Actions on the stack are cancelled; whether there were any."""
    for entry in entries:
        take_off(table, entry)
        table.emit("fizzle", "MQ-R84", what=entry.kind, object=entry.id, reason="eliminated")
        if entry.is_card:
            piles.to_owner(table, entry, "discard", reason="eliminated", rule="MQ-R84")
    return bool(entries)


def give_up_work(table: Muhq, seat: int) -> None:
    """Open choices of an eliminated seat fall away; stacks that it was to drop fall to the active player."""
    kept: list[Any] = []
    for frame in table.state.agenda:
        whose = getattr(frame, "player", None)
        if isinstance(frame, Drop) and whose == seat:
            frame.player = chooser(table, seat)
        elif whose == seat or getattr(getattr(frame, "do", None), "player", None) == seat:
            continue
        kept.append(frame)
    table.state.agenda[:] = kept


def clean_up(table: Muhq) -> None:
    """Clean up after it, unless what is under way ends with that."""
    agenda = table.state.agenda
    if not any(isinstance(frame, Settle | Activation | Turn) or is_carried_out(table, frame) for frame in agenda):
        agenda.append(Settle())


def is_carried_out(table: Muhq, frame: Any) -> bool:
    """Whether the frame carries out an action that is still on the stack."""
    return isinstance(frame, Resolve) and find_entry(table, frame.entry) is not None


@carries("MQ-R84")
def end_turn_at_once(table: Muhq) -> None:
    """With the active player gone the rest of the stack is cancelled and the turn ends."""
    cancel_entries(table, list(table.state.stack))
    state = table.state
    drops = [frame for frame in state.agenda if isinstance(frame, Drop)]
    state.agenda[:] = [Turn(stage="end"), *drops]
    state.priority = Priority()
    state.selected = None
    state.unpaid = []


# -- the draft -------------------------------------------------------------------------------------


def leave_draft(table: Muhq, seat: int) -> None:
    """In the draft the pack in front of an eliminated seat is set aside, its picks are out."""
    player = table.state.players[seat]
    for thing in list(player.pack):
        take(table, seat, "pack", thing)
        table.state.set_aside.append(thing.card)
    for thing in list(player.drafted):
        piles.move(table, seat, thing, "drafted", "removed", reason="eliminated", rule="MQ-R84")
    for frame in table.state.agenda:
        if isinstance(frame, DraftPick | SetUp | Taking):
            strike_out(frame, seat)


def strike_out(frame: DraftPick | SetUp | Taking, seat: int) -> None:
    """A frame that goes from seat to seat leaves one out."""
    kept = [i for i, other in enumerate(frame.seats) if other != seat]
    frame.seats = [frame.seats[i] for i in kept]
    if isinstance(frame, DraftPick):
        frame.locked = [frame.locked[i] for i in kept]
    elif isinstance(frame, Taking):
        frame.cards = [frame.cards[i] for i in kept]
