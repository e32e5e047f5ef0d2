from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

import oracle
from oracle.kernel.outcomes import Branch
from tests.laws.matches import GameT, every_game, every_mode, moments

MAHA = oracle.game("maha-yodha")
SEAT = {"deck": ["vanaras"] * 9, "army": "aditya"}


def position(**players: Any) -> Any:
    """A placement of Maha Yodha: seat 0 acts, seat 1 waits."""
    chance = players.pop("chance", {"mode": "seeded", "seed": "outcomes"})
    seats = [{**SEAT, **players.get("one", {})}, {**SEAT, **players.get("two", {})}]
    return MAHA.load({"game": "maha-yodha", "turn": 5, "phase": "placement", "chance": chance, "players": seats})


def play(state: Any, card: str) -> Any:
    """Playing that card from the hand of seat 0."""
    return next(a for a in MAHA.legal_actions(state, 0) if getattr(a, "card", 0) == held(state, card))


def held(state: Any, card: str) -> int:
    """The id of that card in the hand of seat 0."""
    return next(int(thing.id) for thing in state.players[0].hand if thing.card == card)


def by_script(branches: list[Branch[Any]]) -> dict[tuple[Any, ...], Fraction]:
    """The probabilities by the outcomes that lead there."""
    return {tuple(branch.scripts[0]): chance for branch, chance in zip(branches, chances(branches), strict=True)}


def drawn(branch: Branch[Any]) -> list[str]:
    """The hand of seat 0."""
    return [thing.card for thing in branch.state.players[0].hand]


def chances(branches: list[Branch[Any]]) -> list[Fraction]:
    """The probabilities, exactly."""
    return [Fraction(branch.probability["numerator"], branch.probability["denominator"]) for branch in branches]


@every_game
@every_mode
def test_probabilities_are_fractions_that_sum_to_one_and_forcing_an_outcome_gives_its_state(
    game: GameT, mode: str
) -> None:
    branched = 0

    for number, moment in enumerate(with_chance(game, mode)):
        if number > ENOUGH and branched:
            break
        tree = game.outcomes(moment.state, moment.action, 30)
        assert sum(chances(tree.branches)) == 1
        assert all(chance > 0 for chance in chances(tree.branches))
        assert len({branch.digest for branch in tree.branches}) == len(tree.branches)
        for branch in tree.branches[:4]:
            for script in branch.scripts[:2]:
                forced = game.apply(moment.state, moment.action, script)
                assert game.digest(forced.state) == branch.digest == game.digest(branch.state)
        branched += len(tree.branches) > 1

    assert branched


ENOUGH = 30


def with_chance(game: GameT, mode: str) -> Iterator[Any]:
    """Moments at which chance had a say, and some others."""
    for number, moment in enumerate(moments(game, mode, range(40, 60))):
        spoke = moment.after.chance.drawn > moment.state.chance.drawn or game.table(moment.after).question is not None
        if spoke or number % 40 == 0:
            yield moment


@every_game
def test_without_chance_the_one_outcome_is_what_applying_gives(game: GameT) -> None:
    certain = 0

    for moment in islice(moments(game, "seeded", range(50, 52)), 120):
        if moment.after.chance.drawn == moment.state.chance.drawn:
            [branch] = game.outcomes(moment.state, moment.action).branches
            assert branch.digest == game.digest(moment.after)
            assert branch.events == moment.events
            assert branch.probability == {"numerator": 1, "denominator": 1}
            assert len(branch.scripts) == 1
            certain += 1

    assert certain > 50


def test_a_full_state_ignores_its_seed_but_not_the_order_of_its_deck() -> None:
    hand = {"hand": ["swift-letter"], "deck": ["rama", "forge", "kodanda", "vanaras"]}
    first = position(one=hand)
    other = position(one=hand, chance={"mode": "seeded", "seed": "another"})

    [branch] = MAHA.outcomes(first, play(first, "swift-letter")).branches
    [twin] = MAHA.outcomes(other, play(other, "swift-letter")).branches

    assert drawn(branch) == drawn(twin)
    assert branch.open == []


def test_each_card_that_may_be_stolen_is_a_branch_with_its_share() -> None:
    state = position(one={"hand": ["relic-thief"]}, two={"hand": ["rama", "forge", "kodanda", "forge"]})

    tree = MAHA.outcomes(state, play(state, "relic-thief"))

    assert tree.kind == "exact"
    assert chances(tree.branches) == [Fraction(1, 4)] * 4
    assert [script for branch in tree.branches for script in branch.scripts] == [
        [thing.id] for thing in state.players[1].hand
    ]


def test_a_shuffle_is_no_branch_but_the_cards_seen_after_it_are() -> None:
    pile = ["rama", "forge", "kodanda", "forge"]
    state = position(one={"hand": ["swift-letter"], "deck": ["vanaras"], "discard": pile})
    drawn = MAHA.apply(state, play(state, "swift-letter")).events
    count = sum(event["type"] == "draw" and event["seats"] == [0] for event in drawn if "seats" in event)

    tree = MAHA.outcomes(state, play(state, "swift-letter"))

    assert count == 2
    assert tree.kind == "exact"
    cards = [branch.state.players[0].hand[-1].card for branch in tree.branches]
    shares = dict(zip(cards, chances(tree.branches), strict=True))
    assert shares == {"forge": Fraction(1, 2), "kodanda": Fraction(1, 4), "rama": Fraction(1, 4)}
    for branch in tree.branches:
        assert branch.open == ["/players/0/deck"]
        assert branch.state.players[0].deck == sorted(branch.state.players[0].deck)
        [script] = branch.scripts
        assert script[0][0] == branch.state.players[0].hand[-1].card


def test_asked_on_a_view_draws_come_from_what_is_unseen() -> None:
    state = position(one={"hand": ["swift-letter"], "deck": ["rama", "forge", "forge", "kodanda"]})
    view = MAHA.view(state, 0)
    twin = MAHA.view(position(one={"hand": ["swift-letter"], "deck": ["kodanda", "forge", "rama", "forge"]}), 0)

    tree = MAHA.outcomes(view, play(view, "swift-letter"))

    pairs = by_script(tree.branches)
    assert pairs["forge", "forge"] == Fraction(1, 6)
    assert pairs["rama", "forge"] == Fraction(1, 6)
    assert pairs["kodanda", "rama"] == Fraction(1, 12)
    assert sum(pairs.values()) == 1
    again = MAHA.outcomes(twin, play(twin, "swift-letter"))
    assert [branch.digest for branch in again.branches] == [branch.digest for branch in tree.branches]


def test_what_the_asking_seat_does_not_see_is_one_outcome() -> None:
    view = MAHA.view(position(one={"hand": ["relic-thief"]}, two={"hand": ["rama", "forge"]}), 0)

    [branch] = MAHA.outcomes(view, play(view, "relic-thief")).branches

    assert branch.scripts == [[None]]
    assert branch.probability == {"numerator": 1, "denominator": 1}


def test_past_the_limit_a_seeded_sample_says_so() -> None:
    state = position(one={"hand": ["relic-thief"]}, two={"hand": ["rama", "forge", "kodanda", "vanaras", "raavan"]})
    action = play(state, "relic-thief")

    tree = MAHA.outcomes(state, action, 4)

    assert (tree.kind, tree.tries) == ("sample", 4)
    assert sum(chances(tree.branches)) == 1
    assert [b.digest for b in MAHA.outcomes(state, action, 4).branches] == [b.digest for b in tree.branches]
    assert MAHA.outcomes(state, action, 5).kind == "exact"
    samples = [[b.digest for b in MAHA.outcomes(state, action, 4, seed).branches] for seed in ("a", "b", "c")]
    assert len({tuple(sample) for sample in samples}) > 1


def test_dice_that_may_fall_again_for_ever_are_sampled() -> None:
    document = {
        "game": "maha-yodha", "phase": "coin", "options": {"first_player_method": "die"}, "chance": {"mode": "manual"},
        "players": [{"deck": ["rama"]}, {"deck": ["rama"]}],
    }  # fmt: skip
    state = MAHA.load(document)

    tree = MAHA.outcomes(state, MAHA.action({"type": "chance", "player": "chance", "outcome": [3, 3]}), 50)

    assert tree.kind == "sample"
    assert {branch.state.chooser for branch in tree.branches} == {0, 1}


def test_an_illegal_action_has_no_outcomes() -> None:
    state = position(one={"hand": ["rama"]})
    before = MAHA.encode(state)

    with pytest.raises(oracle.IllegalAction):
        MAHA.outcomes(state, MAHA.action({"type": "attack", "player": 0}))

    assert MAHA.encode(state) == before
