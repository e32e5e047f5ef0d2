"""Damage: to Health, to a Defense, less Armor (MM-6.6, MM-7.3, MM-21.15; rulings R04, R56)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from .keywords import count, is_link
from .state import Magika


def lose_health(table: Magika, seat: int, amount: int, source: int | None, rule: str) -> None:
    """A player is damaged; whether that is a loss is looked at later."""
    if amount <= 0 or seat not in table.game.seats_in(table.state):
        return
    player = table.state.players[seat]
    player.health -= amount
    table.emit("damage", rule, source=source, target={"player": seat}, amount=amount)
    table.emit("life", rule, player=seat, amount=-amount, left=player.health)


def hit(table: Magika, source: int | None, place: Place, kind: str, amount: int, rule: str) -> int:
    """A Summon's Defense is damaged; returns what gets through its Armor."""
    dealt = max(0, amount - armor(table, place))
    if dealt:
        thing: Any = place.object
        thing.damage = replace(thing.damage, **{kind: getattr(thing.damage, kind) + dealt})
        table.emit("damage", rule, source=source, target={"object": thing.id}, amount=dealt, stat=kind)
    return dealt


@carries("MM-21.15", "MM-R56", otherwise=0)
def armor(table: Magika, place: Place) -> int:
    """Armor reduces every damage event, for its card only."""
    return count(table, place, "armor")


@carries("MM-16.16", otherwise=False)
def takes_no_damage(place: Place) -> bool:
    """A Link cannot receive Effect damage."""
    return is_link(place.object)
