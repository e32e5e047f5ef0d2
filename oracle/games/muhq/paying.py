"""What a cost of the card language takes, and whether it can be paid (MQ-5.3, MQ-5.18)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.ability import Do

from . import changing, pieces
from .leaving import take_off as off_the_board
from .state import Muhq


def can_pay_resource(table: Muhq, scope: Any, amount: int) -> bool:
    """Whether there is as much."""
    return bool(table.state.players[scope.player].resource >= amount)


def pay_resource(table: Muhq, frame: Do, amount: int) -> None:
    """Resource is paid."""
    changing.pay(table, frame.player, amount, "MQ-5.3")


def can_tap(table: Muhq, scope: Any, to: Any) -> bool:
    """Whether it is untapped, and no selected unit."""
    thing = pieces.piece(table, scope.source)
    return thing is not None and not thing.tapped and table.state.selected != thing.id


def pay_tap(table: Muhq, frame: Do, to: Any) -> None:
    """It is tapped."""
    thing = pieces.piece(table, frame.source)
    if thing is not None:
        changing.tap(table, thing, "MQ-5.18")


def can_destroy(table: Muhq, scope: Any, to: Any) -> bool:
    """Whether it is on the board."""
    return pieces.piece(table, scope.source) is not None


def pay_destroy(table: Muhq, frame: Do, to: Any) -> None:
    """It is destroyed."""
    thing = pieces.piece(table, frame.source)
    if thing is not None:
        off_the_board(thing, "destroyed")


def can_discard(table: Muhq, scope: Any, amount: int) -> bool:
    """Whether the hand holds as many cards."""
    return bool(len(table.state.players[scope.player].hand) >= amount)


def pay_discard(_table: Muhq, _frame: Do, amount: int) -> None:
    """The cards are chosen and paid as the action is declared."""
