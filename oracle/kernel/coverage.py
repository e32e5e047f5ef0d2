"""Which code carries which clause, and which scenarios exercise it: as data and as a table.

A carrier is a piece of a game that names the clauses behind it: a requirement of an action, a
function tied to clauses by `carries`, a word of the game's card language, an action type.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from .rulebook import carriers, say

if TYPE_CHECKING:
    from .game import Game

Kind = Literal["requirement", "function", "word", "action"]
NO_RULE = "flavor-nonrule"


@dataclass(frozen=True, slots=True)
class Carrier:
    """A piece of code that names clauses; `thing` is the requirement, function or word itself."""

    kind: Kind
    name: str
    rules: tuple[str, ...]
    thing: Any


class Row(Struct, kw_only=True, frozen=True):
    """What stands behind one clause: the names of its carriers, the ids of its scenarios."""

    rule: str
    kind: str
    text: str
    code: list[str]
    scenarios: list[str]

    @property
    def bare(self) -> bool:
        """Whether a clause that is a rule has neither code nor scenarios."""
        return self.kind != NO_RULE and not self.code and not self.scenarios


def carriers_of(game: Game[Any, Any]) -> list[Carrier]:
    """Everything in a game that names clauses, in the order of its tables."""
    return [*requirements_of(game), *functions_of(game), *words_of(game), *actions_of(game)]


def requirements_of(game: Game[Any, Any]) -> Iterator[Carrier]:
    """The requirements, each once, named by the action types that have it."""
    users: dict[int, list[str]] = {}
    found: dict[int, Any] = {}
    for action in game.actions:
        for requirement in action.requirements:
            found[id(requirement)] = requirement
            users.setdefault(id(requirement), []).append(action.name)
    for key, requirement in found.items():
        where = users[key][0] if len(users[key]) == 1 else f"{len(users[key])} actions"
        yield Carrier("requirement", f"{requirement.name} ({where})", requirement.rules, requirement)


def functions_of(game: Game[Any, Any]) -> Iterator[Carrier]:
    """The functions of the game's package that are tied to clauses."""
    package = str(sys.modules[game.state_type.__module__].__package__)
    for function, citation in carriers(package):
        module = function.__module__.removeprefix(f"{package}.")
        yield Carrier("function", f"{module}.{function.__name__}", citation.rules, function)


def words_of(game: Game[Any, Any]) -> Iterator[Carrier]:
    """The words that the game gives the card language."""
    words = game.vocabulary
    for name, primitive in words.primitives.items():
        yield Carrier("word", f"primitive {name}", primitive.rules, primitive)
    for kind, table in (("event", words.events), ("stat", words.stats), ("keyword", words.keywords)):
        for name, rules in table.items():
            yield Carrier("word", f"{kind} {name}", rules, None)


def actions_of(game: Game[Any, Any]) -> Iterator[Carrier]:
    """The action types that name clauses besides their requirements."""
    for action in game.actions:
        if action.rules:
            yield Carrier("action", f"action {action.name}", action.rules, action)


def coverage(game: Game[Any, Any], scenarios: Mapping[str, Iterable[str]]) -> list[Row]:
    """One row a clause, in the rulebook's order; `scenarios` lists by clause the ids of those that name it."""
    code: dict[str, list[str]] = {}
    for carrier in carriers_of(game):
        for rule in carrier.rules:
            code.setdefault(rule, []).append(carrier.name)
    return [
        Row(
            rule=clause.id,
            kind=clause.kind,
            text=say(clause.text),
            code=code.get(clause.id, []),
            scenarios=sorted(scenarios.get(clause.id, ())),
        )
        for clause in game.rulebook.clauses.values()
    ]


def strangers(game: Game[Any, Any]) -> list[tuple[str, str]]:
    """Carriers that name a clause which the rulebook has not, with that clause."""
    return [
        (carrier.name, rule) for carrier in carriers_of(game) for rule in carrier.rules if not game.rulebook.has(rule)
    ]


def as_table(rows: Iterable[Row], width: int = 72) -> str:
    """The report as lines: clause, scenarios, code."""
    lines = [f"{'clause':<10}{'scenarios':>10}  code"]
    for row in rows:
        code = ", ".join(row.code) or ("not a rule" if row.kind == NO_RULE else "-")
        lines.append(
            f"{row.rule:<10}{len(row.scenarios):>10}  {code if len(code) <= width else code[: width - 1] + '…'}"
        )
    return "\n".join(lines)
