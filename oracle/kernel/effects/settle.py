"""After something happened: the game's checks to a fixed point, then waiting abilities in their order.

One loop for all games. A `Settle` frame lies at the bottom of what an action does; what is triggered
meanwhile waits in it. Further frames of the kind, pushed between the steps of an effect, only check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Pending
from oracle.kernel.state import Frame
from oracle.kernel.table import Table

from .ability import Do

Order = Literal["first_in", "active_first", "owner_chooses"]


class Settle(Frame, tag="settle", kw_only=True):
    """What has to be settled, and the abilities that wait until it is.

    `asking` says that a seat must name the one of its abilities that comes first, `ordered` that it has.
    """

    queue: list[Do] = []
    asking: bool = False
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Settling:
    """How a game settles: its checks, the order of waiting abilities, where they go.

    Each check changes what must change at once (all of it together) and says whether it did.
    `order` may depend on the state's options; `places` turns the next waiting ability into frames:
    itself, resolved at once, or what puts it on the stack.
    """

    checks: Sequence[Callable[[Table[Any, Any]], bool]]
    order: Callable[[Table[Any, Any]], Order] = lambda _table: "first_in"
    places: Callable[[Table[Any, Any], Do], Sequence[Frame]] = lambda _table, frame: (frame,)
    rule: str | None = None


def collect(table: Table[Any, Any], frames: Sequence[Do]) -> None:
    """Let triggered abilities wait until everything is settled."""
    if not frames:
        return
    bottom = next((frame for frame in table.state.agenda if isinstance(frame, Settle)), None)
    if bottom is None:
        bottom = Settle()
        table.state.agenda.insert(0, bottom)
    bottom.queue = [*bottom.queue, *frames]


def settle_step(how: Settling) -> Step:
    """The step of a game's `Settle` frames."""
    return Step(
        Settle,
        run=lambda table, frame: run(table, frame, how),
        asks=lambda table, frame: ask(table, frame, how),
        takes=lambda table, frame, pick: take(table, frame, pick, how),
    )


def run(table: Table[Any, Any], frame: Settle, how: Settling) -> None:
    """Check until nothing changes, then put the next waiting ability to work."""
    while changes(table, how):
        table.spend(1)
        if table.state.result is not None:
            return
    if table.state.agenda[-1] is not frame:
        return
    waiting = in_order(table, frame, how)
    if not waiting:
        pop(table)
        return
    if wants_order(table, frame, how):
        frame.asking = True
        return
    first = waiting[0]
    frame.queue = [other for other in frame.queue if other is not first]
    frame.ordered = False
    table.push(*how.places(table, first))


def changes(table: Table[Any, Any], how: Settling) -> bool:
    """Make every check once; whether one of them changed something."""
    changed = False
    for check in how.checks:
        changed = check(table) or changed
    return changed


def in_order(table: Table[Any, Any], frame: Settle, how: Settling) -> list[Do]:
    """The waiting abilities in the order in which they come."""
    if how.order(table) == "first_in":
        return frame.queue
    seats = len(table.state.players)
    first = table.state.active or 0
    return sorted(frame.queue, key=lambda waiting: (waiting.player - first) % seats)


def own_waiting(table: Table[Any, Any], frame: Settle, how: Settling) -> list[Do]:
    """The abilities of the seat whose turn to order it is."""
    waiting = in_order(table, frame, how)
    return [other for other in waiting if other.player == waiting[0].player] if waiting else []


def wants_order(table: Table[Any, Any], frame: Settle, how: Settling) -> bool:
    """Whether a seat must say which of its abilities comes first."""
    return how.order(table) == "owner_chooses" and not frame.ordered and len(own_waiting(table, frame, how)) > 1


def ask(table: Table[Any, Any], frame: Settle, how: Settling) -> Pending | None:
    """Which of a seat's waiting abilities comes first, once everything else is settled."""
    if not frame.asking:
        return None
    own = own_waiting(table, frame, how)
    picks = tuple({"object": other.source or 0, "ability": other.ability, "waiting": i} for i, other in enumerate(own))
    word = table.game.vocabulary.decisions.get("order", "order_trigger")
    return Pending(own[0].player, word, how.rule, "ask_order", min=1, max=1, chosen=(), picks=picks)


def take(table: Table[Any, Any], frame: Settle, pick: dict[str, int], how: Settling) -> None:
    """The owner has said which comes first."""
    chosen = own_waiting(table, frame, how)[pick["waiting"]]
    frame.queue = [chosen, *(other for other in frame.queue if other is not chosen)]
    frame.asking, frame.ordered = False, True
