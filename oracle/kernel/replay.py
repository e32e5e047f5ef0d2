"""Replaying a match: from its start through its actions, to a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from msgspec import UNSET, Struct, UnsetType

from .errors import IllegalAction, Violation
from .play import act
from .table import ACTION_STEPS

if TYPE_CHECKING:
    from .game import Game

S = TypeVar("S")


class Replay(Struct, Generic[S], kw_only=True):
    """What a match came to: `steps` actions were legal; at an illegal one, its place and reasons."""

    verdict: Literal["legal", "illegal"]
    steps: int
    state: S
    digest: str
    index: int | UnsetType = UNSET
    violations: list[Violation] | UnsetType = UNSET


def replay(game: Game[Any, Any], beginning: Any, actions: Sequence[Any], script: Sequence[Any] | None) -> Replay[Any]:
    """Play the actions one after another from a state or a setup document."""
    state = first_state(game, beginning, script)
    index = 0
    for index, _, refused in steps(game, state, actions):  # noqa: B007 - the last index is the answer
        if refused is not None:
            return Replay(
                verdict="illegal", steps=index, state=state, digest=game.digest(state), index=index, violations=refused.violations
            )
    return Replay(verdict="legal", steps=len(actions), state=state, digest=game.digest(state))


def first_state(game: Game[Any, Any], beginning: Any, script: Sequence[Any] | None) -> Any:
    """A state of its own to replay on."""
    if isinstance(beginning, Mapping):
        return game.start(beginning, script).state
    return game.copy(beginning)


def steps(
    game: Game[Any, Any], state: Any, actions: Sequence[Any]
) -> Iterator[tuple[int, list[dict[str, Any]], IllegalAction | None]]:
    """Each action applied in place: its index, its events, and the refusal that ends the replay."""
    table = game.table(state)
    for index, document in enumerate(actions):
        table.events, table.steps = [], ACTION_STEPS
        try:
            act(table, game.action(document))
        except IllegalAction as refused:
            yield index, [], refused
            return
        yield index, table.events, None
