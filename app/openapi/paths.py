"""The paths: one operation for each address and method, from what its view declares."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from apispec import APISpec
from flask import Flask
from werkzeug.routing import Rule

from app.wire.operations import Described, Operation
from app.wire.problems import kinds

from .examples import answers_of, lines_of, requests_of
from .examples import parameters as samples

Document = dict[str, Any]

READ_BODY = (
    "malformed-json",
    "malformed-encoding",
    "duplicate-key",
    "too-deep",
    "body-too-large",
    "unsupported-media-type",
    "unsupported-encoding",
    "invalid-request",
)
READ_TEXT = ("malformed-encoding", "body-too-large", "unsupported-media-type", "unsupported-encoding")
PATH_PARAMETERS = {
    "game": "The key of a game.",
    "clause": "The id of a clause or ruling.",
    "key": "The key of a card.",
    "name": "The name of a set within its game.",
    "pin": "The hash of the set's content.",
    "kind": "state, action, event, card or deck.",
    "id": "The id of a deck; case and hyphens do not matter.",
    "code": "The code of a problem.",
    "number": "The number of a revision, from 1.",
    "token": "The id of a token, not the token itself.",
    "deck_code": "A deck code.",
    "content": "The SHA-256 of the content, 64 hexadecimal digits.",
}


def add_paths(spec: APISpec, app: Flask) -> None:
    """Add every address whose view is an operation, in the order of paths."""
    found: dict[str, Document] = defaultdict(dict)
    for rule in sorted(app.url_map.iter_rules(), key=lambda each: each.rule):
        view = app.view_functions[rule.endpoint]
        if isinstance(view, Operation):
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                found[path_of(rule)][method.lower()] = operation_object(app, rule, view, method)
    for path, operations in found.items():
        spec.path(path, operations=operations)


def path_of(rule: Rule) -> str:
    """The path as OpenAPI writes it."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)


def operation_object(app: Flask, rule: Rule, view: Operation, method: str) -> Document:
    """What the contract says of an operation."""
    described = view.described
    made: Document = {
        "operationId": described.id,
        "summary": (view.__doc__ or "").strip().partition("\n")[0],
        "tags": [described.tag],
        "parameters": parameters(rule, described),
    }
    if described.body is not None:
        content: Document = {"schema": described.body}
        made["requestBody"] = {"required": True, "content": {"application/json": content | requests_of(described)}}
    if described.lines:
        made["requestBody"] = {"required": True, "content": in_lines(described)}
    if described.written:
        made["requestBody"] = {"required": True, "content": written(described)}
    if described.secured:
        made["security"] = [{"editToken": []}]
    examples = answers_of(app, described, path_of(rule), method)
    made["responses"] = {str(described.status): success(described, examples), **failures(rule, described)}
    return made


def in_lines(described: Described) -> Document:
    """A body of JSON documents, one a line."""
    return {"application/x-ndjson": {"schema": {"$ref": "#/components/schemas/Text"}} | lines_of(described)}


def written(described: Described) -> Document:
    """A body that is read as text, in either spelling."""
    reading: Document = {"schema": {"$ref": "#/components/schemas/CardDefinitions"}}
    return {"application/json": reading | requests_of(described), "application/yaml": dict(reading)}


def parameters(rule: Rule, described: Described) -> list[Any]:
    """The parameters of the path, the query and the header."""
    path = [
        {
            "in": "path",
            "name": name,
            "required": True,
            "description": PATH_PARAMETERS[name],
            "schema": {"type": "string"},
            "example": samples()[name],
        }
        for name in re.findall(r"<(?:\w+:)?(\w+)>", rule.rule)
    ]
    query = [{"in": "query", "schema": described.query}] if described.query else []
    return [*path, *query, *(HEADERS[name] for name in described.headers)]


HEADERS = {
    "Idempotency-Key": {
        "in": "header",
        "name": "Idempotency-Key",
        "description": "16 to 200 printable characters; the same key registers the same deck only once.",
        "schema": {"type": "string", "minLength": 16, "maxLength": 200},
    },
    "If-Match": {
        "in": "header",
        "name": "If-Match",
        "required": True,
        "description": "The ETag of the deck as it was read.",
        "schema": {"type": "string"},
    },
}


def success(described: Described, examples: Document) -> Document:
    """The answer when all is well."""
    if described.status == 204:
        return {"description": "Done."}
    answer = described.answer or "JsonSchema"
    schema = {"$ref": f"#/components/schemas/{answer}"} if isinstance(answer, str) else answer
    content: Document = {described.media: {"schema": schema, **examples}}
    content |= {media: {"schema": {"$ref": "#/components/schemas/Text"}} for media in described.also}
    return {"description": "The answer.", "content": content}


def failures(rule: Rule, described: Described) -> Document:
    """The problems that the operation can answer with, by status."""
    by_status: dict[str, list[str]] = defaultdict(list)
    for code in codes(rule, described):
        by_status[str(kinds()[code].status)].append(code)
    return {status: failure(by_status[status]) for status in sorted(by_status)}


def codes(rule: Rule, described: Described) -> list[str]:
    """The codes of those problems, each once."""
    found = [*described.problems, "internal-error"]
    found += READ_BODY if described.body is not None else ()
    found += READ_TEXT if described.written or described.lines else ()
    found += ("invalid-request",) if described.query is not None else ()
    found += ("unknown-game",) if "<game>" in rule.rule else ()
    return sorted(set(found))


def failure(codes: list[str]) -> Document:
    """A status with every problem that has it."""
    examples = {code: {"$ref": f"#/components/examples/problem-{code}"} for code in codes}
    content = {"schema": {"$ref": "#/components/schemas/Problem"}, "examples": examples}
    return {
        "description": ", ".join(f"`{code}`" for code in codes),
        "content": {"application/problem+json": content},
    }
