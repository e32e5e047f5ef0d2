"""Cases without a play: a deck with its verdict, a card definition with its faults."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .agree import matched
from .decks import deck_document
from .names import Names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle import Game


def deck_failures(game: Game[Any, Any], deck: Mapping[str, Any], then: Mapping[str, Any]) -> list[str]:
    """Where the verdict on a deck is not the one expected."""
    document = deck_document(game, deck, Names(game, (), {}))
    verdict = game.check_deck(document)
    found = {"violations": verdict.violations, "warnings": verdict.warnings}
    return [
        f"{word}: expected {expected}, found {[(v.rule, v.code, v.message) for v in found[word]]}"
        for word, expected in then.items()
        if not matched(expected, found[word])
    ]


def card_failures(game: Game[Any, Any], card: Mapping[str, Any], then: Mapping[str, Any]) -> list[str]:
    """Where the faults of a card definition are not the ones expected."""
    shipped = {known.key for known in game.cards()}
    _, faults = game.compile_card(dict(card), "", shipped.__contains__)
    if Counter(then["faults"]) == Counter(fault.code for fault in faults):
        return []
    return [f"faults: expected {then['faults']}, found {[(f.code, f.at, f.message) for f in faults]}"]
