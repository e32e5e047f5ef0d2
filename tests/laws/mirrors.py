"""The same position said otherwise: other ids, other seats, other card keys, other orders where order means nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import inspect

from oracle.kernel.shapes import described
from oracle.kernel.state import LIMIT
from tests.laws.matches import GameT

BARE: dict[type, Any] = {int: inspect.IntType, list: inspect.ListType, dict: inspect.DictType}
Rename = Callable[[int], int]
ID_NAMES = {
    "id", "source", "object", "target", "now", "assigned_to", "attacker", "picked", "chosen", "pick", "entry", "choice"
}  # fmt: skip
SEAT_NAMES = {"player", "by", "owner", "controller", "seat", "active", "holder"}


class Mirror:
    """Maps documents of states and actions: every id by `ids`, every seat by `seats`."""

    def __init__(self, game: GameT, ids: Rename, seats: Rename) -> None:
        self.game = game
        self.ids = ids
        self.seats = seats

    def state(self, document: dict[str, Any]) -> Any:
        """The mirrored state."""
        shape: Any = self.game.state_type
        made = self.walk(document, described(shape), "")
        players = made["players"]
        made["players"] = [players[self.back(seat, len(players))] for seat in range(len(players))]
        if "map" in document:
            made["map"] = self.turned(document["map"], len(players))
        return self.game.load(made)

    def turned(self, board: Any, count: int) -> Any:
        """The map with everything that belongs to a seat given to its mirror; one that is named is looked up."""
        if all(self.seats(seat) == seat for seat in range(count)):
            return board
        whole = self.game.map(board) if isinstance(board, str) else board
        moved = {
            name: [whole[name][self.back(seat, count)] for seat in range(count)]
            for name in ("deploy", "start_deck")
            if isinstance(whole.get(name), list)
        }
        start = [{**one, "seat": None if one["seat"] is None else self.seats(one["seat"])} for one in whole["start"]]
        return {**whole, **moved, "start": start}

    def back(self, seat: int, count: int) -> int:
        """The seat that is mapped to this one."""
        return next(old for old in range(count) if self.seats(old) == seat)

    def action(self, action: Any, question: Any) -> Any:
        """The mirrored action; an outcome of chance is mapped by what was asked."""
        document = msgspec.to_builtins(action)
        kind = self.game.action_types[document["type"]]
        made = {name: self.ids(v) if name in kind.objects and type(v) is int else v for name, v in document.items()}
        for field in described(kind.record).fields:  # type: ignore[attr-defined]
            if is_seat(field.type) and type(made.get(field.encode_name)) is int:
                made[field.encode_name] = self.seats(made[field.encode_name])
            elif is_list_of_ids(field.type) and field.encode_name in made:
                numbers: Any = made[field.encode_name]
                made[field.encode_name] = [self.ids(number) for number in numbers]
        if type(made["player"]) is int:
            made["player"] = self.seats(document["player"])
        for name, value in made.items():
            if is_tile(name, value):
                continue
            if isinstance(value, dict | list) or (name == "pick" and name not in kind.objects):
                made[name] = self.by_name(value, "object" if name == "pick" else name)
        if "outcome" in made and question is not None:
            made["outcome"] = self.outcome(document["outcome"], question.of)
        return self.game.action(made)

    def outcome(self, outcome: Any, of: str) -> Any:
        """A seat, an id, two dice by seat; anything else as it is."""
        if outcome is None:
            return None
        if of == "first_player":
            return self.seats(outcome)
        if of == "pick":
            return self.ids(outcome)
        if of == "die" and isinstance(outcome, list):
            return [outcome[self.back(seat, len(outcome))] for seat in range(len(outcome))]
        return outcome

    def walk(self, value: Any, kind: inspect.Type, name: str) -> Any:
        """A value by its type, and by its name where the type says nothing."""
        if isinstance(kind, inspect.Metadata):
            return self.walk(value, kind.type, name)
        if isinstance(kind, inspect.UnionType):
            return self.walk(value, self.fitting(value, kind), name)
        if isinstance(kind, inspect.StructType) and isinstance(value, dict):
            fields = {field.encode_name: field.type for field in kind.fields}
            return {key: self.walk(v, fields[key], key) if key in fields else v for key, v in value.items()}
        if isinstance(kind, inspect.ListType):
            return value if is_tile(name, value) else [self.walk(item, kind.item_type, name) for item in value]
        if isinstance(kind, inspect.IntType) and type(value) is int:
            return self.number(value, kind, name)
        return (
            self.by_name(value, name)
            if isinstance(kind, inspect.AnyType | inspect.DictType) and name != "cards"
            else value
        )

    def fitting(self, value: Any, kind: inspect.UnionType) -> inspect.Type:
        """The alternative that a value belongs to."""
        for part in kind.types:
            bare: inspect.Type = part.type if isinstance(part, inspect.Metadata) else part
            if isinstance(value, dict) and isinstance(bare, inspect.StructType):
                if bare.tag_field is None or value.get(bare.tag_field) == bare.tag:
                    return bare
            elif type(bare) is BARE.get(type(value)):
                return bare
        return inspect.NoneType()

    def number(self, value: int, kind: inspect.IntType, name: str) -> int:
        """An id, a seat or a plain number, by its bounds or its name."""
        if (kind.ge, kind.le) == (1, LIMIT) or (kind.ge is None and name in ID_NAMES):
            return self.ids(value)
        if (kind.ge, kind.le) == (0, 15) or (kind.ge is None and name in SEAT_NAMES):
            return self.seats(value)
        return value

    def by_name(self, value: Any, name: str) -> Any:
        """A value without a type, by its name."""
        if isinstance(value, dict):
            return {key: self.by_name(v, key) for key, v in value.items()}
        if isinstance(value, list):
            return [self.by_name(item, name) for item in value]
        if type(value) is not int:
            return value
        return self.ids(value) if name in ID_NAMES else self.seats(value) if name in SEAT_NAMES else value


def is_list_of_ids(kind: inspect.Type) -> bool:
    """Whether a parameter names several objects."""
    bare = kind.type if isinstance(kind, inspect.Metadata) else kind
    item = bare.item_type if isinstance(bare, inspect.ListType) else None
    return isinstance(item, inspect.IntType) and (item.ge, item.le) == (1, LIMIT)


def is_tile(name: str, value: Any) -> bool:
    """Whether a pick is a tile: its numbers are no ids."""
    return name == "pick" and isinstance(value, list)


def is_seat(kind: inspect.Type) -> bool:
    """Whether a parameter is a seat, by its bounds."""
    bare = kind.type if isinstance(kind, inspect.Metadata) else kind
    return isinstance(bare, inspect.IntType) and (bare.ge, bare.le) == (0, 15)


def same(number: int) -> int:
    """Nothing changes."""
    return number


def renamed_ids(game: GameT, state: Any, rng: random.Random) -> Mirror:
    """The ids of the state exchanged for one another."""
    old = sorted(set(game.ids(state)))
    names = dict(zip(old, rng.sample(old, len(old)), strict=True))
    return Mirror(game, lambda number: names.get(number, number), same)


def moved_seats(game: GameT, state: Any) -> Mirror:
    """Every player one seat further."""
    count = len(state.players)
    return Mirror(game, same, lambda seat: (seat + 1) % count)


def permuted(game: GameT, state: Any, rng: random.Random) -> Any:
    """The state with the objects of each seat's zones in another order; places with numbers keep theirs."""
    other = game.copy(state)
    for zone in game.object_zones:
        if not zone.shared and not zone.single and not zone.slot:
            for player in other.players:
                cards = getattr(player, zone.name)
                setattr(player, zone.name, rng.sample(cards, len(cards)))
    return other


def renamed_cards(game: GameT, state: Any) -> tuple[Any, dict[str, str]]:
    """The state with every card under another key, carried inline; and the keys."""
    keys = {card.key: f"x-{card.key}-x" for card in game.cards()}
    document = game.document(state)
    cards = {keys[card.key]: with_keys({**card.document}, keys) for card in game.cards()}
    moved = {name: part if name in {"options", "phase"} else with_keys(part, keys) for name, part in document.items()}
    return game.load({**moved, "cards": cards}), keys


def with_keys(value: Any, keys: dict[str, str]) -> Any:
    """A document with keys exchanged wherever a text is one; prose is never just a key."""
    if isinstance(value, dict):
        return {
            name: part if name in {"type", "text", "flavour"} else with_keys(part, keys) for name, part in value.items()
        }
    if isinstance(value, list):
        return [with_keys(part, keys) for part in value]
    return keys.get(value, value) if isinstance(value, str) else value
