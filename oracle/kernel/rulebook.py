"""Rulebooks: clauses with stable ids, rulings with their options, and the code that cites them."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

from msgspec import Struct, convert

from .yaml import read

Fn = TypeVar("Fn", bound=Callable[..., Any])
Words = str | dict[str, str]


class Chapter(Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of the rulebook."""

    id: str
    title: Words


class Clause(Struct, kw_only=True, forbid_unknown_fields=True):
    """One obligation of the rulebook, in our own words; `source` is its place in the book."""

    id: str
    kind: str
    text: Words
    source: str = ""


class Ruling(Struct, kw_only=True, forbid_unknown_fields=True):
    """A question that the rulebook leaves open, and the answer; `option` is the switch, if any."""

    id: str
    question: Words
    ruling: Words
    answers: list[Words] = []
    why: Words = ""
    option: str | list[str] | None = None


class Option(Struct, kw_only=True, forbid_unknown_fields=True):
    """A switch of a match: its values (or type and bounds), its default, the ruling behind it."""

    default: Any
    text: Words
    ruling: str | None = None
    values: list[Any] | None = None
    type: str | None = None
    min: int | None = None
    max: int | None = None
    nullable: bool = False


class Document(Struct, kw_only=True, forbid_unknown_fields=True):
    """The file `rulebook.yaml` of a game."""

    game: str
    prefix: str
    name: Words
    languages: list[str]
    edition: str
    chapters: list[Chapter]
    clauses: list[Clause]
    rulings: list[Ruling]
    options: dict[str, Option]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's rulebook, ready to be asked."""

    document: Document
    clauses: dict[str, Clause]
    rulings: dict[str, Ruling]

    @property
    def game(self) -> str:
        """The game's key."""
        return self.document.game

    @property
    def options(self) -> dict[str, Option]:
        """The switches of a match by name."""
        return self.document.options

    def has(self, rule: str) -> bool:
        """Whether a clause or ruling of this id exists."""
        return rule in self.clauses or rule in self.rulings

    def order(self, rule: str) -> tuple[int, int]:
        """A sorting key: clauses in the book's order, then rulings."""
        positions = POSITIONS.setdefault(id(self), {})
        if not positions:
            positions.update({rule: i for i, rule in enumerate((*self.clauses, *self.rulings))})
        return (0, positions.get(rule, len(positions)))


POSITIONS: dict[int, dict[str, int]] = {}


def say(words: Words, language: str = "en") -> str:
    """Words in that language, in English where it lacks them; of none there are none."""
    if isinstance(words, str):
        return words
    return words.get(language) or words.get("en") or next(iter(words.values()), "")


def load_rulebook(path: Traversable) -> Rulebook:
    """Read a rulebook file; raises `ValueError` for one that is not well formed."""
    reading = read(path.read_text("utf-8"))
    if reading.faults:
        fault = reading.faults[0]
        raise ValueError(f"{path.name}, line {reading.marks.get(fault.at)}: {fault.message}")
    document = convert(reading.value, Document)
    clauses = {clause.id: clause for clause in document.clauses}
    rulings = {ruling.id: ruling for ruling in document.rulings}
    if len(clauses) + len(rulings) != len(document.clauses) + len(document.rulings):
        raise ValueError(f"{path.name}: an id is used twice")
    return Rulebook(document, clauses, rulings)


@dataclass(frozen=True, slots=True)
class Citation:
    """The clauses that a function carries out, and what it answers when it is silenced."""

    rules: tuple[str, ...]
    otherwise: Any = None


def carries(*rules: str, otherwise: Any = None) -> Callable[[Fn], Fn]:
    """Tie a function to the clauses it carries out; `otherwise` is its answer when silenced."""

    def bind(function: Fn) -> Fn:
        function.cites = Citation(rules, otherwise)  # type: ignore[attr-defined]
        return function

    return bind


def carriers(package: str) -> Iterator[tuple[Callable[..., Any], Citation]]:
    """Every function of a package (its loaded modules) that carries out clauses."""
    for name, module in sorted(sys.modules.items()):
        if name != package and not name.startswith(package + "."):
            continue
        for _, function in inspect.getmembers(module, inspect.isfunction):
            citation = getattr(function, "cites", None)
            if citation is not None and function.__module__ == name:
                yield function, citation
