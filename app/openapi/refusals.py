"""The problems that operations can answer with, by status."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from apispec import APISpec
from werkzeug.routing import Rule

from app.wire.operations import Described
from app.wire.problems import Kind, kinds

from .examples import Flow, recorded
from .headers import answered

Document = dict[str, Any]

ALWAYS = (
    "bad-request",
    "method-not-allowed",
    "uri-too-long",
    "too-many-requests",
    "headers-too-large",
    "internal-error",
)
READ = ("malformed-encoding", "body-too-large", "unsupported-media-type", "unsupported-encoding", "request-timeout")
READ_JSON = ("malformed-json", "duplicate-key", "too-deep", "invalid-request", *READ)
BESIDE = {
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    415: ("Accept-Encoding",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}
SHARED = {
    405: "MethodNotAllowed",
    414: "UriTooLong",
    429: "TooManyRequests",
    431: "HeadersTooLarge",
    500: "InternalError",
}


def add_refusals(spec: APISpec) -> None:
    """Add the answers that are the same for every operation."""
    for status, name in SHARED.items():
        spec.components.response(name, refusal(status, [code for code in ALWAYS if kinds()[code].status == status]))


def refusals(rule: Rule, described: Described) -> Document:
    """The problems that the operation can answer with, by status."""
    by_status: dict[int, list[str]] = defaultdict(list)
    for code in codes(rule, described):
        by_status[kinds()[code].status].append(code)
    return {str(status): refusal_or_shared(status, by_status[status]) for status in sorted(by_status)}


def codes(rule: Rule, described: Described) -> list[str]:
    """The codes of those problems, each once."""
    found = {*described.problems, *ALWAYS}
    found |= {*READ_JSON} if described.body is not None else set()
    found |= {"malformed-yaml"} if described.either else set()
    found |= {*READ} if described.written or described.lines else set()
    found |= {"duplicate-key", "invalid-request"} if described.query is not None else set()
    found |= {"not-found"} if rule.arguments else set()
    found |= {"unknown-game"} if "game" in rule.arguments else set()
    return sorted(found)


def refusal_or_shared(status: int, codes: list[str]) -> Document:
    """A status of problems, in full unless it is the same everywhere."""
    if status in SHARED and all(code in ALWAYS for code in codes):
        return {"$ref": f"#/components/responses/{SHARED[status]}"}
    return refusal(status, codes)


def refusal(status: int, codes: list[str]) -> Document:
    """A status with every problem that has it."""
    examples = {code: {"$ref": f"#/components/examples/problem-{code}"} for code in codes}
    content = {"schema": {"$ref": "#/components/schemas/Problem"}, "examples": examples}
    return {
        "description": ", ".join(f"`{code}`" for code in codes),
        "headers": answered(*BESIDE.get(status, ())),
        "content": {"application/problem+json": content},
    }


def example_of(kind: Kind) -> Document:
    """A problem of that kind as this service told it, or, of one that it was not yet seen to tell, the least."""
    told = recorded()["problems"].get(kind.code)
    return {"summary": kind.title, "value": Flow(told if told is not None else least(kind))}


def least(kind: Kind) -> Document:
    """The fields that every problem has."""
    return {
        "type": f"/problems/{kind.code}",
        "title": kind.title,
        "status": kind.status,
        "detail": kind.meaning,
        "instance": "5f1d7c0a92b84e3d6a10c4e7",
        "code": kind.code,
        "errors": [],
    }
