"""Whatever is handed in as cards, the answer is a list of faults: never an error, never a long wait."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from tests.language.garden import GARDEN
from tests.language.mistakes import vocabulary_of

GAMES: tuple[oracle.Game[Any, Any], ...] = (*oracle.games(), GARDEN)
WORDS = st.sampled_from(sorted(vocabulary_of(GARDEN) | {
    "when", "event", "subject", "if", "targets", "as", "choose", "min", "max", "do", "cost", "limit", "speed", "select",
    "modify", "grant", "kw", "n", "instead_of", "prevent", "choose_one", "optional", "zone", "owner", "player", "you",
    "opponent", "self", "other", "any", "all", "not", "count", "add", "mul", "half", "round", "up", "stat", "of", "is",
    "then", "else", "times", "who", "random", "highest", "x", "that", "name", "type", "until", "heads", "faces",
    "results",
}))  # fmt: skip
PLAIN = st.one_of(WORDS, st.integers(-3, 2000), st.booleans(), st.none(), st.text(max_size=6))
DATA = st.recursive(
    PLAIN,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORDS, inner, max_size=4)),
    max_leaves=24,
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@settings(max_examples=150, deadline=None)
@given(
    abilities=st.lists(st.dictionaries(WORDS, DATA, max_size=5), max_size=4),
    rest=st.dictionaries(WORDS, DATA, max_size=3),
)
def test_any_data_is_judged(game: oracle.Game[Any, Any], abilities: Any, rest: Any) -> None:
    good = game.cards()[0].document
    begin = time.perf_counter()

    report = game.check_cards({"cards": [{**good, **rest, "abilities": abilities}]})

    assert time.perf_counter() - begin < 1
    assert report.faults or report.cards[0].key


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet=st.sampled_from("{}[]:,-\"'&*!|>#%@` \nab01.~\x00é"), max_size=60))
def test_any_text_is_judged(text: str) -> None:
    for syntax in ("json", "yaml", None):
        report = GARDEN.check_cards(text, syntax=syntax)
        assert all(found.line for found in report.faults)


@settings(max_examples=60, deadline=None)
@given(document=DATA)
def test_any_document_is_judged(document: Any) -> None:
    report = GARDEN.check_cards({"set": "garden/x", "name": "X", "cards": document, "decks": document})

    assert report.faults or not report.cards or document
