"""How many mistakes in good cards the linter catches, with a pointer to where they are."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from typing import Any

import pytest

import oracle
from tests.language.mistakes import Mistake, mistakes

GAMES: tuple[oracle.Game[Any, Any], ...] = oracle.games()
MOST = 6000


def is_caught(game: oracle.Game[Any, Any], mistake: Mistake) -> bool:
    """Whether a fault is told that points at the mistake, at what it stands in or at something in it."""
    faults = game.check_cards(mistake.given).faults
    if isinstance(mistake.given, str) and not mistake.at:
        return any(fault.line for fault in faults)
    return any(near(fault.pointer, mistake.at) for fault in faults)


def near(one: str, other: str) -> bool:
    """Whether one pointer leads into the other, or both stand side by side."""
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/") or same_place(one, other)


def same_place(one: str, other: str) -> bool:
    """Whether two parts are held by the same whole."""
    return one.rpartition("/")[0] == other.rpartition("/")[0]


@pytest.fixture(scope="module")
def sown() -> list[tuple[oracle.Game[Any, Any], Mistake]]:
    found = [(game, mistake) for game in GAMES for mistake in mistakes(game)]
    return found if len(found) <= MOST else random.Random(13).sample(found, MOST)


def test_at_least_ninety_nine_of_a_hundred_mistakes_are_caught(
    sown: list[tuple[oracle.Game[Any, Any], Mistake]], capsys: pytest.CaptureFixture[str]
) -> None:
    missed = [(game.key, mistake) for game, mistake in sown if not is_caught(game, mistake)]
    total, caught = len(sown), len(sown) - len(missed)

    with capsys.disabled():
        sys.stdout.write(f"\nlinter score: {caught} of {total} mistakes caught, {100 * caught / total:.2f} %\n")
        for kind, count in sorted(Counter(mistake.kind for _, mistake in sown).items()):
            lost = sum(mistake.kind == kind for _, mistake in missed)
            sys.stdout.write(f"  {kind}: {count - lost} of {count}\n")
    assert total >= 1000
    assert caught >= 0.99 * total, [(key, mistake.kind, mistake.at, shown(mistake)) for key, mistake in missed[:30]]


def shown(mistake: Mistake) -> str:
    return mistake.given if isinstance(mistake.given, str) else json.dumps(mistake.given["cards"][0])[:400]


def test_the_cards_are_good_before_anything_is_sown() -> None:
    for game in GAMES:
        assert not game.check_cards({"cards": [card.document for card in game.cards()]}).faults
