"""What follows from a state: the present numbers and keywords of a permanent, the income and areas of a seat."""

from __future__ import annotations

from typing import Any

from oracle.kernel.table import Place

from . import board, pieces, stats
from .state import Muhq, Permanent


def derive(table: Muhq, place: Place | None, seat: int | None) -> dict[str, Any]:
    """What follows for an object, or for a seat."""
    if place is not None:
        return of_permanent(table, place.object) if isinstance(place.object, Permanent) else {}
    return {} if seat is None else of_seat(table, seat)


def of_permanent(table: Muhq, thing: Permanent) -> dict[str, Any]:
    """Where a permanent is, what is left of it, how it moves and attacks now."""
    where = board.tile(table, thing)
    found: dict[str, Any] = {
        "at": None if where is None else [*where],
        "keywords": [word for word in table.game.vocabulary.keywords if stats.has(table, thing, word)],
        "profile": entries(stats.profile(table, thing)),
    }
    if pieces.is_unit(table, thing) or stats.is_solid(table, thing):
        found["life"] = stats.current_life(table, thing)
    if pieces.is_unit(table, thing):
        found |= {"move": stats.move(table, thing), "upkeep": stats.upkeep(table, thing)}
        found["attack"] = entries(stats.entries(table, thing))
    return found


def entries(attack: list[stats.Entry]) -> list[list[int]]:
    """An attack as documents write it: power and range of each entry."""
    return [[power, reach] for power, reach in attack]


def of_seat(table: Muhq, seat: int) -> dict[str, Any]:
    """How many permanents and units a seat has on the board."""
    return {
        "permanents": [thing.id for thing in pieces.controlled_by(table, seat)],
        "units": [thing.id for thing in pieces.units_of(table, seat)],
    }
