"""Why an action is refused is what the rules say, read a second time: every clause that it breaks, and no other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from tests.laws.matches import setup
from tests.mantle.compared import GAME
from tests.mantle.more_made_up import MoreLayout
from tests.mantle.refusals import Refusals
from tests.mantle.test_by_hand import BATTLE, SHIPPED, laid_out, told

POSITIONS = 15
STEPS = 30
MATCH = 200
SHARES = 40
CI_SHARES = 4
HOUSE = {**BATTLE, "chain_summon_pays_energy": (True, False), "quick_chants_off_turn": (True, False)}


def positions(share: int) -> Refusals:
    """Play on from made-up positions of made-up cards; what was asked and told."""
    found = Refusals({})
    seeds = range(share * POSITIONS, (share + 1) * POSITIONS)
    for chance, layout, state in laid_out("refused", seeds, MoreLayout, HOUSE):
        found.cards = layout.cards
        found.play(state, chance, STEPS, 12)
    return found


def agree(found: Refusals) -> bool:
    """Whether nothing was told otherwise than by hand; if so it is said what."""
    kinds = Counter((one.action["type"], *one.expected, "/", *one.found) for one in found.wrong)
    assert not kinds, "\n".join(map(str, [*kinds.most_common(), *found.wrong[:5]]))
    assert not found.leaks, "\n".join(map(str, found.leaks[:5]))
    return True


@pytest.mark.slow
@pytest.mark.parametrize("share", range(CI_SHARES))
def test_made_up_cards_are_refused_for_the_clauses_that_are_read_by_hand(
    share: int, tell: Callable[[str], None]
) -> None:
    found = positions(share)

    tell(f"Mantle Magika refused, made-up positions, share {share}: {told(found.count)}")
    assert agree(found)
    assert found.count["legal"] < sum(found.count.values()) // 4


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_of_shipped_decks_are_refused_for_the_clauses_that_are_read_by_hand(
    seats: int, tell: Callable[[str], None]
) -> None:
    found = Refusals(SHIPPED)

    state = GAME.start(setup(GAME, f"refused {seats}", seats=seats)).state
    found.play(state, random.Random(f"refused by {seats}"), MATCH, 6)

    tell(f"Mantle Magika refused, shipped decks, {seats} seats: {told(found.count)}")
    assert agree(found)


@pytest.mark.soak
@pytest.mark.parametrize("share", range(CI_SHARES, SHARES))
def test_hundreds_of_made_up_positions_are_refused_as_by_hand(share: int, tell: Callable[[str], None]) -> None:
    found = positions(share)

    tell(f"Mantle Magika refused, made-up positions, share {share}: {told(found.count)}")
    assert agree(found)
