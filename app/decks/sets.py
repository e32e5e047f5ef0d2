"""Card sets and maps from users as addresses: the same four calls for both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request
from marshmallow import Schema

from app.wire.operations import View, operation
from app.wire.replies import reply, weighed
from app.wire.schemas import Asked as Body
from registry import Asked, CardSet, TokenRequired

from . import answers, schemas, shapes
from .asking import bearer, registry, who
from .views import STORE

sets = Blueprint("sets", __name__, url_prefix="/v1")

SET = ("set-not-found", "set-gone", "deck-hidden", *STORE)
KEEPING = ("ceiling-reached", "registry-full", "set-gone", "deck-hidden", *STORE)
LEAVING = ("token-required", "token-refused", *SET)


@dataclass(frozen=True, slots=True)
class Kind:
    """What is kept under hashes: its word in the registry, its part of an address, its names, its documents."""

    word: str
    path: str
    name: str
    noun: str
    keeping: type[Body]
    kept: type[Schema]
    made: type[Schema]


KINDS = (
    Kind("cards", "card-sets", "CardSet", "card set", schemas.CardSetKeeping, shapes.CardSetKept, shapes.CardSetMade),
    Kind("maps", "maps", "Map", "map", schemas.MapKeeping, shapes.MapKept, shapes.MapMade),
)
PATHS = {kind.word: kind.path for kind in KINDS}


def serve(kind: Kind) -> None:
    """Let a kind be listed, registered, read and taken back."""

    def many(query: dict[str, Any]) -> Response:
        return listing(kind.word, query)

    def keep(asked: dict[str, Any]) -> Response:
        return kept(kind.word, asked)

    def one(content: str) -> Response:
        return shown(kind.word, content)

    def leave(content: str) -> Response:
        return taken_back(kind.word, content)

    name, noun, path, there = kind.name, kind.noun, f"/{kind.path}", f"/{kind.path}/<content>"
    listed = {"query": schemas.SetBrowsing, "answer": shapes.SetListing, "problems": STORE}
    add("GET", path, f"list{name}s", f"The {noun}s from users, page by page.", many, **listed)
    what = f"Keep a {noun} under the hash of its content; whoever brings the same content gets the same hash."
    made = {"body": kind.keeping, "either": True, "limit": "state_body", "answer": kind.made, "status": 201}
    add("POST", path, f"register{name}", what, keep, **made, sends=("Location",), problems=KEEPING)
    add("GET", there, f"get{name}", f"A {noun}, which never changes.", one, answer=kind.kept, tagged=True, problems=SET)
    what = f"Take back a {noun}; it is gone when nobody else brought it."
    add("DELETE", there, f"delete{name}", what, leave, status=204, secured=True, problems=LEAVING)


def add(method: str, path: str, id: str, what: str, view: View, **described: Any) -> None:
    """Serve one call; its first words in the contract are `what`."""
    view.__doc__ = what
    rule = operation(id, tag="registry", **described)(view)
    sets.add_url_rule(path, id, rule, methods=[method])


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
    weighed(response, request)
    return response


def taken_back(kind: str, hash: str) -> Response:
    """The answer to a deletion; whoever has no token is told so first."""
    token = bearer(request)
    if token is None:
        raise TokenRequired
    registry().sets.remove(kind, hash, token)
    return Response(status=204)


def told(found: CardSet) -> dict[str, Any]:
    """A set as a document."""
    return {**found.document(), "url": address(found.kind, found.hash)}


def address(kind: str, hash: str) -> str:
    """Where a set stands."""
    return f"/v1/{PATHS[kind]}/{hash}"


def listing(kind: str, query: dict[str, Any]) -> Response:
    """A page of a listing."""
    asked = Asked(game=query["game"], cursor=query["cursor"], limit=query["limit"], kind=kind)
    found = registry().listing(asked)
    sets = [
        {"hash": entry.id, "url": address(kind, entry.id), "game": entry.game, "name": entry.name}
        for entry in found.entries
    ]
    return reply({"sets": sets, "next": found.next})


for each in KINDS:
    serve(each)
