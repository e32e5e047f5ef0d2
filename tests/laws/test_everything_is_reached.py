"""Play that prefers what was never done reaches every action, event, phase, decision, code and card."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.laws.explorer import Explorer
from tests.laws.matches import GameT, every_game

MATCHES = 200
BEYOND = {
    "maha-yodha": {"code nothing_to_draw"},  # Takes a tiny deck with cards stolen for good; a scenario shows it.
    "thay-phap": {"action done"},  # No shipped card lets a choice be ended early.
    # No shipped card has two targets; a third level is bought, and a hand exchanged in part, only in scenarios.
    "machai": {"action choose_target", "decision choose_target", "code no_further_level", "code partial_mulligan"},
}  # fmt: skip


@pytest.mark.slow
@every_game
def test_nothing_is_out_of_reach(game: GameT, tell: Callable[[str], None]) -> None:
    explorer = Explorer(game)
    beyond = BEYOND.get(game.key, set())
    matches = steps = 0

    while set(explorer.missing) - beyond and matches < MATCHES:
        for moment in explorer.moments(matches):
            explorer.note(moment)
            steps += 1
            for _ in explorer.refusals(moment):
                pass
        matches += 1

    never = ", ".join(explorer.missing) or "nothing"
    reached = f"{len(explorer.wanted)} things to reach; after {matches} matches, {steps} steps"
    tell(f"{game.key}: {reached}, never reached: {never}")
    assert set(explorer.missing) <= beyond
