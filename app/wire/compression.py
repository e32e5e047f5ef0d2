"""Answers above a kilobyte travel gzip-coded to clients that accept it."""

from __future__ import annotations

import gzip

from flask import Request, Response

LEAST = 1024
LEVEL = 1
TEXTUAL = ("text/", "application/json", "application/problem+json", "application/yaml")


def compressed(response: Response, request: Request) -> Response:
    """The same answer, compressed if that is worth it and welcome."""
    if not _is_worth_it(response) or not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) > LEAST:
        # Without a time in its header the same answer has the same bytes.
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _is_worth_it(response: Response) -> bool:
    return (
        response.status_code not in {204, 206, 304}
        and "Content-Encoding" not in response.headers
        and (response.mimetype or "").startswith(TEXTUAL)
    )
