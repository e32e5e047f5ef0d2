"""The parts of a share page: a frame for other sites, a QR code, a picture for previews, and oEmbed."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import segno
from flask import Blueprint, Response, redirect, request

import oracle
from app.decks.asking import bearer, registry
from app.decks.views import READING
from app.wire.fields import AtMost, Digits, Text
from app.wire.languages import language
from app.wire.operations import operation
from app.wire.pages import POLICY, page
from app.wire.problems import Problem
from app.wire.queries import Language
from app.wire.replies import FOR_EVER, conditional, reply
from app.wire.schemas import Asked

from .deck import shown
from .elsewhere import named, parts, picture_of, rich
from .guide import CLOSED, SVG
from .preview import fingerprint, preview

sharing = Blueprint("sharing", __name__)

FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
PNG = "image/png"
PAST = ("revision-not-found", *READING)
WHOLE = 100_000


class Revised(Asked):
    """Which revision is meant; the newest without."""

    revision = Digits(1, 999_999_999, load_default=None)


class Framed(Revised, Language):
    """Which revision is framed, and in which language."""


class Embedding(Asked):
    """The address of a page, and what there is room for; only JSON is answered."""

    url = Text(required=True, validate=AtMost(2_000))
    format = Text(validate=AtMost(20), load_default="json")
    maxwidth = Digits(1, WHOLE, load_default=WHOLE)
    maxheight = Digits(1, WHOLE, load_default=WHOLE)
    dnt = Text(validate=AtMost(10))
    lang = Text(validate=AtMost(16))


@sharing.get("/embed/<id>")
@operation("getEmbedPage", tag="pages", query=Framed, media="text/html", answer="Page", problems=PAST)
def embed(id: str, query: dict[str, Any]) -> Response:
    """A registered deck in small, which other sites may frame."""
    kept = registry().get(id, bearer(request), revision=query["revision"])
    game = oracle.game(kept.record.game)
    words = shown(game, kept, language(request, game.languages))
    response = page("embed.html", policy=FRAMED, **words, address=parts(kept).url)
    del response.headers["X-Frame-Options"]
    response.headers["X-Robots-Tag"] = "noindex"
    return private(response, kept)


@sharing.get("/qr/<id>.svg")
@operation("getQrCode", tag="pages", media=SVG, answer="Text", problems=READING)
def qr(id: str) -> Response:
    """The address of a deck's page as a QR code."""
    kept = registry().get(id, bearer(request))
    drawn = BytesIO()
    code = segno.make(parts(kept).url, error="m", micro=False)
    code.save(drawn, kind="svg", scale=8, light="#fff", xmldecl=False, svgclass=None, lineclass=None, title="QR code")
    fields = {"Content-Security-Policy": CLOSED}
    return private(hidden(Response(drawn.getvalue(), 200, fields, mimetype=SVG), kept), kept)


@sharing.get("/og/<id>-<hash>.png")
@operation(
    "getPreview", tag="pages", query=Revised, tagged=True, moved=True, media=PNG, answer="Picture", problems=PAST
)
def picture(id: str, hash: str, query: dict[str, Any]) -> Response:
    """A picture of 1200 × 630 for the previews of links; one of another content leads to that of today."""
    kept = registry().get(id, bearer(request), revision=query["revision"])
    told = picture_of(kept)
    if hash != fingerprint(told, kept.list_hash):
        where = parts(kept).picture.removeprefix(parts(kept).site)
        return private(hidden(redirect(where), kept), kept)  # type: ignore[arg-type]  # Flask's own Response
    drawn = conditional(Response(preview(told), 200, {"Content-Security-Policy": CLOSED}, mimetype=PNG), FOR_EVER)
    drawn.cache_control.immutable = True
    if kept.visibility == "private":
        drawn.headers["Cache-Control"] = f"private, max-age={FOR_EVER}, immutable"
    return hidden(drawn, kept)


@sharing.get("/oembed")
@operation(
    "getEmbedding",
    tag="registry",
    query=Embedding,
    answer="Embedding",
    problems=("not-found", "format-not-served", *PAST),
)
def oembed(query: dict[str, Any]) -> Response:
    """What oEmbed says of the address of a deck's page: a frame for other sites."""
    if query["format"] != "json":
        raise Problem("format-not-served", f"oEmbed is answered in JSON here, not in {query['format']!r}.")
    name, revision = named(query["url"])
    kept = registry().get(name, bearer(request), revision=revision)
    return private(reply(rich(kept, query)), kept)


def private(response: Response, kept: Any) -> Response:
    """An answer that hangs on who asks and under which name of this server: no cache of others keeps it."""
    response.headers["Cache-Control"] = "private, no-store" if kept.visibility == "private" else "private, no-cache"
    return response


def hidden(response: Response, kept: Any) -> Response:
    """An answer that search engines do not list unless the deck is public."""
    if kept.visibility != "public":
        response.headers["X-Robots-Tag"] = "noindex"
    return response
