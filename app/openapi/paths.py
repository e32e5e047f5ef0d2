"""The paths: one operation for each address and method, from what its view declares."""

from __future__ import annotations

import re
from collections import defaultdict
from inspect import cleandoc
from typing import Any

from apispec import APISpec
from flask import Flask
from werkzeug.routing import Rule

from app.wire.operations import Described, Operation

from . import headers
from .documents import reference
from .examples import answers_of, lines_of, requests_of
from .examples import parameters as samples
from .refusals import refusals

Document = dict[str, Any]

PATH_PARAMETERS = {
    "game": "The key of a game.",
    "clause": "The id of a clause or ruling.",
    "key": "The key of a card.",
    "name": "The name of a set or map within its game.",
    "pin": "The hash of its content.",
    "kind": "state, action, event, card or deck; map for a game that is played on maps.",
    "id": "The id of a deck; case and hyphens do not matter.",
    "code": "The code of a problem.",
    "number": "The number of a revision, from 1.",
    "token": "The id of a token, not the token itself.",
    "deck_code": "A deck code.",
    "hash": "The hash of what a picture shows.",
    "content": "The SHA-256 of the content, 64 hexadecimal digits.",
}

DECK = {"id": "$response.body#/id"}
HELD_DECK = {**DECK, "header.If-Match": "$response.header.ETag"}
SET = {"content": "$response.body#/hash"}
OF_A_DECK: Document = {
    "read": {"operationId": "getDeck", "parameters": DECK},
    "replace": {"operationId": "replaceDeck", "parameters": HELD_DECK},
    "describe": {"operationId": "describeDeck", "parameters": HELD_DECK},
    "history": {"operationId": "listRevisions", "parameters": DECK},
    "fork": {"operationId": "forkDeck", "parameters": DECK},
    "export": {"operationId": "exportDeck", "parameters": DECK},
    "page": {"operationId": "getDeckPage", "parameters": DECK},
}
# Where what was just made is read and changed.
LINKS: dict[str, Document] = {
    "registerDeck": OF_A_DECK,
    "forkDeck": OF_A_DECK,
    "registerCardSet": {"read": {"operationId": "getCardSet", "parameters": SET}},
    "registerMap": {"read": {"operationId": "getMap", "parameters": SET}},
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
        **words_of(view),
        "tags": [described.tag],
        "parameters": parameters(rule, described),
    }
    content = body(described)
    if content:
        made["requestBody"] = {"required": True, "content": content}
    if described.secured:
        made["security"] = [{"editToken": []}]
    examples = answers_of(app, described, path_of(rule), method)
    made["responses"] = {**successes(described, examples), **refusals(rule, described)}
    return made


def words_of(view: Operation) -> Document:
    """The first line of a view's docstring, and all of it."""
    text = cleandoc(view.__doc__ or "")
    summary = text.partition("\n")[0].partition(": ")[0].rstrip(".")
    return {"summary": summary, "description": text}


def body(described: Described) -> Document:
    """What a request may consist of, by its type."""
    if described.body is not None:
        content = {"schema": described.body} | requests_of(described)
        return dict.fromkeys(("application/json", *(["application/yaml"] if described.either else [])), content)
    if described.lines:
        return {"application/x-ndjson": {"schema": reference("BatchLines")} | lines_of(described)}
    if described.written:
        example = requests_of(described)
        return {
            "application/json": {"schema": reference("CardDefinitions")} | example,
            "application/yaml": {"schema": reference("CardFile")} | example,
        }
    return {}


def parameters(rule: Rule, described: Described) -> list[Any]:
    """The parameters of the path, the query and the header."""
    named = samples(path_of(rule))
    path = [
        {
            "in": "path",
            "name": name,
            "required": True,
            "description": PATH_PARAMETERS[name],
            "schema": {"type": "string"},
            "example": named[name],
        }
        for name in re.findall(r"<(?:\w+:)?(\w+)>", rule.rule)
    ]
    query = [{"in": "query", "schema": described.query}] if described.query else []
    return [*path, *query, *headers.asked(described)]


def successes(described: Described, examples: dict[str, Document]) -> Document:
    """The answers when all is well."""
    sent = ("Cache-Control", "ETag") if described.tagged else ()
    told = {"headers": headers.answered(*described.sends, *sent)}
    if described.status == 204:
        return {"204": {"description": "Done.", **told}}
    answer = described.answer or "JsonSchema"
    schema = reference(answer) if isinstance(answer, str) else answer
    content: Document = {described.media: {"schema": schema}}
    content |= {media: {"schema": reference(name)} for media, name in described.also.items()}
    content = {media: each | examples[media] for media, each in content.items()}
    linked = {"links": LINKS[described.id]} if described.id in LINKS else {}
    made: Document = {str(described.status): {"description": "The answer.", **told, "content": content, **linked}}
    if described.moved:
        made["302"] = {"description": "It is elsewhere now.", "headers": headers.answered("Location")}
    return made | ({"304": {"description": "What the client has still holds.", **told}} if described.tagged else {})
