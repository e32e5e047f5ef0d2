"""Normal and Quick: how fast an Effect is (MM-17.2, MM-21.43; ruling R20)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.rulebook import carries

NORMAL, QUICK = 1, 2


def speed_of(quick: bool) -> int:  # noqa: FBT001 - a speed has two values
    """Quick Effects are faster than Normal ones."""
    return QUICK if quick else NORMAL


def is_shift(ability: Any) -> bool:
    """Whether a sentence turns Unshifted into other Energy."""
    return any("unshifted" in cost for cost in ability.costs)


@carries("MM-21.43", "MM-21.46", otherwise=False)
def shifts_are_quick(ability: Any) -> bool:
    """Every Effect with Shift is Quick."""
    return is_shift(ability)


def is_quick(ability: Any) -> bool:
    """Whether a sentence is a Quick Effect."""
    return ability.speed == "quick" or shifts_are_quick(ability)


def chant_speed(card: Any) -> int:
    """A Chant is Quick if every sentence of it is (MM-R20)."""
    return speed_of(all(is_quick(ability) for ability in card.abilities))
