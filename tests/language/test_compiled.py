"""Abilities are compiled when a set is loaded: during play no card text and no card data is looked at."""

from __future__ import annotations

import random
from typing import Any

import pytest

import oracle

ENDS = ("concede", "offer_draw")
GAMES: tuple[oracle.Game[Any, Any], ...] = oracle.games()


class Trap(list[Any]):
    """Data that nobody may look at."""

    def __iter__(self) -> Any:
        raise AssertionError("card data was looked at during play")

    def __getitem__(self, _key: Any) -> Any:
        raise AssertionError("card data was looked at during play")

    def __len__(self) -> int:
        raise AssertionError("card data was looked at during play")


@pytest.fixture
def trapped(request: pytest.FixtureRequest) -> Any:
    """A game whose cards have lost the data of their abilities."""
    game: oracle.Game[Any, Any] = request.param
    kept = [
        (card, slot, getattr(card.record, slot))
        for card in game.cards()
        for slot in (*game.vocabulary.slots, "text")
        if hasattr(card.record, slot)
    ]
    documents = [ability.document for card in game.cards() for ability in card.abilities]
    copies = [dict(document) for document in documents]
    for card, slot, _ in kept:
        setattr(card.record, slot, Trap())
    for document in documents:
        document.clear()
    yield game
    for card, slot, value in kept:
        setattr(card.record, slot, value)
    for document, copy in zip(documents, copies, strict=True):
        document.update(copy)


def written(game: oracle.Game[Any, Any], deck: Any) -> dict[str, Any]:
    """A shipped deck as a start request writes it."""
    sections = {
        section: [{"card": key, "count": count} for key, count in lines.items()]
        for section, lines in deck.sections.items()
    }
    return {"game": game.key, "format": deck.format, "options": deck.options, "sections": sections}


@pytest.mark.parametrize("trapped", GAMES, indirect=True, ids=lambda game: game.key)
def test_matches_are_played_without_a_look_at_card_data(trapped: oracle.Game[Any, Any]) -> None:
    decks = [deck for each in trapped.builtin_sets for deck in each.decks.values()]
    plain = [{"name": "", "deck": written(trapped, deck)} for deck in decks[:2]]
    moves = 0

    for seed in range(3):
        state = trapped.start({"players": plain, "options": {}, "chance": {"mode": "seeded", "seed": str(seed)}}).state
        policy = random.Random(seed)
        for _ in range(400):
            legal = [a for a in trapped.legal_actions(state) if trapped.type_of[type(a)].name not in ENDS]
            if not legal:
                break
            state = trapped.apply(state, policy.choice(legal)).state
            moves += 1

    assert moves > 100
