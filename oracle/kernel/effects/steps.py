"""Steps: primitives with their arguments, and blocks of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import nearest, pointer, shown

from .ability import Cause, Do, Ref, Run, Scope
from .amounts import compile_value
from .limits import MAX_DEPTH, Refused
from .seats import SEATS, compile_seats
from .selectors import compile_selector
from .whereabouts import check_reach

if TYPE_CHECKING:
    from oracle.kernel.table import Table

    from .parse import Parser
    from .vocabulary import Parameter, Primitive

Arguments = Callable[["Table[Any, Any]", Scope], dict[str, Any]]
Argument = Callable[["Table[Any, Any]", Scope], Any]


def compile_block(parser: Parser, value: Any, at: str) -> int:
    """A list of steps; returns the number of its block."""
    number = len(parser.blocks)
    parser.blocks.append(())
    parser.depth += 1
    try:
        if parser.depth > MAX_DEPTH:
            raise parser.refuse("too_deep", at, f"Deeper than {MAX_DEPTH} levels.")
        items = parser.sequence(value, at, least=1)
        declared = set(parser.bound)
        parser.blocks[number] = tuple(
            run for i, item in enumerate(items) for run in compile_step(parser, item, pointer(at, i))
        )
        if number:
            parser.bound = declared
    finally:
        parser.depth -= 1
    return number


def compile_branch(parser: Parser, value: Any, at: str, times: int = 1) -> int:
    """A block that need not be done, or is done several times."""
    sure, scale = parser.sure, parser.scale
    parser.sure = False
    parser.scale = scale * max(1, times)
    try:
        return compile_block(parser, value, at)
    finally:
        parser.sure, parser.scale = sure, scale


def compile_step(parser: Parser, value: Any, at: str) -> list[Run]:
    """One step: a primitive or a control word."""
    from .control import CONTROLS  # noqa: PLC0415 - control words hold blocks of steps

    try:
        primitives = parser.vocabulary.primitives
        word, arguments, place = parser.one_word(value, at, (*primitives, *parser.vocabulary.controls), "A step")
        if word in CONTROLS:
            parser.node(at)
            return CONTROLS[word](parser, arguments, place)
        primitive = primitives[word]
        parser.node(at, primitive.weight)
        run, _ = compile_primitive(parser, primitive, arguments, place)
    except Refused:
        return []
    note_causes(parser, primitive, arguments, at)
    return [run]


def note_causes(parser: Parser, primitive: Primitive, arguments: Any, at: str) -> None:
    """Remember the events that the step sets off, and whether on the card itself."""
    own = not isinstance(arguments, dict) or arguments.get("to", "self") == "self"
    parser.causes += [Cause(event, parser.sure, own, at) for event in primitive.causes]


def compile_primitive(parser: Parser, primitive: Primitive, value: Any, at: str) -> tuple[Run, Arguments]:
    """A primitive: what does it, and what evaluates its arguments."""
    document = arguments_of(parser, primitive, value, at)
    found: list[tuple[str, Argument]] = []
    given = {name: parameter for name, parameter in primitive.parameters.items() if name in document}
    made = parser.every(
        *(
            partial(compile_argument, parser, parameter, document[name], pointer(at, name) if document is value else at)
            for name, parameter in given.items()
        )
    )
    compiled = dict(zip(given, made, strict=True))
    for name, parameter in primitive.parameters.items():
        if name in document:
            found.append((name, compiled[name]))
        elif parameter.kind == "duration" and parser.until is not None:
            found.append((name, constant(parser.until)))
        elif parameter.default is not None:
            found.append((name, constant(parameter.default)))
        elif parameter.required:
            parser.missing(at, name, primitive.name)
    if primitive.numbered:
        found.append(("nth", constant(parser.numbered[primitive.name])))
        parser.numbered[primitive.name] += 1
    arguments = together(tuple(found))
    return run_primitive(primitive.does, arguments), arguments


def together(parts: tuple[tuple[str, Argument], ...]) -> Arguments:
    """What evaluates all arguments of a primitive; most have one or two."""
    if len(parts) == 1:
        ((name, argument),) = parts
        return lambda table, scope: {name: argument(table, scope)}
    if len(parts) == 2:
        (first, one), (second, other) = parts
        return lambda table, scope: {first: one(table, scope), second: other(table, scope)}
    return lambda table, scope: {name: argument(table, scope) for name, argument in parts}


def arguments_of(parser: Parser, primitive: Primitive, value: Any, at: str) -> dict[str, Any]:
    """The arguments by name; a bare value, of a cost a bare choice too, stands for the main one."""
    if parser.paying is not None and isinstance(value, dict) and "choose" in value and primitive.main is not None:
        return {primitive.main: value}
    if isinstance(value, dict) and (primitive.main is None or set(value) & set(primitive.parameters) or not value):
        return parser.record(value, at, primitive.parameters)
    if primitive.main is None:
        raise parser.refuse(
            "wrong_type",
            at,
            f"{primitive.name} takes an object with {', '.join(primitive.parameters) or 'nothing in it'}.",
        )
    if isinstance(value, dict) and primitive.parameters[primitive.main].kind != "amount":
        return parser.record(value, at, primitive.parameters)
    return {primitive.main: value}


def run_primitive(does: Callable[..., int | None], arguments: Arguments) -> Run:
    """The closure that evaluates the arguments and does the primitive."""

    def run(table: Any, frame: Do) -> None:
        much = does(table, frame, **arguments(table, frame))
        if much is not None:
            frame.that = much

    return run


def constant(value: Any) -> Argument:
    """An argument that is the same every time."""
    return lambda _table, _scope: value


def compile_argument(parser: Parser, parameter: Parameter, value: Any, at: str) -> Argument:
    """One argument, by its parameter's kind."""
    kind, words, least = parameter.kind, parameter.words, parameter.least
    if kind == "target" and parameter.zones:
        check_reach(parser, parameter.zones, value, at)
    if kind in ("amount", "target"):
        return parser.amount(value, at, least) if kind == "amount" else compile_reference(parser, value, at)
    if kind in ("select", "duration"):
        return constant(COMPILERS[kind](parser, value, at))
    if kind == "number" and least is not None:
        return constant(parser.number(value, at, least))
    if kind in ("keyword", "seat"):
        known = tuple(parser.vocabulary.keywords) if kind == "keyword" else words or SEATS
        return constant(parser.word(value, at, known, kind))
    return constant(compile_value(parser, kind, words, value, at))


def compile_lasting(parser: Parser, value: Any, at: str) -> dict[str, Any]:
    """A selector that an effect of the state keeps as it is written: of objects, or of seats."""
    if isinstance(value, dict) and "player" in value:
        compile_seats(parser, value, at)
    else:
        compile_selector(parser, value, at, chosen=True)
    return dict(value)


def compile_duration(parser: Parser, value: Any, at: str) -> str:
    """A word of the game's, or `{turns: n}` where it counts turns."""
    known = parser.vocabulary.durations
    if isinstance(value, dict) and "turns" in known:
        document = parser.record(value, at, ("turns",))
        if "turns" not in document:
            raise parser.missing(at, "turns", "A duration")
        return f"turns:{parser.number(document['turns'], pointer(at, 'turns'), 1, 99)}"
    return parser.word(value, at, [word for word in known if word != "turns"], "duration")


def compile_reference(parser: Parser, value: Any, at: str) -> Callable[[Any, Any], list[Ref]]:
    """Something named: a declared target, the subject of an event, one of the game's own words; of a cost a choice."""
    own = parser.vocabulary.targets
    if isinstance(value, dict) and parser.paying is not None:
        return parser.paying.chooses(parser, value, at)
    if isinstance(value, str) and value in own:
        return own[value]
    if isinstance(value, str) and value in parser.bound:
        return lambda _table, scope: scope.bound.get(value, [])
    if value == "self":
        return lambda _table, scope: [] if scope.source is None else [{"object": scope.source}]
    if parser.blind and isinstance(value, str) and value.isidentifier():
        raise Refused
    known = ["self", *parser.bound, *own]
    raise parser.refuse("undeclared_target", at, f"{shown(value)} was never declared. {nearest(value, known)}")


COMPILERS: dict[str, Callable[[Parser, Any, str], Any]] = {"select": compile_lasting, "duration": compile_duration}
