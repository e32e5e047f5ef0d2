"""Four seats: Mulligans in any order, a turn that needs no call of those who have nothing to do."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import oracle
from oracle.kernel.passing import How, Passed
from tests.http.talking import Api
from tests.laws.matches import GameT, setup

GAME: GameT = oracle.game("mantle-magika")
SEATS = 4
WANTS = {0: "keep", 1: "mulligan", 2: "mulligan", 3: "keep"}


def begun() -> Any:
    """A match of four seats whose hands are dealt."""
    return GAME.start(setup(GAME, "four", options={"first_player": 2}, seats=SEATS)).state


def decided(order: tuple[int, ...]) -> Any:
    """The state once everybody has decided on a Mulligan, in this order."""
    state = begun()
    for seat in order:
        open_to = GAME.decision(state)
        assert open_to is not None
        assert seat in (open_to.player, *(open_to.also or ()))
        state = GAME.apply(state, GAME.action({"type": WANTS[seat], "player": seat})).state
    return state


def turn_of_one(state: Any, passes: dict[int, How]) -> tuple[Any, list[dict[str, Any]]]:
    """The active seat passes until its turn is over; the calls made for it, and what was applied."""
    applied: list[dict[str, Any]] = []
    seat, turn = state.active, state.turn
    while state.turn == turn and state.result is None:
        told = GAME.resolve_with_passes(state, [GAME.action({"type": "pass", "player": seat})], passes)
        assert isinstance(told, Passed)
        applied += told.applied
        state = told.state
    return state, applied


def test_mulligans_of_four_seats_come_in_any_order() -> None:
    ends = {GAME.digest(decided(order)) for order in permutations(range(SEATS))}

    assert len(ends) == 1


def test_a_mulligan_tells_the_others_only_that_it_was_taken() -> None:
    state = begun()

    after = GAME.apply(state, GAME.action({"type": "mulligan", "player": 2})).state

    for viewer in (0, 1, 3, "spectator"):
        (before, now) = (GAME.document(GAME.view(s, viewer))["players"][2] for s in (state, after))
        assert len(before["hand"]) == len(now["hand"])
        assert all(card["card"] is None for card in now["hand"])


@pytest.mark.parametrize("how", ["always", "idle"])
def test_a_turn_with_three_idle_seats_needs_no_call_of_theirs(how: How) -> None:
    state = decided((0, 1, 2, 3))
    others = [seat for seat in range(SEATS) if seat != state.active]

    after, applied = turn_of_one(state, dict.fromkeys(others, how))

    assert after.turn == state.turn + 1
    assert {action["player"] for action in applied if action.get("auto")} == {*others}
    assert [a["player"] for a in applied if not a.get("auto")] == [state.active] * 3


def attacked(summons: list[str]) -> tuple[Any, list[dict[str, Any]]]:
    """Seat 0 attacks seat 1, which has these Summons, while all others pass; the state, and what was applied."""
    mantle = [{"id": 10 + i, "card": key} for i, key in enumerate(summons)]
    players: list[dict[str, Any]] = [{"name": f"P{seat}", "deck": ["kindle"] * 9} for seat in range(SEATS)]
    players[0]["mantle"] = [{"id": 1, "card": "arch-duelist"}]
    players[1]["mantle"] = mantle
    document = {"game": GAME.key, "active": 0, "phase": "battle", "turn": 9, "players": players, "next_id": 50}
    state, applied = GAME.load(document), list[dict[str, Any]]()
    for action in (
        {"type": "declare_attack", "player": 0, "attacker": 1, "target": 1, "stat": "light"},
        {"type": "finish_declaration", "player": 0},
        {"type": "pass", "player": 0},
    ):
        told = GAME.resolve_with_passes(state, [GAME.action(action)], dict.fromkeys((1, 2, 3), "idle"))
        assert isinstance(told, Passed)
        state, applied = told.state, [*applied, *told.applied]
    return state, applied


def test_an_idle_seat_that_nothing_could_block_with_is_not_asked_to_block() -> None:
    state, applied = attacked([])

    assert {"type": "no_block", "player": 1, "attack": 50, "auto": True} in applied
    assert (state.step, GAME.decision(state).player) == ("blocked", 0)  # type: ignore[union-attr]


def test_a_seat_that_could_block_is_asked() -> None:
    state, applied = attacked(["gear-warden"])

    assert "no_block" not in {action["type"] for action in applied}
    assert GAME.decision(state).player == 1  # type: ignore[union-attr]


def test_over_http_such_a_turn_is_three_calls_of_the_active_seat(api: Api) -> None:
    state = GAME.document(decided((3, 2, 1, 0)))
    active, calls = state["active"], 0
    others = {str(seat): "idle" for seat in range(SEATS) if seat != active}

    while state["active"] == active:
        action = {"type": "pass", "player": active}
        told = api.post(f"/v1/games/{GAME.key}/resolve", {"state": state, "action": action, "passes": others}).json
        assert told["verdict"] == "legal"
        state, calls = told["state"], calls + 1

    assert calls == 3
    assert state["turn"] == 2
