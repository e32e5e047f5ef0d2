"""What the reference page shows: the contract told as words and links, operation by operation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from markupsafe import Markup, escape

Words = dict[str, Any]
Contract = Mapping[str, Any]

NAMES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "null",
}
BETWEEN = {"oneOf": Markup(" or "), "anyOf": Markup(" or "), "allOf": Markup(" and ")}
FIELD = Markup("<code>{}</code>: {}")
SHOWN_METHODS = ("get", "post", "put", "patch", "delete")


def reference(contract: Contract) -> Words:
    """The whole page: operations by tag, then every shape that they name."""
    found = [
        (path, method, operation)
        for path, methods in contract["paths"].items()
        for method, operation in methods.items()
        if method in SHOWN_METHODS
    ]
    groups = [
        {
            "name": tag["name"],
            "description": tag["description"],
            "operations": [told(contract, *each) for each in found if tag["name"] in each[2]["tags"]],
        }
        for tag in contract["tags"]
    ]
    shapes = [shape(name, schema) for name, schema in sorted(contract["components"]["schemas"].items())]
    info = contract["info"]
    return {"title": info["title"], "version": info["version"], "about": info["description"]} | {
        "groups": [group for group in groups if group["operations"]],
        "shapes": shapes,
        "count": len(found),
    }


def told(contract: Contract, path: str, method: str, operation: Mapping[str, Any]) -> Words:
    """One operation."""
    content = resolved(contract, operation.get("requestBody", {})).get("content", {})
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation["summary"],
        "description": further(operation),
        "secured": bool(operation.get("security")),
        "parameters": [parameter(resolved(contract, each)) for each in operation.get("parameters", ())],
        "bodies": [body(contract, media, each) for media, each in content.items()],
        "answers": [
            body(contract, media, each) | {"status": status}
            for status, answer in operation["responses"].items()
            if status < "400"
            for media, each in resolved(contract, answer).get("content", {"": {}}).items()
        ],
        "problems": sorted({code for answer in operation["responses"].values() for code in codes(contract, answer)}),
    }


def further(operation: Mapping[str, Any]) -> str:
    """What the description says that the summary does not."""
    said: str = operation.get("description", "")
    return "" if said.rstrip(".") == operation["summary"] else said


def resolved(contract: Contract, thing: Mapping[str, Any]) -> Mapping[str, Any]:
    """The thing itself, where it stands elsewhere in the contract."""
    while "$ref" in thing:
        place: Any = contract
        for step in thing["$ref"].removeprefix("#/").split("/"):
            place = place[step.replace("~1", "/").replace("~0", "~")]
        thing = place
    return thing


def parameter(each: Mapping[str, Any]) -> Words:
    """A parameter of a path, a query or a header."""
    return {
        "name": each["name"],
        "place": each["in"],
        "required": each.get("required", False),
        "type": typed(each["schema"]),
        "description": each.get("description", ""),
        "example": each.get("example", each["schema"].get("default", "")),
    }


def body(contract: Contract, media: str, each: Mapping[str, Any]) -> Words:
    """A body in one of its types, with its first example."""
    examples = [resolved(contract, example) for example in each.get("examples", {}).values()]
    first = examples[0] if examples else {"value": each.get("example")}
    value = first.get("value")
    return {
        "media": media,
        "type": typed(each.get("schema", {})),
        "example": None if value is None else written(value),
        "abridged": first.get("description", ""),
    }


def written(value: Any) -> str:
    """An example as it is sent."""
    return value if isinstance(value, str) else orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def codes(contract: Contract, answer: Mapping[str, Any]) -> Iterator[str]:
    """The codes of the problems that an answer can be."""
    content = resolved(contract, answer).get("content", {})
    for example in content.get("application/problem+json", {}).get("examples", {}).values():
        yield resolved(contract, example)["value"]["code"]


def shape(name: str, schema: Mapping[str, Any]) -> Words:
    """A named shape with its fields."""
    needed = frozenset(schema.get("required", ()))
    fields = [
        {"name": each, "required": each in needed, "type": typed(part), "description": part.get("description", "")}
        for each, part in schema.get("properties", {}).items()
    ]
    return {
        "name": name,
        "description": schema.get("description", ""),
        "fields": fields,
        "type": None if fields else typed(schema),
        "closed": schema.get("additionalProperties") is False,
    }


def typed(schema: Any) -> Markup:
    """A schema in words, with links to the shapes that it names."""
    if not isinstance(schema, Mapping) or not schema:
        return Markup("anything")
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#shape-{0}">{0}</a>').format(name)
    for word, between in BETWEEN.items():
        if word in schema:
            return between.join(typed(each) for each in schema[word])
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return Markup(" | ").join(Markup("<code>{}</code>").format(value) for value in values)
    return by_name(schema)


def by_name(schema: Mapping[str, Any]) -> Markup:
    """A schema that has a type, or several."""
    kinds = schema.get("type", "object")
    said = [one(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return Markup(" or ").join(said) + bounds(schema)


def one(kind: str, schema: Mapping[str, Any]) -> Markup:
    """One type."""
    if kind == "array":
        return Markup("list of ") + typed(schema.get("items", {}))
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return Markup("object of ") + typed(schema["additionalProperties"])
    if kind == "object" and "properties" in schema:
        fields = [FIELD.format(name, typed(each)) for name, each in schema["properties"].items()]
        return Markup("object with ") + Markup(", ").join(fields)
    return escape(NAMES.get(kind, kind))


def bounds(schema: Mapping[str, Any]) -> Markup:
    """How small or large a value may be."""
    said = [f"{schema[low]} or more" for low in ("minimum", "minLength", "minItems") if low in schema]
    said += [f"at most {schema[high]}" for high in ("maximum", "maxLength", "maxItems") if high in schema]
    if "default" in schema and not isinstance(schema["default"], (dict, list)):
        said.append(f"else {schema['default']}")
    return escape(f" ({', '.join(said)})" if said else "")
