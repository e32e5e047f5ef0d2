"""Requirements on who acts and when that every game has, each tied to the game's own clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from .decisions import Action, Kept, Requirement
from .hidden import doubt
from .table import Table


def match_is_on(*rules: str) -> Requirement:
    """The match is not over; without a clause of its own the rule that ended it is cited."""

    def test(table: Table[Any, Any], _action: Action) -> Kept:
        result = table.state.result
        if result is None:
            return True
        return False if rules else {"rules": (result.rule,)}

    return Requirement(
        test, rules, "match_over", gate=True, given=True, name="match_is_on", text="The match is not over."
    )


def objects_exist(rule: str | None, *parameters: str) -> Requirement:
    """Every object that the action names is in the state.

    Whether an id that nobody showed is that of a card in another seat's hand is nothing to be told by.
    """

    def test(table: Table[Any, Any], action: Action) -> Kept:
        for number in numbers_of(action, parameters):
            if not table.shows(number, action.player):
                unless_held_unknown(table, number, action.player)
                if not could_be_held(table, number, action.player):
                    return {"object": number}
        return True

    rules = () if rule is None else (rule,)
    return Requirement(
        test,
        rules,
        "unknown_object",
        gate=True,
        who=False,
        given=True,
        exists=parameters,
        name="objects_exist",
        text="Every object named is in the state.",
    )


def numbers_of(action: Action, parameters: tuple[str, ...]) -> Iterator[int]:
    """The ids that an action names, alone or in lists."""
    for name in parameters:
        said = getattr(action, name)
        for number in said if isinstance(said, list | tuple) else (said,):
            if type(number) is int:
                yield number


def unless_held_unknown(table: Table[Any, Any], number: int, seat: Any) -> None:
    """Raise `Undetermined` where this id may be that of a card in the seat's own hand that is not known here."""
    if is_held_unknown(table, number, seat):
        raise doubt(table, "hand", player=name_of(table, seat))


def is_held_unknown(table: Table[Any, Any], number: int, seat: Any) -> bool:
    """Whether this id may be that of a card in the seat's own hand that is not known here."""
    if not 0 < number < table.state.next_id or number in table.places:
        return False
    return any(thing.card is None and thing.id is UNSET for thing in held(table, seat))


def could_be_held(table: Table[Any, Any], number: int, seat: Any) -> bool:
    """Whether this id may be that of a card that another seat holds in its hand."""
    others = (other for other in range(len(table.state.players)) if other != seat)
    return 0 < number < table.state.next_id and any(held(table, other) for other in others)


def held(table: Table[Any, Any], seat: int) -> list[Any]:
    """The cards that only this seat sees, and that show to others without an id."""
    zones = (
        zone for zone in table.game.object_zones if zone.seen == "owner" and not zone.shared and not zone.shows_ids
    )
    return [thing for zone in zones for thing in zone.of(table.state.players[seat])]


def name_of(table: Table[Any, Any], seat: Any) -> str:
    """A seat's name, or its number where it has none."""
    name: str = table.state.players[seat].name
    return name or str(seat)
