"""The documents that the wire format was designed with: one position a game, accepted as written and answered alike.

The hashes of card sets and states in them are stand-ins; labels, prompts and messages are not compared.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import oracle
from tests.laws.matches import GameT

FOLDER = Path(__file__).parent / "examples"
GAMES = [oracle.game(path.name) for path in sorted(FOLDER.iterdir())]
WORDS = {"label", "prompt", "message"}
with_examples = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def example(game: GameT, name: str) -> Any:
    """One of a game's documents, with the sets that ship."""
    document = json.loads((FOLDER / game.key / f"{name}.json").read_text("utf-8"))
    for state in (document, document.get("answer", {}).get("state", {})):
        if "sets" in state:
            state["sets"] = list(game.default_sets)
    return document


def lacking(said: Any, answered: Any, at: str = "") -> list[str]:
    """Where an answer does not say what the example says; what it says beside that is no fault."""
    if isinstance(said, dict) and isinstance(answered, dict):
        missing = [f"{at}/{name}" for name in said.keys() - answered.keys() - WORDS]
        both = [name for name in said if name in answered and name not in WORDS]
        return missing + [one for name in both for one in lacking(said[name], answered[name], f"{at}/{name}")]
    if isinstance(said, list) and isinstance(answered, list) and len(said) == len(answered):
        return [one for i, each in enumerate(said) for one in lacking(each, answered[i], f"{at}/{i}")]
    return [] if said == answered else [f"{at}: {answered}, not {said}"]


def plain(value: Any) -> Any:
    """A record as plain data."""
    return msgspec.to_builtins(value)


@with_examples
@pytest.mark.parametrize("name", ["state", "view"])
def test_a_position_is_accepted_as_it_is_written(game: GameT, name: str) -> None:
    document = example(game, name)

    state, faults = game.validate(document)

    assert faults == []
    assert lacking(document, game.document(state)) == []


@with_examples
def test_a_seat_sees_of_it_what_is_written(game: GameT) -> None:
    seen = example(game, "view")
    viewer = next(seat for seat, player in enumerate(seen["players"]) if "unseen" in player)

    view = game.view(game.load(example(game, "state")), viewer)

    assert lacking(seen, game.document(view)) == []


@with_examples
def test_the_decision_is_the_one_that_is_written(game: GameT) -> None:
    decision = game.decision(game.load(example(game, "state")))

    assert lacking(example(game, "decision"), plain(decision)) == []


@with_examples
def test_what_is_legal_is_listed_as_it_is_written(game: GameT) -> None:
    call = example(game, "legal-actions")
    asked, answer = call["request"], call["answer"]

    found = [plain(one)["action"] for one in game.listed(game.load(example(game, "state")), asked["player"])]
    found = [one for one in found if one["type"] == asked.get("type", one["type"])]

    assert found[: asked["limit"]] == [one["action"] for one in answer["actions"]]
    assert len(found) == answer["total"]


@with_examples
def test_what_is_refused_breaks_the_clauses_that_are_written(game: GameT) -> None:
    call = example(game, "check-refused")
    said = call["answer"]["verdicts"][0]

    verdict = game.judge(game.load(example(game, "state")), game.action(call["request"]["action"]))

    assert (verdict.verdict, verdict.rules) == (said["verdict"], said["rules"])
    for told, violation in zip(said["violations"], verdict.violations, strict=True):
        assert lacking(told["data"], violation.data) == []


@with_examples
def test_what_is_resolved_leads_where_it_is_written(game: GameT) -> None:
    call = example(game, "resolve")
    answer = call["answer"]

    outcome = game.resolve(game.load(example(game, "state")), [game.action(call["request"]["action"])])

    assert isinstance(outcome, oracle.Outcome)
    assert lacking(answer["state"], game.document(outcome.state)) == []
    assert lacking(answer["decision"], plain(game.decision(outcome.state))) == []
    assert {event["type"] for event in answer["events"]} <= {event["type"] for event in outcome.events}


@with_examples
def test_the_deck_is_legal(game: GameT) -> None:
    assert game.check_deck({**example(game, "deck"), "sets": []}).verdict == "legal"


def test_the_events_of_a_block_are_those_that_are_written() -> None:
    game = oracle.game("mantle-magika")
    call = example(game, "resolve")

    outcome = game.resolve(game.load(example(game, "state")), [game.action(call["request"]["action"])])

    assert isinstance(outcome, oracle.Outcome)
    assert lacking(call["answer"]["events"], outcome.events) == []
