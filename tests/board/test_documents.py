"""The documents of a real position of a match, field by field as clients write and read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import oracle

GAME = oracle.game("muhq")
HERE = Path(__file__).parent / "documents"
PINS = {name.partition("@")[0]: name for name in (*GAME.default_sets, *GAME.shipped_maps())}
PILES = ("discard", "store", "removed")
ANSWERS = json.loads((HERE / "answers.json").read_text())


def read(name: str) -> Any:
    """A document, with the sets and the map that ship under their full names."""
    text = (HERE / f"{name}.json").read_text()
    for plain, pinned in PINS.items():
        text = text.replace(f'"{plain}"', f'"{pinned}"')
    return json.loads(text)


def sorted_piles(document: Any) -> Any:
    """The same document with the cards of piles that have no order in the order of their ids."""
    for player in document["players"]:
        for zone in PILES:
            player[zone] = sorted(player[zone], key=lambda thing: thing["id"])
    return document


def said_in(written: Any, found: Any) -> Any:
    """What is found, without the fields that the written document does not have."""
    if isinstance(written, dict) and isinstance(found, dict):
        return {name: said_in(value, found[name]) for name, value in written.items() if name in found}
    if isinstance(written, list) and isinstance(found, list) and len(written) == len(found):
        return [said_in(*pair) for pair in zip(written, found, strict=True)]
    return found


def plain(value: Any) -> Any:
    """A record as plain data."""
    return msgspec.to_builtins(value)


@pytest.fixture
def state() -> Any:
    """The position."""
    found, faults = GAME.validate(read("state"))
    assert faults == []
    return found


@pytest.mark.parametrize("name", ["state", "view"])
def test_a_written_document_is_read_and_spelled_as_it_stands(name: str) -> None:
    written = sorted_piles(read(name))

    found, faults = GAME.validate(read(name))

    assert faults == []
    assert said_in(written, sorted_piles(GAME.document(found))) == written


def test_a_seat_sees_what_its_view_says(state: Any) -> None:
    written = sorted_piles(read("view"))

    seen = sorted_piles(GAME.document(GAME.view(state, 1)))

    assert said_in(written, seen) == written


def test_the_decision_and_the_list_are_spelled_so(state: Any) -> None:
    found = plain(GAME.listed(state, 0))

    assert said_in(ANSWERS["decision"], plain(GAME.decision(state))) == ANSWERS["decision"]
    assert said_in(ANSWERS["listed"], found[:3]) == ANSWERS["listed"]
    assert len(found) == ANSWERS["total"]


def test_a_refusal_is_spelled_so(state: Any) -> None:
    written = ANSWERS["refused"]

    verdict = plain(GAME.judge(state, GAME.action(written["action"])))

    assert verdict["verdict"] == "illegal"
    assert said_in(written["violations"], verdict["violations"]) == written["violations"]


def test_what_happens_is_spelled_so(state: Any) -> None:
    written = ANSWERS["resolved"]

    outcome: Any = GAME.resolve(state, [GAME.action(written["action"])])

    after = GAME.document(outcome.state)
    assert said_in(written["events"], plain(outcome.events)) == written["events"]
    assert said_in(written["decision"], plain(GAME.decision(outcome.state))) == written["decision"]
    assert after["agenda"] == written["agenda"]


def test_a_stack_and_priority_may_be_written_in_short(state: Any) -> None:
    written = ANSWERS["resolved"]
    outcome: Any = GAME.resolve(state, [GAME.action(written["action"])])
    document = {**GAME.document(outcome.state), **{name: written[name] for name in ("stack", "priority", "agenda")}}

    found = GAME.load(document)

    assert GAME.digest(found) == GAME.digest(outcome.state)


def test_piles_have_no_order(state: Any) -> None:
    document = read("state")
    for player in document["players"]:
        player["store"].reverse()
        player["discard"].reverse()

    assert GAME.digest(GAME.load(document)) == GAME.digest(state)


def test_a_deck_is_checked_as_it_is_kept() -> None:
    verdict = GAME.check_deck(read("deck"))

    assert (verdict.verdict, verdict.violations) == ("legal", [])
