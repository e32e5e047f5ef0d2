"""The documents about decks."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from flask import Request, Response

import oracle
from app.wire.errors import complaints
from app.wire.problems import Problem
from app.wire.replies import FOR_EVER, JSON, reply, weighed
from app.wire.schemas import refused
from registry import forms

ANYTHING = "*/*"
CONTENT_TYPES = {form: f"{kind}; charset=utf-8" for form, kind in forms.WRITTEN.items()} | {"json": JSON}
CONDITIONS = {"HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_IF_RANGE", "HTTP_RANGE"}
KEPT = {200, 304}
SHARED = 300
FORMS = ("json", "text", "code", "csv")
WRITTEN = {"text/plain": "DeckText", "text/csv": "DeckTable"}
ACCEPTED = {"text/plain": "text", "text/csv": "csv"}
FILES = {"json": "json", "text": "txt", "code": "code.txt", "csv": "csv"}


def verdict(game: Any, deck: dict[str, Any], language: str) -> Any:
    """The oracle's verdict on a deck; what is no deck at all gets pointers into the request."""
    try:
        return game.check_deck({"game": game.key, **deck}, language)
    except oracle.InvalidSetup as error:
        raise refused(complaints(error.faults, "invalid-deck", "/deck"), 50) from None


def page_of(deck: Any) -> str:
    """The address of a deck's page."""
    return f"/d/{deck.shown_id}"


def told(deck: Any) -> dict[str, Any]:
    """A registered deck as a document."""
    return {**deck.document(), "url": page_of(deck)}


def listed(entry: Any) -> dict[str, Any]:
    """A deck of the public index as a document."""
    told: dict[str, Any] = entry.document()
    return {**told, "url": f"/d/{told['id']}"}


def created(made: Any) -> Response:
    """The answer to a registration: only here the token stands."""
    response = secret({**told(made.deck), "token": made.token}, 201)
    response.headers["Location"] = f"/v1/decks/{made.deck.shown_id}"
    response.set_etag(made.deck.etag)
    return response


def secret(document: Any, status: int = 200) -> Response:
    """An answer that nobody keeps."""
    response = reply(document, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def form_asked(request: Request, asked: str | None) -> str:
    """The form of the answer: that of `?format=`, else that of `Accept`."""
    if asked is not None:
        return asked
    if request.environ.get("HTTP_ACCEPT", ANYTHING) in {ANYTHING, JSON}:
        return "json"
    best = request.accept_mimetypes.best_match([JSON, *ACCEPTED], JSON) if request.accept_mimetypes else JSON
    return ACCEPTED.get(best or JSON, "json")


def registered(deck: Any, request: Request, form: str = "json") -> Response:
    """A deck with its tag in one of its forms; a client that has it already gets 304."""
    if form == "json":
        body: bytes | str = deck.encoded[:-1] + f',"url":"{page_of(deck)}"}}'.encode()
    else:
        body = forms.written(deck.record, form)
    # The tag is compared in If-Match, so it stays the same in every coding and form of the answer.
    fields = [("ETag", f'"{deck.etag}"'), ("Cache-Control", "private, no-cache")]
    response = Response(body, headers=fields, content_type=CONTENT_TYPES[form])
    if request.method in {"GET", "HEAD"} and CONDITIONS & request.environ.keys():
        weighed(response, request)
    return response


def pinned(response: Response, request: Request) -> Response:
    """The answer at the address of one revision: it holds for ever, unless a token opened it.

    Whoever has it keeps it; caches that many share ask anew before long, for a deck can be hidden, deleted or made
    private. Whoever sends a token sees a lock or a private deck as it is now, and no answer for others is used for it.
    """
    response.vary.add("Authorization")
    if response.status_code in KEPT and "Authorization" not in request.headers:
        response.headers["Cache-Control"] = f"public, max-age={FOR_EVER}, s-maxage={SHARED}, immutable"
    return response


def exported(deck: Any, request: Request, form: str) -> Response:
    """A deck as a file to save."""
    response = registered(deck, request, form)
    if form == "json" and response.status_code == 200:
        response.set_data(reply(deck.record.document()).get_data())
    name = f"{deck.record.name} {deck.shown_id} r{deck.revision}.{FILES[form]}"
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return response


def one_way(asked: dict[str, Any], ways: tuple[str, ...]) -> str:
    """The one field of several that was sent."""
    given = [way for way in ways if asked.get(way) is not None]
    if len(given) != 1:
        raise Problem("invalid-request", f"Exactly one of {', '.join(ways)} is read here, not {len(given)}.")
    return given[0]
