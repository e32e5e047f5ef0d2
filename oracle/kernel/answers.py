"""What the oracle answers with, as documents: decisions, lists, verdicts, explanations."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from .decisions import Actor
from .errors import Violation


class Decision(Struct, kw_only=True, omit_defaults=True, rename={"seat": "for"}):
    """Who must decide what now. `default` is the action that changes least, where there is one."""

    player: Actor
    type: str
    prompt: str
    source: int | None
    rule: str | None
    default: dict[str, Any] | None
    also: list[int] | UnsetType = UNSET
    min: int | UnsetType = UNSET
    max: int | UnsetType = UNSET
    chosen: list[Any] | UnsetType = UNSET
    of: str | UnsetType = UNSET
    seat: int | UnsetType = UNSET


class Listed(Struct, kw_only=True):
    """A legal action as a client gets it: sent back as it stands, a line for a button, clauses.

    Where two lines of a seat would read alike, each ends with the numbers of its objects, if it matters which it is.
    """

    action: dict[str, Any]
    label: str
    rules: list[str]


class Verdict(Struct, kw_only=True, omit_defaults=True):
    """What an action is, and by which clauses."""

    verdict: Literal["legal", "illegal", "undetermined"]
    violations: list[Violation]
    rules: list[str]
    depends_on: list[str] | UnsetType = UNSET
    met: list[dict[str, Any]] | UnsetType = UNSET


class Explanation(Struct, kw_only=True):
    """For one action type (and object): what is legal, or what stands in the way.

    `nearest` is the candidate that breaks the fewest requirements, the first of them in list
    order; `others` counts the candidates beside it.
    """

    type: str
    object: int | None
    legal: list[Listed]
    nearest: dict[str, Any] | None
    others: int


class DeckVerdict(Struct, kw_only=True):
    """Whether a deck may be played, and what is worth a word besides."""

    verdict: Literal["legal", "illegal"]
    violations: list[Violation]
    warnings: list[Violation]
    format: str
    rules: str
