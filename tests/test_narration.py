"""Events in words say no more than their viewer knows."""

from __future__ import annotations

from typing import Any

import pytest

import oracle
from app import samples
from oracle.kernel.narration import fields


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
        "Das Feld (3, 4) ist jetzt: tiefes Wasser.",
    ]
    assert "tiefes Wasser" in game.text(game.card("spring-flood"), "de")


ROSTER = [
    {"id": 1, "card": "sovereign", "controller": 0, "tile": [3, 6], "map_flags": {"vip": True}},
    {"id": 2, "card": "sovereign", "controller": 1, "tile": [3, 0], "map_flags": {"vip": True}},
    {"id": 3, "card": "toll-keeper", "controller": 1, "tile": [4, 4]},
]
"""What stands on the ford in these tests."""


def ford(**said: Any) -> Any:
    """A position on the map Fordwatch, in the last step of Ana's turn."""
    document = {"game": "muhq", "map": "muhq/fordwatch", "turn": 5, "round": 3, "active": 0, "first_player": 0}
    players = [{"name": "Ana"}, {"name": "Ben"}]
    return oracle.game("muhq").load({**document, "phase": "discard", "permanents": ROSTER, "players": players, **said})


@pytest.mark.parametrize("section", ["prompts", "labels", "violations", "events"])
@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_no_language_speaks_of_facts_that_english_does_not_know(game: Any, section: str) -> None:
    for key, template in game.texts.sections["en"].get(section, {}).items():
        for language in game.languages:
            other = game.texts.template(section, key, language)
            assert set(fields(other)) <= set(fields(template)), (key, language)


def test_players_and_tiles_are_chosen_by_names_and_places() -> None:
    game, state = oracle.game("muhq"), ford()
    for action in ({"type": "end_step", "player": 0}, {"type": "pass", "player": 1}):
        state = game.apply(state, game.action(action)).state

    for language, words in (("en", "Choose Ana"), ("de", "Ana wählen")):
        assert game.listed(state, 1, language)[0].label == words

    flood = ford(phase="actions", players=[{"name": "Ana", "hand": ["spring-flood"]}, {"name": "Ben"}])
    assert game.listed(flood, 0)[0].label == "Play Spring Flood on (0, 0)"


def test_an_action_on_the_stack_is_named_by_whose_it_is_and_which() -> None:
    """The attack of a unit and the unit itself are other targets than a spell that bears its name."""
    game = oracle.game("muhq")
    units = [
        {"id": 5, "card": "recruit", "controller": 0, "tile": [5, 4]},
        {"id": 6, "card": "slinger", "controller": 1, "tile": [5, 5]},
    ]
    players = [{"name": "Ana"}, {"name": "Ben", "hand": ["nullify"]}]
    state = ford(phase="actions", selected=5, permanents=[*ROSTER, *units], players=players)
    for action in ({"type": "attack", "player": 0, "unit": 5, "target": 6}, {"type": "pass", "player": 0}):
        state = game.apply(state, game.action(action)).state

    for language, words in (
        ("en", "Play Nullify on Recruit (attack)"),
        ("de", "Vereiteln auf Rekrut (Angriff) spielen"),
    ):
        assert words in [each.label for each in game.listed(state, 1, language)]


def test_a_choice_of_a_tile_is_written_as_its_place() -> None:
    game = oracle.game("muhq")
    beacon = {"id": 4, "card": "signal-beacon", "controller": 0, "tile": [5, 5]}
    recruit = {"id": 5, "card": "recruit", "controller": 0, "tile": [5, 4]}
    state = ford(phase="actions", selected=5, permanents=[*ROSTER, beacon, recruit])
    state = game.apply(state, game.action({"type": "transport", "player": 0, "unit": 5, "artifact": 4})).state

    labels = [each.label for each in game.listed(state, 0) if each.action["type"] == "choose"]

    assert "Choose (5, 4)" in labels
    assert not any("[" in label or "{" in label for label in labels)


def test_what_is_chosen_and_what_comes_to_nothing_is_told_by_name_though_it_has_gone() -> None:
    """Two Martyrs fall; the first hurts the only unit near, and none is left for the second."""
    game, told = oracle.game("muhq"), []
    fallen = [{"id": 11 + seat, "card": "martyr", "controller": seat, "tile": [3 + seat, 4]} for seat in (0, 1)]
    near = {"id": 14, "card": "recruit", "controller": 0, "tile": [3, 5]}
    state = ford(phase="actions", selected=11, permanents=[*ROSTER[:2], *fallen, near])
    for action in (
        {"type": "attack", "player": 0, "unit": 11, "target": 12},
        {"type": "pass", "player": 0},
        {"type": "pass", "player": 1},
        {"type": "answer_may", "player": 0, "accept": True},
        {"type": "choose", "player": 0, "pick": 14},
        {"type": "answer_may", "player": 1, "accept": True},
    ):
        outcome = game.apply(state, game.action(action))
        told.append(game.narrate([outcome.state, state], outcome.events, "de"))
        state = outcome.state

    assert told[3] == ["Ana wählt Ja."]
    assert told[4][0] == "Ana wählt Rekrut."
    assert told[5] == ["Ben wählt Ja.", "Märtyrer bleibt ohne Wirkung."]


def test_who_takes_up_equipment_what_is_manned_and_who_begins_are_told_by_name() -> None:
    game, state = oracle.game("muhq"), ford()
    events: list[dict[str, Any]] = [
        {"type": "equip", "object": 3, "card": "pike", "bearer": 1},
        {"type": "board", "object": 3, "card": "toll-keeper", "base": 1},
        {"type": "chance", "of": "first_player", "player": None, "outcome": 1},
        {"type": "choose", "player": 0, "decision": "draft_pick", "pick": 12},
        {"type": "activate", "player": 0, "object": None, "card": "recruit", "kind": "exchange"},
        {"type": "defeat", "object": 3, "card": "toll-keeper", "reason": "defeated"},
    ]

    assert game.narrate([state], events, "en") == [
        "Sovereign puts on Pike.",
        "Toll Keeper goes aboard Sovereign.",
        "Chance decides (first player): Ben.",
        "Ana has picked a card.",
        "Ana exchanges two hand cards.",
        "Toll Keeper is defeated.",
    ]
    assert game.narrate([state], events, "de") == [
        "Herrscher legt an: Spieß.",
        "Zöllner geht an Bord: Herrscher.",
        "Der Zufall bestimmt (Startspieler): Ben.",
        "Ana hat eine Karte genommen.",
        "Ana tauscht zwei Handkarten ein.",
        "Zöllner wird besiegt.",
    ]
