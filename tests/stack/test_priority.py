"""Who has the word: passing in succession with two, three and four seats, answers by speed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stack.game import KINDLING, ON_THE_GROUND
from tests.stack.walks import Match, position

EMPTY: dict[str, Any] = {"hand": []}


def table_of(seats: int, *hands: list[str], **fields: Any) -> Match:
    """A position with so many seats; the first ones hold these cards."""
    players = [{"hand": list(hand)} for hand in hands]
    return position(*players, *[{"hand": []} for _ in range(seats - len(hands))], **fields)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_phase_ends_when_every_seat_has_passed_in_succession(seats: int) -> None:
    match = table_of(seats)

    for seat in range(seats):
        assert match.word == (seat, "priority")
        assert match.state.phase == "main"
        match.pass_by(seat)

    assert (match.state.phase, match.word, match.state.priority.passes) == ("end", (0, "priority"), 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_turn_goes_to_the_left_and_round(seats: int) -> None:
    match = table_of(seats)

    for turn in range(seats + 1):
        assert match.state.active == turn % seats
        first = turn % seats
        match.pass_by(*[(first + i) % seats for i in range(seats)] * 2)

    assert match.state.turn == 3 + seats + 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_entry_gives_the_word_to_the_left_neighbour_and_all_must_pass_again(seats: int) -> None:
    match = table_of(seats, ["jolt"], ["jolt"])
    match.play(0, "jolt").pass_by(*range(1, seats))

    assert match.word == (0, "priority")
    assert match.state.priority.passes == seats - 1
    match.pass_by(0)
    assert match.told == [("resolve", "jolt")]
    assert match.word == (0, "priority")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_where_no_seat_ever_leaves_the_word_goes_round_alike(monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    monkeypatch.setitem(vars(KINDLING), "seats_leave", value=False)

    test_a_phase_ends_when_every_seat_has_passed_in_succession(seats)
    test_the_turn_goes_to_the_left_and_round(seats)
    test_an_entry_gives_the_word_to_the_left_neighbour_and_all_must_pass_again(seats)


def test_any_act_starts_the_round_of_passes_anew() -> None:
    match = table_of(3, ["jolt"], [], ["jolt"])
    match.play(0, "jolt").pass_by(1).play(2, "jolt")

    assert (match.word, match.state.priority.passes) == ((0, "priority"), 0)
    match.pass_by(0, 1, 2)
    assert match.told == [("resolve", "jolt"), ("resolve", "jolt")]


def test_only_the_holder_acts_and_passes() -> None:
    match = table_of(2, ["jolt"], ["jolt"])

    assert match.refused("pass", 1) == ["not_your_priority"]
    assert match.refused("play", 1, card=match.hand(1, "jolt")) == ["not_your_priority"]


def test_a_player_may_answer_an_own_play_once_the_word_is_back() -> None:
    match = table_of(2, ["jolt", "lesson"])
    match.play(0, "lesson").pass_by(1).play(0, "jolt")

    assert match.stack == ["lesson", "jolt"]
    assert match.word == (1, "priority")


# -- speeds ----------------------------------------------------------------------------------------


def test_a_slow_card_is_played_only_in_the_own_main_phase_on_an_empty_stack() -> None:
    match = table_of(2, ["imp", "jolt"], ["imp"])

    match.play(0, "jolt")
    assert match.refused("play", 1, card=match.hand(1, "imp")) == ["not_your_main", "stack_not_empty"]
    match.pass_by(1)
    assert match.refused("play", 0, card=match.hand(0, "imp")) == ["stack_not_empty"]
    match.pass_by(0, 0, 1)
    assert match.state.phase == "end"
    assert match.refused("play", 0, card=match.hand(0, "imp")) == ["not_your_main"]


@pytest.mark.parametrize(
    ("first", "answer", "codes"),
    [
        ("imp", "jolt", []),
        ("jolt", "jolt", []),
        ("jolt", "hush", []),
        ("hush", "hush", []),
        ("hush", "jolt", ["too_slow"]),
        ("imp", "imp", ["not_your_main", "stack_not_empty"]),
    ],
)
def test_an_answer_is_at_least_as_fast_as_the_top_entry(first: str, answer: str, codes: list[str]) -> None:
    if first == "hush":
        match = table_of(2, ["lesson", answer], ["hush"])
        match.play(0, "lesson").play(1, "hush", target=match.state.stack[0].id)
        seat = 0
    else:
        match = table_of(2, [first], [answer])
        match.play(0, first)
        seat = 1
    parameters = {"target": match.state.stack[-1].id} if answer == "hush" else {}

    assert match.refused("play", seat, card=match.hand(seat, answer), **parameters) == codes


def test_the_speed_of_an_entry_is_the_one_it_was_played_with() -> None:
    match = table_of(2, ["jolt"])
    match.play(0, "jolt")

    assert [entry.speed for entry in match.state.stack] == [2]


# -- whole stack, one at a time, with the active seat first ------------------------------------------


def two_on_the_stack(flow: str, seats: int = 2) -> Match:
    """Seat 0 has played a lesson, seat 1 has answered with a jolt."""
    match = table_of(seats, ["lesson"], ["jolt"], flow=flow)
    match.play(0, "lesson")
    if match.word[0] == 0:
        match.pass_by(0)
    return match.play(1, "jolt")


def test_a_whole_stack_is_resolved_without_a_pause_from_the_top_down() -> None:
    match = two_on_the_stack("whole").pass_by(0, 1)

    assert match.told == [("resolve", "jolt"), ("resolve", "lesson")]
    assert match.word == (0, "priority")


def test_one_entry_is_resolved_at_a_time_and_the_left_neighbour_speaks_first() -> None:
    match = two_on_the_stack("single", 3)
    assert match.word == (2, "priority")
    match.pass_by(2, 0, 1)

    assert match.told == [("resolve", "jolt")]
    assert match.word == (1, "priority")
    match.pass_by(1, 2, 0)
    assert match.told == [("resolve", "lesson")]
    assert match.word == (0, "priority")


def test_in_a_round_the_active_seat_speaks_first_after_every_entry_and_resolution() -> None:
    match = table_of(3, ["lesson"], ["jolt"], flow="round")
    assert match.word == (0, "main")
    match.play(0, "lesson")
    assert match.word == (0, "priority")
    match.pass_by(0).play(1, "jolt")
    assert (match.word, match.state.priority.passes) == ((0, "priority"), 0)
    match.pass_by(0, 1, 2)

    assert match.told == [("resolve", "jolt")]
    match.pass_by(0, 1, 2)
    assert match.told == [("resolve", "lesson")]
    assert match.word == (0, "main")
    assert match.state.priority.holder is None


# -- seats that leave --------------------------------------------------------------------------------


def test_a_seat_that_leaves_takes_its_entries_along_and_priority_starts_anew() -> None:
    match = table_of(3, ["jolt"], ["jolt"])
    match.play(0, "jolt").play(1, "jolt").act("concede", 1)

    assert match.stack == ["jolt"]
    assert match.discard(1) == ["jolt"]
    assert match.word == (2, "priority")
    match.pass_by(2, 0)
    assert match.lives == [8, 8, 7]


def test_when_the_active_seat_leaves_its_turn_ends_with_what_is_on_the_stack() -> None:
    match = table_of(3, ["jolt"], ["lesson"])
    match.play(0, "jolt").play(1, "lesson").act("concede", 0)

    assert match.stack == []
    assert (match.state.active, match.word) == (1, (1, "priority"))
    assert match.lives == [8, 8, 8]
    assert match.discard(1) == ["lesson"]


def test_a_seat_that_is_out_is_not_asked_any_more() -> None:
    match = table_of(4)
    match.act("concede", 2).pass_by(0, 1)

    assert match.word == (3, "priority")
    match.pass_by(3)
    assert match.state.phase == "end"


def test_the_match_ends_in_the_middle_of_a_stack_and_the_rest_is_not_done() -> None:
    match = position({"hand": ["lesson", "jolt"], "life": 8}, {"hand": [], "life": 1})
    match.play(0, "lesson").pass_by(1).play(0, "jolt").pass_by(1, 0)

    assert match.state.result.winners == [0]
    assert match.told == [("resolve", "jolt")]
    assert match.stack == ["lesson", "jolt"]
    assert match.game.decision(match.state) is None


def test_what_others_are_declaring_is_opened_again_when_a_seat_leaves() -> None:
    match = position({"hand": ["volley"]}, {}, {"field": ["imp"]})
    before = match.game.encode(match.state)
    match.play(0, "volley").act("concede", 2)

    assert match.state.agenda == []
    assert match.word == (0, "priority")
    assert match.hand(0, "volley") != 999
    assert match.game.encode(match.state) != before


# -- acts beside the stack ---------------------------------------------------------------------------


def test_an_act_beside_the_stack_keeps_the_word_and_starts_the_passes_anew() -> None:
    match = position({}, {}, priority={"holder": 0, "passes": 1}).act("stoke", 0)

    assert (match.word, match.state.priority.passes, match.lives) == ((0, "priority"), 0, [9, 8])
    assert match.refused("stoke", 1) == ["not_your_priority", "not_your_main"]


def test_an_act_beside_the_stack_leaves_the_main_decision_where_no_window_is_open() -> None:
    match = position({}, {}, flow="round").act("stoke", 0)

    assert (match.word, match.state.priority.holder, match.state.agenda) == ((0, "main"), None, [])


def test_a_window_that_stands_on_the_ground_needs_no_frame() -> None:
    match = position({"hand": ["jolt"]}, {"hand": ["jolt"]}, flow="round", game=ON_THE_GROUND).play(0, "jolt")

    assert (match.word, match.state.agenda) == ((0, "priority"), [])
    match.pass_by(0).play(1, "jolt").pass_by(0, 1).pass_by(0, 1)
    assert (match.word, match.state.agenda, match.lives) == ((0, "main"), [], [7, 7])


def test_what_a_leaving_seat_was_declaring_or_doing_goes_with_it() -> None:
    match = position({"hand": ["jolt"]}, {"hand": ["volley"], "field": ["imp"]}, {})
    match.play(0, "jolt").play(1, "volley").act("concede", 1)

    assert (match.state.agenda, match.stack, match.word) == ([], ["jolt"], (2, "priority"))
