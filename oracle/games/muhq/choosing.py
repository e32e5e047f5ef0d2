"""Picks while something is under way, and why one is not among the candidates."""

from __future__ import annotations

from typing import Any

from oracle.kernel.board import Tile
from oracle.kernel.choices import Choose, choice, choose, label, offered_picks, pick_is_offered
from oracle.kernel.decisions import ActionType, Facts, Kept, requires
from oracle.kernel.stack.declaring import open_slot
from oracle.kernel.stack.requirements import shown_declaration

from . import board, pieces
from .maps import map_of
from .state import Drop, Muhq, Permanent


@requires(
    "MQ-5.3", "MQ-14.13", "MQ-14.15", "MQ-14.16", "MQ-14.17", "MQ-19.5", "MQ-19.6",
    code="choice_not_allowed", given=True,
)  # fmt: skip
def pick_is_a_candidate(table: Muhq, action: Choose) -> Kept:
    """The pick is one of the candidates."""
    return pick_is_offered(table, action) is True or reasons(table, action)


def reasons(table: Muhq, action: Choose) -> Facts:
    """By which clauses a pick is none; raises `Undetermined` where it is for something that does not show."""
    agenda = table.state.agenda
    frame = agenda[-1] if agenda else None
    if isinstance(frame, Drop):
        return {"rules": against_drop(table, frame, action.pick)}
    work = shown_declaration(table, action)
    slot = None if work is None else open_slot(table, work)
    if slot is not None and slot.kind == "tile" and slot.rule is not None:
        return {"rules": (slot.rule,)}
    pending = choice(table)
    return {"rules": (pending.rule if pending is not None and pending.rule else "MQ-5.3",)}


def against_drop(table: Muhq, frame: Drop, pick: Any) -> tuple[str, ...]:
    """Why a piece of a stack that falls is not put there."""
    thing = pieces.piece(table, frame.left[0]) if frame.left else None
    tile = as_tile(pick)
    if (
        thing is None
        or tile is None
        or tile not in map_of(table).grid
        or not board.is_within(table, frame.tile, tile, 1)
    ):
        return ("MQ-14.13",)
    return (("MQ-14.15",) if tile in board.occupied(table) else ()) + against_water(table, thing, tile)


def against_water(table: Muhq, thing: Permanent, tile: Tile) -> tuple[str, ...]:
    """Which clause on deep water a tile breaks."""
    if board.may_stand(table, thing, tile):
        return ()
    return ("MQ-14.16",) if board.swims(table, thing) else ("MQ-14.17",)


def as_tile(pick: Any) -> Tile | None:
    """A pick as a tile, if it is one."""
    value = pick.get("tile") if isinstance(pick, dict) else pick
    return (value[0], value[1]) if isinstance(value, list) and len(value) == 2 else None


def action_type(gates: tuple[Any, ...], moments: frozenset[str]) -> ActionType:
    """Picking, behind the gates of the game."""
    return ActionType(
        Choose, (*gates, pick_is_a_candidate), choose, None, moments, label=label, domains=(("pick", offered_picks),)
    )  # fmt: skip
