"""Who acts, who is left, who sits where."""

from __future__ import annotations

from oracle.kernel.decisions import Action

from .state import Magika


def seat_of(action: Action) -> int:
    """The acting seat; a gate has refused chance before this is asked."""
    assert isinstance(action.player, int)
    return action.player


def active(table: Magika) -> int:
    """The seat whose turn it is."""
    seat = table.state.active
    assert seat is not None
    return seat


def living(table: Magika) -> list[int]:
    """The players who have not lost."""
    return table.game.seats_in(table.state)


def is_living(table: Magika, seat: int) -> bool:
    """Whether a player is there and has not lost."""
    return seat < len(table.state.players) and table.state.players[seat].status == "playing"


def in_order(table: Magika) -> list[int]:
    """The players who have not lost, the turn player first, then leftward."""
    first = table.state.active or 0
    seats = len(table.state.players)
    return [seat for i in range(seats) if is_living(table, seat := (first + i) % seats)]


def note_act(table: Magika) -> None:
    """Something voluntary was done: it is no endless loop (MM-R97)."""
    table.state.loop_guard = 0
