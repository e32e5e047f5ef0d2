"""What the page of a deck shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, request

import oracle
from app.wire.languages import language
from app.wire.pages import SHARING, page
from oracle import OracleError
from registry import RegistryError, forms
from registry.set_keys import HASH

from .charts import drawn
from .counting import tallies
from .naming import stats, titled

Words = dict[str, Any]

NOWHERE: Mapping[str, str | None] = {}


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


def deck_page(kept: Any, parts: Any = None, past: Words | None = None) -> Response:
    """The page of a deck, registered or read from a code; a registered one has parts elsewhere and a past."""
    game = oracle.game(kept.record.game)
    words = shown(game, kept, language(request, game.languages))
    response = page("deck.html", policy=SHARING, **words, parts=parts, past=past)
    if kept.visibility != "public":
        response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Cache-Control"] = "private, no-store" if kept.visibility == "private" else "private, no-cache"
    return response


def shown(game: Any, kept: Any, language: str) -> Words:
    """Everything that the template says about a registered deck."""
    record = kept.record
    cards = cards_of(game, record)
    places = {key: address(game, card, record.sets) for key, card in cards.items()}
    sections = sections_of(game, record, cards, language, places)
    legality = kept.legality
    return {
        "deck": record,
        "game": {"name": game.name, "url": f"/v1/games/{game.key}"},
        "id": kept.shown_id,
        "shown_id": kept.shown_id,
        "revision": kept.revision,
        "latest": kept.latest,
        "locked": bool(kept.locked),
        "forked_from": kept.forked_from,
        "as_text": forms.written(record, "text"),
        "as_code": forms.written(record, "code"),
        "public": kept.visibility == "public",
        "visibility": kept.visibility,
        "spoken": language,
        "legality": legality,
        "is_clause": game.rulebook.has,
        "verdict": verdict(legality),
        "sections": sections,
        "charts": [drawn(tally, number) for number, tally in enumerate(tallies(game, record, cards)) if tally.bars],
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
    faults = len(legality.violations)
    return f"Not legal: {faults} fault{'' if faults == 1 else 's'}"


def cards_of(game: Any, record: Any) -> dict[str, Any]:
    """The cards of the deck that are known now, by their keys."""
    keys = dict.fromkeys(line.card for lines in record.sections.values() for line in lines)
    found = ((key, known(game, key, record.sets)) for key in keys)
    return {key: card for key, card in found if card is not None}


def known(game: Any, key: str, sets: list[str]) -> Any:
    """A card as it is known now, if it is."""
    try:
        return game.card(key, sets or None)
    except (KeyError, OracleError, RegistryError):
        return None


def address(game: Any, card: Any, sets: list[str]) -> str | None:
    """Where a card can be read: among those that are served, or in the user's set that it comes from."""
    if is_same(known(game, card.key, []), card):
        return f"/v1/games/{game.key}/cards/{card.key}"
    users = [name for name in sets if HASH.fullmatch(name)]
    return next((f"/v1/card-sets/{name}" for name in users if is_same(known(game, card.key, [name]), card)), None)


def is_same(found: Any, card: Any) -> bool:
    """Whether a card was found that is defined alike."""
    return found is card or (found is not None and found.document == card.document)


def sections_of(
    game: Any, record: Any, cards: Mapping[str, Any], language: str, places: Mapping[str, str | None] = NOWHERE
) -> list[Words]:
    """The sections with their cards; `places` are the addresses of cards by their keys."""
    return [
        {
            "title": titled(name),
            "count": sum(line.count for line in lines),
            "lines": [card_line(game, line, cards.get(line.card), language, places.get(line.card)) for line in lines],
        }
        for name, lines in record.sections.items()
    ]


def card_line(game: Any, line: Any, card: Any, language: str, url: str | None) -> Words:
    """A line of the deck: the card as it is known now, or only the name that was kept."""
    if card is None:
        return {"count": line.count, "name": line.name or line.card, "known": False, "url": None}
    return {
        "count": line.count,
        "name": card.name(language),
        "known": True,
        "url": url,
        "type": titled(card.type),
        "stats": stats(game, card.document),
        "text": game.text(card, language),
    }
