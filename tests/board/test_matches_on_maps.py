"""Whole matches on the maps that ship: they end by a rule or by the map's number of rounds, whoever picks first."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from oracle.games.muhq import GAME, maps

SHARE = 10
LONGEST = 20_000
ASIDE = ("concede", "offer_draw", "answer_draw")
MAPS = ("muhq/fordwatch", "muhq/ember-causeway")
ENDS = {
    "muhq/fordwatch": {"vip_lost", "capture", "turn_cap"},
    "muhq/ember-causeway": {"resource_limit", "buildings_lost", "staff", "turn_cap"},
}
each_map = pytest.mark.parametrize("named", MAPS)


def setup(named: str, seed: int) -> dict[str, Any]:
    """A match on a map, from the draft."""
    players = [{"name": "Ana"}, {"name": "Ben"}]
    return {"players": players, "map": named, "chance": {"mode": "seeded", "seed": f"match {seed}"}}


def played(state: Any) -> list[Any]:
    """The legal actions that go on with the match."""
    return [action for action in GAME.deciding_actions(state) if GAME.type_of[type(action)].name not in ASIDE]


def play_out(named: str, seed: int) -> Any:
    """A seeded random match to its end; its last state."""
    state = GAME.start(setup(named, seed)).state
    chance = random.Random(seed)
    for _ in range(LONGEST):
        if state.result is not None:
            return state
        state = GAME.apply(state, chance.choice(played(state))).state
    raise AssertionError(f"match {seed} on {named} does not end")


def play_share(named: str, share: int, tell: Callable[[str], None]) -> None:
    """Play some matches, and tell how they ended."""
    ends = [play_out(named, share * SHARE + number) for number in range(SHARE)]
    reasons = Counter(state.result.reason for state in ends)
    cap = maps.shipped()[maps.pinned(named)].max_rounds or 0

    tell(f"{named}, share {share:>2} of random matches: {dict(sorted(reasons.items()))}")
    assert set(reasons) <= ENDS[named]
    assert all(state.round <= cap + 1 for state in ends)
    assert all(state.phase not in ("setup", "draft") for state in ends)


@pytest.mark.slow
@each_map
@pytest.mark.parametrize("share", range(10))
def test_a_hundred_random_matches_on_a_map_end_by_a_rule_or_its_rounds(
    named: str, share: int, tell: Callable[[str], None]
) -> None:
    play_share(named, share, tell)


@pytest.mark.soak
@each_map
@pytest.mark.parametrize("share", range(100))
def test_a_thousand_random_matches_on_a_map_end_by_a_rule_or_its_rounds(
    named: str, share: int, tell: Callable[[str], None]
) -> None:
    play_share(named, share, tell)


# -- the draft -------------------------------------------------------------------------------------


def three_seats() -> Any:
    """A draft of three, of which each holds a pack."""
    document = dict(maps.shipped()[maps.pinned("muhq/fordwatch")].document)
    wide = {
        **document, "id": "three", "seats": 3, "win": [{"type": "resource", "limit": 40}], "start": [], "regions": {},
        "deploy": [[[0, 6]], [[3, 0]], [[6, 6]]], "resource": {"start": [1, 1, 1], "base": 3},
    }  # fmt: skip
    players = [{"name": name} for name in ("Ana", "Ben", "Cid")]
    return GAME.start({"players": players, "map": wide, "chance": {"mode": "seeded", "seed": "three"}}).state


def pick(state: Any, seat: int) -> Any:
    """The first card of a seat's pack, as a pick."""
    return GAME.action({"type": "draft_pick", "player": seat, "card": state.players[seat].pack[0].id})


def test_picks_of_all_seats_come_in_any_order_to_the_same_state() -> None:
    begin = three_seats()
    digests = set()

    for order in permutations(range(3)):
        state = begin
        for seat in order:
            state = GAME.apply(state, pick(begin, seat)).state
        digests.add(GAME.digest(state))

    assert len(digests) == 1


def test_a_pick_shows_to_nobody_else_before_all_are_made() -> None:
    begin = three_seats()
    others = [GAME.document(GAME.view(begin, seat)) for seat in (1, 2)]

    for card in begin.players[0].pack[:3]:
        action = GAME.action({"type": "draft_pick", "player": 0, "card": card.id})
        made = GAME.apply(begin, action)
        seen = [GAME.document(GAME.view(made.state, seat)) for seat in (1, 2, "spectator")]

        assert [before["players"][0] for before in others] == [after["players"][0] for after in seen[:2]]
        assert all(str(card.id) not in str(view["agenda"]) for view in seen)
        assert all(event.get("card") is None for seat in (1, 2) for event in GAME.events_for(made.events, seat))


def test_a_pick_that_was_prepared_before_anothers_is_legal_after_it() -> None:
    begin = three_seats()
    prepared = [pick(begin, seat) for seat in range(3)]

    state = GAME.apply(begin, prepared[2]).state

    assert GAME.check(state, prepared[0]) == []
    assert GAME.check(state, prepared[1]) == []
    assert GAME.check(state, prepared[2]) != []
