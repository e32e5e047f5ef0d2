"""Decks as addresses: parse, ask, answer."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, request

from app.wire.languages import language
from app.wire.operations import operation
from app.wire.replies import reply

from . import answers, schemas, shapes
from .references import written_out

decks = Blueprint("decks", __name__, url_prefix="/v1")

READING = ("deck-not-found", "deck-gone", "registry-unavailable")
CHANGING = ("token-required", "token-refused", "precondition-required", "precondition-failed", *READING)


def registry() -> Any:
    """The registry of this service."""
    return current_app.extensions["store"].registry


@decks.post("/games/<game>/decks/check")
@operation(
    "checkDeck", tag="oracle", body=schemas.DeckChecking, answer=shapes.DeckVerdict, problems=("invalid-deck", *READING)
)
def check(game: Any, asked: dict[str, Any]) -> Response:
    """The verdict on a deck, with every violation."""
    deck = written_out(asked["deck"])
    return reply(answers.verdict(game, deck, language(request, game.languages)))


@decks.post("/decks")
@operation(
    "registerDeck",
    tag="registry",
    body=schemas.Registering,
    query=schemas.Demands,
    answer=shapes.Created,
    status=201,
    headers=("Idempotency-Key",),
    problems=(
        "invalid-deck",
        "illegal-deck",
        "idempotency-key-reused",
        "invalid-idempotency-key",
        "registry-unavailable",
    ),
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
@operation("getDeck", tag="registry", answer=shapes.Registered, problems=READING)
def get(id: str) -> Response:
    """A registered deck at its latest revision."""
    return answers.registered(registry().get(id, answers.bearer(request)), request)


@decks.put("/decks/<id>")
@operation(
    "replaceDeck",
    tag="registry",
    body=schemas.Replacing,
    query=schemas.Demands,
    answer=shapes.Registered,
    problems=("invalid-deck", "illegal-deck", *CHANGING),
    secured=True,
    headers=("If-Match",),
)
def replace(id: str, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """The next revision of a deck."""
    changed = registry().update(
        id,
        asked["deck"],
        token=answers.bearer(request),
        etag=request.headers.get("If-Match"),
        require_legal=query["require"] == "legal",
    )
    return answers.registered(changed, request)


@decks.patch("/decks/<id>")
@operation(
    "describeDeck",
    tag="registry",
    body=schemas.Patching,
    answer=shapes.Registered,
    problems=("invalid-deck", *CHANGING),
    secured=True,
    headers=("If-Match",),
)
def patch(id: str, asked: dict[str, Any]) -> Response:
    """Change what is said about a deck, and who may see it."""
    changed = registry().patch(id, asked, token=answers.bearer(request), etag=request.headers.get("If-Match"))
    return answers.registered(changed, request)


@decks.delete("/decks/<id>")
@operation("deleteDeck", tag="registry", status=204, problems=CHANGING, secured=True, headers=("If-Match",))
def delete(id: str) -> Response:
    """Remove a deck for good; its id is never given again."""
    registry().delete(id, token=answers.bearer(request), etag=request.headers.get("If-Match"))
    return Response(status=204)
