"""Who acts, with which card, and what is noted of it."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Action
from oracle.kernel.state import Object

from .state import Machai


def seat_of(action: Action) -> int:
    """The acting seat; a gate has refused chance before this is asked."""
    assert isinstance(action.player, int)
    return action.player


def in_own_hand(table: Machai, action: Any) -> Object | None:
    """The card of the action in the hand of the seat that acts."""
    thing: Object | None = table.find(action.card, "hand", action.player)
    return thing


def hand_of(table: Machai, draft: Any) -> list[Any]:
    """The ids of the known cards of the hand."""
    return [thing.id for thing in table.state.players[draft.player].hand if thing.card is not None]


def note_act(table: Machai, seat: int) -> None:
    """A card was played or prepared: the turn is not quiet, and not dead for its player (MC-R71)."""
    table.state.quiet = False
    if seat == table.state.active:
        table.state.players[seat].acted_this_turn = True
