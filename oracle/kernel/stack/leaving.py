"""A seat leaves a match of several: what of it was on the stack, waiting or under way goes too."""

from __future__ import annotations

from typing import Any

from ..effects.ability import Ask, ChooseTarget, Do, Each, Repeat
from ..table import Table
from .declaring import plan_of
from .entries import take_off
from .priority import begin, set_holder
from .records import Declare, Entry, OpenWindow, Priority, RunTriggers
from .windows import current, top


def withdraw(table: Table[Any, Any], seat: int) -> list[Entry]:
    """Take a seat's entries, triggers and unfinished work away; returns the entries.

    What the others were declaring rested on a table that has changed: it is opened again. The cards
    of the entries are the game's to put where they belong. Call `start_anew` once the seat is out.
    """
    state = table.state
    gone = [entry for entry in state.stack if entry.controller == seat]
    for entry in gone:
        take_off(table, entry)
    state.trigger_queue = [trigger for trigger in state.trigger_queue if trigger.player != seat]
    for frame in state.agenda:
        if isinstance(frame, RunTriggers):
            frame.batch = [trigger for trigger in frame.batch if trigger.player != seat]
        elif isinstance(frame, OpenWindow) and frame.outer.holder == seat:
            frame.outer = Priority()
    done_for = [frame for frame in state.agenda if isinstance(frame, Do) and frame.player == seat]
    state.agenda[:] = [f for f in state.agenda if not belongs_to(f, seat) and not hangs_on(f, done_for)]
    reopen_declarations(table)
    return gone


def reopen_declarations(table: Table[Any, Any]) -> None:
    """What others are declaring is taken back; where it cannot be, all but what chance drew is chosen again."""
    agenda = table.state.agenda
    agenda[:] = [frame for frame in agenda if not isinstance(frame, Declare) or frame.locked]
    for frame in agenda:
        if isinstance(frame, Declare):
            drawn = {(slot.name, slot.of) for slot in plan_of(table, frame) if slot.question is not None}
            frame.picks = [picked for picked in frame.picks if (picked.slot, picked.of) in drawn]
            frame.ended = []


def belongs_to(frame: Any, seat: int) -> bool:
    """Whether a frame is a seat's own declaration or effect, or a choice that it is asked for."""
    if isinstance(frame, (Each, Repeat)):
        return frame.do.player == seat
    return isinstance(frame, (Declare, Do, ChooseTarget, Ask)) and frame.player == seat


def hangs_on(frame: Any, effects: list[Any]) -> bool:
    """Whether a frame asks something for one of these effects."""
    if not isinstance(frame, (ChooseTarget, Ask)):
        return False
    return (frame.source, frame.card, frame.ability) in [(e.source, e.card, e.ability) for e in effects]


def start_anew(table: Table[Any, Any]) -> None:
    """With a seat gone priority starts anew in the window that is open, if one is."""
    window = current(table)
    if window is None:
        return
    if top(table) is None:
        begin(table)
    else:
        set_holder(table, window, window.after_entry)
