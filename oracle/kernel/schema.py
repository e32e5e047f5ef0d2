"""A game described: its JSON Schemas and the document of its tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from .events import FIELDS
from .listing import union_of
from .rulebook import say
from .start import DeckList

if TYPE_CHECKING:
    from .game import Game

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema(game: Game[Any, Any], kind: str) -> dict[str, Any]:
    """JSON Schema 2020-12 of a kind of document; raises `KeyError` for an unknown kind."""
    if kind == "event":
        return {"$schema": DRAFT, "title": f"{game.name}: event", **event_schema(game)}
    shapes: dict[str, Any] = {
        "state": game.state_type,
        "action": union_of(tuple(action.record for action in game.actions)),
        "card": game.card_record,
        "deck": DeckList,
        "map": game.map_record,
    }
    if kind not in game.described:
        raise KeyError(kind)
    made = msgspec.json.schema(shapes[kind], ref_template="#/$defs/{name}")
    return {"$schema": DRAFT, "title": f"{game.name}: {kind}", **made}


def event_schema(game: Game[Any, Any]) -> dict[str, Any]:
    """Any event of the game by its type; clients are told that more fields may come."""
    kinds = []
    for name, fields in game.events.items():
        properties: dict[str, Any] = {field: dict(FIELDS.get(field, {})) for field in fields}
        properties |= {"type": {"const": name}, "rule": {"type": ["string", "null"]}, "text": {"type": "string"}}
        properties["seats"] = {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"const": "spectator"}]}}
        kinds.append({"type": "object", "properties": properties, "required": ["type", "rule"]})
    return {"oneOf": kinds}


def describe(game: Game[Any, Any], language: str) -> dict[str, Any]:
    """The game's tables for clients."""
    return {
        "game": game.key,
        "name": say(game.rulebook.document.name, language),
        "rules": game.edition,
        "editions": list(game.editions),
        "languages": game.languages,
        "seats": {"min": game.seats[0], "max": game.seats[1]},
        "options": {name: option_document(option, language) for name, option in game.rulebook.options.items()},
        "phases": list(game.phases),
        "zones": [zone_document(zone) for zone in game.zones.values()],
        "action_types": [action_document(game, action, language) for action in game.actions],
        "event_types": {name: list(fields) for name, fields in game.events.items()},
        "card_types": list(game.card_types),
        "sections": list(game.sections),
        "formats": list(game.formats),
        "sets": [set_document(card_set, language) for card_set in game.builtin_sets],
        "maps": [map_document(name, document, language) for name, document in game.shipped_maps().items()],
    }


def option_document(option: Any, language: str) -> dict[str, Any]:
    """One switch of a match."""
    plain: dict[str, Any] = {
        key: value for key, value in msgspec.to_builtins(option).items() if value is not None or key == "default"
    }
    return {**plain, "text": say(option.text, language)}


def zone_document(zone: Any) -> dict[str, Any]:
    """One zone: who sees it, whether its cards have identity."""
    return {"zone": zone.name, "seen": zone.seen, "identity": zone.holds is not None, "shared": zone.shared}


def action_document(game: Game[Any, Any], action: Any, language: str) -> dict[str, Any]:
    """One action type: its parameters, its requirements with their clauses, an example."""
    info = msgspec.inspect.type_info(action.record)
    parameters = [f.encode_name for f in info.fields]  # type: ignore[attr-defined]
    required = [f.encode_name for f in info.fields if f.required]  # type: ignore[attr-defined]
    return {
        "type": action.name,
        "text": (action.record.__doc__ or "").partition("\n")[0],
        "parameters": parameters,
        "required": required,
        "objects": list(action.objects),
        "requirements": [
            {"requirement": r.name, "code": r.code, "rules": list(r.rules), "text": r.text} for r in action.requirements
        ],
        "example": example(action),
    }


PLAIN_EXAMPLES: dict[Any, Any] = {
    msgspec.inspect.BoolType: True,
    msgspec.inspect.StrType: "word",
    msgspec.inspect.AnyType: 0,
}
"""A value of each plain type; of every other it is 1."""


def example(action: Any) -> dict[str, Any]:
    """An action of this type with its required parameters."""
    info = msgspec.inspect.type_info(action.record)
    made: dict[str, Any] = {"type": action.name, "player": 0 if action.actor == "seat" else "chance"}
    for field in info.fields:  # type: ignore[attr-defined]
        if field.encode_name != "player" and (field.required or field.encode_name == "outcome"):
            made[field.encode_name] = example_value(field.type)
    return made


def example_value(kind: Any) -> Any:
    """A value that fits a parameter."""
    if isinstance(kind, msgspec.inspect.Metadata):
        return example_value(kind.type)
    if isinstance(kind, msgspec.inspect.UnionType):
        return example_value(kind.types[0])
    if isinstance(kind, msgspec.inspect.ListType):
        return [example_value(kind.item_type)] * max(kind.min_length or 0, 1)
    return kind.values[0] if isinstance(kind, msgspec.inspect.LiteralType) else PLAIN_EXAMPLES.get(type(kind), 1)


def set_document(card_set: Any, language: str) -> dict[str, Any]:
    """One card set: its id, its size, its decks."""
    decks = [
        {
            "key": d.key,
            "name": say(d.name, language),
            "format": d.format,
            "options": d.options,
            "sections": deck_lines(card_set, d, language),
        }
        for d in card_set.decks.values()
    ]
    return {"set": card_set.id, "name": say(card_set.name, language), "cards": len(card_set.cards), "decks": decks}


def map_document(name: str, document: Mapping[str, Any], language: str) -> dict[str, Any]:
    """One map that ships: its name with the hash of its content, and for how many seats it is."""
    return {"map": name, "name": say(document["name"], language), "seats": document.get("seats", 2)}


def deck_lines(card_set: Any, deck: Any, language: str) -> dict[str, list[dict[str, Any]]]:
    """A shipped deck's sections as a deck document writes them."""
    return {
        section: [
            {"card": key, "count": count, "name": card_set.cards[key].name(language)} for key, count in lines.items()
        ]
        for section, lines in deck.sections.items()
    }
