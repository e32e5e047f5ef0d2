"""Cleanup after everything that happens, then the triggers that wait (section 7.7 of the digest)."""

from __future__ import annotations

from msgspec import UNSET

from oracle.kernel.agenda import Step, pop
from oracle.kernel.effects.lasting import statics
from oracle.kernel.rulebook import carries

from . import board, pieces, stats, winning
from .leaving import RULES, Gone, How, leave
from .maps import map_of
from .seats import rank
from .state import Drop, Muhq, Permanent, Settle
from .triggers import close_batch, next_trigger


def settle(table: Muhq) -> None:
    """What has just happened is to be cleaned up before anything else."""
    table.push(Settle())


def run_settle(table: Muhq, frame: Settle) -> None:
    """Everything that must leave leaves together, until nothing must; then the next trigger."""
    gone = leaving(table)
    while gone:
        table.spend(len(gone))
        table.push(*all_leave(table, gone))
        if something_comes_first(table, frame):
            return
        gone = leaving(table)
    close_batch(table)
    winning.watch_staff(table)
    if something_comes_first(table, frame):
        return
    trigger = next_trigger(table)
    if trigger is None:
        pop(table)
    else:
        table.push(trigger)


def something_comes_first(table: Muhq, frame: Settle) -> bool:
    """Whether the match is over, or what has left must be seen to: stacks that fall, a turn that ends at once."""
    return winning.is_over(table) or table.state.agenda[-1] is not frame


# -- what must leave -------------------------------------------------------------------------------


def leaving(table: Muhq) -> list[Gone]:
    """The permanents that cannot stay, oldest first."""
    delicate = is_delicate(table)
    found: list[Gone] = []
    for thing in table.state.permanents:
        whole = thing.leaving is UNSET and not delicate and not thing.damage and not thing.marks.poison
        if whole and (not isinstance(thing.durability, int) or thing.durability >= 1):
            continue
        how = must_leave(table, thing)
        if how is not None:
            found.append(Gone(thing, *how, board.tile(table, thing)))
    return found


def is_delicate(table: Muhq) -> bool:
    """Whether a permanent without damage may have to leave: its life can be changed, or 0 is too little."""
    if table.state.options.defeat_at != "below_zero" or statics(table, "life"):
        return True
    if any("life" in effect.change or "keyword" in effect.change for effect in table.state.effects):
        return True
    return any("life" in kind.card.lasts for kind in map_of(table).tile_types.values())


def must_leave(table: Muhq, thing: Permanent) -> tuple[How, str] | None:
    """How a permanent leaves, and by which clause; `None` where it stays."""
    if thing.leaving is not UNSET:
        return thing.leaving, RULES[thing.leaving]
    if pieces.is_unit(table, thing):
        return unit_must_leave(table, thing)
    if stats.is_solid(table, thing) and too_little(table, stats.current_life(table, thing)):
        return "destroyed", "MQ-R74"
    if is_worn_out(thing):
        return "destroyed", "MQ-20.3"
    return None


def unit_must_leave(table: Muhq, unit: Permanent) -> tuple[How, str] | None:
    """A unit is defeated by its life, destroyed by more Poison than it has life left."""
    left = stats.current_life(table, unit)
    if too_little(table, left):
        return "defeated", "MQ-15.4"
    if is_poisoned_to_death(unit, left):
        return "destroyed", "MQ-18.7"
    return None


@carries("MQ-15.4", "MQ-R50", otherwise=False)
def too_little(table: Muhq, left: int) -> bool:
    """Life below 0 is too little; by the option 0 is too."""
    return left < 0 or (left == 0 and table.state.options.defeat_at == "zero_or_less")


@carries("MQ-18.5", "MQ-18.7", "MQ-R54", "MQ-R88", otherwise=False)
def is_poisoned_to_death(unit: Permanent, left: int) -> bool:
    """More Poison marks than life left, at any time; the rulebook's "Posion" is Poison, its "destoy" destroys."""
    return unit.marks.poison > left and unit.marks.poison > 0


@carries("MQ-20.3", otherwise=False)
def is_worn_out(thing: Permanent) -> bool:
    """Equipment whose durability is below one."""
    return isinstance(thing.durability, int) and thing.durability < 1


def all_leave(table: Muhq, gone: list[Gone]) -> list[Drop]:
    """They leave at once, what may come back last; the stacks that fall, in the order of their dropping (MQ-R64)."""
    falls: list[tuple[tuple[int, int], Drop]] = []
    for one in sorted(gone, key=lambda each: each.thing.map_flags.staff):
        drop = leave(table, one)
        if drop is not None:
            falls.append(((rank(table, drop.player), one.thing.seq), drop))
    falls.sort(key=lambda fall: fall[0])
    for _, drop in falls:
        drop.left = [number for number in drop.left if pieces.piece(table, number) is not None]
    return [drop for _, drop in falls if drop.left]


STEPS = (Step(Settle, run=run_settle),)
