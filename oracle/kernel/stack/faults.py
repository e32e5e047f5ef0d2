"""What no stack can be: unknown windows and kinds, seats and abilities that are not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import Fault
from ..shapes import fault, nearest
from ..table import Table
from .declaring import source_is_gone
from .records import Declare, Entry, OpenWindow, RunTriggers, Trigger
from .windows import asked_seats, current


def stack_is_sound(table: Table[Any, Any]) -> Iterator[Fault]:
    """An invariant for games with a stack: entries, triggers, frames and priority hold together."""
    for i, entry in enumerate(table.state.stack):
        yield from entry_faults(table, entry, f"/stack/{i}")
    for i, trigger in enumerate(getattr(table.state, "trigger_queue", ())):
        yield from trigger_faults(table, trigger, f"/trigger_queue/{i}")
    for i, frame in enumerate(table.state.agenda):
        yield from frame_faults(table, frame, f"/agenda/{i}")
    yield from priority_faults(table)


def entry_faults(table: Table[Any, Any], entry: Entry, at: str) -> Iterator[Fault]:
    """An entry of a known kind, of a seat that is there, with parts that its card has."""
    known = table.game.its_stack.effects
    if entry.kind not in known:
        yield fault("unknown_kind", f"{at}/kind", f"{entry.kind} is no kind of entry. {nearest(entry.kind, known)}")
    if entry.controller >= len(table.state.players):
        yield fault("no_such_seat", f"{at}/controller", f"There is no seat {entry.controller}.")
    for i, ability in enumerate(entry.abilities):
        yield from ability_faults(table, entry.card, ability, f"{at}/abilities/{i}")
    for i, part in enumerate(entry.negated):
        if part >= len(entry.abilities):
            yield fault("no_such_part", f"{at}/negated/{i}", f"This entry has {len(entry.abilities)} parts.")


def ability_faults(table: Table[Any, Any], card: str | None, ability: int | None, at: str) -> Iterator[Fault]:
    """A card that is known, with an ability of that number."""
    if card is None:
        return
    if card not in table.cards:
        yield fault("unknown_card", at, f"No card {card} in the sets of this state.")
    elif ability is not None and ability >= len(table.cards[card].abilities):
        yield fault("no_such_ability", at, f"{card} has {len(table.cards[card].abilities)} abilities.")


def trigger_faults(table: Table[Any, Any], trigger: Trigger, at: str) -> Iterator[Fault]:
    """A trigger of a seat that is there, with an ability that its card has."""
    if trigger.player >= len(table.state.players):
        yield fault("no_such_seat", f"{at}/player", f"There is no seat {trigger.player}.")
    if trigger.id >= table.state.next_id:
        yield fault("next_id_used", "/next_id", f"next_id is {table.state.next_id}, but {trigger.id} is in use.")
    yield from ability_faults(table, trigger.card, trigger.ability, f"{at}/ability")


def frame_faults(table: Table[Any, Any], frame: Any, at: str) -> Iterator[Fault]:
    """A window or declaration that the game has."""
    stack = table.game.its_stack
    if isinstance(frame, OpenWindow):
        if frame.name not in stack.windows:
            yield fault(
                "unknown_window", f"{at}/name", f"{frame.name} is no window. {nearest(frame.name, stack.windows)}"
            )
        if frame.floor > len(table.state.stack):
            yield fault("stack_too_low", f"{at}/floor", "A window opens on the stack that was there.")
        if frame.outer.holder is not None and frame.outer.holder >= len(table.state.players):
            yield fault("no_such_seat", f"{at}/outer/holder", f"There is no seat {frame.outer.holder}.")
    elif isinstance(frame, RunTriggers):
        for i, trigger in enumerate(frame.batch):
            yield from trigger_faults(table, trigger, f"{at}/batch/{i}")
    elif isinstance(frame, Declare):
        if frame.kind not in stack.declarations:
            hint = nearest(frame.kind, stack.declarations)
            yield fault("unknown_kind", f"{at}/kind", f"{frame.kind} is nothing that is declared. {hint}")
        yield from ability_faults(table, frame.card, frame.ability, f"{at}/ability")
        if source_is_gone(table, frame):
            yield fault("unknown_object", f"{at}/source", "What is being declared is not there.")


def priority_faults(table: Table[Any, Any]) -> Iterator[Fault]:
    """Priority belongs to a seat that is asked, after fewer passes than end the window."""
    priority = table.state.priority
    if priority.holder is not None and priority.holder >= len(table.state.players):
        yield fault("no_such_seat", "/priority/holder", f"There is no seat {priority.holder}.")
        return
    agenda = table.state.agenda
    if agenda and isinstance(agenda[-1], OpenWindow) and agenda[-1].name not in table.game.its_stack.windows:
        return
    window = current(table)
    if window is None or priority.holder is None or table.state.result is not None:
        return
    seats = asked_seats(table, window)
    if priority.holder not in seats:
        yield fault("holder_not_asked", "/priority/holder", f"The seats asked in this window: {seats}.")
    elif priority.passes >= len(seats):
        yield fault("too_many_passes", "/priority/passes", f"After {len(seats)} passes this window is over.")
