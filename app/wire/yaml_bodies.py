"""Bodies in YAML beside those in JSON: read strictly, and what is wrong with them is told with its line and column."""

from __future__ import annotations

from typing import Any

from flask import Request, g

import oracle

from .bodies import Document, json_body, written_body
from .problems import Complaint, Problem

TOLD = 50


def either_body(request: Request, limit: tuple[str, int], depth: int) -> Document:
    """The document in the request's body, in whichever of the two it is written."""
    if not request.mimetype.endswith("yaml"):
        return json_body(request, limit, depth)
    reading = oracle.given_reading(written_body(request, limit).raw, "yaml")
    g.reading = reading
    if reading.faults:
        told = [Complaint(each.code, each.message, each.at, each.data or None) for each in reading.faults[:TOLD]]
        raise Problem("malformed-yaml", "; ".join(each.detail for each in told[:3]), told)
    return reading.value


def placed(at: str) -> dict[str, Any]:
    """The line and column of a part of the body, where it was YAML."""
    place = g.reading.place(at) if "reading" in g else None
    return {} if place is None else {"line": place[0], "column": place[1]}
