"""What the page of a deck shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Response, request

import oracle
from app.wire.languages import language
from app.wire.pages import page
from oracle import OracleError
from registry import RegistryError, forms

Words = dict[str, Any]

NOT_STATS = frozenset({"key", "code", "name", "type", "text", "flavour", "abilities"})


@dataclass(frozen=True, slots=True)
class Kept:
    """A deck that is in no registry: what a code holds."""

    record: Any
    legality: Any
    shown_id: str = ""
    revision: int = 0
    latest: int = 0
    visibility: str = "unlisted"
    locked: int = 0
    forked_from: None = None


def deck_page(kept: Any, parts: Any = None) -> Response:
    """The page of a deck, registered or read from a code; a registered one has parts elsewhere."""
    game = oracle.game(kept.record.game)
    response = page("deck.html", **shown(game, kept, language(request, game.languages)), parts=parts)
    if kept.visibility != "public":
        response.headers["X-Robots-Tag"] = "noindex"
    if kept.visibility == "private":
        response.headers["Cache-Control"] = "private, no-store"
    return response


def shown(game: Any, kept: Any, language: str) -> Words:
    """Everything that the template says about a registered deck."""
    record = kept.record
    sections = sections_of(game, record, language)
    legality = kept.legality
    return {
        "deck": record,
        "game": {"name": game.name, "url": f"/v1/games/{game.key}"},
        "id": kept.shown_id,
        "shown_id": kept.shown_id,
        "revision": kept.revision,
        "latest": kept.latest,
        "older": range(max(kept.latest - 9, 1), kept.latest + 1),
        "locked": bool(kept.locked),
        "forked_from": kept.forked_from,
        "as_text": forms.written(record, "text"),
        "as_code": forms.written(record, "code"),
        "public": kept.visibility == "public",
        "visibility": kept.visibility,
        "language": language,
        "legality": legality,
        "is_clause": game.rulebook.has,
        "verdict": verdict(legality),
        "sections": sections,
        "summary": summary(game, record, sections),
    }


def summary(game: Any, record: Any, sections: list[Words]) -> str:
    """The deck in one line."""
    count = sum(each["count"] for each in sections)
    by = f" by {record.author}" if record.author else ""
    return f"A {game.name} deck of {count} card{'' if count == 1 else 's'}{by}"


def verdict(legality: Any) -> str:
    """The verdict as a heading."""
    if legality.verdict == "legal":
        return "Legal"
    broken = len(legality.violations)
    return f"Not legal: {broken} rule{' is' if broken == 1 else 's are'} broken"


def sections_of(game: Any, record: Any, language: str) -> list[Words]:
    """The sections with their cards."""
    return [section(game, name, lines, record.sets, language) for name, lines in record.sections.items()]


def section(game: Any, name: str, lines: list[Any], sets: list[str], language: str) -> Words:
    """A section with its cards."""
    return {
        "title": titled(name),
        "count": sum(line.count for line in lines),
        "lines": [card_line(game, line, sets, language) for line in lines],
    }


def card_line(game: Any, line: Any, sets: list[str], language: str) -> Words:
    """A line of the deck: the card as it is known now, or only the name that was kept."""
    try:
        card = game.card(line.card, sets or None)
    except (KeyError, OracleError, RegistryError):
        return {"count": line.count, "name": line.name or line.card, "known": False, "url": None}
    definition = card.document
    return {
        "count": line.count,
        "name": card.name(language),
        "known": True,
        "url": f"/v1/games/{game.key}/cards/{line.card}",
        "type": titled(card.type),
        "stats": stats(definition),
        "text": game.text(card, language),
    }


def stats(definition: Words) -> list[tuple[str, Any]]:
    """The printed numbers and words of a card, whatever its game calls them."""
    return [
        (titled(name), value)
        for name, value in definition.items()
        if name not in NOT_STATS and isinstance(value, (int, str)) and not isinstance(value, bool)
    ]


def titled(name: str) -> str:
    """A name of the wire as people write it."""
    return name.replace("_", " ").replace("-", " ").capitalize()
