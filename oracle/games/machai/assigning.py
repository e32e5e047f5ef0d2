"""Choosing which piece of Equipment is damaged next (MC-9.6, MC-9.7)."""

from __future__ import annotations

from typing import Any, Literal

from oracle.kernel.choices import Choose, choose
from oracle.kernel.decisions import Action, Facts, Kept, requires
from oracle.kernel.state import ObjectId

from .damage import buffers
from .state import Damage, Machai


class AssignDamage(Action, tag="assign_damage", kw_only=True, frozen=True):
    """Say which piece takes the damage next; the word `life` is never legal."""

    permanent: ObjectId | Literal["life"]


def waiting(table: Machai) -> Damage | None:
    """The damage that waits for a piece to be picked."""
    frame = table.state.agenda[-1] if table.state.agenda else None
    return frame if isinstance(frame, Damage) and table.moment == "assign_damage" else None


@requires("MC-9.7", code="not_your_damage", reads=())
def attacker_assigns(table: Machai, action: AssignDamage) -> Kept:
    """The attacking player picks, where there is a choice."""
    return waiting(table) is not None and table.decider == action.player


@requires("MC-9.6", code="not_a_piece", reads=("permanent",))
def piece_takes_damage(table: Machai, action: AssignDamage) -> Kept:
    """Damage goes to a piece of Equipment with Armor, as long as there is one."""
    frame = waiting(table)
    if frame is None:
        return None
    return any(piece.id == action.permanent for piece in buffers(table, frame.victims[0])) or {
        "permanent": action.permanent
    }


REQUIREMENTS = (attacker_assigns, piece_takes_damage)


def pieces(table: Machai, _draft: Any) -> list[Any]:
    """The pieces that can be picked."""
    frame = waiting(table)
    return [] if frame is None else [piece.id for piece in buffers(table, frame.victims[0])]


def label(table: Machai, action: AssignDamage) -> tuple[str, Facts]:
    """What the button says."""
    assert isinstance(action.permanent, int)
    return "assign_damage", {"card": table.name(table.find(action.permanent))}


def assign(table: Machai, action: AssignDamage) -> None:
    """The piece picked takes what it can."""
    assert isinstance(action.permanent, int)
    choose(table, Choose(player=action.player, pick=action.permanent))
