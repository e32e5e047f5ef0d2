"""Replaying a match: from its start through its actions, to a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from msgspec import UNSET, Struct, UnsetType

from .errors import BudgetExceeded, IllegalAction, Violation
from .meter import CURRENT, width
from .play import act
from .table import ACTION_STEPS

if TYPE_CHECKING:
    from .game import Game

S = TypeVar("S")
WORK = 2_000_000


class Replay(Struct, Generic[S], kw_only=True):
    """What a match came to: `steps` actions were legal; at an illegal one, its place and reasons."""

    verdict: Literal["legal", "illegal"]
    steps: int
    state: S
    digest: str
    index: int | UnsetType = UNSET
    violations: list[Violation] | UnsetType = UNSET


class Followed(Struct, Generic[S], kw_only=True):
    """A match after so many actions: `state` is changed in place by the next step; a refusal is the last."""

    steps: int
    state: S
    events: list[dict[str, Any]]
    refused: IllegalAction | None = None


def replay(game: Game[Any, Any], beginning: Any, actions: Sequence[Any], script: Sequence[Any] | None) -> Replay[Any]:
    """Play the actions one after another from a state or a setup document."""
    state = first_state(game, beginning, script)
    index = 0
    for index, _, refused in steps(game, state, actions):
        if refused is not None:
            return Replay(
                verdict="illegal",
                steps=index,
                state=state,
                digest=game.digest(state),
                index=index,
                violations=refused.violations,
            )
    return Replay(verdict="legal", steps=len(actions), state=state, digest=game.digest(state))


def follow(
    game: Game[Any, Any], beginning: Any, actions: Sequence[Any], script: Sequence[Any] | None
) -> Iterator[Followed[Any]]:
    """The first state, then the state after each action."""
    events: list[dict[str, Any]] = []
    if isinstance(beginning, Mapping):
        begun = game.start(beginning, script)
        state, events = begun.state, begun.events
    else:
        state = game.copy(beginning)
    yield Followed(steps=0, state=state, events=events)
    for index, told, refused in steps(game, state, actions):
        yield Followed(steps=index if refused else index + 1, state=state, events=told, refused=refused)


def first_state(game: Game[Any, Any], beginning: Any, script: Sequence[Any] | None) -> Any:
    """A state of its own to replay on."""
    if isinstance(beginning, Mapping):
        return game.start(beginning, script).state
    return game.copy(beginning)


def steps(
    game: Game[Any, Any], state: Any, actions: Sequence[Any]
) -> Iterator[tuple[int, list[dict[str, Any]], IllegalAction | None]]:
    """Each action applied in place: its index, its events, and the refusal that ends the replay.

    Raises `BudgetExceeded` where the match as a whole takes more than `WORK` steps.
    """
    table = game.table(state)
    left, meter = WORK, CURRENT.get()
    for index, document in enumerate(actions):
        table.events, table.steps = [], ACTION_STEPS
        try:
            act(table, game.action(document))
        except IllegalAction as refused:
            yield index, [], refused
            return
        left -= ACTION_STEPS - table.steps
        if meter is not None:
            meter.spend(ACTION_STEPS - table.steps + width(state))
        if left < 0:
            raise BudgetExceeded("request_budget_exceeded", WORK, [])
        yield index, table.events, None
