"""Simple requirements written in place: their condition as code, where a call would cost more than the answer.

A requirement that consists of conditions and one answer (no loops, no further functions inside) is
read from its own source and put into the text of a list or judge. What it calls it still calls. One
that is not so simple is called as a whole.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import lru_cache
from threading import Lock
from types import CodeType
from typing import Any

from .source import Source

LOOPS = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Await, ast.Yield)
REFUSALS = (ast.Dict,)


PARSING = Lock()
"""Held while a tree is made: Python 3.11 fails with a `SystemError` where threads make several at once."""


def parse(text: str, mode: str = "exec") -> Any:
    """The tree of a text."""
    with PARSING:
        return ast.parse(text, mode=mode)


class NotSimpleError(Exception):
    """A function that is called as it is."""


def condition(source: Source, function: Callable[..., Any], names: tuple[str, ...]) -> str | None:
    """The condition that a requirement is kept or does not concern; `None` where it has to be called.

    `names` are what its parameters are called in the text.
    """
    try:
        tree = parsed(function)
        parameters = [argument.arg for argument in tree.args.args]
        if len(parameters) != len(names):
            return None
        known: dict[str, ast.expr] = {own: ast.Name(name) for own, name in zip(parameters, names, strict=True)}
        return ast.unparse(ast.fix_missing_locations(kept(Writer(source, function, known), tree.body)))
    except NotSimpleError:
        return None


@lru_cache(maxsize=1024)
def parsed(function: Callable[..., Any]) -> ast.FunctionDef:
    """The source of a function that is nothing but a few conditions.

    One that carries out a clause is not read: a test of ours silences it by its code. Neither is one
    whose source is not what runs, for a file can change under a program.
    """
    if hasattr(function, "cites") or hasattr(function, "__wrapped__"):
        raise NotSimpleError
    tree, code = written_at(function.__code__.co_filename).get(function.__code__.co_firstlineno, (None, None))
    if tree is None or code is None or shape(code) != shape(function.__code__):
        raise NotSimpleError
    if tree.args.kwonlyargs or tree.args.vararg or tree.args.kwarg or tree.args.defaults:
        raise NotSimpleError
    if any(isinstance(node, LOOPS) for statement in tree.body for node in ast.walk(statement)):
        raise NotSimpleError
    return tree


def shape(code: CodeType) -> tuple[Any, ...]:
    """What a function's code does, wherever it stands."""
    return code.co_name, code.co_code, code.co_consts, code.co_names, code.co_varnames, code.co_freevars


@lru_cache(maxsize=256)
def written_at(path: str) -> dict[int, tuple[ast.FunctionDef, CodeType]]:
    """The functions of a module with their code, by the line in which each begins."""
    text = "".join(linecache.getlines(path))
    try:
        tree, whole = parse(text), compile(text, path, "exec", dont_inherit=True)
    except SyntaxError:
        return {}
    codes = {code.co_firstlineno: code for code in codes_in(whole)}
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    lines = ((min([node.lineno, *(one.lineno for one in node.decorator_list)]), node) for node in nodes)
    return {line: (node, codes[line]) for line, node in lines if line in codes}


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions inside."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from codes_in(part)


# -- statements ------------------------------------------------------------------------------------


def kept(writer: Writer, body: list[ast.stmt]) -> ast.expr:
    """The condition that these statements answer yes, or that nothing is concerned."""
    if not body:
        raise NotSimpleError
    first, rest = body[0], body[1:]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return kept(writer, rest)
    if isinstance(first, ast.Return) and first.value is not None:
        return answer(writer, first.value)
    if isinstance(first, ast.Assign) and len(first.targets) == 1 and isinstance(first.targets[0], ast.Name):
        return with_variable(writer, first.targets[0].id, first.value, rest)
    if isinstance(first, ast.If) and not first.orelse and isinstance(first.body[0], ast.Return):
        test, told = writer.written(first.test), first.body[0].value
        if isinstance(told, ast.Constant) and told.value in (None, True):
            return ast.BoolOp(ast.Or(), [test, kept(writer, rest)])
        if isinstance(told, REFUSALS) or (isinstance(told, ast.Constant) and told.value is False):
            return ast.BoolOp(ast.And(), [ast.UnaryOp(ast.Not(), test), kept(writer, rest)])
    raise NotSimpleError


def with_variable(writer: Writer, name: str, value: ast.expr, rest: list[ast.stmt]) -> ast.expr:
    """The condition of the statements behind an assignment: a path is written out again, what is worked out is kept."""
    written = writer.written(value)
    if is_path(value):
        writer.known[name] = written
        return kept(writer, rest)
    writer.known[name] = ast.Name(f"its_{name}")
    worked_out = ast.Compare(ast.NamedExpr(ast.Name(f"its_{name}"), written), [ast.IsNot()], [ast.Constant(value=...)])
    return ast.BoolOp(ast.And(), [worked_out, kept(writer, rest)])


def is_path(value: ast.expr) -> bool:
    """Whether an expression only follows fields: it can be written again wherever its name stands."""
    while isinstance(value, ast.Attribute):
        value = value.value
    return isinstance(value, ast.Name)


def answer(writer: Writer, value: ast.expr) -> ast.expr:
    """The condition that this answer is yes, or that nothing is concerned."""
    if isinstance(value, (*REFUSALS, ast.Constant)):
        return ast.Constant(value=isinstance(value, ast.Constant) and (value.value is True or value.value is None))
    if isinstance(value, ast.IfExp):
        test = writer.written(value.test)
        return ast.IfExp(test, answer(writer, value.body), answer(writer, value.orelse))
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or) and isinstance(value.values[-1], REFUSALS):
        left = value.values[:-1]
        whole = left[0] if len(left) == 1 else ast.BoolOp(ast.Or(), left)
        if is_yes_or_no(whole):
            return writer.written(whole)
        return ast.Compare(writer.written(whole), [ast.Is()], [ast.Constant(value=True)])
    if is_yes_or_no(value):
        return writer.written(value)
    return writer.asked(value)


def is_yes_or_no(value: ast.expr) -> bool:
    """Whether an expression is true or false, and nothing else."""
    if isinstance(value, ast.BoolOp):
        return all(map(is_yes_or_no, value.values))
    return isinstance(value, ast.Compare) or (isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not))


# -- names -----------------------------------------------------------------------------------------


class Writer(ast.NodeTransformer):
    """Puts the names of the text in the place of a function's own."""

    def __init__(self, source: Source, function: Callable[..., Any], known: dict[str, ast.expr]) -> None:
        self.source = source
        self.known = known
        scope = inspect.getclosurevars(function)
        self.outer = {**scope.globals, **scope.nonlocals}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A parameter, something of the function's module or its surroundings, or a builtin."""
        if node.id in self.known:
            return deepcopy(self.known[node.id])
        if node.id in self.outer:
            return ast.Name(self.source.call(self.outer[node.id], "own"))
        if hasattr(builtins, node.id):
            return node
        raise NotSimpleError

    def written(self, value: ast.expr) -> ast.expr:
        """An expression with the names of the text."""
        found: ast.expr = self.visit(deepcopy(value))
        return found

    def asked(self, value: ast.expr) -> ast.expr:
        """Any other answer is looked at as a caller would."""
        told = ast.unparse(ast.fix_missing_locations(self.written(value)))
        judged: ast.expr = parse(f"((kept := ({told})) is True or kept is None)", "eval").body
        return judged
