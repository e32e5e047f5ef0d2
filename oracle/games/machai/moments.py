"""Moments of the turn at which triggers resolve without the stack (MC-4)."""

from __future__ import annotations

from oracle.kernel.agenda import Step, pop
from oracle.kernel.effects.run import effects_of
from oracle.kernel.stack.triggers import start_triggers

from .state import Machai, Moment


def active(table: Machai) -> int:
    """The seat whose turn it is."""
    seat = table.state.active
    assert seat is not None
    return seat


def push_triggers(table: Machai, event: str) -> None:
    """The triggers of the active player's permanents are to resolve, oldest first, as they are now (MC-R27)."""
    seat = active(table)
    found = [
        frame
        for piece in table.state.players[seat].battlefield
        if event in table.card(piece).events
        for frame in effects_of(table, event, seat, piece.id, str(piece.card))  # type: ignore[arg-type]
    ]
    if found:
        table.push(Moment(player=seat, left=found))


def run_moment(table: Machai, frame: Moment) -> None:
    """What the last trigger destroyed, then the next trigger whose source is still there (MC-R60)."""
    if start_triggers(table):
        return
    if not frame.left:
        pop(table)
        return
    trigger, frame.left = frame.left[0], frame.left[1:]
    if table.find(trigger.source or 0, "battlefield", frame.player) is not None:
        table.push(trigger)


STEPS = (Step(Moment, run=run_moment),)
