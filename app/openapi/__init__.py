"""The contract: OpenAPI 3.1, made from the operations, their schemas and the oracle's own schemas."""

from __future__ import annotations

from collections.abc import Mapping
from threading import RLock
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask, current_app

from app.version import VERSION

from .components import add_components, field_of_ours
from .examples import Flow
from .paths import add_paths

TITLE = "Rules Oracle"
INFO = {
    "description": (
        "Judges tabletop card games. A state and a question in, an answer with the clauses behind it out; nothing is "
        "kept. Clients ignore fields that they do not know and expect further words in every list of words."
    ),
    "license": {"name": "MIT", "identifier": "MIT"},
    "contact": {"name": "Rules Oracle maintainers"},
}
TAGS = [
    {"name": "oracle", "description": "Questions about a state."},
    {"name": "catalogue", "description": "The games, their rulebooks, cards and schemas."},
    {"name": "registry", "description": "Decks kept and shared under an id."},
    {"name": "service", "description": "The service itself."},
    {"name": "pages", "description": "Pages for people."},
]


# It is made when it is first asked for, and once.
MAKING = RLock()

ORDER = ("openapi", "info", "servers", "security", "tags", "paths", "components")


def contract() -> dict[str, Any]:
    """The contract of the running application."""
    with MAKING:
        made: dict[str, Any] | None = current_app.extensions.get("contract")
        if made is None:
            made = current_app.extensions["contract"] = _made(current_app)
    return made


def render() -> str:
    """The contract as the text of `openapi.yaml`."""
    text: str | None = current_app.extensions.get("contract_text")
    if text is None:
        text = yaml.dump(contract(), Dumper=Dumper, sort_keys=False, allow_unicode=True, width=120)
        current_app.extensions["contract_text"] = text
    return text


def _made(app: Flask) -> dict[str, Any]:
    plugin = MarshmallowPlugin(schema_name_resolver=_name)
    spec = APISpec(
        title=TITLE,
        version=VERSION,
        openapi_version="3.1.0",
        plugins=[plugin],
        info=INFO,
        servers=[{"url": "/", "description": "The server that serves this contract."}],
        security=[],
    )
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(field_of_ours)  # type: ignore[no-untyped-call]  # apispec leaves it bare
    for tag in TAGS:
        spec.tag(tag)
    add_components(spec)
    add_paths(spec, app)
    made = spec.to_dict()
    describe(made["components"]["schemas"], plugin.converter.refs)
    made["components"]["schemas"] = openness(made["components"]["schemas"])
    return {name: made[name] for name in ORDER}


def openness(schema: Any) -> Any:
    """The same schemas, with it said outright of objects without known fields that they are open, and of no other."""
    if isinstance(schema, list):
        return [openness(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: openness(value) for name, value in schema.items()}
    if made.get("type") != "object":
        return made
    if "properties" not in made:
        return {"additionalProperties": True} | made
    return {name: value for name, value in made.items() if name != "additionalProperties" or value is not True}


def describe(schemas: dict[str, Any], named: Mapping[Any, str]) -> None:
    """Give the components that are made of our schemas the words that these say of themselves."""
    for (kind, *_), name in named.items():
        if name in schemas:
            schemas[name] = {"description": " ".join((kind.__doc__ or "").split()), **schemas[name]}


def _name(schema: Any) -> str:
    return str(schema.__name__ if isinstance(schema, type) else type(schema).__name__)


class Dumper(yaml.CSafeDumper):
    """YAML without anchors; examples stand in one line."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write everything where it is used."""
        return True


Dumper.add_representer(
    Flow, lambda dumper, flow: dumper.represent_mapping("tag:yaml.org,2002:map", flow.items(), flow_style=True)
)
