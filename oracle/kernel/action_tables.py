"""What can be done in a game: its action types by name and record, and the code that is written out from them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from .candidates import Plan, plan, worth
from .decisions import Action, ActionType, Requirement
from .enumeration import Lister, lister
from .judges import Judge, judge


class ActionTables:
    """A game's action types, looked up in every way that the kernel asks for them; each is worked out once."""

    def __init__(self, kinds: tuple[ActionType, ...]) -> None:
        self.kinds = kinds
        self.proposals = Proposals(kinds)
        self.listers = Listers(self.proposals)
        self.citations: dict[tuple[Any, ...], list[str]] = {}
        """The clauses of requirements met together, sorted once; there are as many as a type has uses."""

    @cached_property
    def by_name(self) -> dict[str, ActionType]:
        """The action types by name, in the digest's order."""
        return {kind.name: kind for kind in self.kinds}

    @cached_property
    def by_record(self) -> dict[type[Action], ActionType]:
        """The action types by record."""
        return {kind.record: kind for kind in self.kinds}

    @cached_property
    def cited(self) -> dict[type[Action], tuple[Requirement, ...]]:
        """What a legal action of a type cites: its requirements, gates apart."""
        return {kind.record: tuple(r for r in kind.requirements if not r.gate) for kind in self.kinds}

    @cached_property
    def judged(self) -> dict[type[Any], tuple[Judge, ActionType]]:
        """Whether an action is legal for certain, and its type, by its record."""
        return {kind.record: (judge(kind), kind) for kind in self.kinds}


class Proposals(dict[str, tuple[Plan, ...]]):
    """How to find the actions that are worth proposing, by moment.

    A moment is the type of the decision, `aside` for a seat that does not decide, or `chance`.
    """

    def __init__(self, kinds: tuple[ActionType, ...]) -> None:
        self.kinds = kinds

    def __missing__(self, moment: str) -> tuple[Plan, ...]:
        """Make the plans of a moment that is met for the first time."""
        self[moment] = made = tuple(plan(kind) for kind in self.kinds if worth(kind, moment))
        return made


class Listers(dict[str, Lister]):
    """The functions that list the legal actions of one actor, by moment."""

    def __init__(self, proposals: Proposals) -> None:
        self.proposals = proposals

    def __missing__(self, moment: str) -> Lister:
        """Write the function of a moment that is met for the first time."""
        self[moment] = made = lister(self.proposals[moment])
        return made
