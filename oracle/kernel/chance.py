"""Chance: a portable generator, and the questions that random outcomes answer.

Draw number n (from 0) of a seed is the first eight bytes, big-endian, of
SHA-256(seed in UTF-8 + ":" + n in decimal). A whole number below k is that value modulo k; values
at or above the greatest multiple of k below 2^64 are passed over, and count as drawn. Below 1
nothing is drawn. A shuffle is Fisher and Yates from the last card to the second: position i
changes places with a number below i + 1. Test vectors: `tests/vectors/chance.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeVar

from msgspec import Struct

from .state import Chance

T = TypeVar("T")
SPAN = 2**64


class Question(Struct, frozen=True, gc=False):
    """A chance step: `of` what kind, for which seat, and the outcomes with their weights.

    `unseen` says that the pile is hidden in this state, so "a card we did not see" (`None`) is an
    answer too; `blind` is how many of the cards are among none of the outcomes. Outcomes are in
    listing order, without repetition. A shuffle has a `pile` instead: its outcomes are the orders of
    it. `shuffled` says that the pile's order was left open before, within the same action; `holder` is
    the seat from whose hand a card is picked.
    """

    of: str
    player: int | None
    outcomes: tuple[Any, ...]
    weights: tuple[int, ...] | None = None
    rule: str | None = None
    unseen: bool = False
    pile: tuple[Any, ...] | None = None
    blind: int = 0
    shuffled: bool = False
    holder: int | None = None

    def allows(self, outcome: Any) -> bool:
        """Whether this outcome is possible."""
        if outcome is None:
            return self.unseen
        if self.pile is not None:
            return isinstance(outcome, list) and sorted(map(repr, outcome)) == sorted(map(repr, self.pile))
        return any(type(outcome) is type(o) and outcome == o for o in self.outcomes)


def known_first(card: str | None) -> tuple[bool, str | None]:
    """Where a card stands in a stock: sorted by key, those that are not known last."""
    return card is None, card


@lru_cache(maxsize=8)
def begun(seed: str | None) -> Any:
    """The hash of a seed and its colon, to go on from."""
    return sha256(f"{seed}:".encode())


def below(chance: Chance, bound: int) -> int:
    """Draw a whole number from 0 to `bound` - 1 and count the draws in `chance`."""
    if bound == 1:
        return 0
    limit = SPAN - SPAN % bound
    while True:
        block = begun(chance.seed).copy()
        block.update(b"%d" % chance.drawn)
        chance.drawn += 1
        value = int.from_bytes(block.digest()[:8], "big")
        if value < limit:
            return value % bound


def shuffled(chance: Chance, cards: Sequence[T]) -> list[T]:
    """The cards in a random order, top first."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = below(chance, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def draw(chance: Chance, question: Question) -> Any:
    """One outcome of the question, by its weights."""
    if question.pile is not None:
        return shuffled(chance, question.pile)
    if question.weights is None:
        return question.outcomes[below(chance, len(question.outcomes))]
    left = below(chance, sum(question.weights))
    for outcome, weight in zip(question.outcomes, question.weights, strict=True):
        left -= weight
        if left < 0:
            return outcome
    raise AssertionError("weights are positive")
