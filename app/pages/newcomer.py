"""The three calls that a newcomer makes, ready to paste: start, legal-actions, resolve."""

from __future__ import annotations

from typing import Any

import orjson

import oracle
from app import samples

Document = dict[str, Any]


def steps(url: str) -> list[Document]:
    """The calls against the server at this address, in the order in which they build on each other."""
    game = oracle.games()[0]
    setup = samples.setup(game)
    action = game.listed(game.start(setup).state)[0].action
    match = '{"match": {"start": \'"$START"\'}'
    return [
        {"title": "Start a match", "commands": [f"START='{written(setup)}'", f'{curl(url, game, "start")} "$START"']},
        {"title": "Ask what may be done", "commands": [f"{curl(url, game, 'legal-actions')} '{match}}}'"]},
        {"title": "Do it", "commands": [f"{curl(url, game, 'resolve')} '{match}, \"action\": {written(action)}}}'"]},
    ]


def written(document: Document) -> str:
    """JSON that can stand between single quotes of a shell."""
    return orjson.dumps(document).decode().replace("'", "\\u0027")


def curl(url: str, game: Any, call: str) -> str:
    """The beginning of a call."""
    return f"curl -s {url}v1/games/{game.key}/{call} --json"
