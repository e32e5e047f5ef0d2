"""Derived values: attack and life of a monster, a block's rest, swift, the side that a mage changes."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.ability import Side
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from .state import Block, Monster, Phap


def attack_of(table: Phap, seat: int, monster: Monster) -> int:
    """The attack value: printed, changed by what lasts and by auras; below 0 counts as 0 (TP-R68)."""
    return max(0, table.card(monster).attack + monster.plus_attack + effects_on(table, monster.id) + auras(table, seat, monster))


def effects_on(table: Phap, target: Any) -> int:
    """What continuing effects change of a monster's attack."""
    return sum(int(e.change.get("attack", 0)) for e in table.state.effects if e.target == target)


def auras(table: Phap, seat: int, monster: Monster) -> int:
    """What other monsters of the side add."""
    total = 0
    for other in table.state.players[seat].monsters:
        for ability in table.card(other).statics:
            amount = ability.modify.get("attack")
            side = Side(seat, other.id)  # type: ignore[arg-type]
            if amount is None or ability.select is None or not holds(table, ability, side):
                continue
            if {"object": monster.id} in ability.select(table, side):
                total += amount(table, side)
    return total


def holds(table: Phap, ability: Any, side: Side) -> bool:
    """Whether a lasting ability counts now."""
    return ability.condition is None or bool(ability.condition(table, side))


def life_of(table: Phap, monster: Monster) -> int:
    """The life that is left: printed, with what was added, less the damage."""
    return table.card(monster).life + monster.plus_life - monster.damage


def rest_of(table: Phap, block: Block) -> int:
    """The damage that a block can still take (TP-8.8)."""
    return table.card(block).block - block.damage


@carries("TP-10.2", otherwise=False)
def is_swift(table: Phap, monster: Monster) -> bool:
    """An effect lets it attack in the turn of its summons."""
    if table.card(monster).swift:
        return True
    return any(e.target == monster.id and e.change.get("keyword") == "swift" for e in table.state.effects)


@carries("TP-2.3", otherwise=0)
def of_mage(table: Phap, seat: int, stat: str) -> int:
    """What the mage's lasting effect changes for its player."""
    mage = table.state.players[seat].mage
    side = Side(seat, mage.id)  # type: ignore[arg-type]
    return sum(
        ability.modify[stat](table, side)
        for ability in table.card(mage).statics
        if stat in ability.modify and holds(table, ability, side)
    )


def derive(table: Phap, place: Place | None, seat: int | None) -> dict[str, Any]:
    """The derived values of an object, or the covered tokens of a seat (TP-6.1, TP-R64)."""
    if place is None:
        if seat is None:
            return {}
        return {"covered": covered(table, seat)}
    thing: Any = place.object
    if place.zone == "monsters" and place.seat is not None:
        return {"attack": attack_of(table, place.seat, thing), "life": life_of(table, thing), "swift": is_swift(table, thing)}
    return {"rest": rest_of(table, thing)} if place.zone == "blocks" else {}


@carries("TP-6.1", otherwise=0)
def covered(table: Phap, seat: int) -> int:
    """The life that a mage has lost, as its tokens show it."""
    return table.state.options.starting_life - max(0, table.state.players[seat].life)
