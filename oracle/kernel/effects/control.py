"""Control words of the card language: branches, repetitions, choices while an effect resolves.

A branch is a block of its ability. A control word pushes a frame for it; the ability's own frame
waits below and goes on behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from oracle.kernel.errors import BudgetExceeded
from oracle.kernel.shapes import pointer

from .ability import Amount, Do, Each, Point, Repeat, Run
from .asking import pick_of, refer
from .branches import ask, asked, branch, choose_branch, go_on, offer, who
from .costs import compile_costs
from .limits import MAX_REPEAT
from .searching import compile_reveal, compile_search
from .selectors import compile_choice
from .steps import compile_block, compile_branch, compile_duration
from .targets import compile_range
from .whereabouts import declare

if TYPE_CHECKING:
    from .parse import Parser

MOST_FACES = 100


def both(parser: Parser, document: dict[str, Any], at: str, word: str) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """The branch under this word, and the one behind `else` where there is one."""
    return (
        lambda: compile_branch(parser, document[word], pointer(at, word)),
        lambda: compile_branch(parser, document["else"], pointer(at, "else")) if "else" in document else None,
    )


# -- branches --------------------------------------------------------------------------------------


def compile_if(parser: Parser, value: Any, at: str) -> list[Run]:
    """`if: {is: condition, then: steps, else: steps}`."""
    document = parser.parts(value, at, ("is", "then"), ("else",))
    condition, then, other = parser.every(
        lambda: parser.condition(document["is"], pointer(at, "is")), *both(parser, document, at, "then")
    )

    def run(table: Any, frame: Do) -> None:
        block = then if condition(table, frame) else other
        if block is not None:
            table.push(branch(frame, block))

    return [run]


def compile_choose_one(parser: Parser, value: Any, at: str) -> list[Run]:
    """`choose_one: [steps, …]`: decided as it resolves; `{key: steps, …}` gives the alternatives names."""
    if isinstance(value, dict):
        items = list(value.items())
        if not 2 <= len(items) <= 8:
            raise parser.refuse("too_few" if len(items) < 2 else "too_many", at, "A choice is between two to eight.")
    else:
        items = [(str(i + 1), steps) for i, steps in enumerate(parser.sequence(value, at, 8, 2))]
    named = isinstance(value, dict)
    blocks = branches(parser, {key: (steps, key if named else int(key) - 1) for key, steps in items}, at)
    keys = list(blocks)
    name, runs = asked(parser, "mode", lambda _table, _scope: keys, says=dict(items))
    return [*runs, choose_branch(name, blocks)]


def compile_may(parser: Parser, value: Any, at: str) -> list[Run]:
    """`may: steps`, or `{who, do: steps, else: steps}`: somebody says whether they are done."""
    if isinstance(value, list):
        by, then, other = None, compile_branch(parser, value, at), None
    else:
        document = parser.parts(value, at, ("do",), ("else", "who"))
        by, then, other = parser.every(lambda: who(parser, document, at), *both(parser, document, at, "do"))
    name, runs = asked(parser, "may", lambda _table, _scope: [True, False], by=by)
    return [*runs, choose_branch(name, {True: then, False: other})]


def compile_pay(parser: Parser, value: Any, at: str) -> list[Run]:
    """`pay: {cost, then, else}`: offered where the whole cost could be paid; refused, `else` is done."""
    document = parser.parts(value, at, ("cost", "then"), ("else",))
    costs, then, other = parser.every(
        lambda: compile_costs(parser, document["cost"], pointer(at, "cost")), *both(parser, document, at, "then")
    )
    return offer(parser, costs, then, other)


# -- repetitions -----------------------------------------------------------------------------------


def compile_repeat(parser: Parser, value: Any, at: str) -> list[Run]:
    """`repeat: {times: amount, do: steps}`: the number is fixed at the start; more than a hundred is too much work."""
    document = parser.parts(value, at, ("times", "do"))
    said, place = document.get("times"), pointer(at, "times")
    most = min(MAX_REPEAT, said) if type(said) is int else MAX_REPEAT
    times, block = parser.every(
        lambda: compile_times(parser, document["times"], place),
        lambda: compile_branch(parser, document["do"], pointer(at, "do"), most),
    )

    def run(table: Any, frame: Do) -> None:
        left = max(0, times(table, frame))
        if left > MAX_REPEAT:
            raise BudgetExceeded("effect_budget_exceeded", MAX_REPEAT, [f"{frame.card}/{frame.ability}"])
        table.push(Repeat(do=branch(frame, block), left=left))

    return [run]


def compile_times(parser: Parser, value: Any, at: str) -> Amount:
    """How often: a plain number within its bounds, or what is reckoned in play."""
    if type(value) is int:
        parser.number(value, at, 1, MAX_REPEAT)
    return parser.amount(value, at)


def compile_for_each(parser: Parser, value: Any, at: str) -> list[Run]:
    """`for_each: {of: selector, as: name, do: steps}`: over those that are there at the start."""
    document = parser.parts(value, at, ("of", "as", "do"))
    outer, blind = set(parser.bound), parser.blind
    parser.blind = blind or "as" not in document
    bounds = [1]

    def several() -> Any:
        of, bounds[0] = compile_of(parser, document["of"], pointer(at, "of"))
        return of

    def named() -> str:
        name = parser.name(document["as"], pointer(at, "as"))
        if "of" in document:
            declare(parser, name, document["of"], pointer(at, "of"))
        return name

    try:
        of, name, block = parser.every(
            several, named, lambda: compile_branch(parser, document["do"], pointer(at, "do"), bounds[0])
        )
    finally:
        parser.bound, parser.blind = outer, blind

    def run(table: Any, frame: Do) -> None:
        table.push(Each(do=branch(frame, block), name=name, left=of(table, frame)))

    return [run]


def compile_of(parser: Parser, value: Any, at: str) -> tuple[Any, int]:
    """Objects, seats, or those that were named or chosen; and how many they can be."""
    if isinstance(value, str):
        return parser.target(value, at), 20
    choice = compile_choice(parser, value, at)
    if isinstance(value, dict) and "player" in value:
        return choice, 8
    zones = getattr(choice, "zones", ()) or parser.vocabulary.table_zones
    return choice, sum(parser.vocabulary.cap(zone) for zone in zones)


def compile_until(parser: Parser, value: Any, at: str) -> list[Run]:
    """`until: {is: duration, do: steps}`: what the steps change lasts that long."""
    document = parser.parts(value, at, ("is", "do"))
    before = parser.until

    def lasting() -> None:
        parser.until = ""
        parser.until = compile_duration(parser, document["is"], pointer(at, "is"))

    try:
        _, block = parser.every(lasting, lambda: compile_block(parser, document["do"], pointer(at, "do")))
    finally:
        parser.until = before
    return [go_on(block)]


# -- choices and chance ----------------------------------------------------------------------------


def compile_choose(parser: Parser, value: Any, at: str) -> list[Run]:
    """`choose: {as, of, min, max, who, random}`: picked now, one by one; fewer where there are fewer."""
    parser.blind = parser.blind or not isinstance(value, dict) or "as" not in value
    document = parser.parts(value, at, ("as", "of"), ("min", "max", "who", "random"))
    by, of, (least, most), random, name = parser.every(
        lambda: who(parser, document, at),
        lambda: compile_choice(parser, document["of"], pointer(at, "of")),
        lambda: compile_range(parser, document, at),
        lambda: "random" in document and parser.flag(document["random"], pointer(at, "random")),
        lambda: parser.name(document["as"], pointer(at, "as")),
    )
    zones = getattr(of, "zones", ())
    secret = any(zone in parser.vocabulary.hidden for zone in zones)
    declare(parser, name, document["of"], pointer(at, "of"))
    made = Point(
        "choose", name, lambda t, s: [pick_of(r) for r in of(t, s)], least, most, by, refer, secret, by_chance=random
    )
    return [ask(parser.point(made), made)]


def compile_coin(parser: Parser, value: Any, at: str) -> list[Run]:
    """`flip_coin: {heads: steps, tails: steps}`, either of which may be left out."""
    document = parser.record(value, at, ("heads", "tails"))
    if not document:
        raise parser.missing(at, "heads", "flip_coin")
    sides = {side: (steps, side) for side, steps in document.items() if side in ("heads", "tails")}
    blocks = branches(parser, sides, at)
    name, runs = asked(parser, "coin", lambda _table, _scope: ["heads", "tails"], by_chance=True)
    return [*runs, choose_branch(name, blocks)]


def compile_die(parser: Parser, value: Any, at: str) -> list[Run]:
    """`roll_die: {faces, results: [steps, …], then: steps}`: the k-th result, and `that` is the face."""
    document = parser.record(value, at, ("faces", "results", "then"))
    if "results" not in document and "then" not in document:
        raise parser.missing(at, "results", "roll_die")
    place = pointer(at, "results")
    said = document.get("faces", 6)
    most = said if type(said) is int and 2 <= said <= MOST_FACES else MOST_FACES

    def results() -> dict[Any, int | None]:
        listed = parser.sequence(document.get("results", []), place, most)
        return branches(parser, {i + 1: (steps, i) for i, steps in enumerate(listed)}, place)

    faces, blocks, then = parser.every(
        lambda: parser.number(said, pointer(at, "faces"), 2, MOST_FACES),
        results,
        lambda: compile_branch(parser, document["then"], pointer(at, "then")) if "then" in document else None,
    )
    shown = list(range(1, faces + 1))
    name, runs = asked(parser, "die", lambda _table, _scope: shown, by_chance=True)
    runs += [keep_face(name), choose_branch(name, blocks)]
    if then is not None:
        runs.append(go_on(then))
    return runs


def branches(parser: Parser, written: dict[Any, tuple[Any, Any]], at: str) -> dict[Any, int | None]:
    """The blocks by what is picked, each from its steps and where they stand."""
    made = parser.every(
        *(partial(compile_branch, parser, steps, pointer(at, part)) for steps, part in written.values())
    )
    return dict(zip(written, made, strict=True))


def keep_face(name: str) -> Run:
    """The face that was rolled is "that much" for what follows."""

    def run(_table: Any, frame: Do) -> None:
        frame.that = frame.bound[name][0]

    return run


CONTROLS: dict[str, Callable[[Parser, Any, str], list[Run]]] = {
    "if": compile_if,
    "choose_one": compile_choose_one,
    "may": compile_may,
    "pay": compile_pay,
    "for_each": compile_for_each,
    "repeat": compile_repeat,
    "until": compile_until,
    "choose": compile_choose,
    "flip_coin": compile_coin,
    "roll_die": compile_die,
    "search": compile_search,
    "reveal": compile_reveal,
}
