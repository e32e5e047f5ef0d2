"""The pages: what this is, and a registered deck."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, request
from markupsafe import Markup, escape

import oracle
from app.wire.languages import language
from app.wire.operations import operation
from app.wire.pages import page
from app.wire.replies import conditional

from .deck import shown
from .newcomer import steps

pages = Blueprint("pages", __name__)


@pages.app_template_filter("codes")
def codes(text: str) -> Markup:
    """Words between backticks as code."""
    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(Markup("<code>{}</code>").format(p) if i % 2 else p for i, p in enumerate(parts))


@pages.get("/")
@operation("getFrontPage", tag="pages", media="text/html", answer="Text")
def front() -> Response:
    """What this is, in one screen, with three calls to paste."""
    games = [{"name": game.name, "url": f"/v1/games/{game.key}"} for game in oracle.games()]
    return conditional(page("index.html", games=games, steps=steps(request.host_url)), 300)


@pages.get("/d/<id>")
@operation("getDeckPage", tag="pages", media="text/html", answer="Text", problems=("deck-not-found", "deck-gone"))
def deck(id: str) -> Response:
    """A registered deck as a page to share."""
    kept: Any = current_app.extensions["store"].registry.get(id)
    game = oracle.game(kept.record.game)
    response = page("deck.html", **shown(game, kept, language(request, game.languages)))
    if kept.visibility != "public":
        response.headers["X-Robots-Tag"] = "noindex"
    return response
