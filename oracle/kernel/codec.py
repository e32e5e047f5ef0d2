"""State documents in and out: decoded by compiled code, normalised, encoded canonically.

A full document goes straight through the compiled decoder. One that the decoder refuses is looked
at slowly: bare card keys in zones of objects become objects, and whatever is still wrong is named.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast
from unicodedata import normalize

import msgspec
from msgspec import UNSET

from . import sets, shapes
from .errors import EditionNotServed, Fault, InvalidCards, InvalidState, UnknownSet

if TYPE_CHECKING:
    from .game import Game

ENCODER = msgspec.json.Encoder(order="sorted")


@lru_cache(maxsize=16)
def decoder(state_type: Hashable) -> Any:
    """The compiled decoder of a state type."""
    return msgspec.json.Decoder(state_type)


def decode(game: Game[Any, Any], raw: bytes) -> Any:
    """A state from JSON; raises `InvalidState` with every fault."""
    try:
        state = decoder(cast("Any", game.state_type)).decode(raw)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        return load(game, parse(raw))
    return finish(game, state)


def parse(raw: bytes) -> Any:
    """Plain JSON; raises `InvalidState` where it is none."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise InvalidState([Fault(code="not_json", at="", message=f"This is not JSON: {error}")]) from None


def load(game: Game[Any, Any], document: Any) -> Any:
    """A state from plain data; raises `InvalidState` with every fault."""
    try:
        state = msgspec.convert(document, game.state_type)
    except msgspec.ValidationError:
        if not isinstance(document, dict):
            raise InvalidState([Fault(code="wrong_type", at="", message="Expected an object.")]) from None
        check_identity(game, document)
        document = {"options": {}, **with_objects(game, document)}
        complete(game, document)
        found = shapes.faults(document, game.state_type)
        if found:
            raise InvalidState(found) from None
        state = msgspec.convert(document, game.state_type)
    return finish(game, state)


def complete(game: Game[Any, Any], document: dict[str, Any]) -> None:
    """Fill in what the game can; seats that are no list are left as they are, to be named as a fault."""
    seats = document.get("players")
    if isinstance(seats, list):
        game.completes(document, cards_in(game, document))
    elif "players" in document:
        document["players"] = []
        game.completes(document, cards_in(game, document))
        document["players"] = seats


def check_identity(game: Game[Any, Any], document: dict[str, Any]) -> None:
    """Refuse a state of another game before its fields are looked at."""
    key = document.get("game")
    if isinstance(key, str) and key != game.key:
        message = f"This is a state of {key}, not of {game.key}."
        raise InvalidState([Fault(code="other_game", at="/game", message=message, data={"game": key})])


def with_objects(game: Game[Any, Any], document: dict[str, Any]) -> dict[str, Any]:
    """Bare card keys in zones of objects as objects, with the smallest free ids in order."""
    players = document.get("players")
    if not isinstance(players, list):
        return document
    used = {number for number in numbers_of(document) if type(number) is int}
    free = iter(number for number in range(1, 100_000) if number not in used)
    zones = [zone for zone in game.zones.values() if zone.holds is not None]
    document = {**document, "players": [dict(p) if isinstance(p, dict) else p for p in players]}
    holders = [(player, zone) for player in document["players"] for zone in zones if not zone.shared]
    holders += [(copy_path(document, zone.path), zone) for zone in zones if zone.shared]
    for holder, zone in holders:
        if isinstance(holder, dict) and zone.name in holder:
            cards = holder[zone.name]
            holder[zone.name] = as_places(cards, zone, free) if zone.slot else as_objects(cards, free)
    return document


def as_places(places: Any, zone: Any, free: Iterator[int]) -> Any:
    """Places written as the card in them, with what the place itself says beside it; `null` is an empty one."""
    if not isinstance(places, list):
        return places
    own = zone.holds.__struct_encode_fields__
    found = []
    for item in places:
        place = {zone.slot: item} if isinstance(item, str) else {} if item is None else item
        if isinstance(place, dict) and isinstance(place.get(zone.slot), str):
            thing = {name: value for name, value in place.items() if name in own}
            rest = {name: value for name, value in place.items() if name not in own}
            place = {**rest, zone.slot: {"id": next(free), **thing} if "id" not in thing else thing}
        found.append(place)
    return found


def as_objects(cards: Any, free: Iterator[int]) -> Any:
    """Bare card keys as objects."""
    if isinstance(cards, list):
        return [as_objects(card, free) if isinstance(card, str) else card for card in cards]
    return {"id": next(free), "card": cards} if isinstance(cards, str) else cards


def copy_path(document: Any, path: tuple[str, ...]) -> Any:
    """The record under a path, copied so that it can be changed."""
    for part in path:
        if not isinstance(document, dict) or not isinstance(document.get(part), dict):
            return None
        document[part] = dict(document[part])
        document = document[part]
    return document


def cards_in(game: Game[Any, Any], document: dict[str, Any]) -> Any:
    """The cards that a document can name, as far as it says so well; faults are named later."""
    names, inline = document.get("sets") or game.default_sets, document.get("cards") or {}
    try:
        return sets.cards_of(game, tuple(names), inline)
    except (UnknownSet, InvalidCards, TypeError, AttributeError):
        return {}


def numbers_of(document: Any) -> Any:
    """Every `id` in a document."""
    if isinstance(document, dict):
        if "id" in document:
            yield document["id"]
        for value in document.values():
            yield from numbers_of(value)
    elif isinstance(document, list):
        for value in document:
            yield from numbers_of(value)


def finish(game: Game[Any, Any], state: Any) -> Any:
    """Fill in what a document may leave out, then refuse what no match can reach."""
    if state.game != game.key:
        check_identity(game, {"game": state.game})
    check_edition(game, state)
    if not state.sets:
        state.sets = list(game.default_sets)
    for player in state.players:
        if not player.name.isascii():
            player.name = normalize("NFC", player.name)
    if state.next_id == 0:
        state.next_id = max(game.ids(state), default=0) + 1 + count_without_id(game, state)
    found = game.faults(state)
    if found:
        raise InvalidState(found)
    return state


def count_without_id(game: Game[Any, Any], state: Any) -> int:
    """How many objects are held without an id: each has used one up."""
    return sum(thing.id is UNSET for zone in game.object_zones for _, things in zone.lists(state) for thing in things)


def check_edition(game: Game[Any, Any], state: Any) -> None:
    """Carry a state of an older minor edition forward; refuse any other."""
    if state.rules == game.edition:
        return
    major, _, minor = state.rules.partition(".")
    own_major, _, own_minor = game.edition.partition(".")
    if major != own_major or not minor.isdigit() or int(minor) > int(own_minor):
        raise EditionNotServed(state.rules, list(game.editions))
    state.rules = game.edition


def encode(state: Any) -> bytes:
    """The canonical form (RFC 8785) of a state."""
    return ENCODER.encode(state)


def digest(state: Any) -> str:
    """SHA-256 of the canonical form, base64url without padding."""
    return urlsafe_b64encode(hashlib.sha256(ENCODER.encode(state)).digest()).rstrip(b"=").decode()


def given(value: Any) -> Any:
    """A value that was said, or `None` where it was left out."""
    return None if value is UNSET else value
