"""The header fields of answers and requests."""

from __future__ import annotations

from typing import Any

from apispec import APISpec

from app.wire.operations import Described

Document = dict[str, Any]
TEXT = {"type": "string"}

ANSWERS: dict[str, str] = {
    "X-Request-Id": "The id of the request: its own, or one that the service gave it.",
    "ETag": "The tag of this very content, for `If-None-Match`; of a deck also for `If-Match`.",
    "Cache-Control": "How long the answer may be kept; `immutable` where it can never change.",
    "Location": "The address of what was made, or of where it is now.",
    "Retry-After": "The seconds after which to ask again.",
    "Allow": "The methods that the address serves.",
    "RateLimit": "What is left of the quota and the seconds until it is whole again, where requests are counted.",
    "RateLimit-Policy": "The quota and its window in seconds, where requests are counted.",
    "WWW-Authenticate": "What a token is sent as.",
    "Accept-Encoding": "The codings that a request may have.",
    "Content-Disposition": "The name under which to save the file.",
}
REQUESTS: dict[str, Document] = {
    "Accept-Language": {
        "description": "The languages of labels, prompts, messages and texts, by preference; `lang` goes before it.",
        "example": "en",
    },
    "If-None-Match": {"description": "The `ETag` of an answer that is still at hand: 304 means that it holds."},
    "If-Match": {"description": "The `ETag` of the deck as it was read.", "required": True},
    "Idempotency-Key": {
        "description": "16 to 200 printable characters; the same key makes the same deck only once.",
        "schema": {**TEXT, "minLength": 16, "maxLength": 200, "pattern": "^[!-~]+$"},
    },
}


def add_headers(spec: APISpec) -> None:
    """Add every header field once."""
    for name, meaning in ANSWERS.items():
        spec.components.header(name, {"description": meaning, "schema": dict(TEXT)})
    for name, told in REQUESTS.items():
        spec.components.parameter(name, "header", {"schema": dict(TEXT), **told, "name": name})


def asked(described: Described) -> list[str]:
    """The header fields that an operation reads."""
    names = [*described.headers]
    names += ["Accept-Language"] if speaks(described) else []
    names += ["If-None-Match"] if described.tagged and "If-Match" not in names else []
    return names


def speaks(described: Described) -> bool:
    """Whether the words of the answer are in a language of the client's choice."""
    return described.query is not None and "lang" in described.query._declared_fields  # noqa: SLF001 - its own words


def answered(*names: str) -> Document:
    """These header fields of an answer, and those that every answer has."""
    every = ("X-Request-Id", *names, "RateLimit", "RateLimit-Policy")
    return {name: {"$ref": f"#/components/headers/{name}"} for name in every}
