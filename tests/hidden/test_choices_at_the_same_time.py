from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest

import oracle
from tests.hidden.masks import DECK, MASKS, Choose, LayMask

SEATS = range(3)


def begin(seed: str = "masks", **chance: Any) -> Any:
    """A match of three seats in which everybody may change the hand."""
    document = {"players": [{"name": name, "deck": DECK} for name in ("Ana", "Ben", "Cid")]}
    return MASKS.start({**document, "chance": {"mode": "seeded", "seed": seed, **chance}}).state


def after(state: Any, *actions: Any) -> Any:
    """The state after some actions."""
    for action in actions:
        state = MASKS.apply(state, action).state
    return state


def laying(seed: str = "masks") -> Any:
    """The same match when everybody lays a mask."""
    return after(begin(seed), *(Choose(player=seat, changes=seat == 1) for seat in SEATS))


def masks(state: Any, pick: int = 0) -> list[Any]:
    """Everybody's choice of that card of the hand."""
    return [LayMask(player=seat, card=state.players[seat].hand[pick].id) for seat in SEATS]


def test_the_decision_names_the_lowest_seat_and_the_others_that_have_still_to_choose() -> None:
    state = begin()
    later = after(state, Choose(player=0, changes=True))

    first, second = MASKS.decision(state), MASKS.decision(later)

    assert first is not None
    assert second is not None
    assert (first.player, first.also) == (0, [1, 2])
    assert (second.player, second.also) == (1, [2])
    assert MASKS.legal_actions(state) == [Choose(player=s, changes=c) for s, c in product(SEATS, (False, True))]
    assert MASKS.legal_actions(later, 0) == []


@pytest.mark.parametrize("choices", [*product((False, True), repeat=3)])
def test_the_state_after_all_choices_is_the_same_in_every_order(choices: tuple[bool, ...]) -> None:
    state = begin()
    actions = [Choose(player=seat, changes=changes) for seat, changes in enumerate(choices)]

    ends = {MASKS.digest(after(state, *order)) for order in permutations(actions)}

    assert len(ends) == 1


def test_masks_are_laid_alike_in_every_order_and_draw_the_same_ids() -> None:
    state = laying()

    ends = [after(state, *order) for order in permutations(masks(state, 1))]

    assert len({MASKS.digest(end) for end in ends}) == 1
    ids = [thing.id for player in ends[0].players for thing in player.mask]
    assert ids == [state.next_id, state.next_id + 1, state.next_id + 2]


def test_an_action_prepared_before_another_seats_choice_stays_legal() -> None:
    state = laying()

    for first, *others in permutations(masks(state)):
        now = after(state, first)
        for prepared in others:
            assert MASKS.check(now, prepared) == []
        [again] = MASKS.check(now, first)
        assert (again.code, again.rule) == ("not_your_decision", "MK-1.2")


def test_nobody_else_sees_a_choice_before_all_are_made_but_that_it_is_made() -> None:
    state = begin()
    keeps, changes = (after(state, Choose(player=1, changes=choice)) for choice in (False, True))

    for viewer in (0, 2, "spectator"):
        assert MASKS.digest(MASKS.view(keeps, viewer)) == MASKS.digest(MASKS.view(changes, viewer))
        [frame] = MASKS.document(MASKS.view(changes, viewer))["agenda"][-1:]
        assert frame["locked"] == [None, {"choice": None}, None]
    assert MASKS.document(MASKS.view(changes, 1))["agenda"][-1]["locked"] == [None, {"choice": True}, None]


def test_the_events_of_a_choice_tell_others_only_that_it_is_made() -> None:
    state = laying()
    action = masks(state)[1]

    events = MASKS.apply(state, action).events

    [own] = MASKS.events_for(events, 1)
    [other] = MASKS.events_for(events, 0)
    assert (own["type"], own["pick"]) == ("choose", action.card)
    assert (other["type"], other["pick"], other["player"]) == ("choose", None, 1)


def test_a_view_with_hidden_choices_is_its_own_view_and_travels() -> None:
    state = after(laying(), masks(laying())[2])

    for viewer in (*SEATS, "spectator"):
        view = MASKS.view(state, viewer)
        assert MASKS.digest(MASKS.view(view, viewer)) == MASKS.digest(view)
        assert MASKS.digest(MASKS.decode(MASKS.encode(view))) == MASKS.digest(view)


def test_a_sample_gives_a_hidden_choice_one_of_those_that_were_legal() -> None:
    state = laying()
    state = after(state, masks(state, 2)[1])
    view = MASKS.view(state, 0)
    chosen = set()

    for made in MASKS.samples(view, None, "choices", 40):
        assert MASKS.digest(MASKS.view(made, 0)) == MASKS.digest(view)
        pick = MASKS.document(made)["agenda"][-1]["locked"][1]["choice"]
        hand = [thing.id for thing in made.players[1].hand]
        assert pick in hand
        chosen.add(hand.index(pick))
        end = after(made, *(action for action in masks(made) if action.player != 1))
        assert [len(player.mask) for player in end.players] == [1, 1, 1]

    assert chosen == {0, 1, 2}


def test_choices_at_the_same_time_go_on_in_manual_mode_when_all_are_made() -> None:
    document = {"players": [{"name": name, "deck": DECK} for name in ("Ana", "Ben")], "chance": {"mode": "manual"}}
    state = MASKS.start(document).state
    for card in ("ash", "brook", "crow", "dusk", "ember", "frost"):
        state = after(state, MASKS.action({"type": "chance", "player": "chance", "outcome": card}))

    state = after(state, Choose(player=1, changes=True), Choose(player=0, changes=False))

    decision = MASKS.decision(state)
    assert decision is not None
    assert (decision.player, decision.of, decision.seat) == ("chance", "draw", 1)


def test_a_whole_match_is_won_by_the_highest_mask() -> None:
    state = laying()
    laid = after(state, *masks(state))
    highest = max(MASKS.card(player.mask[0].card).record.worth for player in laid.players)

    end = after(laid, MASKS.action({"type": "lift", "player": 0}))

    assert end.result.winners == [
        seat for seat in SEATS if MASKS.card(end.players[seat].mask[0].card).record.worth == highest
    ]


def test_a_seat_that_is_not_asked_cannot_choose() -> None:
    with pytest.raises(oracle.IllegalAction):
        MASKS.apply(laying(), Choose(player=0, changes=False))
