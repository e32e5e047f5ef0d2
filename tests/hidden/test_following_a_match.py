from __future__ import annotations

import pytest

from tests.hidden.following import account, decision_of, follow_match, options_of
from tests.laws.matches import GameT, every_game, setup

SEEDS = range(3)


@every_game
@pytest.mark.parametrize("manual", [True, False], ids=["manual", "seedless"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_is_followed_to_its_end_with_one_hand_known(game: GameT, seed: int, *, manual: bool) -> None:
    document = setup(game, f"follow-{seed}")
    seat = seed % len(document["players"])
    told: set[str] = set()
    state = None

    for state, follower in follow_match(game, document, seat, manual=manual):
        same = {number: number for number in follower.ids.values()}
        assert account(game, follower.state, seat, same) == account(game, state, seat, follower.ids)
        assert decision_of(game, follower.state, same) == decision_of(game, state, follower.ids)
        assert options_of(game, follower.state, seat, same) == options_of(game, state, seat, follower.ids)
        told |= {*follower.told}

    assert state is not None
    assert state.result is not None
    assert told >= {"chance", "reveal"}
