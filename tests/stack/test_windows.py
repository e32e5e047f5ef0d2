"""Windows: a last word, windows inside windows, what a hand-written state may say of them."""

from __future__ import annotations

from typing import Any

import pytest

from oracle.kernel.stack.entries import counter, negate
from oracle.kernel.stack.policy import Holder
from oracle.kernel.stack.priority import open_window
from oracle.kernel.stack.windows import current, seat_for
from tests.stack.game import KINDLING
from tests.stack.walks import FLOWS, Match, position


def test_closing_a_phase_gives_the_others_a_last_word_in_turn() -> None:
    match = position({}, {}, {}, flow="round").act("end_step", 0)

    assert match.word == (1, "priority")
    match.pass_by(1)
    assert match.word == (2, "priority")
    assert match.refused("pass", 0) == ["not_your_priority"]
    match.pass_by(2)
    assert (match.state.phase, match.word) == ("end", (0, "main"))


def test_who_acts_in_the_last_word_brings_everybody_in_and_the_phase_is_not_closed() -> None:
    match = position({}, {"hand": ["jolt"]}, {}, flow="round").act("end_step", 0).play(1, "jolt")
    assert match.word == (0, "priority")
    match.pass_by(0, 1, 2)

    assert match.lives == [7, 8, 7]
    assert (match.state.phase, match.word) == ("main", (0, "main"))
    assert match.state.agenda == []


def clashing(flow: str = "whole", seats: int = 3, **fields: Any) -> Match:
    """A clash is being resolved: everybody may act before its blow falls."""
    hands = [["clash", "jolt"], ["jolt", "hush"], [], []]
    match = position(*[{"hand": hand} for hand in hands[:seats]], flow=flow, **fields)
    match.play(0, "clash")
    while not any(type(frame).__name__ == "Resolve" for frame in match.state.agenda):
        match.pass_by(match.word[0])
    return match


@pytest.mark.parametrize("flow", FLOWS)
def test_a_window_opens_inside_a_resolution_and_the_rest_is_done_behind_it(flow: str) -> None:
    match = clashing(flow)

    assert match.word == (0, "priority")
    assert match.lives == [8, 8, 8]
    match.pass_by(0, 1, 2)
    assert match.lives == [8, 7, 7]
    assert match.discard(0) == ["clash"]
    assert match.state.agenda == []
    assert match.word == ((0, "main") if flow == "round" else (0, "priority"))


@pytest.mark.parametrize("flow", FLOWS)
def test_entries_of_an_inner_window_are_resolved_before_it_closes(flow: str) -> None:
    match = clashing(flow).pass_by(0).play(1, "jolt")
    assert match.stack == ["clash", "jolt"]
    match.pass_by(2, 0, 1)

    assert match.lives == [7, 8, 7]
    assert match.stack == ["clash"]
    assert match.word == (0, "priority")
    match.pass_by(0, 1, 2)
    assert match.lives == [7, 7, 6]


def test_what_is_being_resolved_can_no_longer_be_countered_and_slow_cards_wait() -> None:
    match = clashing().pass_by(0)

    codes = match.refused("play", 1, card=match.hand(1, "hush"), target=match.state.stack[0].id)
    assert codes == ["no_legal_choice", "target_not_allowed"]
    match.play(1, "jolt").pass_by(2)
    assert match.word == (0, "priority")


def test_a_slow_card_finds_the_stack_occupied_while_something_is_being_resolved() -> None:
    match = position({"hand": ["clash", "imp"]}, {}).play(0, "clash").pass_by(1, 0)

    assert match.word == (0, "priority")
    assert match.refused("play", 0, card=match.hand(0, "imp")) == ["stack_not_empty"]


def test_a_seat_that_leaves_inside_an_inner_window_takes_the_outer_resolution_along() -> None:
    match = clashing("whole", 4).act("concede", 0)

    assert match.stack == []
    assert match.state.agenda == []
    assert match.state.active == 1
    assert match.lives == [8, 8, 8, 8]


def test_what_lay_below_an_inner_window_may_leave_without_its_entries_being_forgotten() -> None:
    entry = {"kind": "card", "speed": 2, "abilities": [0]}
    stack = [{"id": 8, "card": "jolt", "controller": 2, **entry}, {"id": 9, "card": "clash", "controller": 0, **entry}]
    match = position({}, {"hand": ["jolt"]}, {}, {}, stack=stack).pass_by(0, 1, 2, 3)
    assert match.state.agenda[-1].floor == 2

    match.act("concede", 2).pass_by(0).play(1, "jolt")
    assert (match.stack, match.state.agenda[-1].floor) == (["clash", "jolt"], 1)
    match.pass_by(3, 0, 1)
    assert match.lives == [7, 8, 8, 7]
    match.pass_by(0, 1, 3)
    assert (match.lives, match.stack) == ([7, 7, 8, 6], [])


def test_an_entry_that_is_being_resolved_does_not_wait_any_more() -> None:
    match = clashing()
    table = KINDLING.table(match.state)
    (entry,) = match.state.stack

    assert counter(table, entry.id) is False
    assert negate(table, entry.id, 0) is False
    assert match.stack == ["clash"]


def test_a_window_opened_while_somebody_has_the_word_gives_it_back_as_it_was() -> None:
    match = position({"hand": ["jolt"]}, {}, {}, priority={"holder": 1, "passes": 1})
    table = KINDLING.table(match.state)
    open_window(table, "clash")

    match.pass_by(0, 1, 2)
    assert (match.word, match.state.priority.passes, match.state.agenda) == ((1, "priority"), 1, [])


@pytest.mark.parametrize(
    ("fields", "code", "at"),
    [
        ({"agenda": [{"step": "window", "name": "brawl"}]}, "unknown_window", "/agenda/0/name"),
        ({"agenda": [{"step": "window", "name": "clash", "floor": 2}]}, "stack_too_low", "/agenda/0/floor"),
        ({"priority": {"holder": 5}}, "no_such_seat", "/priority/holder"),
        ({"priority": {"holder": 1, "passes": 2}}, "too_many_passes", "/priority/passes"),
        (
            {"agenda": [{"step": "window", "name": "exit"}], "priority": {"holder": 0}},
            "holder_not_asked",
            "/priority/holder",
        ),
        ({"stack": [{"card": "jolt", "kind": "card", "controller": 0}]}, "missing", "/stack/0/id"),
        ({"stack": [{"id": 7, "card": "jolt", "kind": "rumour", "controller": 0}]}, "unknown_kind", "/stack/0/kind"),
        (
            {"stack": [{"id": 7, "card": "jolt", "kind": "card", "controller": 3}]},
            "no_such_seat",
            "/stack/0/controller",
        ),
        (
            {"stack": [{"id": 7, "card": "jolt", "kind": "card", "controller": 0, "abilities": [4]}]},
            "no_such_ability",
            "/stack/0/abilities/0",
        ),
        (
            {"agenda": [{"step": "declare", "player": 0, "kind": "card", "card": "fork", "source": 40}]},
            "unknown_object",
            "/agenda/0/source",
        ),
        (
            {"trigger_queue": [{"id": 1, "player": 0, "source": 9, "card": "herald", "ability": 3}], "next_id": 50},
            "no_such_ability",
            "/trigger_queue/0/ability",
        ),
    ],
)
def test_a_state_with_an_impossible_stack_is_refused_with_a_pointer(fields: dict[str, Any], code: str, at: str) -> None:
    document = {"game": "kindling", "turn": 3, "active": 0, "phase": "main", "players": [{}, {}], **fields}

    state, faults = KINDLING.validate(document)

    assert state is None
    assert (code, at) in [(fault.code, fault.at) for fault in faults]


@pytest.mark.parametrize("flow", FLOWS)
def test_the_smallest_state_somebody_may_write_is_at_the_ordinary_decision(flow: str) -> None:
    document = {"game": "kindling", "options": {"flow": flow}, "active": 1, "phase": "main", "players": [{}, {}]}
    state = KINDLING.load(document)

    decision = KINDLING.decision(state)

    assert decision is not None
    assert (decision.player, decision.type) == (1, "main" if flow == "round" else "priority")


@pytest.mark.parametrize("leaves", [True, False], ids=["seats leave", "seats stay"])
@pytest.mark.parametrize(
    ("word", "seat"), [("active", 1), ("left_of_active", 2), ("controller", 3), ("left_of_controller", 0)]
)
def test_each_word_for_the_next_holder_means_its_seat(
    monkeypatch: pytest.MonkeyPatch, word: Holder, seat: int, *, leaves: bool
) -> None:
    monkeypatch.setitem(vars(KINDLING), "seats_leave", leaves)
    stack = [{"id": 8, "card": "jolt", "controller": 3, "kind": "card", "speed": 2, "abilities": [0]}]
    table = KINDLING.table(position({}, {}, {}, {}, active=1, stack=stack).state)
    window = current(table)

    assert window is not None
    assert seat_for(table, window, word) == seat


def test_a_part_is_negated_once() -> None:
    stack = [{"id": 8, "card": "jolt", "controller": 1, "kind": "card", "speed": 2, "abilities": [0]}]
    table = KINDLING.table(position({}, {}, stack=stack).state)
    entry = table.state.stack[0]

    assert [negate(table, 8, part) for part in (0, 0, 1)] == [True, False, False]
    assert entry.negated == [0]
