"""Stacks that fall: put down piece by piece around the tile of what has left (MQ-14.11 to MQ-14.14)."""

from __future__ import annotations

from oracle.kernel.agenda import Step, pop
from oracle.kernel.board import Tile
from oracle.kernel.decisions import Pending
from oracle.kernel.rulebook import carries

from . import board, pieces
from .changing import change_durability
from .entering import arrived, come_to
from .leaving import Gone, leave, wait_behind
from .settling import is_worn_out
from .state import Drop, Muhq, Permanent


def first(table: Muhq, frame: Drop) -> Permanent | None:
    """What is put down next, bottom first."""
    return pieces.piece(table, frame.left[0]) if frame.left else None


@carries("MQ-14.13", "MQ-R64", otherwise=[])
def free_tiles(table: Muhq, thing: Permanent, frame: Drop) -> list[Tile]:
    """The available tiles in range 1 of where the base was, that tile among them."""
    return board.available_around(table, thing, frame.tile)


def ask_drop(table: Muhq, frame: Drop) -> Pending | None:
    """Where it is put: compulsory while any tile is available."""
    thing = first(table, frame)
    if thing is None or (pieces.is_equipment(table, thing) and not frame.worn_down):
        return None
    picks = tuple([*tile] for tile in free_tiles(table, thing, frame))
    if not picks:
        return None
    facts = {"card": table.name(thing)}
    return Pending(
        frame.player, "drop", "MQ-14.13", facts=facts, source=thing.id, min=1, max=1, chosen=(), picks=picks  # type: ignore[arg-type]
    )  # fmt: skip


def run_drop(table: Muhq, frame: Drop) -> None:
    """Equipment loses durability first; what finds no tile is destroyed; at the end the frame goes."""
    thing = first(table, frame)
    if thing is None:
        if frame.left:
            pass_over(frame)
        else:
            pop(table)
        return
    if pieces.is_equipment(table, thing) and not frame.worn_down:
        frame.worn_down = True
        wear_down(table, thing)
        if is_worn_out(thing):
            lost(table, frame, thing, "MQ-20.3")
        return
    lost(table, frame, thing, "MQ-14.14")


@carries("MQ-20.9", "MQ-R65")
def wear_down(table: Muhq, thing: Permanent) -> None:
    """Whenever its stack is dropped equipment loses one durability, before it is put down."""
    change_durability(table, thing, -1, "MQ-20.9")


def pass_over(frame: Drop) -> None:
    """On to the next piece."""
    frame.left = frame.left[1:]
    frame.worn_down = False


@carries("MQ-14.14")
def lost(table: Muhq, frame: Drop, thing: Permanent, rule: str) -> None:
    """It is destroyed; what lay on it falls on the same tile."""
    pass_over(frame)
    drop = leave(table, Gone(thing, "destroyed", rule, frame.tile))
    if drop is not None:
        wait_behind(table, drop)


def take_tile(table: Muhq, frame: Drop, tile: list[int]) -> None:
    """The tile is chosen."""
    thing = first(table, frame)
    assert thing is not None
    pass_over(frame)
    come_to(table, thing, (tile[0], tile[1]), reason="dropped", rule="MQ-14.13")
    arrived(table, thing)


STEPS = (Step(Drop, run=run_drop, asks=ask_drop, takes=take_tile),)
