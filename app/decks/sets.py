"""Card sets and maps from users as addresses."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from app.wire.operations import operation
from app.wire.replies import reply
from registry import Asked, CardSet

from . import answers, schemas, shapes
from .asking import bearer, registry, who
from .views import STORE

sets = Blueprint("sets", __name__, url_prefix="/v1")

SET = ("set-not-found", "set-gone", "deck-hidden", *STORE)
KEEPING = ("ceiling-reached", "set-gone", "deck-hidden", *STORE)
LEAVING = ("token-required", "token-refused", *SET)


@sets.get("/card-sets")
@operation("listCardSets", tag="registry", query=schemas.SetBrowsing, answer=shapes.SetListing, problems=STORE)
def card_sets(query: dict[str, Any]) -> Response:
    """The card sets from users, page by page."""
    return listing("cards", query)


@sets.post("/card-sets")
@operation(
    "registerCardSet",
    sends=("Location",),
    tag="registry",
    body=schemas.CardSetKeeping,
    limit="state_body",
    answer=shapes.CardSetMade,
    status=201,
    problems=KEEPING,
)
def keep_card_set(asked: dict[str, Any]) -> Response:
    """Keep a card set under the hash of its cards; whoever brings the same cards gets the same hash."""
    return kept("cards", asked)


@sets.get("/card-sets/<content>")
@operation("getCardSet", tagged=True, tag="registry", answer=shapes.CardSetKept, problems=SET)
def card_set(content: str) -> Response:
    """A card set, which never changes."""
    return shown("cards", content)


@sets.delete("/card-sets/<content>")
@operation("deleteCardSet", tag="registry", status=204, problems=LEAVING, secured=True)
def delete_card_set(content: str) -> Response:
    """Take back a card set; it is gone when nobody else brought it."""
    return taken_back("cards", content)


@sets.get("/maps")
@operation("listMaps", tag="registry", query=schemas.SetBrowsing, answer=shapes.SetListing, problems=STORE)
def maps(query: dict[str, Any]) -> Response:
    """The maps from users, page by page."""
    return listing("maps", query)


@sets.post("/maps")
@operation(
    "registerMap",
    sends=("Location",),
    tag="registry",
    body=schemas.MapKeeping,
    limit="state_body",
    answer=shapes.MapMade,
    status=201,
    problems=KEEPING,
)
def keep_map(asked: dict[str, Any]) -> Response:
    """Keep a map under the hash of its content."""
    return kept("maps", asked)


@sets.get("/maps/<content>")
@operation("getMap", tagged=True, tag="registry", answer=shapes.MapKept, problems=SET)
def map_(content: str) -> Response:
    """A map, which never changes."""
    return shown("maps", content)


@sets.delete("/maps/<content>")
@operation("deleteMap", tag="registry", status=204, problems=LEAVING, secured=True)
def delete_map(content: str) -> Response:
    """Take back a map; it is gone when nobody else brought it."""
    return taken_back("maps", content)


def kept(kind: str, asked: dict[str, Any]) -> Response:
    """What was registered, with the token that takes it back: it is shown this once."""
    made, token, _ = registry().sets.add(kind, asked, who())
    response = answers.secret({**told(made), "token": token}, 201)
    response.headers["Location"] = told(made)["url"]
    return response


def shown(kind: str, hash: str) -> Response:
    """What stands under a hash; a client that has it already gets 304."""
    response = reply(told(registry().sets.get(kind, hash)))
    response.set_etag(hash)
    response.headers["Cache-Control"] = "public, no-cache"
    response.make_conditional(request)
    return response


def taken_back(kind: str, hash: str) -> Response:
    """The answer to a deletion."""
    registry().sets.remove(kind, hash, bearer(request))
    return Response(status=204)


def told(found: CardSet) -> dict[str, Any]:
    """A set as a document."""
    return {**found.document(), "url": address(found.kind, found.hash)}


def address(kind: str, hash: str) -> str:
    """Where a set stands."""
    return f"/v1/{'card-sets' if kind == 'cards' else kind}/{hash}"


def listing(kind: str, query: dict[str, Any]) -> Response:
    """A page of a listing."""
    asked = Asked(game=query["game"], cursor=query["cursor"], limit=query["limit"], kind=kind)
    found = registry().listing(asked)
    sets = [
        {"hash": entry.id, "url": address(kind, entry.id), "game": entry.game, "name": entry.name}
        for entry in found.entries
    ]
    return reply({"sets": sets, "next": found.next})
