"""The closed list of problems, and the exception that carries one to the client."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

SOURCE = Path(__file__).with_name("problems.yaml")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem: its stable code, its status, and what its page says."""

    code: str
    status: int
    title: str
    meaning: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong in a request, at a JSON pointer into it."""

    code: str
    detail: str
    at: str = ""
    data: dict[str, Any] | None = None
    problem: str = "invalid-request"
    place: str = "body"

    def under(self, path: str) -> Complaint:
        """The same complaint about a part of a larger document."""
        return Complaint(self.code, self.detail, path + self.at, self.data, self.problem, self.place)

    def document(self) -> dict[str, Any]:
        """How it travels: `in` tells a query or path parameter from a field of the body."""
        told: dict[str, Any] = {"pointer": self.at, "code": self.code, "detail": self.detail}
        if self.data:
            told["data"] = self.data
        if self.place != "body":
            told["in"] = self.place
        return told


@dataclass(eq=False)
class Problem(Exception):
    """Raised wherever a request cannot be served; one handler turns it into a document."""

    code: str
    detail: str
    errors: list[Complaint] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


def escaped(step: str) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return step.replace("~", "~0").replace("/", "~1")


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of problem that this service can answer with, by code."""
    rows = yaml.safe_load(SOURCE.read_text(encoding="utf-8"))
    return {code: Kind(code=code, **row) for code, row in rows.items()}
