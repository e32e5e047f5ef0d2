"""Damage and healing: changes, Armor, Ward, and what is left of it (section 7.6 of the digest)."""

from __future__ import annotations

from oracle.kernel.effects.ability import Ability, Side
from oracle.kernel.effects.lasting import is_about, reaches, statics
from oracle.kernel.rulebook import carries

from . import board, pieces, stats
from .changing import change_marks
from .state import Muhq, Permanent


class Blow(Side):
    """The side of an effect that changes damage: whether it is dealt in combat, and from how far."""

    __slots__ = ("combat", "distance", "here")

    def __init__(self, side: Side, *, combat: bool, distance: int, here: Permanent | None = None) -> None:
        super().__init__(side.player, side.source)
        self.combat = combat
        self.distance = distance
        self.here = here


def deal(
    table: Muhq, target: Permanent, amount: int, source: int | None, rule: str, distance: int | None = None
) -> int:
    """Damage is dealt to a unit or solid artifact, in combat from a `distance`; what really was (MQ-R53)."""
    if not (pieces.is_unit(table, target) or stats.is_solid(table, target)):
        return 0
    amount = with_changes(table, target, amount, distance) - stats.armor(table, target)
    if amount <= 0:
        return 0
    if is_prevented(table, target, amount, source):
        return 0
    return wound(table, target, amount, source, rule)


@carries("MQ-13.5", "MQ-R53", otherwise=0)
def with_changes(table: Muhq, target: Permanent, amount: int, distance: int | None) -> int:
    """What the tile, statics and effects make of damage, before Armor."""
    here = pieces.place(target)
    for side, ability in statics(table, "damage"):
        blow = Blow(side, combat=distance is not None, distance=distance or 0)
        if reaches(table, blow, ability, here):
            amount += ability.modify["damage"](table, blow)
    for effect in table.state.effects:
        change = effect.change.get("damage")
        if type(change) is int and is_about(table, effect, here):
            amount += change
    for ability in of_the_tile(table, target):
        root = board.root(table, target)
        blow = Blow(stats.Ground(root), combat=distance is not None, distance=distance or 0, here=root)
        if reaches(table, blow, ability, here):
            amount += ability.modify["damage"](table, blow)
    return max(0, amount)


def of_the_tile(table: Muhq, target: Permanent) -> tuple[Ability, ...]:
    """What the tile under a permanent changes in damage."""
    place = board.tile(table, target)
    return () if place is None else board.tile_type(table, place).card.lasts.get("damage", ())


@carries("MQ-18.14", "MQ-18.15", "MQ-18.16", "MQ-18.17", otherwise=False)
def is_prevented(table: Muhq, target: Permanent, amount: int, source: int | None) -> bool:
    """Damage to a warded unit is prevented wholly; as many marks go, as far as there are."""
    if target.marks.ward <= 0:
        return False
    told = {"source": source, "target": {"object": target.id}}
    table.emit("prevent", "MQ-18.15", **told, amount=amount)
    change_marks(table, target, "ward", -amount, "MQ-18.16")
    return True


@carries("MQ-15.3", otherwise=0)
def wound(table: Muhq, target: Permanent, amount: int, source: int | None, rule: str) -> int:
    """Damage stays on what it was dealt to."""
    target.damage += amount
    table.emit("damage", rule, source=source, target={"object": target.id}, amount=amount)
    return amount


@carries("MQ-R51")
def heal(table: Muhq, target: Permanent, amount: int, source: int | None) -> None:
    """Damage is healed, no more than there is."""
    healed = min(max(0, amount), target.damage)
    if healed:
        target.damage -= healed
        table.emit("heal", "MQ-R51", source=source, target={"object": target.id}, amount=healed)
