"""Requests to show: made from what every game ships with, so that no game is named here."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

import oracle
from registry import forms

Document = dict[str, Any]

NAMES = ("Ana", "Ben", "Cid", "Dee")
STEPS = 40


def setup(game: Any) -> Document:
    """A match of the fewest seats with decks that ship with the game, told so that it can be told again."""
    seats = zip(NAMES, islice(cycle(decks(game)), game.seats[0]), strict=False)
    players = [{"name": name, "deck": inline(deck)} for name, deck in seats]
    return {"players": players, "chance": {"mode": "seeded", "seed": "first light"}}


def decks(game: Any) -> list[Document]:
    """The decks that ship with the game."""
    return [deck for each in game.describe()["sets"] for deck in each["decks"]]


def inline(deck: Document) -> Document:
    """A deck as a start request writes it, without the names of its cards."""
    sections = {
        name: [{"card": line["card"], "count": line["count"]} for line in lines]
        for name, lines in deck["sections"].items()
    }
    return {"format": deck["format"], "sections": sections, "options": deck["options"]}


def position(game: Any) -> Any:
    """The state of that match with the most to choose from, on the way of the first legal action each time."""
    states = [game.start(setup(game)).state]
    while len(states) < STEPS and states[-1].result is None:
        states.append(game.apply(states[-1], game.legal_actions(states[-1])[0]).state)
    return max(states, key=lambda state: len(game.legal_actions(state)))


def registrable(game: Any) -> Document:
    """A deck that ships with the game, as it would be registered."""
    deck = decks(game)[0]
    return {"game": game.key, "name": deck["name"], **inline(deck)}


def cards(game: Any) -> Document:
    """Two cards of the game that do something, as a set of their own."""
    return {"cards": [card.document for card in game.cards() if card.abilities][:2]}


def own_map() -> Document:
    """A map to be kept, made of one that ships with the first game that has any."""
    game = next(game for game in oracle.games() if game.shipped_maps())
    shipped = next(iter(game.shipped_maps().values()))
    return {"game": game.key, "name": "A map of my own", "map": {**shipped, "id": "own", "name": "A map of my own"}}


def record(game: Any) -> Any:
    """That deck as the registry keeps it."""
    return forms.record_of(registrable(game))
