"""Buttons that would read alike: each says by number which object it is about, unless that makes no difference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .state import Object

if TYPE_CHECKING:
    from .answers import Listed
    from .table import Table


def tell_apart(table: Table[Any, Any], listed: list[Listed]) -> None:
    """Put behind labels that one seat would find twice the numbers of the objects in which their actions differ."""
    alike: dict[tuple[Any, str], list[Listed]] = {}
    for each in listed:
        alike.setdefault((each.action["player"], each.label), []).append(each)
    if len(alike) < len(listed):
        for group in alike.values():
            if len(group) > 1:
                number(table, group)


def number(table: Table[Any, Any], group: list[Listed]) -> None:
    """Put the numbers behind the labels of a group, where they name more than one of several like cards of a pile."""
    named = [dict(objects_in(each.action)) for each in group]
    fields = [name for name in named[0] if any(other.get(name) != named[0][name] for other in named)]
    objects = [{each for known in named for each in known.get(name, ())} for name in fields]
    if all(are_one_as_good_as_another(table, ids) for ids in objects):
        return
    for each, known in zip(group, named, strict=True):
        numbers = (f"#{one}" for name in fields for one in known.get(name, ()))
        each.label += f" ({', '.join(numbers)})"


def objects_in(action: dict[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The numbers that stand in the fields of an action: in labels that are alike none of them is an amount."""
    for name, value in action.items():
        said = value.get("object", value.get("entry")) if isinstance(value, dict) else value
        numbers: list[Any] = said if isinstance(said, list) else [said]
        if name != "player" and numbers and all(type(each) is int for each in numbers):
            yield name, tuple(numbers)
        if isinstance(value, dict) and type(value.get("source")) is int:
            yield f"{name}/source", (value["source"],)


def are_one_as_good_as_another(table: Table[Any, Any], ids: set[int]) -> bool:
    """Whether these objects are cards of one hand or pile, of which nothing is known but what card they are."""
    places = [table.places.get(each) for each in ids]
    first = places[0]
    if first is None or any(other is None or (other.seat, other.zone) != (first.seat, first.zone) for other in places):
        return False
    return table.game.zones[first.zone].holds is Object
