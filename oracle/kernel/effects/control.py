"""Control words of the card language: branches, repetitions, choices while an effect resolves.

A branch is a block of its ability. A control word pushes a frame for it; the ability's own frame
waits below and goes on behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oracle.kernel.errors import BudgetExceeded
from oracle.kernel.shapes import pointer

from .ability import Do, Each, Point, Repeat, Run
from .asking import pick_of, refer
from .branches import ask, asked, branch, choose_branch, go_on, offer, parts, who
from .costs import compile_costs
from .limits import MAX_REPEAT
from .searching import compile_reveal, compile_search
from .selectors import compile_choice
from .steps import compile_block, compile_branch, compile_duration
from .targets import compile_range
from .whereabouts import declare

if TYPE_CHECKING:
    from .parse import Parser


# -- branches --------------------------------------------------------------------------------------


def compile_if(parser: Parser, value: Any, at: str) -> list[Run]:
    """`if: {is: condition, then: steps, else: steps}`."""
    document = parts(parser, value, at, ("is", "then"), ("else",))
    condition = parser.condition(document["is"], pointer(at, "is"))
    then = compile_branch(parser, document["then"], pointer(at, "then"))
    other = compile_branch(parser, document["else"], pointer(at, "else")) if "else" in document else None

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
    blocks: dict[Any, int | None] = {
        key: compile_branch(parser, steps, pointer(at, key if named else int(key) - 1)) for key, steps in items
    }
    keys = list(blocks)
    name, runs = asked(parser, "mode", lambda _table, _scope: keys, says=dict(items))
    return [*runs, choose_branch(name, blocks)]


def compile_may(parser: Parser, value: Any, at: str) -> list[Run]:
    """`may: steps`, or `{who, do: steps, else: steps}`: somebody says whether they are done."""
    if isinstance(value, list):
        value, inner = {"do": value}, at
    else:
        inner = pointer(at, "do")
    document = parts(parser, value, at, ("do",), ("else", "who"))
    by = who(parser, document, at)
    then = compile_branch(parser, document["do"], inner)
    other = compile_branch(parser, document["else"], pointer(at, "else")) if "else" in document else None
    name, runs = asked(parser, "may", lambda _table, _scope: [True, False], by=by)
    return [*runs, choose_branch(name, {True: then, False: other})]


def compile_pay(parser: Parser, value: Any, at: str) -> list[Run]:
    """`pay: {cost, then, else}`: offered where the whole cost could be paid; refused, `else` is done."""
    document = parts(parser, value, at, ("cost", "then"), ("else",))
    costs = compile_costs(parser, document["cost"], pointer(at, "cost"))
    then = compile_branch(parser, document["then"], pointer(at, "then"))
    other = compile_branch(parser, document["else"], pointer(at, "else")) if "else" in document else None
    return offer(parser, costs, then, other)


# -- repetitions -----------------------------------------------------------------------------------


def compile_repeat(parser: Parser, value: Any, at: str) -> list[Run]:
    """`repeat: {times: amount, do: steps}`: the number is fixed at the start; more than a hundred is too much work."""
    document = parts(parser, value, at, ("times", "do"))
    said, place = document["times"], pointer(at, "times")
    most = parser.number(said, place, 1, MAX_REPEAT) if type(said) is int else MAX_REPEAT
    times = parser.amount(said, place)
    block = compile_branch(parser, document["do"], pointer(at, "do"), most)

    def run(table: Any, frame: Do) -> None:
        left = max(0, times(table, frame))
        if left > MAX_REPEAT:
            raise BudgetExceeded("effect_budget_exceeded", MAX_REPEAT, [f"{frame.card}/{frame.ability}"])
        table.push(Repeat(do=branch(frame, block), left=left))

    return [run]


def compile_for_each(parser: Parser, value: Any, at: str) -> list[Run]:
    """`for_each: {of: selector, as: name, do: steps}`: over those that are there at the start."""
    document = parts(parser, value, at, ("of", "as", "do"))
    of, most = compile_of(parser, document["of"], pointer(at, "of"))
    outer = set(parser.bound)
    name = parser.name(document["as"], pointer(at, "as"))
    declare(parser, name, document["of"], pointer(at, "of"))
    block = compile_branch(parser, document["do"], pointer(at, "do"), most)
    parser.bound = outer

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
    document = parts(parser, value, at, ("is", "do"))
    before = parser.until
    parser.until = compile_duration(parser, document["is"], pointer(at, "is"))
    block = compile_block(parser, document["do"], pointer(at, "do"))
    parser.until = before
    return [go_on(block)]


# -- choices and chance ----------------------------------------------------------------------------


def compile_choose(parser: Parser, value: Any, at: str) -> list[Run]:
    """`choose: {as, of, min, max, who, random}`: picked now, one by one; fewer where there are fewer."""
    document = parts(parser, value, at, ("as", "of"), ("min", "max", "who", "random"))
    by = who(parser, document, at)
    of = compile_choice(parser, document["of"], pointer(at, "of"))
    least, most = compile_range(parser, document, at)
    random = "random" in document and parser.flag(document["random"], pointer(at, "random"))
    zones = getattr(of, "zones", ())
    secret = any(zone in parser.vocabulary.hidden for zone in zones)
    name = parser.name(document["as"], pointer(at, "as"))
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
    blocks: dict[Any, int | None] = {
        side: compile_branch(parser, steps, pointer(at, side))
        for side, steps in document.items()
        if side in ("heads", "tails")
    }
    name, runs = asked(parser, "coin", lambda _table, _scope: ["heads", "tails"], by_chance=True)
    return [*runs, choose_branch(name, blocks)]


def compile_die(parser: Parser, value: Any, at: str) -> list[Run]:
    """`roll_die: {faces, results: [steps, …], then: steps}`: the k-th result, and `that` is the face."""
    document = parser.record(value, at, ("faces", "results", "then"))
    if "results" not in document and "then" not in document:
        raise parser.missing(at, "results", "roll_die")
    faces = parser.number(document.get("faces", 6), pointer(at, "faces"), 2, 100)
    results = parser.sequence(document.get("results", []), pointer(at, "results"), faces)
    place = pointer(at, "results")
    blocks: dict[Any, int | None] = {
        i + 1: compile_branch(parser, steps, pointer(place, i)) for i, steps in enumerate(results)
    }
    shown = list(range(1, faces + 1))
    name, runs = asked(parser, "die", lambda _table, _scope: shown, by_chance=True)
    runs += [keep_face(name), choose_branch(name, blocks)]
    if "then" in document:
        then = compile_branch(parser, document["then"], pointer(at, "then"))
        runs.append(go_on(then))
    return runs


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
