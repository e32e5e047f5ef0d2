"""Events in words say no more than their viewer knows."""

from __future__ import annotations

from typing import Any

import pytest

import oracle
from app import samples


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_every_event_of_a_match_is_told_in_every_language(game: Any) -> None:
    state = game.start(samples.setup(game)).state
    for _ in range(25):
        if not (actions := game.deciding_actions(state)):
            break
        outcome = game.apply(state, actions[0])
        for language in game.languages:
            told = game.narrate([outcome.state, state], outcome.events, language)
            assert len(told) == len(outcome.events)
            assert all(sentence and "{" not in sentence for sentence in told)
        state = outcome.state


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_a_seat_is_told_nothing_of_what_another_draws(game: Any) -> None:
    begun = game.start(samples.setup(game))
    names = {card.name("en") for card in game.cards()}
    for seat in (0, "spectator"):
        own = game.events_for(begun.events, seat)
        told = game.narrate([game.view(begun.state, seat)], own)
        for event, sentence in zip(own, told, strict=True):
            if event.get("card", "") is None:
                assert not any(name in sentence for name in names)


def test_zones_phases_marks_and_types_of_tiles_are_told_in_german() -> None:
    game = oracle.game("muhq")
    state = game.start(samples.setup(game)).state
    moved = {"type": "move", "card": "recruit", "player": 0, "from": "hand", "to": "discard"}
    events: list[dict[str, Any]] = [
        moved,
        {"type": "phase", "player": 0, "phase": "discard"},
        {"type": "gain", "player": 0, "what": "resource", "amount": 3, "left": 4},
        {"type": "tile_change", "tile": [3, 4], "tile_type": "deep"},
    ]

    told = game.narrate([state, state], events, "de")

    assert told == [
        "Rekrut: Hand → Ablagestapel.",
        "Ana: Phase Ablegen.",
        "Ana erhält 3 Ressource, jetzt 4.",
        "Das Feld 3, 4 ist jetzt: tiefes Wasser.",
    ]
    assert "tiefes Wasser" in game.text(game.card("spring-flood"), "de")
