"""Declared targets: who can be chosen, how many, under which name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import pointer

from .ability import Target
from .selectors import compile_choice
from .whereabouts import declare

if TYPE_CHECKING:
    from .parse import Parser

MAX_TARGETS = 4


def compile_targets(parser: Parser, value: Any, at: str) -> tuple[Target, ...]:
    """The declared targets, each with a name that steps can use."""
    items = parser.sequence(value, at, MAX_TARGETS)
    return tuple(compile_target(parser, item, pointer(at, i)) for i, item in enumerate(items))


def compile_target(parser: Parser, value: Any, at: str) -> Target:
    """One declared target."""
    document = parser.record(value, at, ("as", "choose", "min", "max"))
    for part in ("as", "choose"):
        if part not in document:
            raise parser.missing(at, part, "A target")
    choose = compile_choice(parser, document["choose"], pointer(at, "choose"))
    least, most = compile_range(parser, document, at)
    name = parser.name(document["as"], pointer(at, "as"))
    declare(parser, name, document["choose"], pointer(at, "choose"))
    return Target(name, choose, least, most, document)


def compile_range(parser: Parser, document: dict[str, Any], at: str) -> tuple[int, int]:
    """How many are chosen, at least and at most: one where nothing is said."""
    least = parser.number(
        document.get("min", min(1, document["max"]) if type(document.get("max")) is int else 1),
        pointer(at, "min"),
        0,
        20,
    )
    most = parser.number(document.get("max", max(1, least)), pointer(at, "max"), max(1, least), 20)
    return least, most
