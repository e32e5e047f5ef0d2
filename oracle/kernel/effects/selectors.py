"""Selectors: which objects, which seats, seen from the side of an ability's controller."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..shapes import pointer
from ..table import Table
from .ability import Scope, Selector, Test

if TYPE_CHECKING:
    from .parse import Parser

SEATS = ("you", "opponent", "any", "each")
SHARED = ("zone", "owner", "type", "name", "other", "self", "any", "all", "not")


def compile_seats(parser: Parser, value: Any, at: str) -> Callable[[Table[Any, Any], Scope], list[int]]:
    """`{player: you | opponent | any | each}` as the seats it means."""
    document = parser.record(value, at, {"player"})
    word = document.get("player")
    if word not in SEATS:
        raise parser.unknown("seat", word, pointer(at, "player"), SEATS)
    if word == "you":
        return lambda _table, scope: [scope.player]
    if word == "opponent":
        return lambda table, scope: [seat for seat in table.game.seats_in(table.state) if seat != scope.player]
    return lambda table, _scope: list(table.game.seats_in(table.state))


def compile_selector(parser: Parser, value: Any, at: str) -> Selector:
    """A selector of objects: the zone it looks into, and what an object there must be."""
    parser.node(at)
    return Selector(*compile_parts(parser, value, at))


def compile_parts(parser: Parser, value: Any, at: str) -> tuple[str | None, Test]:
    """The zone of a selector and its tests as one."""
    words = (*SHARED, *parser.vocabulary.filters)
    document = parser.record(value, at, words)
    zone = document.get("zone")
    if zone is not None and zone not in parser.vocabulary.zones:
        raise parser.unknown("zone", zone, pointer(at, "zone"), parser.vocabulary.zones)
    tests = [compile_word(parser, word, part, pointer(at, word)) for word, part in document.items() if word != "zone" and word in words]
    if not tests:
        return zone, lambda _table, _scope, _place: True
    if len(tests) == 1:
        return zone, tests[0]
    return zone, lambda table, scope, place: all(test(table, scope, place) for test in tests)


def compile_word(parser: Parser, word: str, value: Any, at: str) -> Test:
    """One word of a selector."""
    if word in ("any", "all", "not"):
        return compile_logic(parser, word, value, at)
    if word == "owner":
        return compile_owner(parser, value, at)
    if word == "type":
        return compile_type(parser, value, at)
    if word == "name":
        key = parser.card_key(value, at)
        return lambda _table, _scope, place: place.object.card == key
    if word in ("other", "self"):
        if value is not True:
            raise parser.refuse("wrong_type", at, f"{word} can only be true.")
        own = word == "self"
        return lambda _table, scope, place: (place.object.id == scope.source) is own
    return compile_filter(parser, word, value, at)


def compile_logic(parser: Parser, word: str, value: Any, at: str) -> Test:
    """`any`, `all` and `not` of selectors."""
    if word == "not":
        _, inner = compile_parts(parser, value, at)
        return lambda table, scope, place: not inner(table, scope, place)
    parts = [compile_parts(parser, item, pointer(at, i))[1] for i, item in enumerate(parser.sequence(value, at))]
    combine = any if word == "any" else all
    return lambda table, scope, place: combine(part(table, scope, place) for part in parts)


def compile_owner(parser: Parser, value: Any, at: str) -> Test:
    """Whose zone it stands in; a zone of nobody's is everybody's."""
    if value not in SEATS:
        raise parser.unknown("seat", value, at, SEATS)
    if value == "you":
        return lambda _table, scope, place: place.seat in (None, scope.player)
    if value == "opponent":
        return lambda _table, scope, place: place.seat is not None and place.seat != scope.player
    return lambda _table, _scope, _place: True


def compile_type(parser: Parser, value: Any, at: str) -> Test:
    """Which card type, or one of several."""
    types = value if isinstance(value, list) else [value]
    for i, word in enumerate(types):
        if word not in parser.vocabulary.types:
            raise parser.unknown("type", word, pointer(at, i) if isinstance(value, list) else at, parser.vocabulary.types)
    wanted = frozenset(types)
    return lambda table, _scope, place: table.card(place.object).type in wanted


def compile_filter(parser: Parser, word: str, value: Any, at: str) -> Test:
    """A word of the game's own."""
    known = parser.vocabulary.filters[word]
    if known.kind == "flag" and not isinstance(value, bool):
        raise parser.refuse("wrong_type", at, f"{word} is true or false.")
    if known.kind == "number":
        parser.number(value, at)
    if known.kind == "word" and value not in known.words:
        raise parser.unknown("word", value, at, known.words)
    test = known.test
    return lambda table, scope, place: test(table, scope, place, value)
