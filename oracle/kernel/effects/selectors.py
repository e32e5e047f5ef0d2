"""Selectors: which objects, which seats, seen from the side of an ability's controller."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from oracle.kernel.shapes import pointer
from oracle.kernel.table import Place

from .ability import Scope, Select, Selector, Test
from .comparing import EXTREMES, all_of, anything, compile_counters, compile_keep, compile_stat
from .seats import SEATS, compile_seats

if TYPE_CHECKING:
    from .parse import Parser

SHARED = (
    "zone",
    "owner",
    "controller",
    "type",
    "name",
    "keyword",
    "stat",
    "counters",
    "other",
    "self",
    "is",
    "any",
    "all",
    "not",
)
PLACING = ("zone", *EXTREMES)


# -- whom a choice may fall on ---------------------------------------------------------------------


def compile_choice(parser: Parser, value: Any, at: str) -> Select:
    """Objects, seats (`{player: any}`), a word of the game's own, or a list of such alternatives."""
    if isinstance(value, list):
        parts = parser.each(partial(compile_choice, parser), parser.sequence(value, at, 4, 1), at)
        return lambda table, scope: [ref for part in parts for ref in part(table, scope)]
    if isinstance(value, str) and value in parser.vocabulary.choices:
        parser.node(at)
        return parser.vocabulary.choices[value]
    if isinstance(value, dict) and "player" in value:
        parser.node(at)
        seats = compile_seats(parser, value, at)
        return lambda table, scope: [{"player": seat} for seat in seats(table, scope)]
    return compile_selector(parser, value, at, chosen=True)


# -- objects ---------------------------------------------------------------------------------------


def compile_selector(parser: Parser, value: Any, at: str, *, chosen: bool = False, counted: bool = False) -> Selector:
    """A selector of objects: the zones it looks into, and what an object there must be.

    Into a hidden zone a seat looks only where it chooses from its own (`chosen`); how many cards
    are there (`counted`) everybody may know.
    """
    words = (*SHARED, *EXTREMES, *parser.vocabulary.filters)
    document = parser.record(value, at, words)
    look: list[str] = []

    def place() -> tuple[str, ...]:
        zones = compile_zones(parser, document, at)
        look[:] = zones or parser.vocabulary.table_zones
        check_sight(parser, document, tuple(look), at, chosen=chosen, counted=counted)
        return zones

    def tests() -> list[Test]:
        size = sum(parser.vocabulary.cap(zone) for zone in look)
        parser.node(at, size)
        return compile_scaled(parser, document, at, words, max(1, size))

    zones, keep, found = parser.every(place, lambda: compile_keep(parser, document, at), tests)
    return Selector(zones, all_of(found), keep)


def compile_zones(parser: Parser, document: dict[str, Any], at: str) -> tuple[str, ...]:
    """The zones that a selector names."""
    if "zone" not in document:
        return ()
    return parser.words(document["zone"], pointer(at, "zone"), parser.vocabulary.zones, "zone")


def compile_scaled(parser: Parser, document: dict[str, Any], at: str, words: tuple[str, ...], times: int) -> list[Test]:
    """What an object must be, where so many are looked at."""
    with_scale = parser.scale
    parser.scale *= times
    try:
        return compile_tests(parser, document, at, words)
    finally:
        parser.scale = with_scale


def check_sight(
    parser: Parser, document: dict[str, Any], zones: tuple[str, ...], at: str, *, chosen: bool, counted: bool
) -> None:
    """Refuse a look into a hidden zone that the ability's controller may not have."""
    for zone in zones:
        seen = parser.vocabulary.hidden.get(zone)
        own = document.get("owner") == "you" or document.get("controller") == "you"
        only_number = counted and set(document) <= {"zone", "owner", "controller"}
        if seen is None or only_number or (chosen and seen == "owner" and own):
            continue
        place = pointer(at, "zone") if "zone" in document else at
        parser.fault(
            "hidden_zone", place, f"The cards in {zone} are hidden; only a search looks into such a zone.", zone=zone
        )


def compile_tests(parser: Parser, document: dict[str, Any], at: str, words: tuple[str, ...]) -> list[Test]:
    """What an object must be, one test a word."""
    told = [word for word in document if word in words and word not in PLACING]
    return parser.every(*(partial(compile_word, parser, word, document[word], pointer(at, word)) for word in told))


def compile_word(parser: Parser, word: str, value: Any, at: str) -> Test:
    """One word of a selector."""
    compiler = COMPILERS.get(word)
    if compiler is not None:
        return compiler(parser, value, at)
    if word in ("other", "self"):
        if value is not True:
            raise parser.refuse("wrong_type", at, f"{word} can only be true.")
        own = word == "self"
        return lambda _table, scope, place: (place.object.id == scope.source) is own
    return compile_filter(parser, word, value, at)


def compile_inner(parser: Parser, value: Any, at: str) -> Test:
    """A selector inside a selector: tests only."""
    words = tuple(word for word in (*SHARED, *parser.vocabulary.filters) if word not in PLACING)
    document = parser.record(value, at, words)
    if not document:
        raise parser.refuse("too_few", at, "A selector here says something.")
    return all_of(compile_tests(parser, document, at, words))


def compile_any(parser: Parser, value: Any, at: str) -> Test:
    """One of several descriptions fits."""
    parts = parser.each(partial(compile_inner, parser), parser.sequence(value, at, 8, 1), at)
    return lambda table, scope, place: any(part(table, scope, place) for part in parts)


def compile_all(parser: Parser, value: Any, at: str) -> Test:
    """All of several descriptions fit."""
    parts = parser.each(partial(compile_inner, parser), parser.sequence(value, at, 8, 1), at)
    return lambda table, scope, place: all(part(table, scope, place) for part in parts)


def compile_not(parser: Parser, value: Any, at: str) -> Test:
    """A description does not fit."""
    inner = compile_inner(parser, value, at)
    return lambda table, scope, place: not inner(table, scope, place)


def compile_owner(parser: Parser, value: Any, at: str) -> Test:
    """Whose card it is."""
    return seat_test(parser.word(value, at, SEATS, "seat"), "owner")


def compile_controller(parser: Parser, value: Any, at: str) -> Test:
    """Who commands it."""
    word = parser.word(value, at, SEATS, "seat")
    return seat_test(word, "controller", foreign=parser.vocabulary.neutral_is_foreign)


def seat_test(word: str, attribute: str, *, foreign: bool = False) -> Test:
    """Whether an object's seat is the one that the word means; what is nobody's is everybody's, or `foreign` to all.

    The owner or controller is written only where it is not the seat of the zone.
    """
    if word not in ("you", "opponent"):
        return anything
    own = word == "you"
    nobodys = own is not foreign

    def test(_table: Any, scope: Scope, place: Place) -> bool:
        seat: Any = getattr(place.object, attribute, UNSET)
        if not isinstance(seat, int):
            seat = place.seat
        return nobodys if seat is None else (seat == scope.player) is own

    return test


def compile_type(parser: Parser, value: Any, at: str) -> Test:
    """Which card type, or one of several."""
    wanted = frozenset(parser.words(value, at, parser.vocabulary.types, "type"))

    def test(table: Any, _scope: Scope, place: Place) -> bool:
        key = place.object.card
        return (table.card(place.object) if key is None else table.cards[key]).type in wanted

    return test


def compile_name(parser: Parser, value: Any, at: str) -> Test:
    """Which card."""
    key = parser.card_key(value, at)
    return lambda table, _scope, place: table.card(place.object).key == key


def compile_keyword(parser: Parser, value: Any, at: str) -> Test:
    """Which keyword it has: printed or gained; a static ability reads what is printed."""
    from .lasting import has_keyword, prints_keyword  # noqa: PLC0415 - lasting asks selectors

    word = parser.word(value, at, parser.vocabulary.keywords, "keyword")
    has = prints_keyword if parser.static else parser.vocabulary.bears or has_keyword
    return lambda table, _scope, place: has(table, place, word)


def compile_is(parser: Parser, value: Any, at: str) -> Test:
    """It is one of those that were named or chosen earlier."""
    of = parser.target(value, at)
    return lambda table, scope, place: {"object": place.object.id} in of(table, scope)


def compile_filter(parser: Parser, word: str, value: Any, at: str) -> Test:
    """A word of the game's own."""
    from .amounts import compile_value  # noqa: PLC0415 - amounts ask selectors

    known = parser.vocabulary.filters[word]
    argument = compile_value(parser, known.kind, known.words, value, at)
    test = known.test
    return lambda table, scope, place: test(table, scope, place, argument)


COMPILERS: dict[str, Callable[[Parser, Any, str], Test]] = {
    "any": compile_any,
    "all": compile_all,
    "not": compile_not,
    "owner": compile_owner,
    "controller": compile_controller,
    "type": compile_type,
    "name": compile_name,
    "keyword": compile_keyword,
    "stat": compile_stat,
    "counters": compile_counters,
    "is": compile_is,
}
