"""What differs between two deck lists, for people."""

from __future__ import annotations

from typing import Any

from registry.lists import Record

WORDS = ("name", "author", "description", "format", "tags", "sets")


def differences(old: Record, new: Record) -> dict[str, Any]:
    """Tell which words, options and cards changed; each card with its copies before and after."""
    words = {name: {"from": getattr(old, name), "to": getattr(new, name)} for name in WORDS}
    options = {name: _pair(old.options, new.options, name) for name in [*old.options, *new.options]}
    sections = list(dict.fromkeys([*old.sections, *new.sections]))
    changes = {section: _cards(old, new, section) for section in sections}
    return {
        "words": _moved(words),
        "options": _moved(options),
        "sections": {section: cards for section, cards in changes.items() if cards},
    }


def _cards(old: Record, new: Record, section: str) -> list[dict[str, Any]]:
    before, names = _counts(old, section)
    after, later = _counts(new, section)
    every = list(dict.fromkeys([*before, *after]))
    told = [{"card": card, "name": (names | later).get(card), **_pair(before, after, card, 0)} for card in every]
    return [each for each in told if each["from"] != each["to"]]


def _counts(record: Record, section: str) -> tuple[dict[str, int], dict[str, str | None]]:
    counts: dict[str, int] = {}
    lines = record.sections.get(section, [])
    for line in lines:
        counts[line.card] = counts.get(line.card, 0) + line.count
    return counts, {line.card: line.name for line in lines}


def _pair(old: dict[str, Any], new: dict[str, Any], name: str, absent: Any = None) -> dict[str, Any]:
    return {"from": old.get(name, absent), "to": new.get(name, absent)}


def _moved(pairs: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {name: pair for name, pair in pairs.items() if pair["from"] != pair["to"]}
