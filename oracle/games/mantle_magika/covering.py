"""Whether a cost in Energy is covered, and as it is named if it is (MM-R21, MM-R23)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from oracle.kernel.decisions import Kept

from .energy import Cost, could_with_colors, fits_with_colors, payment_fits, payment_for, pool_of, printed
from .seats import seat_of
from .state import Magika


def covered(table: Magika, action: Any, cost: Cost, unshifted: int, rules: tuple[str, ...]) -> Kept:
    """Whether a cost is covered, and what is wrong if it is not."""
    more = wrong(table, action, cost, unshifted)
    return True if more is None else {"cost": printed(cost), "rules": (*rules, *more)}


def wrong(table: Magika, action: Any, cost: Cost, unshifted: int) -> tuple[str, ...] | None:
    """What is to be told besides the clause of the cost; `None` where it is covered.

    Whether there is Unshifted Energy enough is a question of its own; a payment that is named has to hold it.
    """
    seat, named = seat_of(action), getattr(action, "payment", UNSET)
    there = payment_for(table, seat, cost, min(unshifted, pool_of(table, seat)["U"])) is not None
    fits = named is UNSET or payment_fits(table, seat, named, cost, unshifted)
    if there and fits:
        return None
    colors = could_with_colors(table, seat, cost, unshifted) if not there else misspent(table, action, cost, unshifted)
    return (*(("MM-R21",) if colors else ()), *(() if fits else ("MM-R23",)))


def misspent(table: Magika, action: Any, cost: Cost, unshifted: int) -> bool:
    """Whether all that is wrong with a payment is that colours pay a Balanced part."""
    return fits_with_colors(table, seat_of(action), action.payment, cost, unshifted)
