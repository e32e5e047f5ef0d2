"""Blows: blocks take damage for their side, the rest goes on (TP-8, TP-9, TP-10; section 7 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Pending
from oracle.kernel.rulebook import carries

from .settle import break_block, is_broken
from .state import Allot, Block, Blow, Monster, Phap, Player
from .stats import rest_of


def run_blow(table: Phap, frame: Blow) -> None:
    """The next block takes what it can; what no block is left for reaches the target."""
    if meets_block(table, frame):
        absorb(table, frame, next_block(table, frame))
    else:
        pop(table)
        land(table, frame)


def strike(table: Phap, frame: Blow) -> None:
    """A blow as far as nothing interrupts it; the rest of one that is interrupted lies on the agenda."""
    agenda = table.state.agenda
    depth = len(agenda)
    while meets_block(table, frame):
        if ask_block(table, frame) is None:
            absorb(table, frame, next_block(table, frame))
            if len(agenda) == depth:
                continue
        agenda.insert(depth, frame)
        return
    land(table, frame)


def strike_all(table: Phap, frames: list[Blow]) -> None:
    """Blows one after another; those behind one that is interrupted wait for its rest."""
    agenda = table.state.agenda
    depth = len(agenda)
    for i, frame in enumerate(frames):
        strike(table, frame)
        if len(agenda) > depth:
            agenda[depth:depth] = reversed(frames[i + 1 :])
            return


def meets_block(table: Phap, frame: Blow) -> bool:
    """Whether damage is left, and a block stands before its target."""
    if frame.amount <= 0 or not table.state.players[frame.seat].blocks or main_is_gone(table, frame):
        return False
    return blocks_apply(table, frame)


def land(table: Phap, frame: Blow) -> None:
    """What no block took reaches the target, if it is still there."""
    if frame.amount <= 0:
        return
    if main_is_gone(table, frame):
        table.emit("fizzle", "TP-R55", what="damage", object=frame.source, reason="target_gone")
    else:
        deliver(table, frame)


def main_is_gone(table: Phap, frame: Blow) -> bool:
    """The main target has left the table."""
    player, main = table.state.players[frame.seat], frame.main
    return player.out or (main != player.mage.id and not isinstance(main, str) and monster_of(player, main) is None)


def monster_of(player: Player, number: int) -> Monster | None:
    """The monster of a seat with this id, if it is still there."""
    for monster in player.monsters:
        if monster.id == number:
            return monster
    return None


# -- blocks ----------------------------------------------------------------------------------------


def standing(table: Phap, frame: Blow) -> list[Block]:
    """The blocks of the side that is hit."""
    return table.state.players[frame.seat].blocks


def blocks_apply(table: Phap, frame: Blow) -> bool:
    """Whether blocks stand before this target (TP-R42), and before spells (TP-R47)."""
    options = table.state.options
    if frame.spell and not options.spells_hit_blocks:
        return False
    mage = table.state.players[frame.seat].mage.id
    return shield_the_side() and (options.block_scope == "side" or isinstance(frame.main, str) or frame.main == mage)


@carries("TP-8.2", otherwise=False)
def shield_the_side() -> bool:
    """A defence card blocks damage to its player's side."""
    return True


def next_block(table: Phap, frame: Blow) -> Block:
    """The attacked block first, then the oldest (TP-R44)."""
    blocks = standing(table, frame)
    return next((block for block in blocks if block.id == frame.first), blocks[0])


def ask_block(table: Phap, frame: Blow) -> Pending | None:
    """By the option the one who controls the damage picks the next block, where that matters."""
    if table.state.options.block_order != "attacker" or frame.amount <= 0 or main_is_gone(table, frame):
        return None
    blocks = standing(table, frame)
    if len(blocks) < 2 or not blocks_apply(table, frame) or any(block.id == frame.first for block in blocks):
        return None
    if sum(rest_of(table, block) for block in blocks) <= frame.amount:
        return None
    picks = tuple(block.id for block in blocks)
    return Pending(frame.by, "block_order", "TP-R44", source=frame.source, min=1, max=1, chosen=(), picks=picks)


def take_block(table: Phap, frame: Blow, pick: int) -> None:
    """The block picked is hit next."""
    absorb(table, frame, next(block for block in standing(table, frame) if block.id == pick))


def absorb(table: Phap, frame: Blow, block: Block) -> None:
    """A block takes damage up to its rest; at 0 it is destroyed and the excess goes on."""
    taken = min(frame.amount, rest_of(table, block))
    block.damage += taken
    frame.amount -= taken
    frame.excess = True
    target = {"object": block.id}
    told = {"type": "damage", "source": frame.source, "target": target, "amount": taken, "rule": "TP-8.2"}
    table.events.append(told)
    if is_broken(table, block):
        break_block(table, frame.seat, block, "damage", "TP-8.4")
        frame.amount = excess(table, frame.amount)


@carries("TP-8.4", otherwise=0)
def excess(_table: Phap, amount: int) -> int:
    """What a block could not take goes on to the main target."""
    return amount


# -- targets ---------------------------------------------------------------------------------------


def deliver(table: Phap, frame: Blow) -> None:
    """The damage reaches its main target, or the units of the side."""
    if isinstance(frame.main, str):
        deliver_to_side(table, frame)
    else:
        rule = "TP-8.4" if frame.excess else "TP-9.1" if frame.spell else "TP-10.4"
        hit(table, frame.source, frame.seat, frame.main, frame.amount, rule)


@carries("TP-10.7")
def hit(table: Phap, source: int | None, seat: int, unit: int, amount: int, rule: str) -> None:
    """A mage loses life, a monster takes damage that stays (TP-R25)."""
    player = table.state.players[seat]
    if player.mage.id == unit:
        player.life -= amount
        target = {"player": seat}
    else:
        monster = monster_of(player, unit)
        assert monster is not None
        monster.damage += amount
        target = {"object": unit}
    table.events.append({"type": "damage", "source": source, "target": target, "amount": amount, "rule": rule})


def units_of(table: Phap, frame: Blow) -> list[Any]:
    """The units of a side: the mage (TP-R53) and the monsters."""
    player = table.state.players[frame.seat]
    with_mage = frame.main == "side" and table.state.options.area_includes_mage
    return ([player.mage.id] if with_mage else []) + [monster.id for monster in player.monsters]


def deliver_to_side(table: Phap, frame: Blow) -> None:
    """Every unit takes the rest, or by the option they share it (TP-R52)."""
    units = units_of(table, frame)
    if table.state.options.area_rest == "split" and units:
        share, left = divmod(frame.amount, len(units))
        table.push(Allot(by=frame.by, source=frame.source, seat=frame.seat, share=share, units=units, left=left))
        return
    for unit in units:
        reach(table, frame.source, frame.seat, unit, frame.amount)


@carries("TP-8.7")
def reach(table: Phap, source: int | None, seat: int, unit: int, amount: int) -> None:
    """Area damage that no block took reaches a unit."""
    hit(table, source, seat, unit, amount, "TP-8.7")


def ask_allot(table: Phap, frame: Allot) -> Pending | None:
    """Which unit takes one point of what could not be shared."""
    free = tuple(unit for unit in frame.units if unit not in frame.picked)
    if frame.left == 0 or len(free) <= 1:
        return None
    del table
    return Pending(
        frame.by,
        "allot",
        "TP-R52",
        source=frame.source,
        min=frame.left,
        max=frame.left,
        chosen=tuple(frame.picked),
        picks=free,
    )


def take_allot(table: Phap, frame: Allot, pick: int) -> None:
    """A point is allotted."""
    del table
    frame.picked = [*frame.picked, pick]
    frame.left -= 1


def run_allot(table: Phap, frame: Allot) -> None:
    """All points are allotted: every unit takes its share at once."""
    pop(table)
    for unit in frame.units:
        spare = frame.left > 0 and unit not in frame.picked
        amount = frame.share + (1 if unit in frame.picked or spare else 0)
        if amount > 0:
            reach(table, frame.source, frame.seat, unit, amount)


STEPS = (
    Step(Blow, run=run_blow, asks=ask_block, takes=take_block),
    Step(Allot, run=run_allot, asks=ask_allot, takes=take_allot),
)
