"""Choices that seats make at the same time and apart: locked one by one, carried out when all are made.

A game derives its frame from `Together` and lists it with `step`. What a seat locks hangs on nothing
that another seat locks, shows to nobody before all are made (only *that* it is made), and is carried
out seat by seat in seat order: so the order of locking leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .agenda import Step, pop
from .chance import Question, draw
from .decisions import Action, Kept, Pending, Requirement
from .state import Chance, Frame, Seat, Viewer
from .table import Table

if TYPE_CHECKING:
    from .game import Game

Made = list[tuple[int, Any]]


class Locked(Struct, kw_only=True, forbid_unknown_fields=True):
    """A choice that is made; `null` where it may not be known."""

    choice: Any


class Together(Frame, kw_only=True):
    """The seats that choose at the same time, in seat order, and what each has locked so far."""

    seats: list[Seat]
    locked: list[Locked | None]

    def seen_by(self, viewer: Viewer) -> Together:
        """Everybody sees who has chosen; what, only who did."""
        seen: Together = self.__copy__()  # type: ignore[attr-defined]
        pairs = zip(self.seats, self.locked, strict=True)
        seen.locked = [made if made is None or seat == viewer else Locked(choice=None) for seat, made in pairs]
        return seen


def begin(table: Table[Any, Any], frame: type[Together], seats: Sequence[int]) -> None:
    """From now on these seats choose at the same time."""
    table.push(frame(seats=sorted(seats), locked=[None] * len(seats)))


def undecided(frame: Together) -> list[int]:
    """The seats that have still to choose."""
    return [seat for seat, made in zip(frame.seats, frame.locked, strict=True) if made is None]


def step(
    frame: type[Together], kind: str, rule: str | None, done: Callable[[Any, Made], None], *, prompt: str = ""
) -> Step:
    """How the frame is worked off: the seats left decide (`kind`); then `done` gets all choices in seat order."""

    def asks(_table: Table[Any, Any], work: Together) -> Pending | None:
        left = undecided(work)
        return Pending(left[0], kind, rule, prompt, also=tuple(left[1:]), secret=True) if left else None

    def run(table: Table[Any, Any], work: Together) -> None:
        pop(table)
        done(
            table, [(seat, made.choice) for seat, made in zip(work.seats, work.locked, strict=True) if made is not None]
        )

    return Step(frame, run=run, asks=asks)


def waiting(table: Table[Any, Any]) -> Together | None:
    """The choices that are being made now."""
    agenda = table.state.agenda
    work = agenda[-1] if agenda else None
    return work if isinstance(work, Together) and undecided(work) else None


def choice_is_open(*rules: str, code: str = "not_your_decision") -> Requirement:
    """The requirement that the seat is among those who have still to choose."""

    def test(table: Table[Any, Any], action: Action) -> Kept:
        work = waiting(table)
        return work is not None and action.player in undecided(work)

    return Requirement(test, rules, code, gate=True, name="choice_is_open", text="The seat has still to choose.")


def lock(table: Table[Any, Any], seat: int, choice: Any) -> None:
    """A seat has chosen; the others learn only that."""
    work = waiting(table)
    waits = table.waits
    assert work is not None
    assert waits is not None
    assert not isinstance(waits, Question)
    work.locked[work.seats.index(seat)] = Locked(choice=choice)
    table.tell([seat], ("pick",), "choose", waits.rule, player=seat, decision=waits.type, pick=choice)


# -- samples ---------------------------------------------------------------------------------------


def fill(game: Game[Any, Any], state: Any, chance: Chance) -> None:
    """Give every choice that is locked but not known an even one of those that were legal."""
    work = state.agenda[-1] if state.agenda else None
    if not isinstance(work, Together):
        return
    for i, seat in enumerate(work.seats):
        made = work.locked[i]
        if made is not None and made.choice is None:
            work.locked[i] = None
            work.locked[i] = Locked(choice=some_choice(game, state, seat, chance))


def some_choice(game: Game[Any, Any], state: Any, seat: int, chance: Chance) -> Any:
    """A choice that the seat could have locked."""
    table = game.table(game.copy(state))
    actions = [
        action for action in game.legal_actions(state, seat) if table.moment in game.type_of[type(action)].moments
    ]
    game.type_of[type(actions[0])].does(table, draw(chance, Question("choice", seat, tuple(actions))))
    work = table.state.agenda[-1]
    return work.locked[work.seats.index(seat)].choice
