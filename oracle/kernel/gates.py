"""Requirements on who acts and when that every game has, each tied to the game's own clause."""

from __future__ import annotations

from typing import Any

from .decisions import Action, Kept, Requirement
from .table import Table


def match_is_on(*rules: str) -> Requirement:
    """The match is not over; without a clause of its own the rule that ended it is cited."""

    def test(table: Table[Any, Any], _action: Action) -> Kept:
        result = table.state.result
        if result is None:
            return True
        return False if rules else {"rules": (result.rule,)}

    return Requirement(test, rules, "match_over", gate=True, name="match_is_on", text="The match is not over.")


def objects_exist(rule: str | None, *parameters: str) -> Requirement:
    """Every object that the action names is in the state."""

    def test(table: Table[Any, Any], action: Action) -> Kept:
        for name in parameters:
            number = getattr(action, name)
            if type(number) is int and not table.exists(number):
                return {"object": number}
        return True

    rules = () if rule is None else (rule,)
    return Requirement(test, rules, "unknown_object", gate=True, who=False, name="objects_exist", text="Every object named is in the state.")
