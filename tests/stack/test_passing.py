"""Passing for seats that asked for it: always, or when nothing else could be done."""

from __future__ import annotations

import pytest

import oracle
from oracle.kernel import passing
from oracle.kernel.play import Refusal
from tests.stack.game import KINDLING, PASSING
from tests.stack.walks import Match, position


def resolved(match: Match, *documents: dict[str, object], passes: dict[int, passing.How]) -> passing.Passed[object]:
    """The sequence with passes."""
    made = passing.resolve(KINDLING, match.state, [KINDLING.action(d) for d in documents], passes)
    assert isinstance(made, passing.Passed)
    return made


def test_always_passes_whatever_the_seat_could_do() -> None:
    match = position({"hand": ["jolt"]}, {"hand": ["jolt"]})
    play = {"type": "play", "player": 0, "card": match.hand(0, "jolt")}

    made = resolved(match, play, passes={1: "always"})

    assert made.applied == [play, {"type": "pass", "player": 1, "auto": True}]
    assert KINDLING.decision(made.state).player == 0  # type: ignore[arg-type, union-attr]


def test_idle_passes_only_where_nothing_but_conceding_is_left() -> None:
    busy = position({"hand": ["jolt"]}, {"hand": ["jolt"]})
    idle = position({"hand": ["jolt"]}, {"hand": ["imp"]})

    for match, count in ((busy, 1), (idle, 2)):
        play = {"type": "play", "player": 0, "card": match.hand(0, "jolt")}
        assert len(resolved(match, play, passes={1: "idle"}).applied) == count


def test_a_seat_that_acts_itself_next_is_not_passed_for() -> None:
    match = position({"hand": ["jolt"]}, {"hand": ["jolt"]})
    first = {"type": "play", "player": 0, "card": match.hand(0, "jolt")}
    second = {"type": "play", "player": 1, "card": match.hand(1, "jolt")}

    made = resolved(match, first, second, passes={0: "always", 1: "always"})

    assert made.applied[:2] == [first, second]
    assert made.applied[2] == {"type": "pass", "player": 0, "auto": True}


def test_several_seats_pass_between_the_actions_of_one() -> None:
    match = position({"hand": ["jolt", "jolt"]}, {}, {})
    cards = [thing.id for thing in match.state.players[0].hand]
    plays = [{"type": "play", "player": 0, "card": card} for card in cards]

    made = resolved(match, *plays, passes={1: "idle", 2: "idle"})

    assert [(a["type"], a["player"], a.get("auto", False)) for a in made.applied] == [
        ("play", 0, False), ("pass", 1, True), ("pass", 2, True),
        ("play", 0, False), ("pass", 1, True), ("pass", 2, True),
    ]  # fmt: skip


def test_when_all_pass_for_ever_the_match_ends_or_the_call_stops() -> None:
    made = resolved(position({}, {}), passes={0: "always", 1: "always"})

    assert made.state.result.reason == "turn_cap"  # type: ignore[attr-defined]
    assert len(made.applied) <= passing.MOST


def test_an_illegal_action_refuses_the_whole_sequence_and_names_its_own_index() -> None:
    match = position({"hand": ["jolt"]}, {})
    before = KINDLING.encode(match.state)
    play = KINDLING.action({"type": "play", "player": 0, "card": match.hand(0, "jolt")})

    made = passing.resolve(KINDLING, match.state, [play, play], {1: "always"})

    assert isinstance(made, Refusal)
    assert (made.index, [v.code for v in made.violations]) == (1, ["unknown_object"])
    assert made.decision is not None
    assert made.decision.player == 0
    assert KINDLING.encode(match.state) == before


def test_no_pass_is_made_at_a_decision_that_is_not_about_priority() -> None:
    match = position({}, {}, flow="round")

    assert resolved(match, passes={0: "always"}).applied == []


def test_outcomes_that_nobody_asked_for_are_refused() -> None:
    with pytest.raises(oracle.ScriptError):
        passing.resolve(KINDLING, position({}, {}).state, [], {}, ["heads"])


# -- where the rules themselves pass for idle seats ----------------------------------------------------


def test_a_seat_that_could_only_pass_is_not_asked() -> None:
    match = position({"hand": ["jolt", "jolt"]}, {"hand": ["imp"]}, game=PASSING).play(0, "jolt")

    assert match.stack == ["jolt"]
    assert match.word == (0, "priority")
    match.play(0, "jolt")
    assert match.stack == []
    assert match.lives == [8, 6]


def test_a_seat_that_can_answer_is_asked() -> None:
    match = position({"hand": ["jolt"]}, {"hand": ["jolt"]}, game=PASSING).play(0, "jolt")

    assert match.word == (1, "priority")


def test_with_nothing_to_do_for_anybody_the_turn_goes_on_to_the_first_real_decision() -> None:
    match = position({"hand": ["imp"]}, {"hand": []}, game=PASSING).pass_by(0)

    assert (match.state.turn, match.state.active, match.word) == (4, 1, (1, "priority"))
    assert match.state.agenda == []
