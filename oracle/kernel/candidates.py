"""Candidates for actions: parameter by parameter, each cut off as soon as a requirement that reads it is broken.

A requirement says which parameters it `reads`. It is asked as soon as they are chosen, so a card
that cannot be paid for is never tried on its targets. What is judged is the same requirement that
`check` asks of a whole action; a draft of the action stands in for it while it is put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .decisions import Part, holds
from .errors import Undetermined

if TYPE_CHECKING:
    from .decisions import Action, ActionType, Requirement
    from .table import Table

MANY = 2_000

Domain = Callable[[Any, Any], Iterable[Any]]


class Draft:
    """An action being put together: its player, and the parameters chosen so far.

    `thing` is the object that was found for its first parameter, for tests to look at first.
    """

    player: int | str
    thing: Any = None

    def __init__(self, player: int | str) -> None:
        self.player = player

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class Level:
    """One parameter: its candidates, and the requirements that can be asked once it is chosen.

    `part` says that candidates are objects. `apart` says that neither they nor the requirements
    hang on anything chosen before: then they are worked out once.
    """

    name: str
    part: Part | None
    domain: Domain
    requirements: tuple[Requirement, ...]
    apart: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """How candidates of one action type are found: requirements of no parameter, then its levels.

    Requirements that every candidate meets by the way it is found (`given`) are in neither.
    """

    kind: ActionType
    first: tuple[Requirement, ...]
    levels: tuple[Level, ...]


def plan(kind: ActionType) -> Plan:
    """The plan of an action type, made once."""
    parts = [key if isinstance(key, Part) else None for key, _ in kind.domains]
    names = [key.name if isinstance(key, Part) else key for key, _ in kind.domains]
    asked: list[list[Requirement]] = [[] for _ in names]
    first: list[Requirement] = []
    for requirement in kind.requirements:
        reads = names if requirement.reads is None else [name for name in requirement.reads if name in names]
        if requirement.given:
            continue
        if requirement.who or (not reads and kind.proposes is None):
            first.append(requirement)
        elif kind.proposes is None:
            asked[max(names.index(name) for name in reads)].append(requirement)
    levels = tuple(
        Level(name, part, domain, tuple(own), name in kind.apart and all(r.reads == (name,) for r in own))
        for name, part, (_, domain), own in zip(names, parts, kind.domains, asked, strict=True)
    )
    return Plan(kind, tuple(first), levels)


def worth(kind: ActionType, moment: str) -> bool:
    """Whether candidates of this type are worth proposing at such a moment."""
    if kind.actor == "chance" or moment == "chance":
        return kind.actor == moment
    return kind.aside if moment == "aside" else not kind.moments or moment in kind.moments


def proposed(table: Table[Any, Any], kind: ActionType, actor: int | str) -> list[Action]:
    """The legal ones among candidates that a type proposes itself."""
    of_candidate = [r for r in kind.requirements if not r.who and not r.given]
    candidates = list(every(table, kind, actor))
    if len(candidates) > MANY:
        table.tried(len(candidates))
    return [candidate for candidate in candidates if holds(of_candidate, table, candidate)]


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
    key, domain = kind.domains[depth]
    name = key.name if isinstance(key, Part) else key
    for found in list(domain(table, draft)):
        draft.__dict__[name] = key.value(found) if isinstance(key, Part) else found
        yield from combined(table, kind, draft, depth + 1)
    draft.__dict__.pop(name, None)
