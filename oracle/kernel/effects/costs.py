"""Costs: what is paid, in the order in which it is written; an unknown cost is refused, never free."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import pointer

from .ability import Cost, Ref, Selector, Target
from .selectors import compile_selector
from .steps import compile_primitive

if TYPE_CHECKING:
    from .parse import Parser
    from .vocabulary import Primitive


def compile_costs(parser: Parser, value: Any, at: str) -> tuple[Cost, ...]:
    """What is paid, in the order in which it is written; an unknown cost is refused, never free."""
    return tuple(parser.each(partial(compile_cost, parser), parser.sequence(value, at, 8), at))


def compile_cost(parser: Parser, value: Any, at: str) -> Cost:
    """One cost: a word alone, a word with its amount, or a step that is done as the price."""
    document = {value: True} if isinstance(value, str) else value
    known = parser.vocabulary.payments
    words = dict.fromkeys((*known, *parser.vocabulary.costs, *parser.vocabulary.prices))
    refuse_other_steps(parser, document, at, words)
    word, part, place = parser.one_word(document, at, words, "A cost")
    if parser.vocabulary.is_price(word, part):
        primitive = parser.vocabulary.primitives[word]
        parser.node(at, primitive.weight)
        return compile_price(parser, primitive, part, place, document)
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


def refuse_other_steps(parser: Parser, document: Any, at: str, words: Iterable[str]) -> None:
    """Refuse a step that is no cost, in games in which others are."""
    steps = (*parser.vocabulary.primitives, *parser.vocabulary.controls) if parser.vocabulary.prices else ()
    for word in document if isinstance(document, dict) else ():
        if word in steps and word not in words:
            message = f"{word} is nothing that can be paid: a cost is done at once, with all its choices made before."
            raise parser.refuse("not_a_cost", pointer(at, word), message)


# -- steps as a price ------------------------------------------------------------------------------


def compile_price(parser: Parser, primitive: Primitive, part: Any, at: str, document: dict[str, Any]) -> Cost:
    """A step that is done as the price, with what is chosen for it: `{choose: selector, n: how many}`."""
    parser.paying = paying = Paying(primitive)
    try:
        pay, arguments = compile_primitive(parser, primitive, part, at)
    finally:
        parser.paying = None
    own = part == "self" or (isinstance(part, dict) and part.get("to") == "self")
    can = primitive.can or (lambda _table, _scope, **_arguments: True)
    return Cost(
        primitive.name, lambda table, scope: can(table, scope, **arguments(table, scope)), pay, document,
        step=True, own=own, targets=tuple(paying.targets),
    )  # fmt: skip


@dataclass(slots=True)
class Paying:
    """The step that is compiled as a price, and the choices found in it."""

    primitive: Primitive
    targets: list[Target] = field(default_factory=list)

    def chooses(self, parser: Parser, value: Any, at: str) -> Callable[[Any, Any], list[Ref]]:
        """Objects that are chosen to pay with, always so many."""
        document = parser.parts(value, at, ("choose",), ("n",), "A price")
        found, number = parser.every(
            lambda: compile_selector(parser, document["choose"], pointer(at, "choose"), chosen=True),
            lambda: parser.number(document.get("n", 1), pointer(at, "n"), 1, 20),
        )
        name = free_name(parser)
        written = {"as": name, "choose": document["choose"], "min": number, "max": number}
        self.targets.append(Target(name, fitting(found, self.primitive), number, number, written))
        return lambda _table, scope: scope.bound.get(name, [])


def free_name(parser: Parser) -> str:
    """A name for what is chosen to pay with, which nothing else in the ability has."""
    name = next(name for i in range(1, 100) if (name := f"price_{i}") not in parser.bound)
    parser.bound.add(name)
    return name


def fitting(found: Selector, primitive: Primitive) -> Selector:
    """Those of the found objects that the step can be paid with."""
    fits = primitive.fits
    if fits is None:
        return found
    test = found.test
    return Selector(found.zones, lambda table, scope, p: fits(table, scope, p) and test(table, scope, p), found.keep)
