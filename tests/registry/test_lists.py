from __future__ import annotations

import hashlib
import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from registry.lists import canonical_list, list_hash
from registry.records import read_record
from tests.registry.documents import small_deck

GAMES = ["maha-yodha"]
keys = st.sampled_from(["rama", "vanaras", "forge", "é", "z\U0001f0a1", "z\uffee"])
lines = st.lists(st.fixed_dictionaries({"card": keys, "count": st.integers(1, 9)}), max_size=8)
sections = st.dictionaries(keys, lines, max_size=4)
options = st.dictionaries(keys, st.one_of(st.booleans(), st.integers(-9, 9), keys, st.none()), max_size=4)
sets = st.lists(keys, max_size=4)


def hash_of(deck: dict[str, Any]) -> str:
    return list_hash(read_record(deck, GAMES))


def test_the_canonical_list_is_what_decides_about_play() -> None:
    deck = small_deck(
        description="Words",
        sets=["b", "a", "b"],
        sections={"side": [], "deck": [{"card": "b", "count": 1, "name": "B"}, {"card": "a", "count": 2}]},
    )

    assert canonical_list(read_record(deck, GAMES)) == {
        "format": "custom",
        "game": "maha-yodha",
        "options": {"army": "aditya"},
        "sections": {"deck": [{"card": "a", "count": 2}, {"card": "b", "count": 1}]},
        "sets": ["a", "b"],
    }


def test_the_hash_is_that_of_the_published_text() -> None:
    text = (
        '{"format":"custom","game":"maha-yodha","options":{"army":"aditya"},'
        '"sections":{"deck":[{"card":"forge","count":1},{"card":"rama","count":2}]},"sets":[]}'
    )
    assert hash_of(small_deck()) == sha256_of(text)


@given(sections, options, sets, st.randoms())
def test_order_and_repetition_do_not_count(
    listed: dict[str, Any], chosen: dict[str, Any], named: list[str], chance: random.Random
) -> None:
    one = small_deck(sections=listed, options=chosen, sets=named)
    other = small_deck(
        sections={name: split(listed[name], chance) for name in shuffled(list(listed), chance)},
        options={name: chosen[name] for name in shuffled(list(chosen), chance)},
        sets=shuffled(named + named[:1], chance),
    )

    assert hash_of(one) == hash_of(other)


@given(sections, st.sampled_from(["name", "author", "description"]))
def test_words_do_not_count(listed: dict[str, Any], word: str) -> None:
    assert hash_of(small_deck(sections=listed)) == hash_of(small_deck(sections=listed, **{word: "Other"}))


@given(st.tuples(sections, options, sets), st.tuples(sections, options, sets))
def test_another_list_has_another_hash(one: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    decks = [small_deck(sections=listed, options=chosen, sets=named) for listed, chosen, named in (one, other)]

    assert (hash_of(decks[0]) == hash_of(decks[1])) == (counted(decks[0]) == counted(decks[1]))


def counted(deck: dict[str, Any]) -> Any:
    """What a deck holds, worked out apart from the product."""
    cards = [
        (section, line["card"])
        for section, each in deck["sections"].items()
        for line in each
        for _ in range(line["count"])
    ]
    return sorted(cards), sorted((name, repr(value)) for name, value in deck["options"].items()), set(deck["sets"])


def split(listed: list[dict[str, Any]], chance: random.Random) -> list[dict[str, Any]]:
    """The same cards on other lines, in another order, with a name here and there."""
    singles = [{"card": line["card"], "count": 1} for line in listed for _ in range(line["count"])]
    return [line | ({"name": "N"} if chance.random() < 0.5 else {}) for line in shuffled(singles, chance)]


def shuffled(items: list[Any], chance: random.Random) -> list[Any]:
    """The same items in another order."""
    return chance.sample(items, len(items))


def sha256_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
