"""The components: the oracle's own schemas, problems, security."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
from apispec import APISpec

import oracle
from app.calls.fields import HOW, ActionField, PassesField, SeatField, StateField
from app.wire.problems import Kind, kinds

from .examples import Flow

Schema = dict[str, Any]

RECORDS = ("Decision", "Explanation", "Fault", "Listed", "Verdict", "Violation")
KINDS = ("state", "action", "event", "card", "deck")


def add_components(spec: APISpec) -> None:
    """Add everything that operations refer to and that no marshmallow schema describes."""
    for name, schema in {**records(), **documents(), **FIXED, "Problem": PROBLEM}.items():
        spec.components.schema(name, schema, lazy=False)
    for kind in kinds().values():
        spec.components.example(f"problem-{kind.code}", {"summary": kind.title, "value": Flow(sample(kind))})
    spec.components.security_scheme("editToken", {"type": "http", "scheme": "bearer"})


def records() -> dict[str, Schema]:
    """The records that the oracle answers with."""
    types = [getattr(oracle, name) for name in RECORDS]
    _, made = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    # The label and the clauses of a listed action hang on `include`.
    made["Listed"]["required"] = ["action"]
    return {name: opened(schema) for name, schema in made.items()}


def opened(schema: Schema) -> Schema:
    """A schema of answers: more fields may come."""
    return {name: value for name, value in schema.items() if name != "additionalProperties"}


def documents() -> dict[str, Schema]:
    """State, action, event, card and deck: one component a game, and one that means any of them."""
    made: dict[str, Schema] = {}
    for kind in KINDS:
        names = []
        for game in oracle.games():
            names.append(f"{game.key}.{kind}")
            made |= hoisted(names[-1], game.schema(kind))
        title = kind.capitalize()
        made[title] = {"description": MEANINGS[kind], "anyOf": [reference(name) for name in names]}
    return made


MEANINGS = {
    "state": "A match between two decisions: everything there is to know about it.",
    "action": "What a seat, or chance, does.",
    "event": "Something that happened.",
    "card": "The definition of a card.",
    "deck": "A deck as it stands.",
}


def hoisted(name: str, schema: Schema) -> dict[str, Schema]:
    """A schema and its definitions as components of their own, with the references moved along."""
    definitions = schema.get("$defs", {})
    main = {key: value for key, value in schema.items() if key not in {"$defs", "$schema"}}
    parts = {name: main, **{f"{name}.{part}": each for part, each in definitions.items()}}
    return {part: moved(copy.deepcopy(each), name) for part, each in parts.items()}


def moved(schema: Any, name: str) -> Any:
    """The same schema with references to where its definitions are now."""
    if isinstance(schema, list):
        return [moved(each, name) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _moved_value(key, value, name) for key, value in schema.items()}


def _moved_value(key: str, value: Any, name: str) -> Any:
    if isinstance(value, str) and value.startswith("#/$defs/"):
        return value.replace("#/$defs/", f"#/components/schemas/{name}.")
    return moved(value, name)


def reference(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def field_of_ours(self: Any, field: Any, **_: Any) -> Schema:
    """What apispec cannot know of the fields that the oracle reads."""
    if isinstance(field, StateField):
        return reference("StateAsked")
    if isinstance(field, ActionField):
        return reference("Action")
    if isinstance(field, PassesField):
        return {"propertyNames": {"pattern": "^[0-9]{1,2}$"}, "additionalProperties": {"enum": [*HOW]}}
    if isinstance(field, SeatField):
        return {"anyOf": [{"type": "integer", "minimum": 0}, *({"const": word} for word in field.words)]}
    name = field.metadata.get("component")
    if name is None:
        return {}
    return {"anyOf": [reference(name), {"type": "null"}]} if field.metadata.get("nullable") else reference(name)


def sample(kind: Kind) -> dict[str, Any]:
    """A problem document of that kind."""
    return {
        "type": f"/problems/{kind.code}",
        "title": kind.title,
        "status": kind.status,
        "detail": kind.meaning,
        "instance": "5f1d7c0a92b84e3d6a10c4e7",
        "code": kind.code,
        "errors": [],
    }


TEXT: Schema = {"type": "string"}

PROBLEM: Schema = {
    "type": "object",
    "description": "RFC 9457. `code` is one of the codes at /problems; `errors` points into the request.",
    "required": ["type", "title", "status", "detail", "instance", "code", "errors"],
    "properties": {
        "type": {**TEXT, "format": "uri-reference"},
        "title": TEXT,
        "status": {"type": "integer"},
        "detail": TEXT,
        "instance": TEXT,
        "code": TEXT,
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pointer", "code", "detail"],
                "properties": {
                    "pointer": TEXT,
                    "code": TEXT,
                    "detail": TEXT,
                    "data": {"type": "object"},
                    "in": TEXT,
                },
            },
        },
    },
}

FIXED: dict[str, Schema] = {
    "StateAsked": {
        "description": (
            "A state: in full, or written by hand. By hand it may leave out what has a default, and in a zone of "
            "objects a bare text is the key of a card."
        ),
        "anyOf": [
            {"$ref": "#/components/schemas/State"},
            {"type": "object", "required": ["game", "players"], "properties": {"game": TEXT}},
        ],
    },
    "Offered": {
        "description": (
            "A legal action. `next` is what opens up behind it (with `expand`); `more` says that there is more than "
            "was listed. With `undetermined` in `include` some carry `verdict: undetermined` and what it depends on."
        ),
        "type": "object",
        "required": ["action"],
        "properties": {
            "action": {"$ref": "#/components/schemas/Action"},
            "label": TEXT,
            "rules": {"type": "array", "items": TEXT},
            "next": {
                "type": "object",
                "required": ["decision", "actions"],
                "properties": {
                    "decision": {"$ref": "#/components/schemas/Decision"},
                    "actions": {"type": "array", "items": {"$ref": "#/components/schemas/Offered"}},
                },
            },
            "more": {"type": "boolean"},
            "verdict": {"const": "undetermined"},
            "depends_on": {"type": "array", "items": TEXT},
        },
    },
    "Result": {
        "description": "How the match ended, and by which clause.",
        "type": "object",
        "required": ["outcome", "winners", "rule", "reason"],
        "properties": {
            "outcome": {"enum": ["win", "draw"]},
            "winners": {"type": "array", "items": {"type": "integer", "minimum": 0}},
            "rule": {"type": ["string", "null"]},
            "reason": TEXT,
        },
    },
    "CardDefinitions": {
        "description": "A set of cards: a set file, or just its cards. A list of cards, or cards by key, is read too.",
        "type": "object",
        "required": ["cards"],
        "additionalProperties": False,
        "properties": {
            "set": TEXT,
            "name": {"anyOf": [TEXT, {"type": "object", "additionalProperties": TEXT}]},
            "about": {"anyOf": [TEXT, {"type": "object", "additionalProperties": TEXT}]},
            "cards": {"anyOf": [{"type": "array", "items": {"$ref": "#/components/schemas/Card"}}, {"type": "object"}]},
            "decks": {"type": "array", "items": {"type": "object"}},
        },
    },
    "DeckSections": {
        "description": "The lists of the deck by section.",
        "type": "object",
        "additionalProperties": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["card", "count"],
                "additionalProperties": False,
                "properties": {"card": TEXT, "count": {"type": "integer", "minimum": 1}, "name": TEXT},
            },
        },
    },
    "DeckOptions": {
        "description": "What the deck needs besides cards, by the names of the game.",
        "type": "object",
        "additionalProperties": {"type": ["string", "integer", "boolean", "null"]},
    },
    "Game": {
        "description": "A game as it describes itself.",
        "type": "object",
        "required": ["game", "name", "rules"],
        "properties": {"game": TEXT, "name": TEXT, "rules": TEXT},
    },
    "Rule": {
        "description": "A clause or a ruling of a rulebook.",
        "anyOf": [{"$ref": "#/components/schemas/Clause"}, {"$ref": "#/components/schemas/Ruling"}],
    },
    "Contract": {"description": "An OpenAPI document.", "type": "object"},
    "JsonSchema": {"description": "A JSON Schema (2020-12).", "type": "object"},
    "Text": TEXT,
}
