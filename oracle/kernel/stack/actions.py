"""Action types of stack and priority: the kernel has the form, the game its gates and clauses."""

from __future__ import annotations

from typing import Any

from ..choices import Choose, choose, pick_is_offered, picks
from ..decisions import Action, ActionType, Kept, Pending, Requirement
from ..table import Table
from .declaring import cancel, declaring, open_slot, rule_of_slot
from .priority import pass_on
from .records import Pick
from .requirements import can_be_taken_back, declaration_is_complete, shown_declaration


class Pass(Action, tag="pass", kw_only=True, frozen=True):
    """Do nothing with one's priority."""


class Cancel(Action, tag="cancel", kw_only=True, frozen=True):
    """Take back what is being declared."""


class Confirm(Action, tag="confirm", kw_only=True, frozen=True):
    """Go through with what was declared."""


def pass_action(*requirements: Requirement) -> ActionType:
    """Passing, behind the game's gates and its requirement that the player has priority."""
    return ActionType(Pass, requirements, pass_on, moments=frozenset({"priority"}))


def cancel_action(gates: tuple[Requirement, ...], rules: tuple[str, ...], decisions: frozenset[str]) -> ActionType:
    """Taking back a declaration; `decisions` are the types of those under which one is made."""
    requirements = (*gates, can_be_taken_back(*rules))
    return ActionType(Cancel, requirements, lambda table, _: cancel(table), moments=decisions)


def confirm_action(gates: tuple[Requirement, ...], rules: tuple[str, ...], decisions: frozenset[str]) -> ActionType:
    """Going through with a complete declaration."""
    return ActionType(Confirm, (*gates, declaration_is_complete(*rules)), confirm, moments=decisions)


def confirm(table: Table[Any, Any], _action: Action) -> None:
    """The declaration is final."""
    frame = declaring(table)
    assert frame is not None
    frame.confirmed = True


def pick_action(
    record: type[Action],
    field: str,
    gates: tuple[Requirement, ...],
    rules: tuple[str, ...],
    *,
    decisions: frozenset[str],
    kinds: frozenset[str] = frozenset(),
    code: str = "choice_not_allowed",
    **ways: Any,
) -> ActionType:
    """An action of the game's own that makes the pick of a pending choice with its parameter `field`.

    `kinds` are the slots of a declaration that it fills (empty: any choice); `ways` are further
    fields of the action type, such as its label. Of several clauses the slot's own is told.
    """

    def read(action: Any) -> Choose:
        return Choose(player=action.player, pick=getattr(action, field))

    def offered(table: Table[Any, Any], action: Any) -> Kept:
        shown_declaration(table, action)
        if fits(table, kinds) and pick_is_offered(table, read(action)):
            return True
        rule = rule_of_slot(table)
        return {"rules": (rule,)} if rule in rules else False

    def domain(table: Table[Any, Any], draft: Any) -> tuple[Pick, ...]:
        return picks(table, draft) if fits(table, kinds) else ()

    allowed = Requirement(offered, rules, code, name="pick_is_offered", text="The pick is one of the candidates.")
    return ActionType(
        record,
        (*gates, allowed),
        lambda table, action: choose(table, read(action)),
        moments=decisions,
        domains=((field, domain),),
        **ways,
    )


def fits(table: Table[Any, Any], kinds: frozenset[str]) -> bool:
    """Whether the slot that is open is of one of these kinds; outside a declaration every choice is."""
    frame = declaring(table)
    if not kinds or frame is None:
        return True
    slot = open_slot(table, frame) if frame is not None else None
    return slot is not None and slot.kind in kinds


def least(table: Table[Any, Any], pending: Pending) -> Action | None:
    """The action that changes least: passing, or taking back what is being declared."""
    seat = pending.player
    if pending.type == "priority":
        return Pass(player=seat)
    frame = declaring(table)
    if frame is not None and not frame.locked:
        return Cancel(player=seat)
    return None


__all__ = [
    "Cancel",
    "Confirm",
    "Pass",
    "Pick",
    "cancel_action",
    "confirm_action",
    "least",
    "pass_action",
    "pick_action",
]
