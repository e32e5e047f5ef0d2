"""Unfinished work in a hand-written state may name what is not there: a fault of the state, never a crash."""

from __future__ import annotations

from typing import Any

import pytest

import oracle
from oracle.kernel import explaining
from tests.laws.matches import GameT, every_game, setup

PHAP = oracle.game("thay-phap")
PLAYERS: list[dict[str, Any]] = [
    {"mage": "ba-dong", "mana": 2, "deck": ["coc-tia"] * 5},
    {"mage": "phap-hoa", "deck": ["coc-tia"] * 5},
]
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


def test_a_state_whose_work_cannot_even_ask_is_told_so_when_it_is_validated() -> None:
    asking = {"step": "requirements", "player": 0, "source": 1, "left": [{"discard": 1}], "picked": [999]}
    players = [{**PLAYERS[0], "hand": ["bua-lua", "coc-tia"]}, PLAYERS[1]]
    document = {"game": "thay-phap", "turn": 5, "active": 0, "players": players, "agenda": [asking], "next_id": 2000}

    _, faults = PHAP.validate(document)

    assert [(fault.code, fault.at) for fault in faults] == [("unworkable", "/agenda")]


@pytest.mark.parametrize(
    ("said", "blamed"),
    [("'NoneType' object is not subscriptable", oracle.InvalidState), ("unhashable type: 'dict'", TypeError)],
)
def test_a_wrong_type_is_a_fault_of_the_state_only_where_something_is_not_there(
    monkeypatch: pytest.MonkeyPatch, said: str, blamed: type[Exception]
) -> None:
    game = oracle.game("mantle-magika")
    frame = {"step": "build", "kind": "chant", "card": "kindle", "player": 1}
    state = game.load({"game": "mantle-magika", "players": [{}, {}], "agenda": [frame]})

    def breaks_off(*_: Any) -> None:
        raise TypeError(said)

    monkeypatch.setattr(explaining, "explain", breaks_off)
    with pytest.raises(blamed):
        game.explain(state, 0)


@every_game
def test_an_effect_has_an_id_of_its_own_and_a_seat_that_is_there(game: GameT) -> None:
    document = game.document(game.start(setup(game, 3)).state)
    effect = {
        "id": document["next_id"], "source": None, "card": game.cards()[0].key, "controller": len(document["players"]),
        "change": {}, "until": "end_of_turn",
    }  # fmt: skip

    _, faults = game.validate({**document, "effects": [effect, effect]})

    assert {(fault.code, fault.at) for fault in faults} >= {
        ("duplicate_id", "/effects/1/id"),
        ("next_id_used", "/next_id"),
        ("no_such_seat", "/effects/0/controller"),
    }
