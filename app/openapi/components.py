"""The components: the oracle's own documents and records, problems, security."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml
from apispec import APISpec

import oracle
from app.calls.fields import HOW, ActionField, PassesField, SeatField, StateField
from app.calls.schemas import Setup
from app.wire.problems import kinds

from .documents import card_file, documents, plain, reference, replay_line
from .headers import add_headers
from .refusals import add_refusals, example_of

Schema = dict[str, Any]

RECORDS = ("Decision", "Explanation", "Fault", "Listed", "Verdict", "Violation")
SOURCE = Path(__file__).with_name("schemas.yaml")


def add_components(spec: APISpec) -> None:
    """Add everything that operations refer to and that no marshmallow schema describes."""
    lines = {**fixed()["ReplayLines"], "contentSchema": replay_line()}
    for name, schema in {**records(), **documents(), **fixed(), "ReplayLines": lines, "CardFile": card_file()}.items():
        spec.components.schema(name, schema, lazy=False)
    spec.components.schema("Setup", schema=Setup)
    for kind in kinds().values():
        spec.components.example(f"problem-{kind.code}", example_of(kind))
    add_headers(spec)
    add_refusals(spec)
    spec.components.security_scheme(
        "editToken",
        {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of a deck or set; it is shown once, where it is made.",
        },
    )


@cache
def fixed() -> dict[str, Schema]:
    """The components that stand in a file."""
    read: dict[str, Schema] = yaml.safe_load(SOURCE.read_text(encoding="utf-8"))
    return read


def records() -> dict[str, Schema]:
    """The records that the oracle answers with."""
    types = [getattr(oracle, name) for name in RECORDS]
    _, made = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    # The label and the clauses of a listed action hang on `include`; with `alternatives` verdicts have some.
    made["Listed"]["required"] = ["action"]
    made["Listed"]["properties"]["action"] = reference("Action")
    made["Verdict"]["properties"]["alternatives"] = {"type": "array", "items": reference("Listed")}
    made["Verdict"]["required"] = ["verdict"]
    return {name: told(plain(schema)) for name, schema in made.items()}


def told(schema: Schema) -> Schema:
    """A schema of answers: more fields may come, and its description stands in one line."""
    kept = {name: value for name, value in schema.items() if name != "additionalProperties"}
    return kept | {"description": " ".join(schema["description"].split())}


def field_of_ours(self: Any, field: Any, **_: Any) -> Schema:
    """What apispec cannot know of the fields that the oracle reads."""
    if isinstance(field, StateField):
        return reference("StateAsked")
    if isinstance(field, ActionField):
        return reference("Action")
    if isinstance(field, PassesField):
        return {
            "propertyNames": {"pattern": "^[0-9]{1,2}$"},
            "additionalProperties": {"type": "string", "enum": [*HOW]},
        }
    if isinstance(field, SeatField):
        return seat(field.words)
    name = field.metadata.get("component")
    if name is None:
        return {}
    return {"anyOf": [reference(name), {"type": "null"}]} if field.metadata.get("or_null") else reference(name)


def seat(words: tuple[str, ...]) -> Schema:
    """A seat's number, or one of a few words."""
    number: Schema = {"type": "integer", "minimum": 0}
    return {"anyOf": [number, {"type": "string", "enum": [*words]}]} if words else number
