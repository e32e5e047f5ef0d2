"""Control words of the card language: branches, repetitions, choices while an effect resolves.

A branch is a block of its ability. A control word pushes a frame for it; the ability's own frame
waits below and goes on behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..shapes import pointer
from .ability import Do, Run

if TYPE_CHECKING:
    from .parse import Parser


def branch(frame: Do, block: int) -> Do:
    """A frame for a block of the ability that `frame` resolves."""
    return Do(
        player=frame.player, source=frame.source, card=frame.card, ability=frame.ability,
        block=block, bound=dict(frame.bound), that=frame.that,
    )  # fmt: skip


def compile_if(parser: Parser, value: Any, at: str) -> Run:
    """`if: {is: condition, then: steps, else: steps}`."""
    document = parser.record(value, at, {"is", "then", "else"})
    if "is" not in document or "then" not in document:
        raise parser.refuse("missing", at, "if needs is and then.")
    condition = parser.condition(document["is"], pointer(at, "is"))
    then = parser.block(document["then"], pointer(at, "then"))
    other = parser.block(document["else"], pointer(at, "else")) if "else" in document else None

    def run(table: Any, frame: Do) -> None:
        if condition(table, frame):
            table.push(branch(frame, then))
        elif other is not None:
            table.push(branch(frame, other))

    return run


def compile_repeat(parser: Parser, value: Any, at: str) -> Run:
    """`repeat: {times: amount, do: steps}`: the number is fixed at the start."""
    document = parser.record(value, at, {"times", "do"})
    if "times" not in document or "do" not in document:
        raise parser.refuse("missing", at, "repeat needs times and do.")
    times = parser.amount(document["times"], pointer(at, "times"))
    block = parser.block(document["do"], pointer(at, "do"))

    def run(table: Any, frame: Do) -> None:
        for _ in range(min(times(table, frame), MAX_REPEAT)):
            table.push(branch(frame, block))

    return run


MAX_REPEAT = 100

CONTROLS: dict[str, Callable[[Parser, Any, str], Run]] = {
    "if": compile_if,
    "repeat": compile_repeat,
}
