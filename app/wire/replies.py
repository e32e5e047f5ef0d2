"""From documents to responses: the one place where answers become bytes."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
import orjson
from flask import Request, Response, g, request

JSON = "application/json"
FOR_EVER = 31_536_000


def encoded(document: Any) -> bytes:
    """A document as JSON; the oracle's records are written as the objects they describe."""
    return orjson.dumps(document, default=msgspec.to_builtins)


def reply(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer."""
    g.answered = document
    return Response(encoded(document), status, headers, mimetype=JSON)


def kept(document: Any, seconds: int = 300) -> Response:
    """A JSON answer that only a new release changes: conditional, and cached for a while."""
    return conditional(reply(document), seconds)


def for_ever(document: Any) -> Response:
    """A JSON answer that can never be another one."""
    response = conditional(reply(document), FOR_EVER)
    response.cache_control.immutable = True
    return response


def conditional(response: Response, seconds: int) -> Response:
    """Tag an answer by its content; a client that has it already gets 304."""
    response.set_etag(sha256(response.get_data()).hexdigest()[:20], weak=True)
    response.cache_control.public = True
    response.cache_control.max_age = seconds
    weighed(response, request)
    return response


def weighed(response: Response, asked: Request) -> None:
    """Make an answer 304 for whoever has it already, and 412 for whoever wants another; `*` wants any there is."""
    given = asked.environ
    if given.get("HTTP_IF_MATCH") == "*":
        given = {name: value for name, value in given.items() if name != "HTTP_IF_MATCH"}
    response.make_conditional(given)
