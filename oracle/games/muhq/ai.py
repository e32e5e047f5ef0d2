"""Units that act by themselves: Shy and Aggressive (section 6.9 of the digest)."""

from __future__ import annotations

from oracle.kernel.board import Tile
from oracle.kernel.rulebook import carries

from . import board, pieces, stats, triggers
from .changing import use_slot
from .combat import fight
from .entering import arrived, come_to
from .state import Muhq, Permanent

FAR = 10**6


def is_hostile(unit: Permanent, thing: Permanent) -> bool:
    """Whether something is controlled by another seat; what is nobody's is ignored."""
    return thing.controller is not None and thing.controller != unit.controller


def hostile_units(table: Muhq, unit: Permanent) -> list[Permanent]:
    """The enemy units on the board."""
    return [thing for thing in table.state.permanents if is_hostile(unit, thing) and pieces.is_unit(table, thing)]


def hostile_targets(table: Muhq, unit: Permanent) -> list[Permanent]:
    """The enemy root units and enemy solid artifacts."""
    return [
        thing
        for thing in table.state.permanents
        if is_hostile(unit, thing)
        and thing.tile is not None
        and (pieces.is_unit(table, thing) or stats.is_solid(table, thing))
    ]


def reachable(table: Muhq, unit: Permanent) -> dict[Tile, int]:
    """The unit's tile, and where it could move if it may, with what it takes."""
    here = board.tile(table, unit)
    if here is None:
        return {}
    found = {here: 0}
    if may_move(unit):
        found.update(board.destinations(table, unit))
    return found


def may_move(unit: Permanent) -> bool:
    """Whether the movement is unused."""
    return not (unit.slots.move or unit.slots.full)


def far(table: Muhq, one: Tile, thing: Permanent) -> int:
    """How far something is from a tile."""
    there = board.tile(table, thing)
    found = None if there is None else board.distance(table, one, there)
    return FAR if found is None else found


def go(table: Muhq, unit: Permanent, tile: Tile) -> None:
    """The unit moves at once; its slot is used, effects of the tile apply."""
    use_slot(unit, "move")
    come_to(table, unit, tile, reason="moved", rule="MQ-R57")
    triggers.queue_tile(table, "move_end", tile, unit)
    arrived(table, unit)


# -- shy -------------------------------------------------------------------------------------------


@carries("MQ-AI1", "MQ-18.9", "MQ-R57")
def shy(table: Muhq, unit: Permanent) -> None:
    """As far from all enemy units as it can."""
    foes = hostile_units(table, unit)
    if unit.marks.paralysis or not foes:
        return
    ways = reachable(table, unit)
    if not ways:
        return
    best = min(ways, key=lambda tile: shy_key(table, tile, ways[tile], foes))
    if best != board.tile(table, unit):
        go(table, unit, best)


def shy_key(table: Muhq, tile: Tile, steps: int, foes: list[Permanent]) -> tuple[int, ...]:
    """Farther from the nearest enemy first, then from all, then the shorter way, then by row and column."""
    away = [far(table, tile, foe) for foe in foes]
    return (-min(away), -sum(away), steps, tile[1], tile[0])


# -- aggressive ------------------------------------------------------------------------------------


def can_attack(unit: Permanent) -> bool:
    """Whether it is a root whose attack is unused."""
    return unit.tile is not None and not (unit.slots.attack or unit.slots.full)


def targets_from(table: Muhq, unit: Permanent, tile: Tile, foes: list[Permanent]) -> list[Permanent]:
    """What the unit could attack from a tile; those with Taunt only, if there are any."""
    reach = stats.longest(stats.work_out(table, unit, tile))
    found = [foe for foe in foes if far(table, tile, foe) <= reach] if reach else []
    taunting = [foe for foe in found if stats.taunts(table, foe)]
    return taunting or found


@carries("MQ-AI2", "MQ-18.12", "MQ-R57")
def approach(table: Muhq, unit: Permanent) -> None:
    """Where it has somebody to attack, else nearer to the nearest enemy; not at all if it need not go."""
    foes = hostile_targets(table, unit)
    here = board.tile(table, unit)
    if unit.marks.paralysis or here is None or not (foes or hostile_units(table, unit)) or not may_move(unit):
        return
    if can_attack(unit) and targets_from(table, unit, here, foes):
        return
    ways = reachable(table, unit)
    good = [tile for tile in ways if can_attack(unit) and targets_from(table, unit, tile, foes)]
    if good:
        go(table, unit, min(good, key=lambda tile: (ways[tile], tile[1], tile[0])))
    elif foes:
        come_nearer(table, unit, ways, foes)


def come_nearer(table: Muhq, unit: Permanent, ways: dict[Tile, int], foes: list[Permanent]) -> None:
    """To the tile nearest to an enemy, if that is nearer than now."""
    here = board.tile(table, unit)
    assert here is not None

    def nearest(tile: Tile) -> int:
        return min(far(table, tile, foe) for foe in foes)

    best = min(ways, key=lambda tile: (nearest(tile), ways[tile], tile[1], tile[0]))
    if best != here and nearest(best) < nearest(here):
        go(table, unit, best)


@carries("MQ-AI2", "MQ-18.12", "MQ-R57")
def strike(table: Muhq, unit: Permanent) -> None:
    """It attacks the nearest, then the weakest, then the oldest that it can."""
    here = board.tile(table, unit)
    if unit.marks.paralysis or here is None or not can_attack(unit):
        return
    found = targets_from(table, unit, here, hostile_targets(table, unit))
    if found:
        target = min(found, key=lambda foe: (far(table, here, foe), stats.current_life(table, foe), foe.seq))
        use_slot(unit, "attack")
        fight(table, unit, target, "MQ-R57", by_action=False)
