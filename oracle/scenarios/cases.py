"""Cases without a play: a deck with its verdict, a card or a map with its faults."""

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


def map_failures(game: Game[Any, Any], document: Mapping[str, Any], then: Mapping[str, Any]) -> list[str]:
    """Where the faults of a map are not the ones expected; each is said by its code or by its rule."""
    faults = game.check_map(dict(document)).faults
    known = [{fault.code, fault.data.get("rule")} for fault in faults]
    met = all(any(want in words for words in known) for want in then["faults"])
    if met and all(words & set(then["faults"]) for words in known):
        return []
    return [f"faults: expected {then['faults']}, found {[(f.code, f.pointer, f.message) for f in faults]}"]
