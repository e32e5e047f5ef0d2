"""Amounts: a number, or what is counted, read and reckoned when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import pointer

from .ability import Amount
from .limits import MAX_NUMBER
from .selectors import compile_selector

if TYPE_CHECKING:
    from .parse import Parser

ARITHMETIC: dict[str, Callable[[list[int]], int]] = {
    "add": sum,
    "sub": lambda values: values[0] - sum(values[1:]),
    "mul": lambda values: values[0] * values[1],
    "min": min,
    "max": max,
}
VARIABLES: dict[str, Amount] = {
    "that": lambda _table, scope: scope.that,
    "x": lambda _table, scope: scope.x,
}
READING = ("stat", "counters")
WORDS = ("count", *READING, *ARITHMETIC, "half")
MOST = 2**31


def compile_amount(parser: Parser, value: Any, at: str, least: int | None = None) -> Amount:
    """A number, a variable that the game has, or an object with one word (`stat` and `counters` say `of` whom)."""
    parser.node(at)
    if type(value) is int:
        constant = parser.number(value, at, -MAX_NUMBER if least is None else least)
        return lambda _table, _scope: constant
    known = parser.vocabulary.variables
    if isinstance(value, str) and value in known:
        return bounded(VARIABLES[value], least)
    if not isinstance(value, dict):
        words = ", ".join(("a whole number", *known))
        raise parser.refuse("wrong_type", at, f"An amount is {words}, or an object with one word.")
    return bounded(compile_word(parser, value, at), least)


def bounded(amount: Amount, least: int | None) -> Amount:
    """An amount that stays within the numbers of a state, and is not below nothing where none may be."""
    fewest = -MOST if least is None or least < 0 else 0
    return lambda table, scope: max(fewest, min(MOST, amount(table, scope)))


def compile_word(parser: Parser, value: dict[str, Any], at: str) -> Amount:
    """An amount that is not a plain number."""
    own = parser.vocabulary.amounts
    word = next((word for word in value if word in READING or word == "half"), None)
    if word == "half":
        return compile_half(parser, parser.parts(value, at, ("half", "round"), whole="half"), at)
    if word is not None:
        return compile_reading(parser, word, parser.parts(value, at, (word, "of"), whole=word), at)
    word, part, place = parser.one_word(value, at, (*WORDS, *own), "An amount")
    if word in own:
        return compile_own(parser, word, part, place)
    if word == "count":
        selector = compile_selector(parser, part, place, counted=True)
        return selector.count
    return compile_arithmetic(parser, word, part, place)


def compile_arithmetic(parser: Parser, word: str, value: Any, at: str) -> Amount:
    """Sum, difference, product, the smaller or the greater."""
    items = parser.sequence(value, at, 2 if word == "mul" else 8, 2 if word in ("mul", "sub") else 1)
    parts = parser.each(parser.amount, items, at)
    combine = ARITHMETIC[word]
    return lambda table, scope: combine([amount(table, scope) for amount in parts])


def compile_half(parser: Parser, document: dict[str, Any], at: str) -> Amount:
    """`{half: amount, round: up | down}`."""
    amount, rounding = parser.every(
        lambda: parser.amount(document["half"], pointer(at, "half")),
        lambda: parser.word(document["round"], pointer(at, "round"), ("up", "down"), "rounding"),
    )
    up = rounding == "up"
    return lambda table, scope: (amount(table, scope) + up) // 2


def compile_reading(parser: Parser, word: str, document: dict[str, Any], at: str) -> Amount:
    """`{stat: attack, of: target}` or `{counters: poison, of: target}`: of the first of them, else 0."""
    known = parser.vocabulary.counters if word == "counters" else readers(parser)
    name, of = parser.every(
        lambda: parser.word(document[word], pointer(at, word), known, word),
        lambda: parser.target(document["of"], pointer(at, "of")),
    )
    read = known[name]

    def amount(table: Any, scope: Any) -> int:
        for ref in of(table, scope):
            place = table.places.get(ref.get("object"))
            if place is not None:
                return read(table, place)
        return 0

    return amount


def readers(parser: Parser) -> Any:
    """How stats are read: a static ability reads what is printed, so that no two of them can chase each other."""
    return parser.vocabulary.printed if parser.static else parser.vocabulary.reads


def compile_own(parser: Parser, word: str, value: Any, at: str) -> Amount:
    """An amount of the game's own."""
    known = parser.vocabulary.amounts[word]
    argument = compile_value(parser, known.kind, known.words, value, at)
    count = known.count
    return lambda table, scope: count(table, scope, argument)


def compile_value(parser: Parser, kind: str, words: tuple[str, ...], value: Any, at: str) -> Any:
    """The argument of a word of the game's own, checked by its kind."""
    if kind in ("word", "words"):
        return parser.word(value, at, words) if kind == "word" else parser.words(value, at, words)
    plain: dict[str, Callable[[Any, str], Any]] = {
        "number": parser.number,
        "flag": parser.flag,
        "card": parser.card_key,
        "text": parser.text,
        "target": parser.target,
    }
    if kind in plain:
        return plain[kind](value, at)
    if value is not True:
        raise parser.refuse("wrong_type", at, "This word takes true.")
    return True
