"""From what a scenario says is given to the smallest hand-written state, or to a start request."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from oracle.kernel.cards import fold

from .decks import deck_document, spread
from .names import HIDDEN, SEATS, Names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle import Game

FILLERS = ("each_player", "active_player")


def names_of(game: Game[Any, Any], given: Mapping[str, Any]) -> Names:
    """The names that a scenario may use: its seats, in order, and its cards."""
    source = given.get("setup", given)
    said = list(source.get("players", ()))
    least = max(2, len(source.get("decks", ())))
    if set(said) <= set(SEATS):
        said = list(SEATS[: max([least, *(SEATS.index(name) + 1 for name in said)])])
    return Names(game, said, source.get("cards", {}))


def state_document(game: Game[Any, Any], given: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """The state that `given` describes, with ids from 1 in the order in which cards are named."""
    writer = _Writer(game, names)
    said = {word: value for word, value in given.items() if word not in {"chance", "players", *FILLERS}}
    document = {"game": game.key, "chance": _chance(given), **{word: writer.place(word, said[word]) for word in said}}
    document["players"] = [
        {"name": name, **writer.zones(_player(given, name), owner=name)} for name in names.seat_names
    ]
    document.setdefault("next_id", writer.last + 1)
    return {word: _named(word, value, names) for word, value in document.items()}


def setup_document(game: Game[Any, Any], setup: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """The start request that `given.setup` describes."""
    decks = setup.get("decks", ())
    players = [
        {"name": name} if deck is None else {"name": name, "deck": deck_document(game, deck, names)}
        for name, deck in zip(names.seat_names, decks, strict=False)
    ]
    rest = {word: value for word, value in setup.items() if word not in {"decks", "chance", "players"}}
    document = {"players": players, "chance": _chance(setup), **rest}
    return {word: _named(word, value, names) for word, value in document.items()}


def _player(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The fields said of a player, over those that fill in for every one and for the active one."""
    active = given.get("active_player", {}) if given.get("active") == name else {}
    return {**given.get("each_player", {}), **active, **(given.get("players", {}).get(name) or {})}


def _chance(given: Mapping[str, Any]) -> dict[str, Any]:
    chance = given.get("chance", "seeded")
    if isinstance(chance, dict):
        return chance
    return {"mode": chance} if chance == "manual" else {"mode": chance, "seed": "scenario"}


class _Writer:
    """Writes the zones of a position, giving ids and labels to its objects."""

    def __init__(self, game: Game[Any, Any], names: Names) -> None:
        self.names = names
        self.ids = count(1)
        self.last = 0
        self.piles = {zone.name for zone in game.zones.values() if zone.holds is None}
        self.fields = game.zones.keys() - self.piles

    def zones(self, holder: Mapping[str, Any], owner: str | None) -> dict[str, Any]:
        """A holder of zones: a player, or what the players have in common."""
        return {word: self.place(word, value, owner) for word, value in holder.items()}

    def place(self, word: str, value: Any, owner: str | None = None) -> Any:
        """The value of a field: a pile of keys, objects, one object, or what it is."""
        if isinstance(value, list) and word in self.piles:
            return [self._card(item) for item in spread(value)]
        if isinstance(value, list) and word in self.fields:
            return [self._object(item) for item in spread(value)]
        if isinstance(value, dict) and (self.piles | self.fields) & value.keys():
            return self.zones(value, None)
        if (word in self.fields and self.names.is_card(value)) or (
            isinstance(value, dict) and self.names.is_card(value.get("card"))
        ):
            return self._single(value, owner)
        return value

    def _single(self, value: Any, owner: str | None) -> Any:
        """The one object of a field; its player's name is a label of it too."""
        thing = self._object(value)
        if owner is not None and isinstance(thing, dict):
            self.names.register(owner, thing["id"])
        return thing

    def _card(self, item: Any) -> Any:
        if item == HIDDEN:
            return None
        return self.names.key(item) if isinstance(item, str) else item

    def _object(self, item: Any) -> Any:
        """One object of a zone; its label is the text that names its card."""
        if item == HIDDEN:
            return {"card": None}
        fields = {"card": item} if isinstance(item, str) else item
        if not isinstance(fields, dict) or not isinstance(fields.get("card"), str):
            return item
        number = fields.get("id") or next(self.ids)
        self.last = max(self.last, number)
        self.names.register(fields["card"], number)
        return {"id": number, **fields, "card": self.names.key(fields["card"])}


def _named(word: str, value: Any, names: Names) -> Any:
    """The value with seats as numbers and labels as ids, however deep."""
    if isinstance(value, list):
        return [_named(word, item, names) for item in value]
    if isinstance(value, dict) and word not in {"options", "cards"}:
        return {field: _named(field, item, names) for field, item in value.items()}
    if isinstance(value, str) and word not in {"name", "card", "deck", "mode", "seed"}:
        return _value(value, names)
    return value


def _value(text: str, names: Names) -> Any:
    seat = names.seat(text)
    if seat is not None:
        return seat
    ids = names.labels.get(fold(text), [])
    return ids[0] if ids else text
