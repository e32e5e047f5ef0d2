"""Seats: whose turn it is, who comes next, who is still in."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Action

from .state import Muhq


def active(table: Muhq) -> int:
    """The seat whose turn it is."""
    seat = table.state.active
    assert seat is not None
    return seat


def seat_of(action: Action) -> int:
    """The acting seat: chance does none of this."""
    assert isinstance(action.player, int)
    return action.player


def has_left(player: Any) -> bool:
    """Whether a seat is out of the match."""
    return bool(player.status != "active")


def others(table: Muhq, seat: int) -> list[int]:
    """The other seats that are still in."""
    return [other for other in table.game.seats_in(table.state) if other != seat]


def order_from(table: Muhq, seat: int) -> list[int]:
    """All seats, from this one on."""
    count = len(table.state.players)
    return [(seat + i) % count for i in range(count)]


def next_seat(table: Muhq, seat: int) -> int:
    """The next seat that is still in (MQ-R08)."""
    still_in = table.game.seats_in(table.state)
    return next((other for other in order_from(table, seat + 1) if other in still_in), seat)


def rank(table: Muhq, seat: int | None) -> int:
    """A seat's place in the order from the active one on; what is nobody's comes last (MQ-R30)."""
    count = len(table.state.players)
    return count if seat is None else (seat - (table.state.active or 0)) % count


def chooser(table: Muhq, seat: int | None) -> int:
    """Who makes the choices of a seat: of what is nobody's, or an eliminated one's, the active player (MQ-R30).

    Where the active player has left, the next in turn does.
    """
    if seat is not None and not has_left(table.state.players[seat]):
        return seat
    found = table.state.active or 0
    return next_seat(table, found) if has_left(table.state.players[found]) else found
