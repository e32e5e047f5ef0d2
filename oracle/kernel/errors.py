"""What the oracle answers with, and what it raises.

Verdicts are answers: `Violation`, `Verdict` and `DeckVerdict` travel in documents. Exceptions say
that a question could not be asked or a change could not be made; each carries the facts that an
API needs to explain itself.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType


class Fault(Struct, kw_only=True, frozen=True):
    """One thing that is wrong in a document; `at` is a JSON pointer into it."""

    code: str
    at: str
    message: str
    data: dict[str, Any] = {}


class Violation(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """One clause that an action or a deck breaks, with the facts (`data`) behind it."""

    code: str
    rule: str | None
    message: str
    data: dict[str, Any] | UnsetType = UNSET
    at: str | UnsetType = UNSET


class OracleError(Exception):
    """The root of everything that the oracle raises on purpose."""


class Faulty(OracleError):
    """A document that is refused; `faults` names everything that is wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.at or '/'}: {fault.message}" for fault in faults[:5]))
        self.faults = faults


class InvalidState(Faulty):
    """A state of the wrong shape, or one that no match can reach."""


class MalformedAction(Faulty):
    """A document that is no action: a parameter is missing, unknown or of the wrong kind."""


class InvalidSetup(Faulty):
    """A start request that cannot be carried out."""


class InvalidCards(Faulty):
    """Card definitions that the linter refuses."""


class IllegalAction(OracleError):
    """An action that breaks the rules; `violations` lists every clause."""

    def __init__(self, violations: list[Violation]) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations


class ScriptError(IllegalAction):
    """Forced outcomes that cannot be: impossible, or not all used."""


class Undetermined(OracleError):
    """The answer hangs on a hidden part; `depends_on` says on what, safely for the asking seat."""

    def __init__(self, depends_on: list[str]) -> None:
        super().__init__("; ".join(depends_on))
        self.depends_on = depends_on
        self.thing: Any = None


class HiddenStateNeeded(OracleError):
    """A seeded state lacks a hidden part that the action needs; `pointers` names it."""

    def __init__(self, pointers: list[str]) -> None:
        super().__init__("hidden parts are needed: " + ", ".join(pointers))
        self.pointers = pointers


class BudgetExceeded(OracleError):
    """More work than one call may do; `code` says which budget, `abilities` name the loop."""

    def __init__(self, code: str, limit: int, abilities: list[str]) -> None:
        super().__init__(f"{code}: more than {limit} steps")
        self.code = code
        self.limit = limit
        self.abilities = abilities


class EditionNotServed(OracleError):
    """A state of a rules edition that this oracle does not know."""

    def __init__(self, asked: str, served: list[str]) -> None:
        super().__init__(f"edition {asked} is not served; served: {', '.join(served)}")
        self.asked = asked
        self.served = served


class UnknownSet(OracleError):
    """A card set that this oracle does not have."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"no card set {name}; known: {', '.join(known)}")
        self.name = name
        self.known = known
