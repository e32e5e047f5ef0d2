"""The history and the tokens of a deck as addresses."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from app.wire.operations import operation
from app.wire.replies import reply

from . import answers, schemas, shapes
from .asking import bearer, numbered, registry
from .views import CHANGING, HOLDING, READING

history = Blueprint("history", __name__, url_prefix="/v1/decks/<id>")

PAST = ("revision-not-found", *READING)


@history.get("/revisions")
@operation("listRevisions", tag="registry", query=schemas.Paging, answer=shapes.Revisions, problems=READING)
def revisions(id: str, query: dict[str, Any]) -> Response:
    """The revisions of a deck in short, the newest first."""
    page = registry().history.revisions(id, bearer(request), begin=query["cursor"], limit=query["limit"])
    return reply({"revisions": page.revisions, "next": page.next})


@history.get("/revisions/diff")
@operation(
    "compareRevisions",
    sends=("Cache-Control",),
    tag="registry",
    query=schemas.Comparing,
    answer=shapes.Difference,
    problems=PAST,
)
def diff(id: str, query: dict[str, Any]) -> Response:
    """What differs between two revisions, by default the last two."""
    old, new = query["from"], query["to"]
    response = reply(registry().history.difference(id, bearer(request), old=old, new=new))
    response.headers["Cache-Control"] = "private, no-cache"
    return response if old is None or new is None else answers.pinned(response, request)


@history.get("/revisions/<number>")
@operation(
    "getRevision",
    tagged=True,
    also=answers.WRITTEN,
    tag="registry",
    query=schemas.Reading,
    answer=shapes.Registered,
    problems=("edition-not-served", "not-found", *PAST),
)
def revision(id: str, number: str, query: dict[str, Any]) -> Response:
    """A deck as it was at one revision.

    What stands beside the deck is as it was when the answer was made; the deck's own address tells it anew.
    """
    form = answers.form_asked(request, query["format"])
    kept = registry().get(id, bearer(request), revision=numbered(number), edition=query["rules"])
    return answers.pinned(answers.registered(kept, request, form), request)


@history.post("/revisions/<number>/restore")
@operation(
    "restoreRevision",
    sends=("ETag",),
    tag="registry",
    answer=shapes.Registered,
    problems=("not-found", "revision-not-found", "registry-full", *CHANGING),
    secured=True,
    headers=("If-Match",),
)
def restore(id: str, number: str) -> Response:
    """A new revision that is as this one was."""
    etag = request.headers.get("If-Match")
    changed = registry().history.restore(id, numbered(number), token=bearer(request), etag=etag)
    return answers.registered(changed, request)


@history.post("/revisions/<number>/lock")
@operation(
    "lockRevision",
    sends=("ETag",),
    tag="registry",
    body=schemas.Locking,
    answer=shapes.Registered,
    problems=("not-found", "revision-not-found", "ceiling-reached", *HOLDING),
    secured=True,
)
def lock(id: str, number: str, asked: dict[str, Any]) -> Response:
    """Keep a revision for good, with the verdict that it has today."""
    kept = registry().history.lock(id, numbered(number), token=bearer(request), until=asked["until"])
    return answers.registered(kept, request)


@history.get("/tokens")
@operation("listTokens", tag="registry", answer=shapes.Tokens, problems=HOLDING, secured=True)
def tokens(id: str) -> Response:
    """The tokens of a deck: what each may do, never the token itself."""
    listed = registry().keyring.listed(id, bearer(request))
    return answers.secret({"tokens": [each.document() for each in listed]})


@history.post("/tokens")
@operation(
    "createToken",
    tag="registry",
    body=schemas.Granting,
    answer=shapes.TokenMade,
    status=201,
    problems=("ceiling-reached", *HOLDING),
    secured=True,
)
def grant(id: str, asked: dict[str, Any]) -> Response:
    """Another token: it is shown this once."""
    made = registry().keyring.add(id, bearer(request), asked)
    return answers.secret(made.document(), 201)


@history.post("/tokens/<token>/rotate")
@operation("rotateToken", tag="registry", answer=shapes.TokenMade, problems=("token-not-found", *HOLDING), secured=True)
def rotate(id: str, token: str) -> Response:
    """A fresh secret for a token; the old one opens nothing any more."""
    return answers.secret(registry().keyring.rotate(id, bearer(request), token).document())


@history.delete("/tokens/<token>")
@operation(
    "revokeToken",
    tag="registry",
    status=204,
    problems=("token-not-found", "last-admin-token", *HOLDING),
    secured=True,
)
def revoke(id: str, token: str) -> Response:
    """Take a token away."""
    registry().keyring.revoke(id, bearer(request), token)
    return Response(status=204)
