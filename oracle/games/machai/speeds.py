"""What a card costs and how fast it is, where it lies (MC-5, MC-7.17, MC-12)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.lasting import has_keyword, stat, statics, touched
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from .state import Machai, MachaiCard

SLOW, PREPARED, FAST = 1, 2, 3
MADE_FAST = ("quick", "counter")


def speed_of(table: Machai, seat: int, zone: str, thing: Any) -> int:
    """The speed with which a card would be played from there (MC-R22, MC-R23)."""
    fast = table.card(thing).fast or (speed_is_granted(table) and is_made_fast(table, seat, zone, thing))
    return speed_of_fast_cards() if fast else usual_speed(zone)


def usual_speed(zone: str) -> int:
    """The speed of a card without Quick and Counter there."""
    return speed_in_zone() if zone == "zones" else SLOW


@carries("MC-5.3", "MC-5.4", "MC-5.12", otherwise=1)
def speed_of_fast_cards() -> int:
    """Cards with Quick or Counter, printed or granted, have speed 3."""
    return FAST


def speed_is_granted(table: Machai) -> bool:
    """Whether anything could give cards Quick or Counter now."""
    return bool(table.state.effects) or not touched(table.cards).keys().isdisjoint(MADE_FAST)


def is_made_fast(table: Machai, seat: int, zone: str, thing: Any) -> bool:
    """Whether something gives a card Quick or Counter."""
    place = Place(seat, zone, thing)
    return any(has_keyword(table, place, word) for word in MADE_FAST)


@carries("MC-5.5", "MC-7.7", "MC-7.8", "MC-7.22", "MC-7.23", otherwise=1)
def speed_in_zone() -> int:
    """From a Prepared Zone a card is played at speed 2."""
    return PREPARED


def cost_of(table: Machai, seat: int, zone: str, thing: Any) -> int:
    """The experience that playing a card costs now: all changes added up (MC-R31)."""
    card: MachaiCard = table.card(thing)
    changed = card.cost
    if table.state.effects or statics(table, "cost"):
        changed += stat(table, Place(seat, zone, thing), "cost")
    if zone == "zones" and thing.prep and card.prep == "cost":
        changed -= reduction(card)
    return at_least_nothing(changed) if changed < 0 else changed


@carries("MC-7.17", "MC-7.19", otherwise=0)
def reduction(card: MachaiCard) -> int:
    """A prepared Skill that says so costs 1 less."""
    return 1 if card.type == "skill" and card.prep == "cost" else 0


@carries("MC-7.18", otherwise=1)
def at_least_nothing(cost: int) -> int:
    """A cost is never below 0."""
    return max(0, cost)
