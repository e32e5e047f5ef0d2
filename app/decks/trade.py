"""Decks that come and go as text, code or table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

import oracle
from app.wire.operations import operation
from app.wire.problems import Complaint, Problem
from app.wire.replies import reply
from registry import Legality, forms

from . import answers, schemas, shapes
from .asking import bearer, registry
from .views import READING

trade = Blueprint("trade", __name__, url_prefix="/v1/decks")

WAYS = ("text", "code", "csv", "deck")


@trade.post("/import")
@operation(
    "importDeck",
    tag="registry",
    body=schemas.Importing,
    answer=shapes.Imported,
    problems=("invalid-deck", "invalid-deck-code", "invalid-deck-text"),
)
def read(asked: dict[str, Any]) -> Response:
    """A deck read from text, a code, a table or a document: nothing is kept."""
    way = answers.one_way(asked, WAYS)
    if way == "deck":
        deck, diagnostics = {**asked["deck"]}, []
    else:
        game = game_of(asked, way)
        found = forms.read(game, way, asked[way], strict=asked["mode"] == "strict")
        deck, diagnostics = found.deck, found.diagnostics
    deck |= {name: asked[name] for name in ("name", "format") if asked[name] is not None}
    legality, code = judged(deck)
    return reply({"deck": deck, "diagnostics": diagnostics, "legality": legality, "code": code})


def game_of(asked: dict[str, Any], way: str) -> str:
    """The game of what is to be read: as it is said, or as the code itself says."""
    known = [game.key for game in oracle.games()]
    said = asked["game"] or (forms.game_of_code(asked["code"]) if way == "code" else None)
    if said is None:
        raise Problem(
            "invalid-request", "/game: This is missing.", [Complaint("missing_field", "It is needed.", "/game")]
        )
    if said not in known:
        detail = f"One of {', '.join(known)} is expected here."
        raise Problem("invalid-request", f"/game: {detail}", [Complaint("unknown_game", detail, "/game")])
    return str(said)


def judged(deck: dict[str, Any]) -> tuple[Legality | None, str | None]:
    """The verdict on what was read and its code, as soon as a format is known."""
    if "format" not in deck:
        return None, None
    return forms.judged_document({"name": "Imported", **deck})


@trade.get("/<id>/export")
@operation(
    "exportDeck",
    tagged=True,
    also=answers.WRITTEN,
    sends=("Content-Disposition",),
    tag="registry",
    query=schemas.Exporting,
    answer="Deck",
    problems=("revision-not-found", *READING),
)
def export(id: str, query: dict[str, Any]) -> Response:
    """A deck as a file to save: document, text, code or table."""
    kept = registry().get(id, bearer(request), revision=query["revision"])
    response = answers.exported(kept, request, answers.form_asked(request, query["format"]))
    return response if query["revision"] is None else answers.pinned(response, request)
