"""The chance tree of an action is complete and exact, and a sampled state is one that the seat cannot tell apart."""

from __future__ import annotations

from fractions import Fraction

from tests.laws.matches import GameT, every_game, every_mode, moments, setup, walk

WIDE = 60


@every_game
@every_mode
def test_probabilities_are_fractions_that_sum_to_one_and_each_branch_can_be_forced(game: GameT, mode: str) -> None:
    forked = 0

    for moment in moments(game, mode, range(200, 203), every=2):
        if moment.action.player == "chance":
            continue
        tree = game.outcomes(moment.state, moment.action, limit=WIDE)
        if tree.kind != "exact":
            continue
        shares = [
            Fraction(branch.probability["numerator"], branch.probability["denominator"]) for branch in tree.branches
        ]
        assert sum(shares) == 1
        assert len({branch.digest for branch in tree.branches}) == len(tree.branches)
        forked += len(tree.branches) > 1
        for branch in tree.branches[:3]:
            assert game.digest(branch.state) == branch.digest

    assert forked or mode == "seeded"


@every_game
@every_mode
def test_a_sample_looks_like_the_view_that_it_was_made_from(game: GameT, mode: str) -> None:
    for seed in range(204, 207):
        document = setup(game, seed, mode)
        decks = [chair["deck"] for chair in document["players"]]
        for moment in list(walk(game, document, seed, most=150))[::8]:
            for seat in range(len(moment.state.players)):
                seen = game.view(moment.state, seat)
                made = game.sample(seen, decks, seed=f"{seat}")
                assert game.encode(game.view(made, seat)) == game.encode(seen)
                assert game.legal_actions(made, seat) == game.legal_actions(moment.state, seat)
