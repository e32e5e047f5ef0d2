"""Priority: whose word it is in a window, passing in succession, and what all passes bring about."""

from __future__ import annotations

from typing import Any

from ..agenda import Step, pop
from ..decisions import Action, Pending
from ..errors import Undetermined
from ..passing import idle
from ..table import Table
from .policy import Holder, Stack, Window
from .records import Entry, GivePriority, OpenWindow, PassIdle, Priority, Resolve


def stack_of(table: Table[Any, Any]) -> Stack:
    """What the game declares about its stack."""
    stack = table.game.stack
    assert stack is not None, f"{table.game.key} has no stack"
    return stack


# -- windows ---------------------------------------------------------------------------------------


def frame_of(table: Table[Any, Any]) -> OpenWindow | None:
    """The frame of the window that is open now, if it has one and nothing is under way in it."""
    agenda = table.state.agenda
    return agenda[-1] if agenda and isinstance(agenda[-1], OpenWindow) else None


def current(table: Table[Any, Any]) -> Window | None:
    """The window that is open now; none while anything is under way."""
    stack = stack_of(table)
    frame = frame_of(table)
    if frame is not None:
        return stack.varies(table, stack.windows[frame.name])
    name = None if table.state.agenda else stack.ground(table)
    return None if name is None else stack.varies(table, stack.windows[name])


def floor_of(table: Table[Any, Any]) -> int:
    """How many entries lie below the innermost window and are none of its concern."""
    for frame in reversed(table.state.agenda):
        if isinstance(frame, OpenWindow):
            return frame.floor
    return 0


def live(table: Table[Any, Any]) -> list[Entry]:
    """The entries of the innermost window, bottom first."""
    entries: list[Entry] = table.state.stack[floor_of(table) :]
    return entries


def top(table: Table[Any, Any]) -> Entry | None:
    """The entry that would be resolved next."""
    entries = live(table)
    return entries[-1] if entries else None


def open_window(table: Table[Any, Any], name: str) -> None:
    """Open a window inside whatever is going on; its first holder gets priority."""
    state = table.state
    before = state.priority
    table.push(
        OpenWindow(name=name, floor=len(state.stack), outer=Priority(holder=before.holder, passes=before.passes))
    )
    begin(table)


def begin(table: Table[Any, Any]) -> None:
    """Priority starts anew in the present window, from its first holder."""
    window = current(table)
    assert window is not None
    set_holder(table, window, window.first)


def close(table: Table[Any, Any]) -> None:
    """Leave the present window; who had priority around it has it again."""
    frame = frame_of(table)
    before = Priority() if frame is None else frame.outer
    if frame is not None:
        pop(table)
    table.state.priority = Priority(holder=before.holder, passes=before.passes)


# -- seats -----------------------------------------------------------------------------------------


def round_from(table: Table[Any, Any], seat: int) -> list[int]:
    """The seats still in the match, from `seat` on to the left."""
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


def set_holder(table: Table[Any, Any], window: Window, word: Holder) -> None:
    """Give priority to the seat that a word means."""
    hand(table, Priority(holder=seat_for(table, window, word)))


def hand(table: Table[Any, Any], priority: Priority) -> None:
    """Hand priority to a seat, which passes by itself where the game says so and nothing else could be done."""
    table.state.priority = priority
    if stack_of(table).passes_idle(table):
        table.push(PassIdle())


def seat_for(table: Table[Any, Any], window: Window, word: Holder) -> int | None:
    """The seat that a word means, or the next one that the window asks; `None`: it asks nobody."""
    seats = asked_seats(table, window)
    return next((seat for seat in round_from(table, meant(table, word)) if seat in seats), None)


def holder_of(table: Table[Any, Any]) -> int | None:
    """Who has priority now. A state written by hand may leave it open: then the first holder has."""
    window = current(table)
    if window is None:
        return None
    holder: int | None = table.state.priority.holder
    if holder is not None:
        return holder
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


# -- passing ---------------------------------------------------------------------------------------


def pending(table: Table[Any, Any]) -> Pending | None:
    """The decision of the seat that holds priority, where a window is open and somebody does."""
    window = current(table)
    holder = holder_of(table)
    if window is None or holder is None:
        return None
    entry = top(table)
    if entry is None:
        return Pending(holder, "priority", window.rule, facts={"window": window.name})
    return Pending(holder, "priority", window.rule, "respond", {"card": shown(table, entry)}, entry.id)  # type: ignore[arg-type]


def shown(table: Table[Any, Any], entry: Entry) -> Any:
    """The name of an entry's card."""
    try:
        return table.name(entry)
    except Undetermined:
        return "?"


def pass_on(table: Table[Any, Any], _action: Action) -> None:
    """The holder passes; when all have, the stack is resolved or the window is over."""
    window = current(table)
    holder = holder_of(table)
    assert window is not None
    assert holder is not None
    state = table.state
    seats = asked_seats(table, window)
    passes = state.priority.passes + 1
    if passes < len(seats):
        following = next(seat for seat in round_from(table, holder + 1) if seat in seats)
        hand(table, Priority(holder=following, passes=passes))
    elif live(table):
        resolve_top(table, everything=window.resolves == "all")
    else:
        close(table)
        if window.ends is not None:
            window.ends(table)


def resolve_top(table: Table[Any, Any], *, everything: bool) -> None:
    """Nobody has priority while the top entry is resolved."""
    entry = top(table)
    assert entry is not None
    table.state.priority = Priority()
    table.push(Resolve(entry=entry.id, all=everything))  # type: ignore[arg-type]


# -- what follows ----------------------------------------------------------------------------------


def follow(table: Table[Any, Any], frame: GivePriority) -> None:
    """Checks first, then the triggers that wait, then priority."""
    from .triggers import start_triggers  # noqa: PLC0415 - triggers declare targets, which end here again

    if not frame.checked:
        frame.checked = True
        if table.game.settles is not None:
            table.push(table.game.settles())
    elif start_triggers(table):
        frame.checked = False
    else:
        pop(table)
        give(table, frame)


def give(table: Table[Any, Any], frame: GivePriority) -> None:
    """Priority after an entry, a resolution or an act beside the stack, by the policy of the window."""
    window = current(table)
    name = stack_of(table).on_entry
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
        begin(table)
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
