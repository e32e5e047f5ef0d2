"""Branches of an ability: blocks that are gone on with, and the questions that say which."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from oracle.kernel.shapes import pointer

from .ability import Cost, Do, Point, Run, Seats
from .asking import asks, refer
from .seats import seats_of
from .sharing import can_be_paid, leave_enough, wants_of

if TYPE_CHECKING:
    from oracle.kernel.table import Table

    from .parse import Parser


def branch(frame: Do, block: int) -> Do:
    """A frame for a block of the ability that `frame` resolves."""
    return Do(
        player=frame.player, source=frame.source, card=frame.card, ability=frame.ability,
        block=block, bound=dict(frame.bound), that=frame.that, x=frame.x, hidden=frame.hidden,
    )  # fmt: skip


def ask(point: int, made: Point) -> Run:
    """Ask at this point."""

    def run(table: Any, frame: Do) -> None:
        asks(table, frame, point, made)

    return run


def asked(
    parser: Parser, what: str, picks: Callable[[Table[Any, Any], Any], list[Any]], **fields: Any
) -> tuple[str, list[Run]]:
    """A point of the language's own: the name that it binds, and the step that asks."""
    name = f"_{len(parser.points)}"
    made = Point(what=what, name=name, picks=picks, **fields)
    return name, [ask(parser.point(made), made)]


def choose_branch(name: str, blocks: dict[Any, int | None]) -> Run:
    """Go on with the block that belongs to what was picked."""

    def run(table: Any, frame: Do) -> None:
        picked = frame.bound.get(name) or [None]
        block = blocks.get(picked[0])
        if block is not None:
            table.push(branch(frame, block))

    return run


def go_on(block: int) -> Run:
    """Go on with a block."""

    def run(table: Any, frame: Do) -> None:
        table.push(branch(frame, block))

    return run


def offer(parser: Parser, costs: tuple[Cost, ...], then: int, other: int | None) -> list[Run]:
    """Ask whether a cost is paid; pay it and go on, or not."""

    def answers(table: Any, scope: Any) -> list[Any]:
        return [True, False] if can_be_paid(table, scope, costs) else [False]

    name, runs = asked(parser, "pay", answers)

    def agreed(step: Run) -> Run:
        def run(table: Any, frame: Do) -> None:
            if frame.bound.get(name) == [True]:
                step(table, frame)

        return run

    paying = [*choices_to_pay(parser, costs), *(cost.pay for cost in costs)]
    return [*runs, *map(agreed, paying), choose_branch(name, {True: then, False: other})]


def choices_to_pay(parser: Parser, costs: tuple[Cost, ...]) -> list[Run]:
    """The steps that ask, before anything is paid, for each thing that is paid with, one by one."""
    targets = [target for cost in costs for target in cost.targets]
    steps: list[Run] = []
    for mine, target in enumerate(targets):
        zones = getattr(target.choose, "zones", ())
        secret = any(zone in parser.vocabulary.hidden for zone in zones)

        def picks(table: Any, scope: Any, mine: int = mine) -> list[Any]:
            found = leave_enough(wants_of(table, scope, costs), mine)
            return [thing if isinstance(thing, int) else UNSET for thing in found]

        for _ in range(target.min):
            name, runs = asked(parser, "choose", picks, refers=refer, secret=secret)
            steps += [*runs, gathered(name, target.name, secret=secret)]
    return steps


def gathered(name: str, into: str, *, secret: bool) -> Run:
    """What was picked joins what was picked before it for the same price."""

    def run(_table: Any, frame: Do) -> None:
        frame.bound = {**frame.bound, into: [*frame.bound.get(into, []), *frame.bound[name]]}
        if secret and into not in frame.hidden:
            frame.hidden = [*frame.hidden, into]

    return run


def who(parser: Parser, document: dict[str, Any], at: str) -> Seats | None:
    """The seat that decides: a word for seats, or somebody chosen earlier; the ability's own where nothing is said."""
    if "who" not in document:
        return None
    value, place = document["who"], pointer(at, "who")
    if isinstance(value, str) and value in parser.bound:
        return lambda _table, scope: [ref["player"] for ref in scope.bound.get(value, []) if "player" in ref]
    return seats_of(parser.word(value, place, ("you", "opponent"), "seat"))
