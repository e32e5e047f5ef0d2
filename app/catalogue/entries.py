"""The documents of the catalogue, made from what a game says of itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import oracle
from app.calls.selection import page
from app.wire.problems import Problem

from .search import searched

Entry = dict[str, Any]


def summary(game: Any, language: str) -> Entry:
    """A game in one line."""
    return {
        "game": game.key,
        "name": say(game.rulebook.document.name, language),
        "rules": game.edition,
        "languages": list(game.languages),
        "url": f"/v1/games/{game.key}",
    }


def rulebook(game: Any, words: str, language: str) -> Entry:
    """The clauses, rulings and options of a rulebook that hold all the words."""
    wanted = words.casefold().split()
    book = game.rulebook.document
    clauses = [clause(game, each, language) for each in book.clauses]
    rulings = [ruling(game, each, language) for each in book.rulings]
    return {
        "game": game.key,
        "rules": game.edition,
        "rulebook": say(book.name, language),
        "chapters": [{"id": each.id, "title": say(each.title, language)} for each in book.chapters],
        "clauses": [each for each in clauses if holds(each, wanted)],
        "rulings": [each for each in rulings if holds(each, wanted)],
        "options": {
            name: told
            for name, each in book.options.items()
            if holds(told := {"name": name, **option(each, language)}, wanted)
        },
    }


def rule(game: Any, id: str, language: str) -> Entry:
    """One clause or one ruling."""
    book = game.rulebook
    if id in book.clauses:
        return clause(game, book.clauses[id], language)
    if id in book.rulings:
        return ruling(game, book.rulings[id], language)
    raise Problem("unknown-clause", f"The rulebook of {game.name} has no {id[:40]!r}.")


def clause(game: Any, each: Any, language: str) -> Entry:
    """A clause in that language, and the action types that are judged by it."""
    return {
        "id": each.id,
        "kind": each.kind,
        "text": say(each.text, language),
        "source": each.source,
        "action_types": citing(game.key).get(each.id, []),
    }


def ruling(game: Any, each: Any, language: str) -> Entry:
    """A ruling in that language."""
    return {
        "id": each.id,
        "kind": "ruling",
        "question": say(each.question, language),
        "answers": [say(answer, language) for answer in each.answers],
        "ruling": say(each.ruling, language),
        "why": say(each.why, language),
        "option": each.option,
        "action_types": citing(game.key).get(each.id, []),
    }


def option(each: Any, language: str) -> Entry:
    """An option: what it may be, what it is by default, and the ruling behind it."""
    told = {
        "values": each.values,
        "type": each.type,
        "min": each.min,
        "max": each.max,
        "default": each.default,
        "ruling": each.ruling,
        "text": say(each.text, language),
    }
    return {name: value for name, value in told.items() if value is not None or name == "default"}


def cards(game: Any, search: dict[str, Any], language: str) -> Entry:
    """The cards of a set, or of all, that fulfil the search; one page of them."""
    found = searched(shown_cards(game, search.get("set"), language), search["q"], game.measures)
    some, following = page(found, search, place="query")
    return {"cards": some, "total": len(found), "next": following}


def card(game: Any, key: str, language: str) -> Entry:
    """One card by its key."""
    for each in shown_cards(game, None, language):
        if key == each["card"]:
            return each
    raise Problem("unknown-card", f"{game.name} has no card {key[:60]!r}.")


def shown_cards(game: Any, set: str | None, language: str) -> list[Entry]:
    """Every card of a set, or of all sets that are served, as it is shown."""
    names = [set] if set is not None else [each.id for each in game.builtin_sets]
    return [shown(game, name, each, language) for name in names for each in game.cards([name])]


def shown(game: Any, set: str, each: Any, language: str) -> Entry:
    """A card: its definition as data and its text in words."""
    return {
        "card": each.key,
        "name": each.name(language),
        "set": set,
        "text": game.text(each, language),
        "definition": each.document,
    }


def holds(entry: Any, wanted: list[str]) -> bool:
    """Whether every word stands somewhere in the entry."""
    text = " ".join(strings(entry)).casefold()
    return all(word in text for word in wanted)


def strings(value: Any) -> Iterator[str]:
    """Every text in a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


@cache
def citing(key: str) -> dict[str, list[str]]:
    """The action types of a game that each of its clauses is a requirement of."""
    found: dict[str, list[str]] = {}
    for kind in oracle.game(key).describe()["action_types"]:
        for rule_id in dict.fromkeys(rule for each in kind["requirements"] for rule in each["rules"]):
            found.setdefault(rule_id, []).append(kind["type"])
    return found


def say(words: Any, language: str) -> str:
    """Words in that language, or in English."""
    return words if isinstance(words, str) else str(words.get(language) or words.get("en"))


def card_set(game: Any, name: str, pin: str) -> Entry:
    """A whole set by its name and the hash of its content, as it will be for ever."""
    found = pinned(game, "set", f"{game.key}/{name}@{pin}")
    return {**found, "cards": [defined(each) for each in game.cards([found["set"]])]}


def chart(game: Any, name: str, pin: str) -> Entry:
    """A map that ships by its name and the hash of its content, as it will be for ever."""
    found = pinned(game, "map", f"{game.key}/{name}@{pin}")
    return {**found, "definition": game.shipped_maps()[found["map"]]}


def pinned(game: Any, kind: str, name: str) -> Entry:
    """What a game tells of a set or map that ships with it, by its whole name."""
    known = {told[kind]: told for told in game.describe()[f"{kind}s"]}
    if name not in known:
        detail = f"There is no {kind} {name[:120]!r} here; served: {', '.join(known) or 'none'}."
        raise Problem("set-not-found", detail, more={"known": [*known]})
    return {"game": game.key, **known[name]}


def defined(card: Any) -> Entry:
    """A card as its set defines it."""
    return {"card": card.key, "name": card.name("en"), "definition": card.document}


def texts(game: Any) -> Entry:
    """Every template of a game's words, by language and section."""
    told = {language: game.texts.sections[language] for language in game.languages}
    return {"game": game.key, "rules": game.edition, "texts": told}
