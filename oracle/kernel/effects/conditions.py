"""Conditions: comparisons, what exists, when it is, what the game says, and their combinations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .ability import Condition
from .amounts import compile_value
from .comparing import COMPARISONS
from .selectors import compile_selector

if TYPE_CHECKING:
    from .parse import Parser

LOGIC = ("all", "any", "not")
WORDS = (*LOGIC, *COMPARISONS, "exists", "phase", "turn")
TURNS = ("you", "opponent")


def compile_condition(parser: Parser, value: Any, at: str) -> Condition:
    """An object with one word."""
    parser.node(at)
    own = parser.vocabulary.conditions
    word, part, place = parser.one_word(value, at, (*WORDS, *own), "A condition")
    if word in own:
        return compile_own(parser, word, part, place)
    if word in COMPARISONS:
        return compile_comparison(parser, word, part, place)
    return COMPILERS[word](parser, part, place)


def compile_own(parser: Parser, word: str, value: Any, at: str) -> Condition:
    """A condition of the game's own."""
    known = parser.vocabulary.conditions[word]
    argument = compile_value(parser, known.kind, known.words, value, at)
    test = known.test
    return lambda table, scope: test(table, scope, argument)


def compile_comparison(parser: Parser, word: str, value: Any, at: str) -> Condition:
    """Two amounts compared."""
    items = parser.sequence(value, at, 2, 2)
    left, right = parser.each(parser.amount, items, at)
    compare = COMPARISONS[word]
    return lambda table, scope: compare(left(table, scope), right(table, scope))


def compile_all(parser: Parser, value: Any, at: str) -> Condition:
    """All of several conditions."""
    parts = parts_of(parser, value, at)
    return lambda table, scope: all(part(table, scope) for part in parts)


def compile_any(parser: Parser, value: Any, at: str) -> Condition:
    """At least one of several conditions."""
    parts = parts_of(parser, value, at)
    return lambda table, scope: any(part(table, scope) for part in parts)


def parts_of(parser: Parser, value: Any, at: str) -> list[Condition]:
    """Several conditions."""
    return parser.each(parser.condition, parser.sequence(value, at, 8, 1), at)


def compile_not(parser: Parser, value: Any, at: str) -> Condition:
    """The opposite of a condition."""
    inner = parser.condition(value, at)
    return lambda table, scope: not inner(table, scope)


def compile_exists(parser: Parser, value: Any, at: str) -> Condition:
    """Something is there."""
    selector = compile_selector(parser, value, at, counted=True)
    return lambda table, scope: selector.count(table, scope) > 0


def compile_phase(parser: Parser, value: Any, at: str) -> Condition:
    """It is one of these phases."""
    phases = frozenset(parser.words(value, at, parser.vocabulary.phases, "phase"))
    return lambda table, _scope: table.state.phase in phases


def compile_turn(parser: Parser, value: Any, at: str) -> Condition:
    """Whose turn it is."""
    own = parser.word(value, at, TURNS, "seat") == "you"
    return lambda table, scope: (table.state.active == scope.player) is own


COMPILERS: dict[str, Callable[[Parser, Any, str], Condition]] = {
    "all": compile_all,
    "any": compile_any,
    "not": compile_not,
    "exists": compile_exists,
    "phase": compile_phase,
    "turn": compile_turn,
}
