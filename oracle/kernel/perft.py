"""Perft: how many sequences of legal actions there are from a state, for checking a rules engine.

Every legal action of every seat counts. Where chance is asked for (manual mode) each of its
outcomes is an action; where it is drawn (seeded mode) it is part of the action that needs it. A
match that is over has no action left and adds nothing to greater depths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from .game import Game


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """The number of sequences of exactly `depth` legal actions."""
    if depth <= 0:
        return 1
    legal = game.legal_actions(state)
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.apply(state, action).state, depth - 1) for action in legal)


def divide(game: Game[Any, Any], state: Any, depth: int) -> list[tuple[dict[str, Any], int]]:
    """For each legal action as a document: the sequences of `depth` actions that begin with it."""
    return [
        (msgspec.to_builtins(action), perft(game, game.apply(state, action).state, depth - 1))
        for action in game.legal_actions(state)
    ]
