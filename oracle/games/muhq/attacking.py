"""Attacking (MQ-13; A14 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.state import ObjectId

from . import board, pieces, stats
from .combat import fight, is_foe, may_fight
from .declaring import acting as still_acting
from .declaring import chosen, declare_unit_action, target_of
from .seats import seat_of
from .state import Declared, Muhq, Permanent
from .timing import SLOW, count
from .unit_actions import UNIT, acting, names, selected, unit_of


class Attack(Action, tag="attack", kw_only=True, frozen=True):
    """Attack another unit, or a solid artifact of somebody else."""

    unit: ObjectId
    target: ObjectId


BOTH = ("unit", "target")


def aim_of(table: Muhq, action: Attack) -> Permanent | None:
    """What is attacked."""
    return pieces.piece(table, action.target)


# -- requirements ----------------------------------------------------------------------------------


@requires("MQ-R62", code="unit_in_stack", reads=UNIT)
def attacker_fights(table: Muhq, action: Attack) -> Kept:
    """A unit in a stack does not attack: the root fights for the stack."""
    unit = unit_of(table, action)
    return None if unit is None else may_fight(table, unit)


@requires("MQ-13.2", code="not_another_unit", reads=BOTH)
def target_is_another_unit(table: Muhq, action: Attack) -> Kept:
    """Another unit is attacked, or a solid artifact."""
    aim = aim_of(table, action)
    if aim is None:
        return False
    other = action.target != action.unit and pieces.is_unit(table, aim)
    return other or stats.is_solid(table, aim) or {"card": table.name(aim)}


@requires("MQ-19.12", code="own_artifact", reads=BOTH)
def artifact_is_hostile(table: Muhq, action: Attack) -> Kept:
    """A solid artifact is attacked by enemies only."""
    aim = aim_of(table, action)
    if aim is None or not stats.is_solid(table, aim):
        return None
    return is_foe(table, seat_of(action), aim)


@requires("MQ-R46", code="friendly_fire", reads=BOTH)
def target_may_be_own(table: Muhq, action: Attack) -> Kept:
    """Own units may be attacked too, unless the option forbids it."""
    aim = aim_of(table, action)
    if aim is None or aim.controller != action.player or not pieces.is_unit(table, aim) or action.target == action.unit:
        return None
    return table.state.options.friendly_fire


@requires("MQ-R62", code="target_in_stack", reads=BOTH)
def target_fights(table: Muhq, action: Attack) -> Kept:
    """A unit in a stack is not attacked: its root is."""
    aim = aim_of(table, action)
    return None if aim is None or not pieces.is_unit(table, aim) else may_fight(table, aim)


@requires("MQ-13.3", code="out_of_range", reads=BOTH)
def target_is_in_range(table: Muhq, action: Attack) -> Kept:
    """The target is in range of an entry of the attack, be its power 0."""
    unit, aim = unit_of(table, action), aim_of(table, action)
    if unit is None or aim is None:
        return None
    reach = stats.longest(stats.profile(table, unit))
    here, there = board.tile(table, unit), board.tile(table, aim)
    far = None if here is None or there is None else board.distance(table, here, there)
    return (far is not None and far <= reach) or {"distance": far, "range": reach}


@requires("MQ-R75", code="taunted", reads=BOTH)
def taunt_is_obeyed(table: Muhq, action: Attack) -> Kept:
    """An enemy with Taunt that could be attacked must be."""
    unit = unit_of(table, action)
    found = [] if unit is None else taunting(table, unit)
    return None if not found else action.target in found or {"taunt": found}


def taunting(table: Muhq, unit: Permanent) -> list[int]:
    """The enemies with Taunt that the unit could attack, from the side of whom it is hostile to."""
    found: list[int] = table.once(("taunt", unit.id), lambda: [
        aim.id for aim in in_reach(table, unit) if aim.controller != unit.controller and stats.taunts(table, aim)  # type: ignore[misc]
    ])  # fmt: skip
    return found


def in_reach(table: Muhq, unit: Permanent) -> list[Permanent]:
    """The units and hostile solid artifacts in range of the unit's attack."""
    return table.once(("reach", unit.id), lambda: find_in_reach(table, unit))


def find_in_reach(table: Muhq, unit: Permanent) -> list[Permanent]:
    """Look for them."""
    here = board.tile(table, unit)
    reach = stats.longest(stats.profile(table, unit))
    if here is None or reach <= 0:
        return []
    near = board.pieces_in(table, here, reach)
    if table.state.options.stacked_units_fight:
        near = near + [other for thing in near for other in pieces.all_upon(table, thing)]
    seat = unit.controller
    return [
        thing
        for thing in near
        if thing is not unit and (pieces.is_unit(table, thing) or (seat is not None and is_foe(table, seat, thing)))
    ]


def targets(table: Muhq, draft: Any) -> list[int]:
    """What the unit can reach."""
    unit = unit_of(table, draft)
    return [] if unit is None else [thing.id for thing in in_reach(table, unit)]  # type: ignore[misc]


# -- what it does ----------------------------------------------------------------------------------


def attack(table: Muhq, action: Attack) -> None:
    """An attack is declared."""
    unit = unit_of(table, action)
    assert unit is not None
    count(table)
    declare_unit_action(table, unit, "attack", "attack", [chosen("target", object=action.target)], seat_of(action))


@carries("MQ-5.4", "MQ-13.1")
def run_attack(table: Muhq, entry: Declared) -> None:
    """Combat, if both are still there and in range."""
    unit, aim = still_acting(table, entry), target_of(table, entry)
    if unit is not None and aim is not None:
        fight(table, unit, aim, "MQ-13.1", by_action=True)


def label(table: Muhq, action: Attack) -> tuple[str, Facts]:
    """What the button says."""
    aim = aim_of(table, action)
    assert aim is not None
    return "attack", {**names(table, action), "target": table.name(aim)}


ATTACK = ActionType(
    Attack,
    (
        *acting("target", slot="attack"), attacker_fights, target_is_another_unit, artifact_is_hostile,
        target_may_be_own, target_fights, target_is_in_range, taunt_is_obeyed,
    ),
    attack, None, SLOW, BOTH, label=label, domains=(("unit", selected), ("target", targets)),
)  # fmt: skip
