"""Simple requirements written in place: their condition as code, where a call would cost more than the answer.

A requirement that consists of conditions and one answer (no loops, no further functions inside) is
read from its own source and put into the text of a list or judge. What it calls it still calls. One
that is not so simple is called as a whole.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from textwrap import dedent
from typing import Any

from .source import Source

LOOPS = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Await, ast.Yield)
REFUSALS = (ast.Dict,)


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

    One that carries out a clause is not read: a test of ours silences it by its code.
    """
    if hasattr(function, "cites") or hasattr(function, "__wrapped__"):
        raise NotSimpleError
    try:
        tree = ast.parse(dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError):
        raise NotSimpleError from None
    if not isinstance(tree, ast.FunctionDef) or tree.name != function.__name__:
        raise NotSimpleError
    if tree.args.kwonlyargs or tree.args.vararg or tree.args.kwarg or tree.args.defaults:
        raise NotSimpleError
    if any(isinstance(node, LOOPS) for statement in tree.body for node in ast.walk(statement)):
        raise NotSimpleError
    return tree


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
        return ast.parse(f"((kept := ({told})) is True or kept is None)", mode="eval").body
