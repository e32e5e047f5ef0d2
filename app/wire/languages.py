"""Which language the words of an answer are in."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Request

from .problems import Complaint, Problem

DEFAULT = "en"


def language(request: Request, served: Sequence[str]) -> str:
    """The language of `?lang=`, else the best of `Accept-Language`, else English."""
    asked = request.args.get("lang") if request.query_string else None
    if asked is None and "HTTP_ACCEPT_LANGUAGE" not in request.environ:
        return DEFAULT
    if asked is None:
        return request.accept_languages.best_match(served, DEFAULT) or DEFAULT
    if asked not in served:
        known = ", ".join(served)
        detail = f"This game speaks: {known}."
        told = Complaint("unknown_value", detail, "/lang", place="query")
        raise Problem("invalid-request", f"/lang: {detail}", [told])
    return asked
