"""Numbers of objects compared: within bounds, or the most extreme of several."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import pointer
from oracle.kernel.table import Place

from .ability import Keep, Scope, Test

if TYPE_CHECKING:
    from .parse import Parser

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "at_least": operator.ge,
    "at_most": operator.le,
    "more_than": operator.gt,
    "less_than": operator.lt,
    "equal": operator.eq,
}
BOUNDS = ("at_least", "at_most", "equal")
EXTREMES = ("highest", "lowest")


def anything(_table: Any, _scope: Scope, _place: Place) -> bool:
    """The test that everything passes."""
    return True


def all_of(tests: list[Test]) -> Test:
    """Several tests as one."""
    tests = [test for test in tests if test is not anything]
    if not tests:
        return anything
    if len(tests) == 1:
        return tests[0]
    one, more = tests[0], all_of(tests[1:])
    return lambda table, scope, place: one(table, scope, place) and more(table, scope, place)


def compile_stat(parser: Parser, value: Any, at: str) -> Test:
    """Stats compared: `{attack: {at_least: 3}}`."""
    return compile_numbers(parser, value, at, parser.vocabulary.printed if parser.static else parser.vocabulary.reads)


def compile_counters(parser: Parser, value: Any, at: str) -> Test:
    """Counters compared: `{poison: {at_least: 1}}`."""
    return compile_numbers(parser, value, at, parser.vocabulary.counters)


def compile_numbers(parser: Parser, value: Any, at: str, reads: Any) -> Test:
    """Numbers of an object within bounds."""
    document = parser.record(value, at, tuple(reads))
    found = parser.every(
        *(
            partial(compile_bounds, parser, bounds, pointer(at, name), reads.get(name))
            for name, bounds in document.items()
        )
    )
    tests = [test for some in found for test in some]
    if not tests:
        raise parser.refuse("too_few", at, "Expected a number to compare.")
    return all_of(tests)


def compile_bounds(parser: Parser, value: Any, at: str, read: Any) -> list[Test]:
    """One number of an object within bounds."""
    document = parser.record(value, at, BOUNDS)
    limits = parser.every(*(partial(parser.amount, amount, pointer(at, word)) for word, amount in document.items()))
    known = zip(document, limits, strict=True) if read is not None else ()
    return [number_test(read, COMPARISONS[word], limit) for word, limit in known if word in BOUNDS]


def number_test(read: Any, compare: Any, limit: Any) -> Test:
    """One number of an object against one bound."""
    return lambda table, scope, place: compare(read(table, place), limit(table, scope))


def compile_keep(parser: Parser, document: dict[str, Any], at: str) -> Keep | None:
    """`highest: attack`, `lowest: attack`: those whose number is the most extreme, ties all of them."""
    for word in EXTREMES:
        if word in document:
            reads = {
                **(parser.vocabulary.printed if parser.static else parser.vocabulary.reads),
                **parser.vocabulary.orders,
            }
            name = parser.word(document[word], pointer(at, word), reads, "stat")
            ordered = name in parser.vocabulary.orders
            return keep_extreme(reads[name], max if word == "highest" else min, with_scope=ordered)
    return None


def keep_extreme(read: Any, extreme: Any, *, with_scope: bool) -> Keep:
    """Those with the most extreme number."""

    def keep(table: Any, scope: Any, places: list[Place]) -> list[Place]:
        numbers = [read(table, scope, place) if with_scope else read(table, place) for place in places]
        best = extreme(numbers, default=0)
        return [place for place, number in zip(places, numbers, strict=True) if number == best]

    return keep
