from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from registry import Fault, InvalidDeck
from registry.changes import read_changes
from registry.lists import Record
from registry.records import read_record
from tests.registry.documents import small_deck

GAMES = ["machai", "maha-yodha"]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def faults_of(document: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidDeck) as caught:
        read_record(document, GAMES)
    return [(fault.at, fault.code) for fault in caught.value.faults]


def with_lines(*lines: Any) -> dict[str, Any]:
    return small_deck(sections={"deck": list(lines)})


def numbered(count: int, distinct: int) -> list[dict[str, Any]]:
    return [{"card": f"c{n % distinct}", "count": 1} for n in range(count)]


def test_every_fault_is_named_at_once() -> None:
    document = small_deck(
        game="maha-yoda", nam="x", name=" ", options=[], sections={"deck": [{"card": 1, "count": "2"}]}
    )

    assert set(faults_of(document)) == {
        ("/game", "unknown_game"),
        ("/nam", "unknown_field"),
        ("/name", "empty_text"),
        ("/options", "wrong_type"),
        ("/sections/deck/0/card", "wrong_type"),
        ("/sections/deck/0/count", "wrong_type"),
    }


UNSEEN = ("\u200b", "\ufeff", "\u3164", "\u00ad", "\u2800", "\u200d\ufe0f", " \u00a0\u2003", "\U000e0041", "\U000e0101")
"""Names that look like none."""


@pytest.mark.parametrize(
    ("document", "at", "code"),
    [
        (None, "", "wrong_type"),
        ([], "", "wrong_type"),
        (small_deck(name=None), "/name", "wrong_type"),
        (small_deck(name="x" * 81), "/name", "too_long"),
        (small_deck(author="x" * 81), "/author", "too_long"),
        (small_deck(description="x" * 2001), "/description", "too_long"),
        (small_deck(name="two\nlines"), "/name", "not_plain_text"),
        (small_deck(name="nul\0"), "/name", "not_plain_text"),
        (small_deck(name="\ud800"), "/name", "not_plain_text"),
        (small_deck(name="abc\u202edef"), "/name", "not_plain_text"),
        (small_deck(description="tab\there"), "/description", "not_plain_text"),
        (small_deck(tags=["t"] * 21), "/tags", "too_many"),
        (small_deck(tags=["ok", "x" * 31]), "/tags/1", "too_long"),
        (small_deck(tags="fast"), "/tags", "wrong_type"),
        (small_deck(sets=[1]), "/sets/0", "wrong_type"),
        (small_deck(options={"army": 1.5}), "/options/army", "wrong_type"),
        (small_deck(options={"army": 2**31 + 1}), "/options/army", "out_of_range"),
        (small_deck(options={"a/b~": []}), "/options/a~1b~0", "wrong_type"),
        (small_deck(sections={"e\u0301": [], "\u00e9": []}), "/sections/\u00e9", "duplicate_name"),
        (small_deck(sections={str(n): [] for n in range(21)}), "/sections", "too_many"),
        (small_deck(sections={"deck": {}}), "/sections/deck", "wrong_type"),
        (with_lines("rama"), "/sections/deck/0", "wrong_type"),
        (with_lines({"card": "rama"}), "/sections/deck/0/count", "missing_field"),
        (with_lines({"count": 1}), "/sections/deck/0/card", "missing_field"),
        (with_lines({"card": "rama", "count": 0}), "/sections/deck/0/count", "out_of_range"),
        (with_lines({"card": "rama", "count": 1000}), "/sections/deck/0/count", "out_of_range"),
        (with_lines({"card": "rama", "count": True}), "/sections/deck/0/count", "wrong_type"),
        (with_lines({"card": "rama", "count": 2.0}), "/sections/deck/0/count", "wrong_type"),
        (with_lines({"card": "rama", "count": 1, "foil": 1}), "/sections/deck/0/foil", "unknown_field"),
        (with_lines(*numbered(501, 200)), "/sections/deck", "too_many"),
        (small_deck(sections={"a": numbered(300, 9), "b": numbered(201, 9)}), "/sections", "too_many_lines"),
        (with_lines(*numbered(251, 251)), "/sections", "too_many_distinct_cards"),
        (with_lines(*[{"card": "rama", "count": 500}] * 2), "/sections/deck", "too_many_copies"),
        (small_deck(name="a" + "\u0316\u0301" * 16), "/name", "not_plain_text"),
        (small_deck(tags=["a" + "\u0316\u0301" * 16]), "/tags/0", "not_plain_text"),
        (small_deck(sections={"a" + "\u0316" * 31: []}), "/sections/a" + "\u0316" * 31, "not_plain_text"),
        *((small_deck(name=unseen), "/name", "empty_text") for unseen in UNSEEN),
        (small_deck(tags=["ok", "\u200b"]), "/tags/1", "empty_text"),
        (small_deck(description="\u200b\n\u200b"), "/description", "empty_text"),
        (small_deck(sections={"\u3164": []}), "/sections/\u3164", "empty_text"),
    ],
)
def test_one_fault_is_named_with_its_place(document: object, at: str, code: str) -> None:
    assert faults_of(document) == [(at, code)]


@pytest.mark.parametrize("name", ["game", "format", "name", "sections"])
def test_a_deck_needs_game_format_name_and_sections(name: str) -> None:
    document = small_deck()
    del document[name]

    assert faults_of(document) == [(f"/{name}", "missing_field")]


def test_a_misspelt_field_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InvalidDeck, match="Is description meant") as caught:
        read_record(small_deck(descripton="x"), GAMES)
    assert caught.value.faults[0].data == {"nearest": ["description"]}


@pytest.mark.parametrize(
    "document",
    [
        small_deck(name="x" * 80, author="x" * 80, description="x" * 2000, tags=[str(n) for n in range(20)]),
        with_lines(*numbered(500, 250)),
        with_lines({"card": "nobody-knows-me", "count": 999, "name": "<script>alert(1)</script>"}),
        with_lines({"card": "rama", "count": 500}, {"card": "rama", "count": 499}, {"card": "forge", "count": 999}),
        small_deck(name="\U0001f469\u200d\U0001f467 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        small_deck(sections={}),
        small_deck(sections={"no such section": []}),
        small_deck(author=None, description=None, tags=[], sets=[], options={"a": None, "b": True, "c": -(2**31)}),
    ],
)
def test_what_is_at_the_limit_or_only_against_the_games_rules_is_read(document: dict[str, Any]) -> None:
    assert read_record(document, GAMES).name == document["name"]


def test_text_is_kept_in_one_form() -> None:
    record = read_record(
        small_deck(name="  Pha\u0301p  ", tags=["FAST", "fast", "e\u0301"], description="a\r\nb\rc\n"), GAMES
    )

    assert (record.name, record.tags, record.description) == ("Ph\u00e1p", ["fast", "\u00e9"], "a\nb\nc")


@given(json_values)
def test_any_document_is_read_or_refused_with_faults(document: object) -> None:
    assert faults_of(document)


@given(st.sampled_from(list(small_deck(author="", description="", tags=[], sets=[]))), json_values)
def test_any_field_is_read_to_a_fixpoint_or_refused_at_its_place(name: str, value: object) -> None:
    faults, record = read_or_refused(small_deck(**{name: value}))

    assert all(fault.at.startswith(f"/{name}") for fault in faults)
    assert record is None or read_record(record.document(), GAMES) == record


@given(st.text(max_size=90))
def test_a_name_that_is_read_is_plain_short_and_in_nfc(name: str) -> None:
    faults, record = read_or_refused(small_deck(name=name))

    assert bool(faults) == (record is None)
    if record is not None:
        assert 0 < len(record.name) <= 80
        assert unicodedata.is_normalized("NFC", record.name)
        assert not any(unicodedata.category(char) in {"Cc", "Cs"} for char in record.name)


def test_a_patch_takes_words_visibility_and_expiry() -> None:
    changes = read_changes({"name": " New ", "author": None, "tags": None, "visibility": "public", "expiry": 30})

    assert changes.words == {"name": "New", "author": None, "tags": []}
    assert (changes.visibility, changes.expiry, changes.ttl(5)) == ("public", 30, 30 * 86_400)
    assert read_changes({}).ttl(5) == 5
    assert read_changes({"expiry": None}).ttl(5) == 400 * 86_400


@pytest.mark.parametrize(
    ("document", "at", "code"),
    [
        ([], "", "wrong_type"),
        ({"name": None}, "/name", "missing_field"),
        ({"sections": {}}, "/sections", "unknown_field"),
        ({"visibility": "secret"}, "/visibility", "unknown_visibility"),
        ({"visibility": None}, "/visibility", "wrong_type"),
        ({"expiry": 0}, "/expiry", "out_of_range"),
        ({"expiry": 3661}, "/expiry", "out_of_range"),
        ({"expiry": "30"}, "/expiry", "wrong_type"),
    ],
)
def test_a_patch_is_refused_with_the_place_of_its_fault(document: object, at: str, code: str) -> None:
    with pytest.raises(InvalidDeck) as caught:
        read_changes(document)
    assert [(fault.at, fault.code) for fault in caught.value.faults] == [(at, code)]


def read_or_refused(document: object) -> tuple[list[Fault], Record | None]:
    try:
        return [], read_record(document, GAMES)
    except InvalidDeck as error:
        return error.faults, None
