"""Passing for seats that asked for it: `always`, or `idle` when nothing else could be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from msgspec import Struct

from .decisions import Action, Pending, UnknownAction
from .errors import IllegalAction, ScriptError
from .gates import held
from .listing import decision, legal
from .play import Refusal, act, check_used_up, plain
from .table import Table

if TYPE_CHECKING:
    from .game import Game

S = TypeVar("S")
How = Literal["always", "idle"]

MOST = 500
BESIDE = frozenset({"concede", "offer_draw", "answer_draw"})


class Passed(Struct, Generic[S], kw_only=True):
    """As an outcome, with what was applied in order: passes made for a seat say `"auto": true`."""

    state: S
    events: list[dict[str, Any]]
    applied: list[dict[str, Any]]


def resolve(
    game: Game[Any, Any],
    state: Any,
    actions: Sequence[Action | UnknownAction],
    passes: Mapping[int, How],
    script: Sequence[Any] | None = None,
    language: str = "en",
) -> Passed[Any] | Refusal:
    """A sequence of actions, all or none, with passes between and behind them.

    A pass is made at a priority decision of a seat in `passes` that does not act next itself, and in
    another's turn at any decision that leaves such a seat no choice; at most `MOST` in a call, then
    the decision stays pending. The state given is not changed.
    """
    table = game.table(game.copy(state), script)
    applied: list[dict[str, Any]] = []
    for index, action in enumerate(actions):
        applied += pass_for(table, passes, MOST - len(applied), but=action.player)
        try:
            act(table, action, language)
        except ScriptError:
            raise
        except IllegalAction as refused:
            untouched = decision(game.table(game.copy(state)), language)
            return Refusal(index=index, violations=refused.violations, decision=untouched)
        applied.append(plain(action))
    applied += pass_for(table, passes, MOST - len(applied))
    check_used_up(table)
    return Passed(state=table.state, events=table.events, applied=applied)


def pass_for(
    table: Table[Any, Any], passes: Mapping[int, How], most: int, but: int | str | None = None
) -> list[dict[str, Any]]:
    """Pass as long as a seat that asked for it holds priority (unless it acts next itself)."""
    made: list[dict[str, Any]] = []
    while len(made) < most:
        action = pass_of(table, passes)
        if action is None or action.player == but:
            break
        act(table, action)
        made.append({**plain(action), "auto": True})
    return made


def pass_of(table: Table[Any, Any], passes: Mapping[int, How]) -> Action | None:
    """The pass that is due for the deciding seat, if one is."""
    waits = table.waits
    how = passes.get(waits.player) if isinstance(waits, Pending) and isinstance(waits.player, int) else None
    if not isinstance(waits, Pending) or how is None:
        return None
    priority = waits.type == "priority"
    if not priority and waits.player == getattr(table.state, "active", None):
        return None
    action = table.game.defaults(table, waits)
    if action is None or ((how == "idle" or not priority) and not idle(table, action)):
        return None
    return action


def idle(table: Table[Any, Any], action: Action) -> bool:
    """Whether the seat could surely do nothing but pass, concede and speak of a draw: what it holds is known."""
    if any(thing.card is None for thing in held(table, int(action.player))):
        return False
    names = table.game.type_of
    others = (other for other in legal(table, action.player) if other != action)
    return all(names[type(other)].name in BESIDE for other in others)
