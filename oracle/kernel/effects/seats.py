"""Seats: which players a word means, seen from the side of an ability's controller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import pointer

from .ability import Seats

if TYPE_CHECKING:
    from .parse import Parser

SEATS = ("you", "opponent", "any", "each")


def compile_seats(parser: Parser, value: Any, at: str) -> Seats:
    """`{player: you | opponent | any | each}` as the seats it means."""
    document = parser.record(value, at, ("player",))
    if "player" not in document:
        raise parser.missing(at, "player", "A selector of seats")
    return seats_of(parser.word(document["player"], pointer(at, "player"), SEATS, "seat"))


def seats_of(word: str) -> Seats:
    """The seats that a word means, in the order of the seats."""
    if word == "you":
        return lambda _table, scope: [scope.player]
    if word == "opponent":
        return lambda table, scope: [seat for seat in table.game.seats_in(table.state) if seat != scope.player]
    return lambda table, _scope: list(table.game.seats_in(table.state))
