"""The laws that hold for every listed game hold for Kindling too, under each of its policies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.laws import test_law_1_one_source_of_legality as law_1
from tests.laws import test_law_3_everything_is_in_the_state as law_3
from tests.laws import test_law_4_chance_is_reproducible as law_4
from tests.laws import test_law_5_hidden_stays_hidden as law_5
from tests.laws import test_law_8_nothing_is_lost as law_8
from tests.stack.game import KINDLING, VARIANTS
from tests.stack.walks import named

both_modes = pytest.mark.parametrize("mode", ["seeded", "manual"])
every_variant = pytest.mark.parametrize("game", VARIANTS, ids=named)


@every_variant
@both_modes
def test_listed_actions_apply_and_what_is_not_listed_is_refused(game: Any, mode: str) -> None:
    law_1.test_listed_actions_apply_and_what_is_not_listed_is_refused(game, mode, range(2))


@pytest.mark.slow
@both_modes
def test_the_whole_space_of_actions_holds_no_more_than_the_list(mode: str) -> None:
    law_1.test_on_small_positions_the_legal_actions_of_the_space_are_those_listed(KINDLING, mode)
    law_1.test_an_action_done_twice_is_legal_only_where_it_is_listed_again(KINDLING, mode)
    law_1.test_documents_of_listed_actions_come_back_as_the_same_actions(KINDLING, mode)
    law_1.test_every_seat_may_be_asked_apart_and_the_whole_list_is_their_sum(KINDLING)
    law_1.test_after_the_end_nothing_is_legal_and_everything_says_that_the_match_is_over(KINDLING)


@every_variant
@both_modes
def test_everything_is_in_the_state(game: Any, mode: str) -> None:
    law_3.test_what_is_encoded_decodes_to_the_same_bytes_and_needs_no_more(game, mode)
    law_3.test_a_copy_shares_nothing_that_changes(game, mode)
    law_3.test_a_whole_match_replays_to_the_same_digest(game, mode)


@both_modes
def test_chance_is_reproducible(mode: str) -> None:
    law_4.test_the_same_state_action_and_script_give_the_same_bytes(KINDLING, mode)


def test_forced_outcomes_are_judged_and_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    law_4.test_a_start_can_be_forced_to_what_it_drew(KINDLING, monkeypatch)


@pytest.mark.slow
@both_modes
def test_twins_look_alike_and_are_judged_alike(mode: str) -> None:
    law_5.test_twins_look_alike_and_are_judged_alike(KINDLING, mode, range(2), lambda _line: None)
    law_5.test_twins_that_look_alike_after_an_action_were_told_the_same_events(KINDLING, mode)


@pytest.mark.slow
@both_modes
def test_a_view_holds_what_its_seat_needs_and_no_more(mode: str) -> None:
    law_5.test_a_seat_that_asks_about_ids_learns_nothing_of_hidden_cards(KINDLING, mode)
    law_5.test_a_seat_finds_the_same_legal_actions_in_its_view_as_in_the_full_state(KINDLING, mode)
    law_5.test_a_view_of_a_view_is_the_same_view_and_holds_no_more_for_another(KINDLING, mode)
    law_5.test_events_that_not_everybody_sees_have_twins_for_the_rest(KINDLING, mode)
    law_5.test_neither_the_seed_nor_the_id_of_a_hidden_card_stands_in_a_view(KINDLING)


@every_variant
@both_modes
def test_matches_end_and_lose_no_card(game: Any, mode: str) -> None:
    for seed in range(3):
        law_8.play_out(game, seed, mode)


@both_modes
def test_every_state_is_whole_and_no_id_is_used_twice(mode: str) -> None:
    law_8.test_every_state_of_a_match_is_whole(KINDLING, mode)
    law_8.test_ids_are_never_used_twice(KINDLING, mode)
