"""Plays put together choice by choice: mode, targets, X, cost; and taken back as if nothing had been."""

from __future__ import annotations

import random
from typing import Any

import pytest

import oracle
from tests.stack.game import CONFIRMING, KINDLING
from tests.stack.walks import Match, moments, position


def picks(match: Match) -> list[object]:
    """What is offered now."""
    return [action.pick for action in match.game.legal_actions(match.state) if type(action).__name__ == "Choose"]


def test_a_mode_decides_on_the_targets_and_only_modes_that_can_be_completed_are_offered() -> None:
    match = position({"hand": ["crossroads"]}, {}).play(0, "crossroads")
    assert picks(match) == ["strike", "mend"]

    match = position({"hand": ["crossroads"]}, {"field": ["imp"]}).play(0, "crossroads")
    assert picks(match) == ["strike", "mend", "snipe"]
    match.choose(0, "snipe")
    assert picks(match) == [match.imp(1)]
    match.choose(0, match.imp(1))
    (entry,) = match.state.stack
    assert (entry.mode, [t.ref for t in entry.targets]) == ("snipe", [{"object": match.imp(1)}])
    match.pass_by(1, 0)
    assert match.field(1) == []


def test_nothing_is_paid_or_moved_before_the_last_choice() -> None:
    match = position({"hand": ["crossroads"]}, {"field": ["imp"]})
    match.play(0, "crossroads").choose(0, "snipe")

    assert match.state.players[0].mana == 4
    assert match.hand(0, "crossroads") != 999
    assert match.stack == []
    match.choose(0, match.imp(1))
    assert match.state.players[0].mana == 3
    assert match.hand(0, "crossroads") == 999


def test_x_runs_from_nothing_to_all_that_can_be_paid() -> None:
    match = position({"hand": ["surge"], "mana": 3}, {}).play(0, "surge")
    assert picks(match) == [0, 1, 2]

    match.choose(0, 2)
    assert match.state.stack[0].x == 2
    assert match.state.players[0].mana == 0
    assert match.pass_by(1, 0).lives == [8, 6]


def test_a_number_is_labelled_as_one_though_an_object_bears_it() -> None:
    match = position({"hand": [{"id": 1, "card": "surge"}, {"id": 2, "card": "imp"}]}, {})
    match.play(0, "surge")

    labels = [listed.label for listed in match.game.listed(match.state, 0) if listed.action["type"] == "choose"]
    assert labels == ["Choose 0", "Choose 1", "Choose 2", "Choose 3"]


def test_what_is_paid_with_is_chosen_and_is_not_the_card_itself() -> None:
    match = position({"hand": ["offering", "imp", "jolt"]}, {}).play(0, "offering")
    imp, jolt = match.hand(0, "imp"), match.hand(0, "jolt")
    assert picks(match) == [imp, jolt]

    match.choose(0, jolt)
    assert match.discard(0) == ["jolt"]
    assert match.stack == ["offering"]
    assert len(match.pass_by(1, 0).state.players[0].hand) == 3


def test_a_play_whose_cost_cannot_be_paid_is_refused_before_it_begins() -> None:
    match = position({"hand": ["offering"]}, {})

    assert match.refused("play", 0, card=match.hand(0, "offering")) == ["no_legal_choice"]


def test_two_targets_are_two_choices_and_the_first_leaves_the_second_possible() -> None:
    match = position({"hand": ["fork"]}, {"field": ["imp"]})
    assert match.refused("play", 0, card=match.hand(0, "fork"), target=match.imp(1)) == [
        "no_legal_choice", "target_not_allowed",
    ]  # fmt: skip

    match = position({"hand": ["fork"], "field": ["imp"]}, {"field": ["imp"]})
    match.play(0, "fork", target=match.imp(1))
    assert picks(match) == [match.imp(0)]


def test_targets_that_may_be_left_out_are_ended_with_done() -> None:
    match = position({"hand": ["volley"]}, {"field": ["imp", "imp"]}).play(0, "volley")
    decision = match.game.decision(match.state)
    assert (decision.min, decision.max, decision.chosen) == (0, 2, [])

    match.choose(0, match.imp(1)).act("done", 0)
    assert [t.ref for t in match.state.stack[0].targets] == [{"object": match.imp(1)}]


def test_with_nobody_to_aim_at_an_optional_target_asks_nothing() -> None:
    match = position({"hand": ["volley"]}, {}).play(0, "volley")

    assert match.stack == ["volley"]


def test_a_first_target_is_named_exactly_where_the_play_begins_with_one() -> None:
    match = position({"hand": ["bolt", "jolt"]}, {"field": ["imp"]})

    assert match.refused("play", 0, card=match.hand(0, "bolt")) == ["target_not_allowed"]
    assert match.refused("play", 0, card=match.hand(0, "jolt"), target=match.imp(1)) == ["target_not_allowed"]


@pytest.mark.parametrize("flow", ["whole", "single", "round"])
def test_taking_back_restores_the_state_byte_by_byte(flow: str) -> None:
    match = position({"hand": ["crossroads", "jolt"]}, {"hand": ["jolt"], "field": ["imp"]}, flow=flow)
    before = match.game.encode(match.state)

    match.play(0, "crossroads").choose(0, "snipe")
    assert match.refused("pass", 0) == ["not_your_priority"]
    match.act("cancel", 0)
    assert match.game.encode(match.state) == before


def test_passes_made_before_are_as_they_were_when_a_play_is_taken_back() -> None:
    match = position({"hand": ["jolt"]}, {}, {"hand": ["volley"], "field": ["imp"]})
    match.play(0, "jolt").pass_by(1)
    before = match.game.encode(match.state)
    match.play(2, "volley").act("cancel", 2)

    assert match.game.encode(match.state) == before
    assert match.state.priority.passes == 1


def test_in_random_matches_every_declaration_can_be_taken_back_exactly() -> None:
    begun: dict[bytes, bytes] = {}
    taken_back = 0

    for moment in moments(KINDLING, range(12)):
        frames = [type(frame).__name__ for frame in moment.state.agenda]
        if "Declare" not in frames and type(moment.action).__name__ in ("Play", "Activate"):
            begun[b"last"] = KINDLING.encode(moment.state)
        cancels = [action for action in moment.legal if type(action).__name__ == "Cancel"]
        for cancel in cancels:
            assert KINDLING.encode(KINDLING.apply(moment.state, cancel).state) == begun[b"last"]
            taken_back += 1

    assert taken_back > 50


def test_a_coin_falls_before_the_answers_and_is_not_taken_back() -> None:
    match = position({"hand": ["gamble"]}, {}, chance={"mode": "manual"}).play(0, "gamble")
    assert match.word == ("chance", "chance")
    assert match.refused("cancel", 0) == ["chance_pending"]

    match.act("chance", "chance", outcome="tails")
    assert match.state.stack[0].mode == "tails"
    assert match.word == (1, "priority")
    assert match.pass_by(1, 0).lives == [7, 8]


def test_the_generator_throws_the_coin_where_chance_is_seeded() -> None:
    match = position({"hand": ["gamble"]}, {})
    match.act("play", 0, card=match.hand(0, "gamble"), script=["heads"])

    assert match.state.stack[0].mode == "heads"
    assert [event["outcome"] for event in match.events if event["type"] == "chance"] == ["heads"]


def test_with_confirmation_a_complete_play_waits_for_the_last_word() -> None:
    match = position({"hand": ["bolt", "jolt"]}, {"field": ["imp"]}, game=CONFIRMING)
    match.play(0, "bolt", target=match.imp(1))
    assert match.word == (0, "declare")
    assert match.stack == []

    assert {type(action).__name__ for action in match.game.legal_actions(match.state, 0)} == {
        "Confirm", "Cancel", "Concede",
    }  # fmt: skip
    match.act("confirm", 0)
    assert match.stack == ["bolt"]


def test_what_needs_no_choice_needs_no_confirmation() -> None:
    match = position({"hand": ["jolt"]}, {}, game=CONFIRMING).play(0, "jolt")

    assert match.stack == ["jolt"]


def test_others_see_of_a_declaration_only_that_there_is_one() -> None:
    match = position({"hand": ["crossroads"]}, {"field": ["imp"]}).play(0, "crossroads").choose(0, "snipe")
    seen = KINDLING.document(KINDLING.view(match.state, 1))
    (frame,) = seen["agenda"]

    assert (frame["player"], frame["card"], frame["source"], frame["picks"]) == (0, None, None, [])
    decision = KINDLING.decision(KINDLING.view(match.state, 1))
    assert decision is not None
    assert (decision.player, decision.type) == (0, "declare")
    (told,) = [event for event in KINDLING.events_for(match.events, 1) if event["type"] == "choose"]
    assert told["pick"] is None
    (own,) = [event for event in KINDLING.events_for(match.events, 0) if event["type"] == "choose"]
    assert own["pick"] == "snipe"


def test_a_pick_that_is_not_offered_is_refused_and_nothing_changes() -> None:
    match = position({"hand": ["crossroads"]}, {}).play(0, "crossroads")
    before = match.game.encode(match.state)

    for pick in ("snipe", "nonsense", 3, {"player": 1}):
        assert match.refused("choose", 0, pick=pick) == ["choice_not_allowed"]
    assert match.refused("choose", 1, pick="strike") == ["not_your_decision"]
    assert match.game.encode(match.state) == before


def test_every_offer_leads_to_a_complete_play() -> None:
    rng = random.Random(3)
    completed = 0

    for moment in moments(KINDLING, range(20, 26)):
        if type(moment.action).__name__ != "Play" or not moment.after.agenda:
            continue
        state = moment.after
        for _ in range(8):
            offers = [a for a in KINDLING.legal_actions(state, moment.action.player) if type(a).__name__ == "Choose"]
            if not offers:
                break
            try:
                state = KINDLING.apply(state, rng.choice(offers)).state
            except oracle.IllegalAction:
                pytest.fail("an offer was refused")
        completed += not any(type(frame).__name__ == "Declare" for frame in state.agenda)

    assert completed > 10


def test_once_a_play_is_locked_its_card_is_open_but_neither_its_old_id_nor_what_it_is_paid_with() -> None:
    wager = {
        "key": "wager", "name": "Wager", "type": "spell", "speed": 1, "cost": 0, "coin": True, "discard": 2,
        "abilities": [{"choose_one": {"heads": [{"do": [{"mend": 1}]}], "tails": [{"do": [{"mend": 2}]}]}}],
    }  # fmt: skip
    hand = ["wager", "imp", "jolt", "bolt"]
    match = position({"hand": hand}, {}, cards={"wager": wager}, chance={"mode": "manual"}).play(0, "wager")
    match.act("chance", "chance", outcome="heads").choose(0, match.hand(0, "jolt"))

    frames: list[Any] = [KINDLING.view(match.state, seat).agenda[0] for seat in (0, 1)]
    own, seen = frames
    assert (own.source, [picked.pick for picked in own.picks]) == (
        match.hand(0, "wager"), ["heads", match.hand(0, "jolt")],
    )  # fmt: skip
    assert (seen.card, seen.source, [picked.pick for picked in seen.picks]) == ("wager", None, ["heads", None])
    assert match.refused("cancel", 0) == ["not_taken_back"]
    match.choose(0, match.hand(0, "imp"))
    assert match.discard(0) == ["jolt", "imp"]
