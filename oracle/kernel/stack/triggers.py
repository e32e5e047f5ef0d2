"""Triggers that wait: in whose order they are done, and whether the stack carries them."""

from __future__ import annotations

from typing import Any

from ..agenda import Step, pop
from ..decisions import Pending
from ..effects.ability import Do
from ..table import Table
from .records import Declare, GivePriority, RunTriggers, Trigger
from .windows import round_from


def queue(table: Table[Any, Any], *frames: Do) -> None:
    """Triggered abilities wait for their turn, as the card language hands them over."""
    state = table.state
    state.trigger_queue = [*state.trigger_queue, *(trigger_of(table, frame) for frame in frames)]


def trigger_of(table: Table[Any, Any], frame: Do) -> Trigger:
    """A triggered ability as it waits."""
    assert frame.source is not None
    return Trigger(
        id=table.fresh_id(), player=frame.player, source=frame.source, card=frame.card, ability=frame.ability,
        bound=frame.bound, that=frame.that,
    )  # fmt: skip


def frame_of(trigger: Trigger) -> Do:
    """A triggered ability as it is done at once."""
    return Do(
        player=trigger.player, source=trigger.source, card=trigger.card, ability=trigger.ability,
        bound=dict(trigger.bound), that=trigger.that,
    )  # fmt: skip


def start_triggers(table: Table[Any, Any]) -> bool:
    """Take the triggers that wait as one batch; false when none do."""
    waiting: list[Trigger] = getattr(table.state, "trigger_queue", [])
    if not waiting:
        return False
    if table.game.its_stack.triggers.on_stack:
        frame = table.state.agenda[-1]
        assert isinstance(frame, GivePriority)
        frame.after = "entry"
    table.push(RunTriggers(batch=waiting))
    table.state.trigger_queue = []
    return True


def ask(table: Table[Any, Any], frame: RunTriggers) -> Pending | None:
    """Which of several own triggers comes next, where their owner orders them."""
    policy = table.game.its_stack.triggers
    mine = first_seats(table, frame)
    if policy.order == "age" or len(mine) < 2 or interrupted(table):
        return None
    picks = tuple(trigger.id for trigger in mine)
    return Pending(mine[0].player, policy.decision, policy.rule, min=1, max=1, chosen=(), picks=picks)


def first_seats(table: Table[Any, Any], frame: RunTriggers) -> list[Trigger]:
    """The triggers of the seat whose turn it is to do its own: the active one first, then leftward."""
    for seat in round_from(table, table.state.active or 0):
        mine = [trigger for trigger in frame.batch if trigger.player == seat]
        if mine:
            return mine
    return []


def interrupted(table: Table[Any, Any]) -> bool:
    """Whether triggers that were caused meanwhile come before the rest of the batch."""
    return table.game.its_stack.triggers.caused == "next" and bool(table.state.trigger_queue)


def take(table: Table[Any, Any], frame: RunTriggers, pick: int) -> None:
    """The owner has said which comes next."""
    do(table, frame, next(trigger for trigger in frame.batch if trigger.id == pick))


def run(table: Table[Any, Any], frame: RunTriggers) -> None:
    """Do the only one, or the one whose source is oldest; at the end the frame goes."""
    if interrupted(table):
        table.push(RunTriggers(batch=table.state.trigger_queue))
        table.state.trigger_queue = []
        return
    mine = first_seats(table, frame)
    if mine:
        do(table, frame, min(mine, key=lambda trigger: (trigger.source, trigger.id)))
    else:
        pop(table)


def do(table: Table[Any, Any], frame: RunTriggers, trigger: Trigger) -> None:
    """Put a trigger on the stack, its choices made now; or do it at once."""
    frame.batch = [other for other in frame.batch if other is not trigger]
    if table.game.its_stack.triggers.on_stack:
        table.push(declaration(trigger))
        return
    if table.game.settles is not None:
        table.push(table.game.settles())
    table.push(frame_of(trigger))


def declaration(trigger: Trigger) -> Declare:
    """The choices of a trigger: those of a play, but nobody takes it back."""
    return Declare(
        player=trigger.player, kind="trigger", source=trigger.source, card=trigger.card, ability=trigger.ability,
        locked=True, trigger=trigger,
    )  # fmt: skip


STEPS = (Step(RunTriggers, run=run, asks=ask, takes=take),)
