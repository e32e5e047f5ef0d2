"""Several schemas of objects as one that has the properties of all of them."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

BOUNDS = {"minimum": min, "minLength": min, "maximum": max, "maxLength": max, "minItems": min, "maxItems": max}


def merged(schemas: list[Schema], *, closed: bool = True) -> Schema:
    """An object that may have what any of them has, and must have what all of them must have."""
    properties: dict[str, list[Schema]] = {}
    for schema in schemas:
        for name, each in schema["properties"].items():
            properties.setdefault(name, []).append(each)
    required = [name for name in properties if all(name in schema.get("required", []) for schema in schemas)]
    made: Schema = {
        "type": "object",
        "required": required,
        "properties": {name: either(found) for name, found in properties.items()},
    }
    return made | ({"additionalProperties": False} if closed else {})


def either(schemas: list[Schema]) -> Schema:
    """A value that any of the schemas describes."""
    choices = [choice for schema in schemas for choice in choices_of(schema)]
    if {} in choices:
        return {}
    wider: list[Schema] = []
    for choice in choices:
        fitting = next((each for each in wider if is_alike(each, choice)), None)
        if fitting is None:
            wider.append(dict(choice))
        else:
            widen(fitting, choice)
    return wider[0] if len(wider) == 1 else {"anyOf": wider}


def choices_of(schema: Schema) -> list[Schema]:
    """What a schema is a choice of, without what is only said about it."""
    plain = {name: value for name, value in schema.items() if name not in {"default", "description", "title"}}
    if "anyOf" in plain:
        return [choice for each in plain["anyOf"] for choice in choices_of(each)]
    if isinstance(plain.get("type"), list):
        return [{**plain, "type": each} for each in plain["type"]]
    words = [plain["const"]] if "const" in plain else plain.get("enum", [])
    return [{"type": "string"}] if words and all(isinstance(word, str) for word in words) else [plain]


def is_alike(one: Schema, other: Schema) -> bool:
    """Whether two schemas differ in bounds only."""
    return without_bounds(one) == without_bounds(other)


def without_bounds(schema: Schema) -> Schema:
    """What a schema says apart from bounds."""
    return {name: value for name, value in schema.items() if name not in BOUNDS}


def widen(schema: Schema, other: Schema) -> None:
    """Give a schema the wider of both bounds; one that the other has not is none."""
    for name, wider in BOUNDS.items():
        if name in schema and name in other:
            schema[name] = wider(schema[name], other[name])
        else:
            schema.pop(name, None)
