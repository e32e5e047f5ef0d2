"""Derived values: attack and life of a monster, a block's rest, swift, the side that a mage changes."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.lasting import has_keyword, seat_stat, stat
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from .state import Block, Monster, Phap


def attack_of(table: Phap, seat: int, monster: Monster) -> int:
    """The attack value: printed, changed by what lasts and by auras; below 0 counts as 0 (TP-R68)."""
    place = Place(seat, "monsters", monster)
    return max(0, table.card(monster).attack + monster.plus_attack + stat(table, place, "attack"))


def life_of(table: Phap, monster: Monster) -> int:
    """The life that is left: printed, with what was added, less the damage."""
    return table.card(monster).life + monster.plus_life - monster.damage


def rest_of(table: Phap, block: Block) -> int:
    """The damage that a block can still take (TP-8.8)."""
    return table.card(block).block - block.damage


@carries("TP-10.2", otherwise=False)
def is_swift(table: Phap, seat: int, monster: Monster) -> bool:
    """An effect lets it attack in the turn of its summons."""
    return table.card(monster).swift or has_keyword(table, Place(seat, "monsters", monster), "swift")


@carries("TP-2.3", otherwise=0)
def of_mage(table: Phap, seat: int, stat: str) -> int:
    """What lasting effects, those of mages above all, change for a player."""
    return seat_stat(table, seat, stat)


def derive(table: Phap, place: Place | None, seat: int | None) -> dict[str, Any]:
    """The derived values of an object, or the covered tokens of a seat (TP-6.1, TP-R64)."""
    if place is None:
        if seat is None:
            return {}
        return {"covered": covered(table, seat)}
    thing: Any = place.object
    if place.zone == "monsters" and place.seat is not None:
        return {
            "attack": attack_of(table, place.seat, thing),
            "life": life_of(table, thing),
            "swift": is_swift(table, place.seat, thing),
        }
    return {"rest": rest_of(table, thing)} if place.zone == "blocks" else {}


@carries("TP-6.1", otherwise=0)
def covered(table: Phap, seat: int) -> int:
    """The life that a mage has lost, as its tokens show it."""
    return table.state.options.starting_life - max(0, table.state.players[seat].life)
