"""The documents about decks, and what of a request's header they hang on."""

from __future__ import annotations

from typing import Any

from flask import Request, Response

import oracle
from app.wire.errors import complaints
from app.wire.replies import reply
from app.wire.schemas import refused


def verdict(game: Any, deck: dict[str, Any], language: str) -> Any:
    """The oracle's verdict on a deck; what is no deck at all gets pointers into the request."""
    try:
        return game.check_deck({"game": game.key, **deck}, language)
    except oracle.InvalidSetup as error:
        raise refused(complaints(error.faults, "invalid-deck", "/deck"), 50) from None


def bearer(request: Request) -> str | None:
    """The token of the request, if it carries one."""
    given = request.authorization
    return given.token if given is not None and given.type == "bearer" else None


def page_of(deck: Any) -> str:
    """The address of a deck's page."""
    return f"/d/{deck.shown_id}"


def told(deck: Any) -> dict[str, Any]:
    """A registered deck as a document."""
    return {**deck.document(), "url": page_of(deck)}


def created(made: Any) -> Response:
    """The answer to a registration: only here the token stands."""
    response = reply({**told(made.deck), "token": made.token}, 201)
    response.headers["Location"] = f"/v1/decks/{made.deck.shown_id}"
    response.headers["Cache-Control"] = "no-store"
    response.set_etag(made.deck.etag)
    return response


def registered(deck: Any, request: Request) -> Response:
    """A deck with its tag; a client that has it already gets 304."""
    response = reply(told(deck))
    # The tag is compared in If-Match, so it stays the same in every coding of the answer.
    response.set_etag(deck.etag)
    response.headers["Cache-Control"] = "private, no-cache"
    if request.method in {"GET", "HEAD"}:
        response.make_conditional(request)
    return response
