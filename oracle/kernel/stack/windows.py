"""Windows as they stand: which one is open, what lies in it, which seats it asks and who has the word."""

from __future__ import annotations

from typing import Any

from ..table import Table
from .policy import Holder, Window
from .records import Entry, OpenWindow


def frame_of(table: Table[Any, Any]) -> OpenWindow | None:
    """The frame of the window that is open now, if it has one and nothing is under way in it."""
    agenda = table.state.agenda
    return agenda[-1] if agenda and isinstance(agenda[-1], OpenWindow) else None


def current_name(table: Table[Any, Any]) -> str | None:
    """The name of the window that is open now; none while anything is under way."""
    agenda = table.state.agenda
    if not agenda:
        return table.game.its_stack.ground(table)
    frame = agenda[-1]
    return frame.name if isinstance(frame, OpenWindow) else None


def current(table: Table[Any, Any]) -> Window | None:
    """The window that is open now, as the options of the match have it."""
    name = current_name(table)
    if name is None:
        return None
    stack = table.game.its_stack
    return stack.windows[name] if stack.varies is None else stack.varies(table, stack.windows[name])


def floor_of(table: Table[Any, Any]) -> int:
    """How many entries lie below the innermost window and are none of its concern."""
    if not table.state.agenda:
        return 0
    for frame in reversed(table.state.agenda):
        if isinstance(frame, OpenWindow):
            return frame.floor
    return 0


def live(table: Table[Any, Any]) -> list[Entry]:
    """The entries of the innermost window, bottom first."""
    stack: list[Entry] = table.state.stack
    return stack[floor_of(table) :] if stack and table.state.agenda else stack


def top(table: Table[Any, Any]) -> Entry | None:
    """The entry that would be resolved next."""
    state = table.state
    stack: list[Entry] = state.stack
    return stack[-1] if stack and (not state.agenda or len(stack) > floor_of(table)) else None


# -- seats -----------------------------------------------------------------------------------------


def round_from(table: Table[Any, Any], seat: int) -> list[int]:
    """The seats still in the match, from `seat` on to the left."""
    if not table.game.seats_leave:
        count = len(table.state.players)
        return [*range(seat, count), *range(min(seat, count))]
    seats = table.game.seats_in(table.state)
    return [s for s in seats if s >= seat] + [s for s in seats if s < seat]


def left_of(table: Table[Any, Any], seat: int) -> int:
    """The next seat to the left that is still in the match."""
    return round_from(table, seat + 1)[0]


def asked_seats(table: Table[Any, Any], window: Window) -> list[int]:
    """The seats that must pass in succession, from the active one on."""
    active = table.state.active
    seats = round_from(table, active or 0)
    if window.asks == "others" and not live(table):
        return [seat for seat in seats if seat != active]
    return seats


def seat_for(table: Table[Any, Any], window: Window, word: Holder) -> int | None:
    """The seat that a word means, or the next one that the window asks; `None`: it asks nobody."""
    if window.asks == "all" and not table.game.seats_leave:
        return meant(table, word) % len(table.state.players)
    seats = asked_seats(table, window)
    return next((seat for seat in round_from(table, meant(table, word)) if seat in seats), None)


def holder_of(table: Table[Any, Any]) -> int | None:
    """Who has priority now. A state written by hand may leave it open: then the first holder has."""
    window = current(table)
    if window is None:
        return None
    holder: int | None = table.state.priority.holder
    return first_holder(table, window) if holder is None else holder


def has_priority(table: Table[Any, Any], seat: int | str) -> bool:
    """Whether that seat may act now: a window is open and the word is its own."""
    if current_name(table) is None:
        return False
    holder: int | None = table.state.priority.holder
    return (holder_of(table) if holder is None else holder) == seat


def first_holder(table: Table[Any, Any], window: Window) -> int | None:
    """Who has priority in a window where a state leaves it open."""
    return seat_for(table, window, window.after_entry if live(table) else window.first)


def meant(table: Table[Any, Any], word: Holder) -> int:
    """The seat that a word means; a seat that has left is stepped over by the caller."""
    active: int = table.state.active or 0
    entry = top(table)
    if word == "active" or (entry is None and word != "left_of_active"):
        return active
    if word == "left_of_active":
        return active + 1
    assert entry is not None
    return entry.controller if word == "controller" else entry.controller + 1
