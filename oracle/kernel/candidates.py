"""Candidates for actions: parameter by parameter, each cut off as soon as a requirement that reads it is broken.

A requirement says which parameters it `reads`. It is asked as soon as they are chosen, so a card
that cannot be paid for is never tried on its targets. What is judged is the same requirement that
`check` asks of a whole action; a draft of the action stands in for it while it is put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import Undetermined

if TYPE_CHECKING:
    from .decisions import Action, ActionType, Requirement
    from .table import Table

Test = Callable[[Any, Any], Any]

GATES: dict[tuple[Any, ...], int] = {}
"""The sequences of gates in use: types behind the same gates ask them once."""


class Draft:
    """An action being put together: its player, and the parameters chosen so far."""

    player: int | str

    def __init__(self, player: int | str) -> None:
        self.player = player

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class Level:
    """One parameter: its candidates, the tests that can be asked once it is chosen.

    `apart` says that neither hangs on anything chosen before: then they are worked out once.
    """

    name: str
    domain: Callable[[Any, Any], Iterable[Any]]
    tests: tuple[Test, ...]
    apart: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """How candidates of one action type are found: gates, tests of the whole, then its levels."""

    kind: ActionType
    gates: tuple[Test, ...]
    key: int
    first: tuple[Test, ...]
    levels: tuple[Level, ...]


def plan(kind: ActionType) -> Plan:
    """The plan of an action type, made once."""
    order = [name for name, _ in kind.domains]
    depth = {name: i for i, name in enumerate(order)}
    tests: list[list[Requirement]] = [[] for _ in order]
    first: list[Test] = []
    for requirement in kind.requirements:
        if requirement.gate and requirement.who:
            continue
        reads = order if requirement.reads is None else [name for name in requirement.reads if name in depth]
        if requirement.who or (not reads and kind.proposes is None):
            first.append(requirement.test)
        elif kind.proposes is not None:
            continue
        elif not requirement.given:
            tests[max(depth[name] for name in reads)].append(requirement)
    levels = tuple(
        Level(name, domain, tuple(r.test for r in asked), name in kind.apart and all(r.reads == (name,) for r in asked))
        for (name, domain), asked in zip(kind.domains, tests, strict=True)
    )
    gates = tuple(r for r in kind.requirements if r.gate and r.who)
    return Plan(kind, tuple(r.test for r in gates), GATES.setdefault(gates, len(GATES)), tuple(first), levels)


def passes(tests: Iterable[Test], table: Table[Any, Any], draft: Any) -> bool:
    """Whether no test is broken and none hangs on what is hidden."""
    try:
        for test in tests:
            answer = test(table, draft)
            if answer is not True and answer is not None:
                return False
    except Undetermined:
        return False
    return True


def legal_of(table: Table[Any, Any], made: Plan, draft: Any, asked: dict[int, bool], found: list[Action]) -> None:
    """Add the legal actions of one type; `asked` remembers what the gates said from type to type."""
    is_open = asked.get(made.key)
    if is_open is None:
        is_open = asked[made.key] = passes(made.gates, table, draft)
    if not is_open or (made.first and not passes(made.first, table, draft)):
        return
    if made.kind.proposes is not None:
        found += proposed(table, made, draft.player)
    elif not made.levels:
        found.append(made.kind.record(player=draft.player))
    elif len(made.levels) == 1:
        level = made.levels[0]
        record, player, name = made.kind.record, draft.player, level.name
        for value in allowed(table, level, draft):
            found.append(record(player=player, **{name: value}))
    else:
        fill(table, made, draft, 0, [None] * len(made.levels), found)


def fill(table: Table[Any, Any], made: Plan, draft: Any, depth: int, worked: list[Any], found: list[Action]) -> None:
    """Choose the parameter of this depth in every way that its tests allow, then the next."""
    level = made.levels[depth]
    values = worked[depth]
    if values is None:
        values = allowed(table, level, draft)
        if level.apart:
            worked[depth] = values
    last = depth + 1 == len(made.levels)
    record = made.kind.record
    chosen = draft.__dict__
    for value in values:
        chosen[level.name] = value
        if last:
            found.append(record(**chosen))
        else:
            fill(table, made, draft, depth + 1, worked, found)
    chosen.pop(level.name, None)


def allowed(table: Table[Any, Any], level: Level, draft: Any) -> list[Any]:
    """The values of a parameter that its tests allow."""
    if not level.tests:
        try:
            return list(level.domain(table, draft))
        except Undetermined:
            return []
    values = []
    chosen, name, tests = draft.__dict__, level.name, level.tests
    try:
        for value in level.domain(table, draft):
            chosen[name] = value
            if passes(tests, table, draft):
                values.append(value)
    except Undetermined:
        pass
    chosen.pop(name, None)
    return values


def proposed(table: Table[Any, Any], made: Plan, actor: int | str) -> list[Action]:
    """The legal ones among candidates that a type proposes itself."""
    of_candidate = [r.test for r in made.kind.requirements if not r.who and not r.given]
    candidates = list(every(table, made.kind, actor))
    return [candidate for candidate in candidates if passes(of_candidate, table, candidate)]


# -- all of them, legal or not ---------------------------------------------------------------------


def every(table: Table[Any, Any], kind: ActionType, actor: int | str) -> Iterator[Action]:
    """All candidates of a type, as far as they can be named in this state."""
    try:
        if kind.proposes is not None:
            yield from kind.proposes(table, actor)
        else:
            yield from combined(table, kind, Draft(actor), 0)
    except Undetermined:
        return


def combined(table: Table[Any, Any], kind: ActionType, draft: Any, depth: int) -> Iterator[Action]:
    """Every combination of the parameters from this depth on."""
    if depth == len(kind.domains):
        yield kind.record(**draft.__dict__)
        return
    name, domain = kind.domains[depth]
    for value in list(domain(table, draft)):
        draft.__dict__[name] = value
        yield from combined(table, kind, draft, depth + 1)
    draft.__dict__.pop(name, None)
