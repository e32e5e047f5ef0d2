"""Unfinished work in a hand-written state may name what is not there: a fault of the state, never a crash."""

from __future__ import annotations

from typing import Any

import pytest

import oracle

PHAP = oracle.game("thay-phap")
PLAYERS = [{"mage": "ba-dong", "mana": 2, "deck": ["coc-tia"] * 5}, {"mage": "phap-hoa", "deck": ["coc-tia"] * 5}]
FRAMES: list[dict[str, Any]] = [
    {"step": "cast", "player": 0, "card": 999},
    {"step": "spend", "player": 0, "card": 999},
    {"step": "enter", "player": 1, "card": 999},
    {"step": "do", "player": 0, "source": None, "card": "bua-lua", "ability": 7},
    {"step": "do", "player": 0, "source": None, "card": "bua-lua", "ability": 0, "block": 9},
    {"step": "choose_target", "player": 0, "source": None, "card": "bua-lua", "ability": 0, "target": 4},
]


def work_off(document: dict[str, Any]) -> None:
    """Ask of a position what a client asks, then do all that it lists and end the turn."""
    state = PHAP.load(document)
    for action in PHAP.legal_actions(state):
        PHAP.apply(state, action)
    PHAP.apply(state, PHAP.action({"type": "end_turn", "player": 0}))


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame["step"])
def test_work_on_what_is_not_there_is_a_fault_of_the_state(frame: dict[str, Any]) -> None:
    document = {"game": "thay-phap", "turn": 5, "active": 0, "players": PLAYERS, "agenda": [frame]}

    with pytest.raises(oracle.InvalidState) as refused:
        work_off(document)

    assert refused.value.faults[0].at.startswith("/agenda")
