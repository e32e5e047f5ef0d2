"""A set written by hand from the card model and the language alone: it loads, plays and explains itself."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import oracle
from app.cli import main
from oracle.kernel.yaml import read

OWN = Path(__file__).with_name("own")
TIDE = OWN / "tide.yaml"
SCENARIOS = OWN / "scenarios.yaml"
GAME: oracle.Game[Any, Any] = oracle.game("maha-yodha")


@pytest.fixture(scope="module")
def tide() -> dict[str, Any]:
    document: dict[str, Any] = read(TIDE.read_text("utf-8")).value
    return document


def command(*arguments: str | Path) -> Any:
    return CliRunner().invoke(main, ["cards", *map(str, arguments)])


def test_it_has_no_faults_and_says_what_it_does() -> None:
    report = GAME.check_cards(TIDE.read_text("utf-8"))

    assert not report.faults
    assert not report.warnings
    assert {card.key: card.text["en"] for card in report.cards}["undertow"] == (
        "When placed: if the number of Warriors the opponent has out is at least 2, take 2 random cards from the "
        "opponent's hand; otherwise take 1 random card from the opponent's hand."
    )


def test_matches_are_played_with_it_and_no_card_is_lost(tide: dict[str, Any]) -> None:
    lines = [{"card": key, "count": count} for key, count in tide["decks"][0]["sections"]["deck"].items()]
    deck = {"game": GAME.key, "format": "custom", "options": {"army": "tide"}, "sections": {"deck": lines}}
    players = [{"name": name, "deck": deck} for name in ("Ana", "Ben")]
    cards = {card["key"]: card for card in tide["cards"]}
    played: Counter[str] = Counter()

    for seed in range(6):
        setup = {
            "players": players, "cards": cards, "chance": {"mode": "seeded", "seed": str(seed)},
            "options": {"deck_mode": "custom", "max_turns": 40},
        }  # fmt: skip
        state = GAME.start(setup).state
        policy = random.Random(seed)
        while state.result is None:
            legal = [
                a for a in GAME.legal_actions(state) if GAME.type_of[type(a)].name not in ("concede", "offer_draw")
            ]
            action = policy.choice(legal)
            outcome = GAME.apply(state, action)
            state = GAME.decode(GAME.encode(outcome.state))
            played.update(event["card"] for event in outcome.events if event["type"] == "play" and event["card"])
        held = sum(
            len(getattr(player, zone))
            for player in state.players
            for zone in ("deck", "hand", "discard", "battlefield")
        )
        assert held == 2 * sum(line["count"] for line in lines)

    assert set(played) == set(cards)


def test_what_it_asks_is_labelled_with_its_own_words(tide: dict[str, Any]) -> None:
    state = GAME.load(
        {
            "game": GAME.key, "cards": {card["key"]: card for card in tide["cards"]}, "active": 0, "turn": 3,
            "phase": "placement", "first_player": 0,
            "players": [{"name": "Ana", "valor": 5, "hand": ["twin-currents"]}, {"name": "Ben"}],
        }
    )  # fmt: skip

    labels = [listed.label for listed in GAME.listed(state) if listed.action["type"] == "play"]

    assert labels[0].startswith("Place TWIN CURRENTS: ")
    assert "-1 enemy attack" in labels[0]
    assert "+2 attack" in labels[1]


def test_the_command_checks_it_and_runs_its_scenarios() -> None:
    checked, tested = command("check", TIDE), command("test", TIDE, SCENARIOS)

    assert checked.exit_code == 0, checked.output
    assert "6 cards, no faults" in checked.output
    assert tested.exit_code == 0, tested.output
    assert "6 scenarios hold" in tested.output


def test_the_command_names_every_fault_with_its_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text(
        TIDE.read_text("utf-8").replace("{draw: 1}", "{drow: 1}").replace("owner: you, ", "owner: me, "), "utf-8"
    )

    result = command("check", broken)

    assert result.exit_code == 1
    assert "broken.yaml:7:" in result.output
    assert "Did you mean draw?" in result.output
    assert "[unknown_seat at /cards/1/" in result.output


def test_the_command_says_which_scenario_does_not_hold(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(SCENARIOS.read_text("utf-8").replace("amount: 15", "amount: 14"), "utf-8")

    result = command("test", TIDE, wrong)

    assert result.exit_code == 1
    assert "fails  TIDE-2" in result.output
    assert "1 of 6 scenarios do not hold" in result.output


def test_a_set_that_names_no_game_needs_to_be_told(tmp_path: Path) -> None:
    bare = tmp_path / "bare.json"
    bare.write_text('[{"key": "reed", "name": "REED", "type": "warrior", "cost": 1}]', "utf-8")

    assert "names no game" in command("check", bare).output
    assert command("check", bare, "--game", "maha-yodha").exit_code == 0
