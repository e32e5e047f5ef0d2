"""Declared targets: who can be chosen, how many, under which name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import pointer

from .ability import Target
from .selectors import compile_choice
from .whereabouts import declare

if TYPE_CHECKING:
    from .parse import Parser

MAX_TARGETS = 4
MOST = 20


def compile_targets(parser: Parser, value: Any, at: str) -> tuple[Target, ...]:
    """The declared targets, each with a name that steps can use."""
    parser.blind = parser.blind or not isinstance(value, list) or len(value) > MAX_TARGETS
    return tuple(parser.each(partial(compile_target, parser), parser.sequence(value, at, MAX_TARGETS), at))


def compile_target(parser: Parser, value: Any, at: str) -> Target:
    """One declared target."""
    parser.blind = parser.blind or not isinstance(value, dict) or "as" not in value
    document = parser.parts(value, at, ("as", "choose"), ("min", "max"), "A target")
    choose, (least, most), name = parser.every(
        lambda: compile_choice(parser, document["choose"], pointer(at, "choose")),
        lambda: compile_range(parser, document, at),
        lambda: parser.name(document["as"], pointer(at, "as")),
    )
    declare(parser, name, document["choose"], pointer(at, "choose"))
    return Target(name, choose, least, most, value)


def compile_range(parser: Parser, document: dict[str, Any], at: str) -> tuple[int, int]:
    """How many are chosen, at least and at most: one where nothing is said."""
    said, most_said = document.get("min"), document.get("max")
    usual = min(1, most_said) if type(most_said) is int else 1
    fewest = said if type(said) is int and 0 <= said <= MOST else usual
    least, most = parser.every(
        lambda: parser.number(document.get("min", usual), pointer(at, "min"), 0, MOST),
        lambda: parser.number(document.get("max", max(1, fewest)), pointer(at, "max"), max(1, fewest), MOST),
    )
    return least, most
