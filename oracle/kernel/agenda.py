"""The agenda: unfinished work as frames in the state, and the loop that does it.

The last frame is the innermost. A step either *runs* (does some of its work, pushes frames, takes
itself off) or *asks*: then a decision, or chance, must answer before anything goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .chance import Question
from .decisions import Pending
from .state import Frame

if TYPE_CHECKING:
    from .table import Table


def never_runs(_table: Any, frame: Any) -> None:
    """A frame that only asks has nothing to run."""
    raise AssertionError(f"{type(frame).__name__} neither runs nor asks")


@dataclass(frozen=True, slots=True)
class Step:
    """How one kind of frame is worked off.

    `asks` answers a `Pending` decision, a chance `Question`, or `None` when there is work to run;
    `takes` receives the outcome of the question or the pick of a choice, `ends` that a choice which
    may be ended is.
    """

    frame: type[Frame]
    run: Callable[[Any, Any], None] = never_runs
    asks: Callable[[Any, Any], Pending | Question | None] | None = None
    takes: Callable[[Any, Any, Any], None] | None = None
    ends: Callable[[Any, Any], None] | None = None


def asked(table: Table[Any, Any]) -> Pending | Question | None:
    """What the innermost frame waits for, if it waits."""
    agenda = table.state.agenda
    if not agenda:
        return None
    step = table.game.steps[type(agenda[-1])]
    return step.asks(table, agenda[-1]) if step.asks else None


def advance(table: Table[Any, Any]) -> None:
    """Work the agenda off until a decision is pending, the work is done or the match is over."""
    state = table.state
    agenda = state.agenda
    steps = table.game.steps
    while agenda and state.result is None:
        frame = agenda[-1]
        step = steps[type(frame)]
        asks = step.asks
        if asks is None or (question := asks(table, frame)) is None:
            step.run(table, frame)
        elif isinstance(question, Question) and (table.script or table.draws_itself or table.fork is not None):
            answer(table, step, frame, table.outcome(question))
            if table.fork is not None and question.pile is not None:
                table.fork.loosen(table.state.players[question.player].deck)
        else:
            return
        table.steps -= 1
        if table.steps < 0:
            table.spend(0)


def answer(table: Table[Any, Any], step: Step, frame: Frame, outcome: Any) -> None:
    """Hand an outcome of chance to the frame that asked for it."""
    assert step.takes is not None, f"{type(frame).__name__} asks chance but takes nothing"
    step.takes(table, frame, outcome)


def pop(table: Table[Any, Any]) -> Frame:
    """Take the innermost frame off: its work is done."""
    frame: Frame = table.state.agenda.pop()
    return frame
