"""The oracle's own documents as components: those of each game, and one that means any game's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import oracle

from .merging import either, merged

Schema = dict[str, Any]

ACTION = (
    "What a seat, or chance, does. Each type of action has its own parameters; those of every game stand here side by "
    "side, and `x-games` leads to exactly what one game reads. An action of an answer is sent back as it stands."
)
EVENT = (
    "Something that happened, with `text` if that was asked for. Each type has its own fields; those of every game "
    "stand here side by side, and `x-games` leads to exactly what one game tells. `seats` stands only where not "
    "everybody may know it."
)
CARD = (
    "The definition of a card. The attributes of every game stand here side by side, and `x-games` leads to exactly "
    "what one game reads."
)
STATE = "A match between two decisions: everything there is to know about it, or everything that one seat knows."
DECK = "A deck: its lists by section, the format it is for, and what it needs besides."


def documents() -> dict[str, Schema]:
    """State, action, event, card and deck."""
    games = oracle.games()
    parts = {kind: {game.key: MAKERS[kind](game) for game in games} for kind in MAKERS}
    made = {name: schema for games in parts.values() for each in games.values() for name, schema in each.items()}
    made["State"] = either_state()
    made["Deck"] = merged([each["Deck"] for each in parts["deck"].values()]) | {"description": DECK}
    for word, kind, meaning in (("Action", "action", ACTION), ("Event", "event", EVENT), ("Card", "card", CARD)):
        single = [plain(each) for game in games for each in flat(game.schema(kind))]
        made[word] = {**merged(single, closed=word != "Event"), "description": meaning, "x-games": by_game(word)}
    return made


def replay_line() -> Schema:
    """A line of a streamed replay, with the actions and events exactly as each game has them."""
    return {
        "type": "object",
        "required": ["verdict", "steps"],
        "properties": {
            "verdict": {"type": "string"},
            "steps": {"type": "integer"},
            "action": any_game("Action"),
            "events": {"type": "array", "items": any_game("Event")},
        },
    }


def card_file() -> Schema:
    """A set of cards as a file, with the cards exactly as each game has them."""
    return {
        "type": "object",
        "required": ["cards"],
        "properties": {"cards": {"anyOf": [{"type": "array", "items": any_game("Card")}, {"type": "object"}]}},
    }


def any_game(word: str) -> Schema:
    """What stands for a word in one game or another."""
    return {"anyOf": [*by_game(word).values()]}


def pascal(words: str) -> str:
    """`some-game` as `SomeGame`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[-_]", words))


def reference(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def by_game(word: str) -> Schema:
    """What stands for a word in each game."""
    return {game.key: reference(pascal(game.key) + word) for game in oracle.games()}


def either_state() -> Schema:
    """A state of any game: `game` says of which."""
    named = by_game("State")
    mapping = {game: each["$ref"] for game, each in named.items()}
    return {
        "description": STATE,
        "oneOf": [*named.values()],
        "discriminator": {"propertyName": "game", "mapping": mapping},
    }


def states(game: Any) -> dict[str, Schema]:
    """The state of a game and its parts."""
    prefix = pascal(game.key)
    schema = game.schema("state")
    main = main_of(schema)
    names = {part: prefix + ("State" if part == main else part) for part in schema["$defs"]}
    made = renamed(schema["$defs"], names)
    made[f"{prefix}State"]["properties"]["game"] = {"type": "string", "const": game.key}
    return made


def actions(game: Any) -> dict[str, Schema]:
    """Each type of action of a game, and what means any of them."""
    return kinds(game, "Action", [*flat(game.schema("action"))])


def events(game: Any) -> dict[str, Schema]:
    """Each type of event of a game, and what means any of them."""
    return kinds(game, "Event", [*flat(game.schema("event"))])


def kinds(game: Any, word: str, schemas: list[Schema]) -> dict[str, Schema]:
    """Documents that bear their `type`, each under a name made of it, and their union."""
    prefix = pascal(game.key)
    named = {prefix + pascal(type_of(each)) + word: plain(each) for each in schemas}
    mapping = {type_of(each): reference(name)["$ref"] for each, name in zip(schemas, named, strict=True)}
    return named | {
        f"{prefix}{word}": {
            "description": f"{'An action' if word == 'Action' else 'An event'} of {game.name}.",
            "allOf": [reference(word)],
            "oneOf": [reference(name) for name in named],
            "discriminator": {"propertyName": "type", "mapping": mapping},
        }
    }


def cards(game: Any) -> dict[str, Schema]:
    """A card of a game."""
    (schema,) = flat(game.schema("card"))
    return {f"{pascal(game.key)}Card": plain(schema)}


def decks(game: Any) -> dict[str, Schema]:
    """A deck, which is the same in every game; its lists and options are components of their own."""
    schema = game.schema("deck")
    made = plain(schema["$defs"][main_of(schema)])
    made["properties"] |= {"sections": reference("DeckSections"), "options": reference("DeckOptions")}
    return {"Deck": made}


MAKERS = {"state": states, "action": actions, "event": events, "card": cards, "deck": decks}


def main_of(schema: Schema) -> str:
    """The definition that a schema is."""
    return str(schema["$ref"]).rpartition("/")[2]


def flat(schema: Schema) -> Iterator[Schema]:
    """The schemas that a schema is a choice of, each in full."""
    definitions = schema.get("$defs", {})
    for each in schema.get("anyOf") or schema.get("oneOf") or [schema]:
        yield in_full(definitions[main_of(each)] if "$ref" in each else each, definitions)


def in_full(schema: Any, definitions: Schema) -> Any:
    """A schema with everything written where it is used."""
    if isinstance(schema, list):
        return [in_full(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return in_full(definitions[main_of(schema)], definitions)
    return {key: in_full(value, definitions) for key, value in schema.items() if key != "discriminator"}


def type_of(schema: Schema) -> str:
    """The `type` of an action or event."""
    told = schema["properties"]["type"]
    return str(told["const"] if "const" in told else told["enum"][0])


def renamed(definitions: dict[str, Schema], names: dict[str, str]) -> dict[str, Schema]:
    """Definitions as components under other names."""
    paths = {f"#/$defs/{part}": reference(name)["$ref"] for part, name in names.items()}
    return {names[part]: moved(plain(schema), paths) for part, schema in definitions.items()}


def moved(schema: Any, paths: dict[str, str]) -> Any:
    """The same schema with references to where its definitions are now."""
    if isinstance(schema, list):
        return [moved(each, paths) for each in schema]
    if isinstance(schema, dict):
        return {key: moved(value, paths) for key, value in schema.items()}
    return paths.get(schema, schema) if isinstance(schema, str) else schema


def plain(schema: Any) -> Any:
    """The same schema in the words that tools know best."""
    if isinstance(schema, list):
        return [plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("enum"), list):
        return words(schema)
    if "prefixItems" in schema:
        return listed(schema)
    made = {key: plain(value) for key, value in schema.items() if key != "title"}
    if "anyOf" in made:
        made["anyOf"] = [as_choice(each) for each in made["anyOf"]]
    return made | ({"items": {}} if made.get("type") == "array" and "items" not in made else {})


def listed(schema: Schema) -> Schema:
    """A list of so many places, as a list of what may stand in any of them."""
    kept = {key: value for key, value in schema.items() if key in {"type", "minItems", "maxItems", "default"}}
    return kept | {"items": either([plain(each) for each in schema["prefixItems"]])}


def words(schema: Schema) -> Schema:
    """A choice of words, typed; one of a single word is that word."""
    kinds = {"string": str, "integer": int}
    found = {name: [each for each in schema["enum"] if type(each) is kind] for name, kind in kinds.items()}
    made = [word_or_words(name, some) for name, some in found.items() if some]
    beside = {"default": schema["default"]} if "default" in schema else {}
    return (made[0] if len(made) == 1 else {"anyOf": made}) | beside


def as_choice(schema: Schema) -> Schema:
    """One of several schemas: there a single word is written as a choice, for generators read it as anything else."""
    if "const" not in schema or "enum" in schema:
        return schema
    return {"type": "string", "enum": [schema["const"]]}


def word_or_words(kind: str, some: list[Any]) -> Schema:
    """A choice of words of one type."""
    return {"type": kind, "const": some[0]} if len(some) == 1 else {"type": kind, "enum": some}
