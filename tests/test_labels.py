"""Buttons of one list tell their actions apart, wherever it makes a difference which of them is pressed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import oracle
from oracle.kernel.state import Object
from tests.laws.matches import GameT, every_game, setup, walk
from tests.test_narration import ROSTER, ford

MATCHES = 6


@every_game
def test_actions_on_what_is_not_alike_have_labels_of_their_own(game: GameT, tell: Callable[[str], None]) -> None:
    lists = numbered = 0
    for seed in range(MATCHES):
        for moment in walk(game, setup(game, seed), seed):
            listed = game.listed(moment.state)
            lists += 1
            numbered += any("#" in each.label for each in listed)
            for actions in those_alike(listed):
                assert not [*differences(game, moment.state, actions)], actions
    tell(f"{game.key}: {numbered} of {lists} lists number what bears one name")


def those_alike(listed: list[Any]) -> Iterator[list[dict[str, Any]]]:
    """The actions of one seat that have one label."""
    found = defaultdict(list)
    for each in listed:
        found[each.action["player"], each.label].append(each.action)
    yield from (actions for actions in found.values() if len(actions) > 1)


def differences(game: GameT, state: Any, actions: list[dict[str, Any]]) -> Iterator[str]:
    """The fields in which actions differ by more than which of several like cards of a hand or pile they name."""
    places = game.places(state)
    for name in set().union(*actions):
        values = [action.get(name) for action in actions]
        if all(value == values[0] for value in values):
            continue
        said = [number for value in values for number in (value if isinstance(value, list) else [value])]
        found = [places.get(number) if type(number) is int else None for number in said]
        lying = {None if place is None else (place.seat, place.zone) for place in found}
        if len(lying) > 1 or any(place is None or game.zones[place[1]].holds is not Object for place in lying):
            yield name


@pytest.mark.parametrize("language", ["en", "de"])
def test_units_of_one_name_are_told_apart_by_number(language: str) -> None:
    game = oracle.game("muhq")
    units = [{"id": 5 + n, "card": "recruit", "controller": 0, "tile": [5, n]} for n in range(2)]
    state = ford(phase="actions", permanents=[*ROSTER, *units])

    labels = [each.label for each in game.listed(state, 0, language) if each.action["type"] == "select"]

    word = {"en": "Select Recruit", "de": "Rekrut auswählen"}[language]
    assert labels[1:] == [f"{word} (#5)", f"{word} (#6)"]  # behind the only Sovereign


def test_like_cards_of_a_hand_are_not_numbered() -> None:
    game = oracle.game("muhq")
    state = ford(phase="actions", players=[{"name": "Ana", "hand": ["coin-purse", "coin-purse"]}, {"name": "Ben"}])

    labels = [each.label for each in game.listed(state, 0) if each.action["type"] == "play_spell"]

    assert labels == ["Play Coin Purse"] * 2


def test_sentences_of_two_equal_sources_are_told_apart_by_number() -> None:
    game = oracle.game("mantle-magika")
    drums = {"name": "Drum", "type": "artifact", "subtype": "nonbasic", "colors": ["red"], "cost": "0"}
    cards = {"drum": {**drums, "abilities": [{"select": {"type": "summon"}, "grant": ["true_strike"]}]}}
    mantle = [{"id": 1, "card": "drum"}, {"id": 2, "card": "drum"}, {"id": 3, "card": "ashen-runner"}]
    seat = {"energy": {"B": 1, "U": 1}, "hand": [{"id": 4, "card": "null-word"}], "mantle": mantle, "deck": ["kindle"]}
    document = {"game": game.key, "active": 0, "phase": "main", "turn": 9, "cards": cards, "next_id": 5}
    state = game.load({**document, "players": [{"name": "Ana", **seat}, {"name": "Ben", "deck": ["kindle"]}]})

    state = game.apply(state, game.action({"type": "play_chant", "player": 0, "card": 4})).state

    labels = [each.label for each in game.listed(state, 0) if each.action["type"] == "choose_target"]
    assert labels == ["Aim at Ashen Runner: True Strike (#1)", "Aim at Ashen Runner: True Strike (#2)"]
