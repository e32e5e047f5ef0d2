"""What the engine lets seats do, how it fights and what Energy it counts is what the rules say, read a second time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

import oracle
from tests.laws.matches import options_for, setup
from tests.mantle.compared import GAME, Compared
from tests.mantle.made_up import Layout

SHIPPED = {card.key: card.document for card in GAME.cards()}
POSITIONS = 40
STEPS = 60
MATCH = 400
SHARES = 30
CI_SHARES = 3
BATTLE = {
    "attack_batching": ("strict", "free"),
    "tapped_can_block": (True, False),
    "max_blocks_per_summon": (None, 1, 2),
    "blocker_gone": ("unblocked", "stays_blocked"),
    "target_attacks_blockable": (True, False),
    "hexproof_stops_defender": (True, False),
    "colored_pays_balanced": (True, False),
    "equip_opposing": (True, False),
    "link_ender": (True, False),
}


def laid_out(
    word: str, seeds: range, kind: type[Layout], house: Mapping[str, Sequence[Any]]
) -> Iterator[tuple[random.Random, Layout, Any]]:
    """Made-up positions of made-up cards under house rules, those that can be: what chooses, the layout, the state."""
    for seed in seeds:
        chance = random.Random(f"{word} {seed}")
        layout = kind(chance, SHIPPED)
        options = options_for(GAME, chance) | {name: chance.choice(values) for name, values in house.items()}
        try:
            state = GAME.load(layout.document(options))
        except oracle.InvalidState:
            continue
        yield chance, layout, state


def positions(share: int) -> Counter[str]:
    """Play on from made-up positions of made-up cards; what was compared."""
    count: Counter[str] = Counter()
    seeds = range(share * POSITIONS, (share + 1) * POSITIONS)
    for chance, layout, state in laid_out("by hand", seeds, Layout, BATTLE):
        compared = Compared(layout.cards)
        compared.play(state, chance, STEPS)
        count += compared.count
        count["positions"] += 1
    return count


def told(count: Counter[str]) -> str:
    """What was compared, in one line."""
    return ", ".join(f"{number:,} {name}" for name, number in sorted(count.items()) if number)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(CI_SHARES))
def test_made_up_cards_attack_block_fight_and_pay_as_by_hand(share: int, tell: Callable[[str], None]) -> None:
    count = positions(share)

    tell(f"Mantle Magika by hand, made-up positions, share {share}: {told(count)}")
    assert count["fights"] > POSITIONS // 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_of_shipped_decks_go_as_by_hand(seats: int, tell: Callable[[str], None]) -> None:
    compared = Compared(SHIPPED)

    for seed in range(2):
        state = GAME.start(setup(GAME, f"by hand {seed}", seats=seats)).state
        compared.play(state, random.Random(f"{seed} of {seats}"), MATCH)

    tell(f"Mantle Magika by hand, shipped decks, {seats} seats: {told(compared.count)}")
    assert compared.count["turns"] > seats


@pytest.mark.soak
@pytest.mark.parametrize("share", range(CI_SHARES, SHARES))
def test_a_thousand_made_up_positions_go_as_by_hand(share: int, tell: Callable[[str], None]) -> None:
    tell(f"Mantle Magika by hand, made-up positions, share {share}: {told(positions(share))}")
