"""Answers above a kilobyte travel gzip-coded to clients that accept it."""

from __future__ import annotations

import gzip

from flask import Request, Response

LEAST = 1024
LEVEL = 1
TEXTUAL = ("text/", "application/json", "application/problem+json", "application/yaml", "image/svg+xml")


def compressed(response: Response, request: Request) -> Response:
    """The same answer, compressed if that is worth it and welcome."""
    if not (is_welcome(request) and _is_worth_it(response)):
        return response
    body = _whole(response)
    if len(body) > LEAST:
        # Without a time in its header the same answer has the same bytes.
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


def is_welcome(request: Request) -> bool:
    """Whether the client takes gzip."""
    return "gzip" in request.environ.get("HTTP_ACCEPT_ENCODING", "") and bool(request.accept_encodings["gzip"])


def _whole(response: Response) -> bytes:
    """All bytes of an answer; a file that it would have been read from is closed."""
    source = response.response
    response.direct_passthrough = False
    body = response.get_data()
    if hasattr(source, "close"):
        source.close()
    return body


def _is_worth_it(response: Response) -> bool:
    return (
        response.status_code not in {204, 206, 304}
        and "Content-Encoding" not in response.headers
        and (response.mimetype or "").startswith(TEXTUAL)
    )
