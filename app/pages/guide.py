"""The reference of the contract, and the faces of cards, as addresses."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, request

from app.openapi import contract
from app.wire.languages import language
from app.wire.operations import operation
from app.wire.pages import READING, page
from app.wire.problems import Problem
from app.wire.queries import Language
from app.wire.replies import conditional

from .face import face
from .reference import reference

guide = Blueprint("guide", __name__)

SVG = "image/svg+xml"
CLOSED = "default-src 'none'; sandbox"


@guide.get("/docs")
@operation("getReference", tag="pages", tagged=True, media="text/html", answer="Page")
def docs() -> Response:
    """The reference of the whole contract, searchable and with every call to be tried, from this server alone."""
    return conditional(shown(), 300)


def shown() -> Response:
    """The page, put together once."""
    kept: Response | None = current_app.extensions.get("reference")
    if kept is None:
        kept = current_app.extensions["reference"] = page("docs.html", policy=READING, **reference(contract()))
    return Response(kept.get_data(), 200, [*kept.headers])


@guide.get("/v1/games/<game>/cards/<key>.svg")
@operation(
    "getCardFace",
    tag="catalogue",
    tagged=True,
    query=Language,
    media=SVG,
    answer="Text",
    problems=("unknown-card",),
)
def card_face(game: Any, key: str, query: dict[str, Any]) -> Response:
    """The face of a card as a picture of 63 × 88 mm, with its name and text to be read aloud."""
    try:
        card = game.card(key)
    except KeyError:
        raise Problem("unknown-card", f"{game.name} has no card {key[:80]!r}.") from None
    drawn = face(game, card, language(request, game.languages))
    return conditional(Response(drawn, 200, {"Content-Security-Policy": CLOSED}, mimetype=SVG), 300)
