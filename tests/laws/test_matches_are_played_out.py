"""Matches in which nobody gives up or offers a draw come to their end by the rules of winning and losing."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import oracle
from tests.laws.matches import GameT, setup

LEFT_OUT = ("concede", "offer_draw")
RULES = {"machai": {"life_zero", "exhaustion", "both"}}
MOST = 6_000
SHARES = 4
EACH = 50


def played_out(game: GameT, seed: int) -> str:
    """How a seeded match ends in which each decision is made at random, without giving up."""
    choose = random.Random(seed).choice
    state = game.start(setup(game, seed, options={})).state
    for _ in range(MOST):
        if state.result is not None:
            return str(state.result.reason)
        made = [action for action in game.deciding_actions(state) if game.type_of[type(action)].name not in LEFT_OUT]
        state = game.apply(state, choose(made)).state
    return "no end"


def ends(key: str, seeds: range) -> Counter[str]:
    """How the matches of these seeds end."""
    return Counter(played_out(oracle.game(key), seed) for seed in seeds)


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("key", RULES)
def test_two_hundred_matches_end_by_a_rule(key: str, share: int) -> None:
    found = ends(key, range(share * EACH, (share + 1) * EACH))

    assert found.total() == EACH
    assert found.keys() <= RULES[key], found


@pytest.mark.soak
@pytest.mark.parametrize("share", range(10 * SHARES))
@pytest.mark.parametrize("key", RULES)
def test_two_thousand_matches_end_by_a_rule(key: str, share: int) -> None:
    found = ends(key, range(share * EACH, (share + 1) * EACH))

    assert found.total() == EACH
    assert found.keys() <= RULES[key], found
