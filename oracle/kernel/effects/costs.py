"""Costs: what is paid, in the order in which it is written; an unknown cost is refused, never free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import pointer

from .ability import Cost
from .steps import compile_primitive

if TYPE_CHECKING:
    from .parse import Parser


def compile_costs(parser: Parser, value: Any, at: str) -> tuple[Cost, ...]:
    """What is paid, in the order in which it is written; an unknown cost is refused, never free."""
    return tuple(compile_cost(parser, item, pointer(at, i)) for i, item in enumerate(parser.sequence(value, at, 8)))


def compile_cost(parser: Parser, value: Any, at: str) -> Cost:
    """One cost: a word alone, or a word with its amount."""
    document = {value: True} if isinstance(value, str) else value
    known = parser.vocabulary.payments
    word, part, place = parser.one_word(document, at, (*known, *parser.vocabulary.costs), "A cost")
    parser.node(at)
    if word not in known:
        parser.number(part, place, 0)
        return Cost(word, lambda _table, _scope: True, lambda _table, _frame: None, document)
    primitive = known[word]
    if part is True and not primitive.parameters:
        part = {}
    pay, arguments = compile_primitive(parser, primitive, part, place)
    can = primitive.can or (lambda _table, _scope, **_arguments: True)
    return Cost(word, lambda table, scope: can(table, scope, **arguments(table, scope)), pay, document)
