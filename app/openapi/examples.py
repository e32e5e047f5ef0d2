"""An example for each operation: a request about a sample match, and what this service answers to it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import orjson
from flask import Flask

import oracle
from app import samples
from app.wire.operations import Described
from registry import forms

Document = dict[str, Any]

LONGEST = 12_000
LINES = "application/x-ndjson"
FORMS = {"text/plain": "text", "text/csv": "csv"}
# The answer that is this contract itself.
THIS = frozenset({"getContractAsJson"})
ABRIDGED = "How the answer begins."
ENTRIES = 2
BEGINNINGS: Document = {
    "text/html": '<!doctype html>\n<html lang="en">\n<head>\n  <meta charset="utf-8">\n',
    "text/plain": "# HELP rules_oracle_",
    "image/png": "\x89PNG",
    "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"',
    "application/yaml": {"openapi": "3.1.0"},
}
NOTHING = 204
RECORDED = Path(__file__).with_name("recorded.json")


class Flow(dict[str, Any]):
    """A document that the contract writes in as few lines as it can."""


def requests_of(described: Described) -> Document:
    """The example of a request body."""
    body = bodies().get(described.id)
    return {} if body is None else {"examples": {"sample": {"value": Flow(body)}}}


def lines_of(described: Described) -> Document:
    """The example of a request body of lines."""
    return {"examples": {"sample": {"value": text_of(described)}}}


def answers_of(app: Flask, described: Described, path: str, method: str) -> dict[str, Document]:
    """The examples of an answer, by its type: what the service says to the example of a request.

    Of what is long, a picture or a page it shows how it begins.
    """
    if described.status == NOTHING:
        return {}
    return {
        media: {"examples": {"sample": answer_of(app, described, path, method, media)}}
        for media in (described.media, *described.also)
    }


def answer_of(app: Flask, described: Described, path: str, method: str, media: str) -> Document:
    """The example of an answer of one type."""
    is_main = media == described.media
    if is_main and described.id in recorded()["answers"]:
        return {"value": Flow(recorded()["answers"][described.id])}
    if is_main and described.id in THIS:
        return abridged(BEGINNINGS["application/yaml"])
    if method == "GET" and (not is_main or media != "application/json"):
        return abridged(BEGINNINGS[media] if media not in FORMS or is_main else head(FORMS[media]))
    told = executed(app, described, path, method, media)
    if method == "GET" and len(told) > LONGEST:
        return abridged(Flow(begun(orjson.loads(told))))
    return {"value": Flow(orjson.loads(told)) if media == "application/json" else told.decode()}


def abridged(value: Any) -> Document:
    """An example that shows how an answer begins."""
    return {"description": ABRIDGED, "value": value}


def begun(value: Any) -> Any:
    """A document with the first entries of each list."""
    if isinstance(value, list):
        return [begun(each) for each in value[:ENTRIES]]
    return {name: begun(each) for name, each in value.items()} if isinstance(value, dict) else value


def head(form: str) -> str:
    """What stands before the cards of the sample deck, written in a form."""
    return forms.written(samples.record(oracle.games()[0]), form).partition("\ndeck")[0] + "\n"


def executed(app: Flask, described: Described, path: str, method: str, media: str) -> bytes:
    """What the application says to the example of a request."""
    headers = {} if media == described.media else {"Accept": media}
    sent = (
        {"data": text_of(described), "content_type": LINES} if described.lines else {"json": bodies().get(described.id)}
    )
    response = app.test_client().open(filled(path), method=method, headers=headers, **sent)
    if response.status_code >= 300:
        raise ValueError(f"the example of {described.id} fails: {response.get_data(as_text=True)}")
    return response.get_data()


def text_of(described: Described) -> str:
    """The example of a body of lines."""
    return "".join(orjson.dumps(line).decode() + "\n" for line in bodies()[described.id])


@cache
def recorded() -> Document:
    """What was answered where an answer hangs on what is kept, and the problems that were told."""
    told: Document = orjson.loads(RECORDED.read_bytes())
    return told


def filled(path: str) -> str:
    """A path with the examples of its parameters."""
    return path.format(**parameters(path))


def parameters(path: str) -> dict[str, str]:
    """An example for each parameter of a path."""
    return usual() | (of_a_map() if "/maps/{name}" in path else {})


@cache
def usual() -> dict[str, str]:
    """What parameters of most paths may be."""
    game = oracle.games()[0]
    return {
        "game": game.key,
        "clause": next(iter(game.rulebook.clauses)),
        "key": game.cards()[0].key,
        "name": game.default_sets[0].partition("/")[2].partition("@")[0],
        "pin": game.default_sets[0].partition("@")[2],
        "kind": "event",
        "id": "7K3M-Q0TZ-W9XA-4B2C",
        "code": "unknown-game",
        "number": "1",
        "token": "7K3MQ0TZ",
        "deck_code": forms.written(samples.record(game), "code"),
        "content": "0" * 64,
        "hash": "0" * 20,
    }


def of_a_map() -> dict[str, str]:
    """The same where a map that ships is named."""
    game = next(game for game in oracle.games() if game.shipped_maps())
    name, _, pin = next(iter(game.shipped_maps())).partition("/")[2].partition("@")
    return {"game": game.key, "name": name, "pin": pin}


@cache
def bodies() -> dict[str, Any]:
    """An example body for each operation that takes one, by the operation's id."""
    game = oracle.games()[0]
    state = samples.position(game)
    about: Document = {"state": game.document(state)}
    listed = [each.action for each in game.listed(state)]
    seat = listed[0]["player"]
    other = (seat + 1) % len(state.players)
    setup = samples.setup(game)
    first = game.listed(game.start(setup).state)[0].action
    deck = samples.registrable(game)
    return {
        "startMatch": setup,
        "listLegalActions": {**about, "limit": 3},
        "checkActions": {**about, "actions": [listed[0], {**listed[0], "player": other}]},
        "explainActions": {**about, "player": seat},
        "resolveActions": {**about, "action": listed[0], "include": ["state", "events", "legal_actions", "labels"]},
        "viewState": {**about, "player": other},
        "validateState": about,
        "replayMatch": {"start": setup, "actions": [first]},
        "listOutcomes": {**about, "action": listed[0], "limit": 10, "include": ["events"]},
        "sampleStates": {"state": game.document(game.start(setup).state), "player": seat, "seed": "one", "n": 1},
        "runBatch": [
            {"id": "mine", "op": "legal-actions", "game": game.key, "body": {**about, "limit": 1}},
            {"id": "deck", "op": "decks/check", "game": game.key, "body": {"deck": deck}},
        ],
        "checkCards": samples.cards(game),
        "checkDeck": {"deck": deck},
        "registerDeck": {"deck": deck, "visibility": "unlisted"},
        "replaceDeck": {"deck": deck},
        "describeDeck": {"name": "Another name", "tags": ["casual"]},
        "forkDeck": {"name": "A deck of my own", "visibility": "unlisted"},
        "lockRevision": {},
        "createToken": {"scope": "read", "name": "For the judge", "expires_in": 7},
        "importDeck": {"deck": deck},
        "registerMap": samples.own_map(),
        "registerCardSet": {"game": game.key, "name": "Cards of my own", "cards": [game.cards()[0].document]},
    }
