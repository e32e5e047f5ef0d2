"""Actions beside the legal ones: changed in one place, or every action that the types allow."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from functools import cache
from math import prod
from typing import Any

import msgspec
from msgspec import inspect

from tests.laws.matches import GameT

LEFT_OUT = object()


def ids_of(game: GameT, state: Any) -> list[int]:
    """Every object's id in the state, and one that no object has."""
    return [*sorted(set(game.ids(state))), state.next_id + 3]


def actors_of(state: Any) -> list[Any]:
    """Every seat, and chance."""
    return [*range(len(state.players)), "chance"]


def fields_of(kind: Any) -> list[Any]:
    """The parameters of an action type."""
    return fields_of_record(kind.record)


@cache
def fields_of_record(record: Any) -> list[Any]:
    """The fields of an action's record but for who acts, looked up once."""
    info = inspect.type_info(record)
    assert isinstance(info, inspect.StructType)
    return [field for field in info.fields if field.encode_name != "player"]


def domain(game: GameT, state: Any, kind: Any, field: Any) -> list[Any]:
    """The values of a parameter that say something in this state; absence where it may be left out."""
    values = [*plain_values(game, state, kind, field.encode_name, field.type)]
    return values if field.required else [LEFT_OUT, *values]


def plain_values(game: GameT, state: Any, kind: Any, name: str, shape: inspect.Type) -> list[Any]:
    """The values by the parameter's kind: ids, seats, words, references."""
    seats = list(range(len(state.players)))
    if isinstance(shape, inspect.Metadata):
        return plain_values(game, state, kind, name, shape.type)
    if isinstance(shape, inspect.UnionType):
        parts = [plain_values(game, state, kind, name, part) for part in shape.types]
        found = list(itertools.chain.from_iterable(parts))
        return [value for i, value in enumerate(found) if value not in found[:i]]
    makers: tuple[tuple[Any, Callable[[], list[Any]]], ...] = (
        (inspect.LiteralType, lambda: list(getattr(shape, "values", ()))),
        (inspect.BoolType, lambda: [False, True]),
        (
            inspect.IntType,
            lambda: seats if getattr(shape, "le", None) == 15 else number_values(game, state, kind, name),
        ),
        (inspect.StrType, lambda: words_of(game, state)),
        ((inspect.DictType, inspect.StructType), lambda: references(game, state)),
        (inspect.ListType, lambda: tiles_of(state) if getattr(shape, "max_length", None) == 2 else []),
        (inspect.AnyType, lambda: anything(game, state)),
    )
    return next((make() for shapes, make in makers if isinstance(shape, shapes)), [])


def references(game: GameT, state: Any) -> list[dict[str, int]]:
    """What a target of several kinds may be."""
    return [
        *({"object": number} for number in ids_of(game, state)),
        *({"player": seat} for seat in range(len(state.players))),
    ]


def tiles_of(state: Any) -> list[list[int]]:
    """Some tiles of a board: where things stand, a few more, and one that no board has."""
    taken = [[*thing.tile] for thing in getattr(state, "permanents", ()) if getattr(thing, "tile", None) is not None]
    return [tile for tile in ([0, 3], [1, 3], [2, 2], [4, 4], [400, 4]) if tile not in taken] + taken[:12]


def anything(game: GameT, state: Any) -> list[Any]:
    """What an outcome of chance may be."""
    seats = range(len(state.players))
    return [None, *seats, *ids_of(game, state), *words_of(game, state)[:3], "heads", "tails", [1, 2], [3, 3]]


def number_values(game: GameT, state: Any, kind: Any, name: str) -> list[int]:
    """Ids where the parameter is an object; elsewhere small amounts, and ids of what is none, such as an Attack."""
    if name in kind.objects:
        return ids_of(game, state)
    small = [0, 1, 2, 3, 99]
    return [*small, *sorted(numbered(msgspec.to_builtins(state)) - {*game.ids(state), *small})]


def numbered(document: Any) -> set[int]:
    """Every id that a document gives to something."""
    if isinstance(document, list):
        return {number for part in document for number in numbered(part)}
    if not isinstance(document, dict):
        return set()
    own = {document["id"]} if type(document.get("id")) is int else set()
    return own | {number for part in document.values() if isinstance(part, dict | list) for number in numbered(part)}


def words_of(game: GameT, state: Any) -> list[str]:
    """Modes of cards, a few card keys and a word that is neither."""
    cards = game.cards_of(state)
    modes = sorted({mode for card in cards.values() for mode in getattr(card, "modes", ())})
    return [*modes[:6], *sorted(cards)[:3], "no-such-word"]


def listable(game: GameT) -> list[Any]:
    """The action types that are listed whenever they are legal (a reveal is judged only)."""
    return [kind for kind in game.actions if kind.name != "reveal"]


def space(game: GameT, state: Any, most: int) -> Iterator[dict[str, Any]]:
    """Every action that the types allow over this state's seats, objects and words; at most so many a type."""
    for kind in listable(game):
        fields = fields_of(kind)
        domains = [domain(game, state, kind, field) for field in fields]
        combined: Any = itertools.product(actors_of(state), *domains)
        size = prod(map(len, domains)) * len(actors_of(state))
        if size > most:
            stride = size // most + 1
            combined = itertools.islice(combined, 0, None, stride)
        for actor, *values in combined:
            named = {f.encode_name: v for f, v in zip(fields, values, strict=True) if v is not LEFT_OUT}
            yield {"type": kind.name, "player": actor, **named}


def mutations(game: GameT, state: Any, action: Any, rng: random.Random, most: int = 12) -> list[dict[str, Any]]:
    """The action changed in one place: seat, object, target, amount, word, type, a parameter more or fewer."""
    document = msgspec.to_builtins(action)
    kind = game.action_types[document["type"]]
    changed = [{**document, "player": actor} for actor in actors_of(state)]
    changed.append({**document, "type": "no_such_action"})
    for field in fields_of(kind):
        name = field.encode_name
        for value in domain(game, state, kind, field):
            rest = {key: old for key, old in document.items() if key != name}
            changed.append(rest if value is LEFT_OUT else {**rest, name: value})
    for other in listable(game):
        shared = {field.encode_name for field in fields_of(other)} | {"player"}
        changed.append({**{key: old for key, old in document.items() if key in shared}, "type": other.name})
    fresh = [other for other in changed if other != document]
    return rng.sample(fresh, min(most, len(fresh)))
