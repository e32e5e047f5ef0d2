"""Who judges a deck: the oracle, seen through the few questions that the registry asks."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from registry.errors import Fault
from registry.lists import Line, Record
from registry.pointers import escaped


class Legality(msgspec.Struct, frozen=True):
    """A verdict on a deck under one rules edition."""

    verdict: str
    violations: list[dict[str, Any]]
    warnings: list[dict[str, Any]]
    rules: str

    def document(self) -> dict[str, Any]:
        """Give the verdict as plain data."""
        document: dict[str, Any] = msgspec.to_builtins(self)
        return document


class Judge(Protocol):
    """What the registry needs to know of the games."""

    def games(self) -> list[str]:
        """Give the keys of the games there are."""

    def basis(self, game: str) -> str:
        """Give what verdicts depend on besides the deck: another text means that they may differ."""

    def card_name(self, game: str, card: str, sets: list[str]) -> str | None:
        """Give the printed name of a card, or None when no such card is known."""

    def content_faults(self, game: str, kind: str, content: object) -> list[Fault]:
        """Tell what is wrong with `cards` or `maps` that somebody wants to register."""

    def verdict(self, deck: dict[str, Any], edition: str | None = None) -> Legality:
        """Judge a deck given as plain data, under the present edition or another one; raises EditionUnknown."""


def judged(judge: Judge, record: Record, edition: str | None = None) -> Legality:
    """Judge a record, and warn of cards that no longer bear the name they were kept with."""
    document = record.document()
    legality = judge.verdict(document) if edition is None else judge.verdict(document, edition)
    renamed = [warning for name, lines in record.sections.items() for warning in _renamed(judge, record, name)]
    return msgspec.structs.replace(legality, warnings=[*legality.warnings, *renamed])


def _renamed(judge: Judge, record: Record, section: str) -> list[dict[str, Any]]:
    lines = enumerate(record.sections[section])
    found = ((index, line, judge.card_name(record.game, line.card, record.sets)) for index, line in lines)
    return [
        _rename_warning(f"/sections/{escaped(section)}/{index}/name", line, now)
        for index, line, now in found
        if now is not None and line.name is not None and line.name != now
    ]


def _rename_warning(at: str, line: Line, now: str) -> dict[str, Any]:
    message = f"The card {line.card} was kept as {line.name} and is called {now} now."
    data = {"card": line.card, "kept": line.name, "now": now}
    return {"code": "card_renamed", "rule": None, "message": message, "data": data, "at": at}
