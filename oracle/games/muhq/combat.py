"""Combat: both sides deal damage, each within the range of its attack (section 7.5 of the digest)."""

from __future__ import annotations

from oracle.kernel.rulebook import carries

from . import board, pieces, stats, triggers
from .damage import deal
from .state import Muhq, Permanent


@carries("MQ-R62", otherwise=False)
def may_fight(table: Muhq, thing: Permanent) -> bool:
    """Only roots fight, for their whole stack; by the option stacked units fight too, from its tile."""
    return thing.tile is not None or (table.state.options.stacked_units_fight and thing.on is not None)


@carries("MQ-13.1", "MQ-13.4", "MQ-13.6")
def fight(table: Muhq, attacker: Permanent, target: Permanent, rule: str, *, by_action: bool) -> None:
    """Attacker and target deal damage to each other at the same time, if they can."""
    one, other = board.tile(table, attacker), board.tile(table, target)
    if one is None or other is None or not (may_fight(table, attacker) and may_fight(table, target)):
        miss(table, attacker, "not_on_the_board")
        return
    distance = board.distance(table, one, other)
    attack = stats.profile(table, attacker)
    if distance is None or (by_action and distance > stats.longest(attack)):
        miss(table, attacker, "out_of_range")
        return
    dealt = stats.power_at(attack, distance)
    answered = strike_back(table, target, distance, is_attacked=by_action)
    told = {"attacker": attacker.id, "target": {"object": target.id}, "distance": distance}
    table.emit("combat", rule, **told, power=dealt, answer=answered)
    hit(table, attacker, target, dealt, distance)
    hit(table, target, attacker, answered, distance)


@carries("MQ-13.4", "MQ-R48", otherwise=0)
def strike_back(table: Muhq, target: Permanent, distance: int, *, is_attacked: bool) -> int:
    """What the attacked one deals: tapped or not; by the option a paralyzed unit that is attacked deals nothing."""
    if is_attacked and target.marks.paralysis and not table.state.options.paralyzed_strike_back:
        return 0
    return stats.power_at(stats.profile(table, target), distance)


def hit(table: Muhq, source: Permanent, victim: Permanent, amount: int, distance: int) -> None:
    """Combat damage of one side; what really was dealt can set abilities off (MQ-R93)."""
    dealt = deal(table, victim, amount, source.id, "MQ-13.4", distance) if amount > 0 else 0  # type: ignore[arg-type]
    if dealt > 0:
        whose = None if victim.controller is None else {"player": victim.controller}
        bound = {"victim": {"object": victim.id}, "victim_controller": whose}
        triggers.queue(table, "combat_damage", source, board.tile(table, source), **bound)


def miss(table: Muhq, attacker: Permanent, reason: str) -> None:
    """There is no combat."""
    table.emit("fizzle", "MQ-R33", what="combat", object=attacker.id, reason=reason)


@carries("MQ-13.2", "MQ-19.12", "MQ-R46", "MQ-R73", otherwise=False)
def is_foe(table: Muhq, seat: int, thing: Permanent) -> bool:
    """Whether a solid artifact can be attacked: only one that another, or nobody, controls."""
    return stats.is_solid(table, thing) and pieces.is_enemy(thing, seat)
