"""What differs between two revisions of a deck, in words that stand on a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .naming import titled

Pair = Mapping[str, Any]
LISTS = frozenset({"tags", "sets"})
LONG = "description"
MARKS = ("Added", "Removed", "More", "Fewer")
COUNTED = {
    "Added": "{} card{s} added",
    "Removed": "{} card{s} removed",
    "More": "more copies of {} card{s}",
    "Fewer": "fewer copies of {} card{s}",
}


class Move(NamedTuple):
    """What happened to a card in a section: a mark, and the rest in words."""

    mark: str
    told: str
    section: str


class Word(NamedTuple):
    """What is said about the deck otherwise than before; a long text stands in paragraphs."""

    title: str
    old: str
    new: str
    is_long: bool


def compared(difference: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that the template says about a difference between two revisions."""
    moves = [*moved(difference["sections"])]
    words = [*reworded(difference)]
    return {
        "old": difference["from"],
        "new": difference["to"],
        "moves": moves,
        "words": words,
        "summary": summary(moves, words),
        "several": len(difference["sections"]) > 1,
    }


def moved(sections: Mapping[str, Any]) -> Iterator[Move]:
    """What happened to the cards, those that came first."""
    found = [move(titled(section), each) for section, cards in sections.items() for each in cards]
    return iter(sorted(found, key=lambda each: MARKS.index(each.mark)))


def move(section: str, card: Pair) -> Move:
    """What happened to one card."""
    name, old, new = card["name"] or card["card"], card["from"], card["to"]
    if not old or not new:
        return Move("Removed" if old else "Added", f"{old or new} × {name}", section)
    return Move("More" if new > old else "Fewer", f"{name}: {new} instead of {old}", section)


def reworded(difference: Mapping[str, Any]) -> Iterator[Word]:
    """What is said about the deck otherwise than before."""
    for name, pair in difference["words"].items():
        written = joined if name in LISTS else said
        yield Word(titled(name), written(pair["from"]), written(pair["to"]), name == LONG)
    for name, pair in difference["options"].items():
        yield Word(titled(name), said(pair["from"]), said(pair["to"]), is_long=False)


def joined(entries: Any) -> str:
    """A list in one line."""
    return ", ".join(map(str, entries or ()))


def said(value: Any) -> str:
    """A value as people read it; nothing for what is not there."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def summary(moves: list[Move], words: list[Word]) -> str:
    """The difference in one sentence."""
    counts = Counter(each.mark for each in moves)
    parts = [COUNTED[mark].format(counts[mark], s="" if counts[mark] == 1 else "s") for mark in MARKS if counts[mark]]
    if words:
        parts.append(f"changed: {', '.join(each.title.lower() for each in words)}")
    told = "; ".join(parts) or "nothing differs"
    return f"{told[0].upper()}{told[1:]}."
