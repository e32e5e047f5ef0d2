"""Decks as addresses: parse, ask, answer."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from app.wire.languages import language
from app.wire.operations import operation
from app.wire.present import present
from app.wire.replies import reply
from registry import Asked, DeckNotFound

from . import answers, schemas, shapes
from .asking import bearer, missed, registry
from .references import written_out

decks = Blueprint("decks", __name__, url_prefix="/v1")
decks.app_errorhandler(DeckNotFound)(missed)

STORE = ("registry-unavailable", "registry-misconfigured")
READING = ("deck-not-found", "deck-gone", "deck-hidden", "too-many-requests", *STORE)
HOLDING = ("token-required", "token-refused", *READING)
CHANGING = ("precondition-required", "precondition-failed", *HOLDING)
MAKING = (
    "invalid-deck",
    "illegal-deck",
    "idempotency-key-reused",
    "invalid-idempotency-key",
    "registry-full",
    *STORE,
)
NAMING = ("invalid-deck", "invalid-deck-code", "invalid-deck-text", "revision-not-found", *READING)


@decks.post("/games/<game>/decks/check")
@operation("checkDeck", tag="oracle", body=schemas.DeckChecking, answer=shapes.DeckVerdict, problems=NAMING)
def check(game: Any, asked: dict[str, Any]) -> Response:
    """The verdict on a deck, with every violation."""
    deck = written_out(asked["deck"], game)
    return reply(answers.verdict(game, deck, language(request, game.languages)))


@decks.get("/decks")
@operation("listDecks", tag="registry", query=schemas.Browsing, answer=shapes.DeckListing, problems=STORE)
def browse(query: dict[str, Any]) -> Response:
    """The public decks, page by page."""
    found = registry().listing(
        Asked(
            game=query["game"],
            format=query["format"],
            tag=query["tag"],
            words=query["q"],
            order=query["sort"],
            cursor=query["cursor"],
            limit=query["limit"],
        )
    )
    return reply({"decks": [answers.listed(entry) for entry in found.entries], "next": found.next})


@decks.post("/decks")
@operation(
    "registerDeck",
    sends=("Location", "ETag"),
    tag="registry",
    body=schemas.Registering,
    query=schemas.Demands,
    answer=shapes.Created,
    status=201,
    headers=("Idempotency-Key",),
    problems=MAKING,
)
def create(query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """Keep a deck: its id, its page, and the token that changes it."""
    created = registry().create(
        asked["deck"],
        visibility=asked["visibility"],
        expiry=asked["expiry"],
        idempotency_key=request.headers.get("Idempotency-Key"),
        require_legal=query["require"] == "legal",
    )
    return answers.created(created)


@decks.get("/decks/<id>")
@operation(
    "getDeck",
    tagged=True,
    also=answers.WRITTEN,
    tag="registry",
    query=schemas.Reading,
    answer=shapes.Registered,
    problems=("edition-not-served", *READING),
)
def get(id: str, query: dict[str, Any]) -> Response:
    """A registered deck at its latest revision: as a document, text, code or table.

    A private one is there only for whoever sends one of its tokens as `Authorization: Bearer`.
    """
    asked = present()
    form = answers.form_asked(asked, query["format"])
    return answers.registered(registry().get(id, bearer(asked), edition=query["rules"]), asked, form)


@decks.put("/decks/<id>")
@operation(
    "replaceDeck",
    sends=("ETag",),
    tag="registry",
    body=schemas.Replacing,
    query=schemas.Demands,
    answer=shapes.Registered,
    problems=("invalid-deck", "illegal-deck", "registry-full", *CHANGING),
    secured=True,
    headers=("If-Match",),
)
def replace(id: str, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """The next revision of a deck."""
    changed = registry().update(
        id,
        asked["deck"],
        token=bearer(request),
        etag=request.headers.get("If-Match"),
        require_legal=query["require"] == "legal",
    )
    return answers.registered(changed, request)


@decks.patch("/decks/<id>")
@operation(
    "describeDeck",
    sends=("ETag",),
    tag="registry",
    body=schemas.Patching,
    patch=True,
    answer=shapes.Registered,
    problems=("invalid-deck", "registry-full", *CHANGING),
    secured=True,
    headers=("If-Match",),
)
def patch(id: str, asked: dict[str, Any]) -> Response:
    """Change what is said about a deck, and who may see it.

    The body is a merge patch (RFC 7396); it may be declared as `application/merge-patch+json` as well.
    """
    changed = registry().patch(id, asked, token=bearer(request), etag=request.headers.get("If-Match"))
    return answers.registered(changed, request)


@decks.delete("/decks/<id>")
@operation("deleteDeck", tag="registry", status=204, problems=CHANGING, secured=True, headers=("If-Match",))
def delete(id: str) -> Response:
    """Remove a deck for good; its id is never given again."""
    registry().delete(id, token=bearer(request), etag=request.headers.get("If-Match"))
    return Response(status=204)


@decks.post("/decks/<id>/fork")
@operation(
    "forkDeck",
    sends=("Location", "ETag"),
    tag="registry",
    body=schemas.Forking,
    answer=shapes.Created,
    status=201,
    headers=("Idempotency-Key",),
    problems=("revision-not-found", *MAKING, *READING),
)
def fork(id: str, asked: dict[str, Any]) -> Response:
    """A copy of a deck under an id of its own, which says what it was made from."""
    revision = asked.pop("revision")
    made = registry().fork(
        id,
        bearer(request),
        revision=revision,
        changes=asked,
        idempotency_key=request.headers.get("Idempotency-Key"),
    )
    return answers.created(made)
