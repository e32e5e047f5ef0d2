"""The pages: what this is, and a registered deck."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request
from markupsafe import Markup, escape

import oracle
from app.decks.asking import bearer, missed, numbered, registry
from app.decks.views import READING
from app.wire.operations import operation
from app.wire.pages import page
from app.wire.problems import Problem
from app.wire.replies import conditional
from registry import DeckNotFound, forms

from .deck import Kept, deck_page
from .elsewhere import parts
from .newcomer import steps
from .past import Comparing, Lenient, Picking, past

pages = Blueprint("pages", __name__)

OPENING = "/static/deck.js"
PAST = ("revision-not-found", *READING)


@pages.app_template_filter("codes")
def codes(text: str) -> Markup:
    """Words between backticks as code."""
    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(Markup("<code>{}</code>").format(p) if i % 2 else p for i, p in enumerate(parts))


@pages.errorhandler(DeckNotFound)
def closed(error: DeckNotFound) -> Response:
    """The answer where there is no deck, or a private one: a browser that keeps a token of it tries that."""
    return missed(error, OPENING)


@pages.get("/")
@operation("getFrontPage", tagged=True, tag="pages", media="text/html", answer="Page")
def front() -> Response:
    """What this is, in one screen, with three calls to paste."""
    games = [{"name": game.name, "url": f"/v1/games/{game.key}"} for game in oracle.games()]
    return conditional(page("index.html", games=games, steps=steps(request.host_url)), 300)


@pages.get("/d/<id>")
@operation("getDeckPage", tag="pages", query=Picking, media="text/html", answer="Page", problems=PAST)
def deck(id: str, query: dict[str, Any]) -> Response:
    """A registered deck as a page to share."""
    return shared(id, query["revision"], query)


@pages.get("/d/<id>/r/<number>")
@operation("getRevisionPage", tag="pages", query=Comparing, media="text/html", answer="Page", problems=PAST)
def revision(id: str, number: str, query: dict[str, Any]) -> Response:
    """A revision of a registered deck as a page that stays as it is."""
    return shared(id, numbered(number), query)


def shared(id: str, revision: int | None, query: dict[str, Any]) -> Response:
    """The page of a registered deck, with its parts elsewhere, its past, and what differs from another revision."""
    token = bearer(request)
    kept = registry().get(id, token, revision=revision)
    return deck_page(kept, parts(kept), past(kept, token, query))


@pages.get("/c/<deck_code>")
@operation(
    "getCodePage",
    tag="pages",
    query=Lenient,
    media="text/html",
    answer="Page",
    problems=("invalid-deck-code", "unknown-game"),
)
def by_code(deck_code: str, query: dict[str, Any]) -> Response:
    """The deck that a code holds as a page; nothing of it is kept here."""
    record, legality = forms.of_code(deck_code, "A deck by its code")
    if legality is None:
        raise Problem("unknown-game", f"This deck is of {record.game[:60]!r}, which is no game of this oracle.")
    return deck_page(Kept(record, legality))
