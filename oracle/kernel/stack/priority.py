"""Priority: whose word it is in a window, passing in succession, and what all passes bring about."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..agenda import Step, pop
from ..decisions import Action, Pending
from ..errors import Undetermined
from ..passing import idle
from ..table import Table
from .policy import Holder, Window
from .records import Entry, GivePriority, OpenWindow, PassIdle, Priority, Resolve
from .triggers import start_triggers
from .windows import (
    asked_seats,
    current,
    current_name,
    first_holder,
    frame_of,
    holder_of,
    live,
    round_from,
    seat_for,
    top,
)

# -- windows ---------------------------------------------------------------------------------------


def open_window(table: Table[Any, Any], name: str) -> None:
    """Open a window inside whatever is going on; its first holder gets priority."""
    state = table.state
    table.push(OpenWindow(name=name, floor=len(state.stack), outer=state.priority))
    begin(table)


def begin(table: Table[Any, Any]) -> None:
    """Priority starts anew in the present window, from its first holder."""
    window = current(table)
    assert window is not None
    set_holder(table, window, window.first)


def close(table: Table[Any, Any]) -> None:
    """Leave the present window; who had priority around it has it again."""
    frame = frame_of(table)
    table.state.priority = Priority() if frame is None else frame.outer
    if frame is not None:
        pop(table)


def set_holder(table: Table[Any, Any], window: Window, word: Holder) -> None:
    """Give priority to the seat that a word means."""
    hand(table, Priority(holder=seat_for(table, window, word)))


def hand(table: Table[Any, Any], priority: Priority) -> None:
    """Hand priority to a seat, which passes by itself where the game says so and nothing else could be done."""
    table.state.priority = priority
    passes_idle = table.game.its_stack.passes_idle
    if passes_idle is not None and passes_idle(table):
        table.push(PassIdle())


# -- passing ---------------------------------------------------------------------------------------


def pending(table: Table[Any, Any]) -> Pending | None:
    """The decision of the seat that holds priority, where a window is open and somebody does."""
    name = current_name(table)
    if name is None:
        return None
    holder = table.state.priority.holder
    if holder is None:
        holder = holder_of(table)
    if holder is None:
        return None
    rule = table.game.its_stack.windows[name].rule
    entry = top(table) if table.state.stack else None
    if entry is None:
        return opening(holder, rule, name)
    return answering(holder, rule, shown(table, entry), entry.id)


@lru_cache(maxsize=1024)
def opening(holder: int, rule: str | None, window: str) -> Pending:
    """The word with nothing on the stack: made once."""
    return Pending(holder, "priority", rule, facts={"window": window})


@lru_cache(maxsize=1024)
def answering(holder: int, rule: str | None, card: Any, entry: int) -> Pending:
    """The word on an entry: made once."""
    return Pending(holder, "priority", rule, "respond", {"card": card}, entry)


def shown(table: Table[Any, Any], entry: Entry) -> Any:
    """The name of an entry's card."""
    try:
        return table.name(entry)
    except Undetermined:
        return "?"


def pass_on(table: Table[Any, Any], _action: Action) -> None:
    """The holder passes; when all have, the stack is resolved or the window is over."""
    window = current(table)
    assert window is not None
    before = table.state.priority
    holder = first_holder(table, window) if before.holder is None else before.holder
    assert holder is not None
    following, count = after(table, window, holder)
    passes = before.passes + 1
    if passes < count:
        hand(table, Priority(holder=following, passes=passes))
    elif live(table):
        resolve_top(table, everything=window.resolves == "all")
    else:
        close(table)
        if window.ends is not None:
            window.ends(table)


def after(table: Table[Any, Any], window: Window, holder: int) -> tuple[int, int]:
    """The next seat to the left of the holder that is asked, and how many are asked in all."""
    if window.asks == "all" and not table.game.seats_leave:
        count = len(table.state.players)
        return (holder + 1) % count, count
    seats = asked_seats(table, window)
    return next((seat for seat in round_from(table, holder + 1) if seat in seats), holder), len(seats)


def resolve_top(table: Table[Any, Any], *, everything: bool) -> None:
    """Nobody has priority while the top entry is resolved."""
    entry = top(table)
    assert entry is not None
    table.state.priority = Priority()
    table.push(Resolve(entry=entry.id, all=everything))  # type: ignore[arg-type]


# -- what follows ----------------------------------------------------------------------------------


def follow(table: Table[Any, Any], frame: GivePriority) -> None:
    """Checks first, then the triggers that wait, then priority."""
    game = table.game
    if not frame.checked:
        frame.checked = True
        if game.settles_now is not None:
            game.settles_now(table)
        elif game.settles is not None:
            table.push(game.settles())
            return
    if table.state.result is not None:
        return
    if start_triggers(table):
        frame.checked = False
    else:
        pop(table)
        give(table, frame)


def give(table: Table[Any, Any], frame: GivePriority) -> None:
    """Priority after an entry, a resolution or an act beside the stack, by the policy of the window."""
    window = current(table)
    name = table.game.its_stack.on_entry
    entries = live(table)
    if window is None and entries:
        assert name is not None, "an entry came while no window was open"
        table.push(OpenWindow(name=name, outer=table.state.priority))
        window = current(table)
    if window is None:
        return
    if frame.after == "act" and table.state.priority.holder is not None:
        table.state.priority = Priority(holder=table.state.priority.holder)
    elif not entries and window.when_emptied == "leave":
        close(table)
    elif not entries:
        set_holder(table, window, window.first)
    elif frame.after == "resolution" and frame.all:
        resolve_top(table, everything=True)
    else:
        set_holder(table, window, window.after_entry if frame.after == "entry" else window.after_resolution)


def pass_idle(table: Table[Any, Any], _frame: PassIdle) -> None:
    """Pass for the holder of priority, if it could do nothing else."""
    pop(table)
    table.renew()
    waits = table.waits
    if isinstance(waits, Pending) and waits.type == "priority":
        action = table.game.defaults(table, waits)
        if action is not None and idle(table, action):
            pass_on(table, action)
    table.renew()


def ask_window(table: Table[Any, Any], _frame: OpenWindow) -> Pending | None:
    """The word of the seat that holds priority."""
    return pending(table)


def run_window(table: Table[Any, Any], frame: OpenWindow) -> None:
    """Nobody is left to be asked: the window is over."""
    window = current(table)
    assert window is not None, frame.name
    close(table)
    if window.ends is not None:
        window.ends(table)


STEPS = (
    Step(OpenWindow, run=run_window, asks=ask_window),
    Step(GivePriority, run=follow),
    Step(PassIdle, run=pass_idle),
)
