"""What may stand in a `Cost:` and in the costs in front of a sentence (MM-21.34, MM-R28, MM-R29)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from oracle.kernel.effects.ability import Cost
from oracle.kernel.effects.costs import compile_cost
from oracle.kernel.effects.limits import Refused
from oracle.kernel.effects.parse import Parser
from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault, pointer

from .costs import MOVING
from .energy import read_cost
from .records import Record

ON_THE_MANTLE = ("tap", "chain", "sacrifice")
OF_OTHERS = ("bearer", "attacked_player")
NUMBERS = ("discard", "unshifted")


def read_price(parser: Parser, record: Record, at: str) -> tuple[Cost, ...]:
    """The parts of a Cost sentence that can be compiled; the faults of the others are noted."""
    place, found = f"{at}/play_cost", []
    parser.begin(static=False)
    for i, part in enumerate(record.play_cost):
        with suppress(Refused):
            found.append(compile_cost(parser, part, pointer(place, i)))
    parser.close(place)
    return tuple(found)


def check_price(record: Record, price: Sequence[Cost], at: str) -> list[Fault]:
    """A Cost is paid before its card is on the Mantle: the card does nothing for it, and nothing is done to it."""
    found = check_words(price, at)
    for i, part in enumerate(record.play_cost):
        found += [
            fault("not_here", pointer(at, i), f"{word} stands in front of a sentence of the card.", rule="MM-21.34")
            for word, value in part.items()
            if word in ON_THE_MANTLE and not isinstance(value, dict)
        ]
        found += [
            fault(
                "not_here", pointer(at, i), "A Cost is paid before the card itself can be spoken of.", rule="MM-21.34"
            )
            for word in part.values()
            if speaks_of_itself(word)
        ]
    if record.play_cost and record.type == "chant":
        found.append(fault("not_here", at, "A Chant has no Cost sentence.", rule="MM-21.34"))
    unread = [text for text in energies(record.play_cost) if not isinstance(text, str) or read_cost(text) is None]
    return found + [fault("bad_cost", at, f"{text} is no Energy.", rule="MM-R28") for text in unread]


def speaks_of_itself(value: Any) -> bool:
    """Whether a price is done to the card itself, or to what only a card on the Mantle knows."""
    to = value.get("to") if isinstance(value, dict) else value
    return isinstance(to, str) and to in ("self", *OF_OTHERS)


def check_words(costs: Sequence[Cost], at: str) -> list[Fault]:
    """What is paid in cards or Unshifted Energy is a whole number; the card itself goes once."""
    found = []
    for cost in costs:
        number = next((cost.document[word] for word in NUMBERS if word in cost.document and not cost.step), 1)
        if type(number) is not int or number < 1:
            found.append(fault("out_of_range", at, f"{cost.word} is paid with a whole number of at least 1."))
    return found


def check_front(costs: Sequence[Cost], at: str) -> list[Fault]:
    """In front of a sentence the card itself is given once."""
    found = check_words(costs, at)
    going = [cost for cost in costs if cost.word == "sacrifice" or (cost.own and cost.word in MOVING)]
    if len(going) > 1:
        found.append(fault("too_many", at, "The card itself can be given once.", rule="MM-R29"))
    return found


def energies(document: Any) -> list[Any]:
    """Every Energy that is written in an ability."""
    if isinstance(document, list):
        return [text for part in document for text in energies(part)]
    if not isinstance(document, dict):
        return []
    found = [text for part in document.values() for text in energies(part)]
    for word in ("energy", "chain", "sacrifice", "gain"):
        value = document.get(word)
        if value is not None and not isinstance(value, dict):
            found.append(value)
    return found
