"""Who has the word when a seat has left: the others are asked in the same round, or anew (MQ-R26, MQ-R84)."""

from __future__ import annotations

from oracle.kernel.rulebook import carries
from oracle.kernel.stack.policy import Window
from oracle.kernel.stack.priority import hand
from oracle.kernel.stack.records import OpenWindow, Priority
from oracle.kernel.stack.windows import asked_seats, live, round_from

from .state import Muhq
from .timing import go_back


@carries("MQ-R84", "MQ-R26")
def give_word_on(table: Muhq, seat: int, *, anew: bool) -> None:
    """Who is left is asked in turn; `anew` from the active player on, where actions were cancelled."""
    if table.state.priority.holder is None:
        go_back(table)
        return
    frame = open_frame(table)
    window = table.game.its_stack.windows["stack" if frame is None else frame.name]
    if not live(table) and (frame is None or (anew and window.when_emptied == "leave")):
        leave_window(table, frame)
    else:
        hand(table, Priority(holder=next_word(table, window, seat, anew=anew)))


def open_frame(table: Muhq) -> OpenWindow | None:
    """The innermost window that has a frame."""
    return next((frame for frame in reversed(table.state.agenda) if isinstance(frame, OpenWindow)), None)


def leave_window(table: Muhq, frame: OpenWindow | None) -> None:
    """Nothing is left to be answered: the step goes on where it was interrupted."""
    table.state.priority = Priority() if frame is None else frame.outer
    if frame is not None:
        table.state.agenda.remove(frame)
    go_back(table)


def next_word(table: Muhq, window: Window, seat: int, *, anew: bool) -> int:
    """Who is asked now: whoever was, or the next after the seat that has left, or the active player."""
    seats, holder = asked_seats(table, window), table.state.priority.holder or 0
    first = table.state.active or 0 if anew else holder + (holder == seat)
    return next(other for other in round_from(table, first) if other in seats)
