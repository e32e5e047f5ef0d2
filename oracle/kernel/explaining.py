"""Explaining: for each action type and object, what is legal, or what stands in the way."""

from __future__ import annotations

from typing import Any

from .answers import Explanation, Listed
from .candidates import every
from .decisions import Action, ActionType, broken, holds
from .errors import Undetermined
from .listing import MAX_LISTED, document_of
from .play import plain, violations
from .table import Table


def explain(table: Table[Any, Any], player: int, target: int | None, language: str) -> list[Explanation]:
    """For each action type (and object) of a seat: what is legal, or what stands in the way."""
    table.steps = table.limit = MAX_LISTED
    found: list[Explanation] = []
    for kind in table.game.actions:
        if kind.actor != "seat" or (target is not None and not kind.objects):
            continue
        groups: dict[int | None, list[Action]] = {}
        for candidate in every(table, kind, player):
            table.steps -= 1
            if table.steps < 0:
                table.tried(0)
            groups.setdefault(main_object(kind, candidate), []).append(candidate)
        if target is not None:
            groups = {key: [a for a in group if concerns(kind, a, target)] for key, group in groups.items()}
            groups = {key: group for key, group in groups.items() if group}
        found += [explain_group(table, kind, key, group, language) for key, group in groups.items()]
    return found


def main_object(kind: ActionType, action: Action) -> int | None:
    """The object that an action is about: its first parameter that is one."""
    return number_in(getattr(action, kind.objects[0])) if kind.objects else None


def number_in(value: Any) -> int | None:
    """The id in a parameter, which is one, or a reference to an object or to an entry of the stack."""
    if isinstance(value, dict):
        value = value.get("object", value.get("entry"))
    return value if type(value) is int else None


def concerns(kind: ActionType, action: Action, target: int) -> bool:
    """Whether an action names this object."""
    return any(number_in(getattr(action, name)) == target for name in kind.objects)


def explain_group(
    table: Table[Any, Any], kind: ActionType, key: int | None, group: list[Action], language: str
) -> Explanation:
    """The explanation for the candidates of one type and object."""
    allowed: list[Listed] = []
    nearest: tuple[int, Action, Any] | None = None
    for candidate in group:
        table.tried(1 + len(kind.requirements))
        if holds(kind.requirements, table, candidate):
            allowed.append(document_of(table, candidate, language))
            continue
        try:
            found = broken(kind.requirements, table, candidate)
        except Undetermined:
            continue
        if nearest is None or len(found) < nearest[0]:
            nearest = (len(found), candidate, found)
    obstacle = None
    if not allowed and nearest is not None:
        obstacle = {"action": plain(nearest[1]), "violations": plain(violations(table, nearest[2], language))}
    others = len(group) - (1 if obstacle else len(allowed))
    return Explanation(type=kind.name, object=key, legal=allowed, nearest=obstacle, others=others)
