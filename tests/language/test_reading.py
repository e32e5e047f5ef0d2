"""Texts are read strictly: YAML and JSON alike, with the line and column of every fault, and fast."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

import oracle
from oracle.kernel.cards import fold
from oracle.kernel.jsontext import read_json
from oracle.kernel.lint import MOST_WITH_FAULTS, given_reading
from oracle.kernel.reading import MAX_FAULTS, MAX_PARTS
from oracle.kernel.yaml import read
from tests.language.garden import GARDEN

GAMES = (*oracle.games(), GARDEN)


@pytest.mark.parametrize(
    ("text", "code", "at", "place"),
    [
        ("a: 1\na: 2\n", "duplicate_key", "/a", (2, 1)),
        ("a:\n  - b: 1.5\n", "not_plain", "/a/0/b", (2, 5)),
        ("a: .nan\n", "not_plain", "/a", (1, 1)),
        ("a: 010\n", "not_decimal", "/a", (1, 1)),
        ("a: 1_000\n", "not_decimal", "/a", (1, 1)),
        ("a: 0x1F\n", "not_decimal", "/a", (1, 1)),
        ("a: 99999999999\n", "out_of_range", "/a", (1, 1)),
        ("a: no\n", "truth_word", "/a", (1, 1)),
        ("on: 1\n", "key_not_text", "/on", (1, 1)),
        ("5: 1\n", "key_not_text", "/5", (1, 1)),
        ("a: &x [1]\nb: *x\n", "alias", "/a", (1, 1)),
        ("a: !!python/object:os.system x\n", "tag", "/a", (1, 1)),
        ("a: !!str 5\n", "tag", "/a", (1, 1)),
        ("a: 2020-01-01\n", "not_plain", "/a", (1, 1)),
        ("<<: {a: 1}\n", "key_not_text", "/<<", (1, 1)),
        ("- 1\n---\n- 2\n", "second_document", "", (1, 1)),
        ("a: [1\n", "not_yaml", "", (2, 1)),
        ("a: 'x\n", "not_yaml", "", (2, 1)),
        ("", "empty", "", (1, 1)),
    ],
)
def test_yaml_has_no_traps(text: str, code: str, at: str, place: tuple[int, int]) -> None:
    reading = read(text)

    assert (reading.faults[0].code, reading.faults[0].at, reading.place(at)) == (code, at, place)


@pytest.mark.parametrize(
    ("text", "code", "at", "place"),
    [
        ('{"a": 1,\n "a": 2}', "duplicate_key", "/a", (2, 2)),
        ('{"a": [1,\n 1.5]}', "not_plain", "/a/1", (2, 2)),
        ('{"a": NaN}', "not_plain", "/a", (1, 2)),
        ('{"a": -Infinity}', "not_plain", "/a", (1, 2)),
        ('{"a": 1e3}', "not_plain", "/a", (1, 2)),
        ('{"a": 99999999999}', "out_of_range", "/a", (1, 2)),
        ('{"a": 01}', "not_json", "", (1, 7)),
        ('{"a": }', "not_json", "", (1, 7)),
        ('{"a": 1,}', "not_json", "", (1, 9)),
        ("{a: 1}", "not_json", "", (1, 2)),
        ('{"a": "\\ud800"}', "not_json", "", (1, 7)),
        ("[1] [2]", "not_json", "", (1, 5)),
        ("", "not_json", "", (1, 1)),
    ],
)
def test_json_is_read_as_strictly(text: str, code: str, at: str, place: tuple[int, int]) -> None:
    reading = read_json(text)

    assert (reading.faults[0].code, reading.faults[0].at, reading.place(at)) == (code, at, place)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_same_cards_are_good_in_both_spellings(game: oracle.Game[Any, Any]) -> None:
    document = game.builtin_sets[0].document
    as_json = game.check_cards(json.dumps(document, indent=1))
    as_data = game.check_cards(document)

    assert not as_json.faults
    assert as_json.cards == as_data.cards
    assert len(as_json.cards) == len(document["cards"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_fault_of_a_card_has_its_line_and_column(game: oracle.Game[Any, Any]) -> None:
    report = game.check_cards("cards:\n  - key: a\n    name: A\n    type: nothing\n  - key: b\n    nmae: B\n")

    assert ("/cards/0/type", 4, 5) in [(found.pointer, found.line, found.column) for found in report.faults]
    assert ("/cards/1/nmae", 6, 5) in [(found.pointer, found.line, found.column) for found in report.faults]


def seconds(text: str | bytes) -> float:
    begin = time.perf_counter()
    report = GARDEN.check_cards(text)
    assert report.faults
    return time.perf_counter() - begin


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "x" * 10_000_000,
        b"{" + b" " * 10_000_000,
        "[" * 100 + "]" * 100,
        '{"cards": ' + "[" * 100_000,
        "a: " * 1 + "{a: " * 100 + "1" + "}" * 100,
        "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n",
        b"\xff\xfe\x00",
        "cards: [{key: a, name: A, type: act, abilities: " + "[" * 60 + "]" * 60 + "}]",
        '{"cards": [{"key": "a", "name": "a' + "\u0301\u0323" * 60_000 + '"}]}',
        "cards: [{a" + "\u0301\u0323" * 60_000 + ": 1}]",
        '{"cards": [{"' + "k" * 60_000 + '": [' + "1.5," * 40_000 + "1]}]}",
    ],
    ids=[
        "10 MB",
        "10 MB of blanks",
        "100 levels",
        "open JSON",
        "100 levels of YAML",
        "a bomb",
        "no UTF-8",
        "lists in lists",
        "marks on a letter",
        "marks on a letter of a key",
        "a long name over many values",
    ],
)
def test_what_is_too_much_is_refused_at_once(text: str | bytes) -> None:
    assert min(seconds(text) for _ in range(3)) < 0.1


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("[" + "1," * 30_000 + "1]", "too_many_parts", ""),
        ("- a\n" * 30_000, "too_many_parts", ""),
        ('{"' + "k" * 1200 + '": [1]}', "long_names", ""),
        ('["a' + "\u0301" * 31 + '"]', "heaped_marks", "/0"),
        ("- a" + "\u0323" * 31 + "\n", "heaped_marks", "/0"),
    ],
    ids=["values of JSON", "values of YAML", "a long name", "marks in JSON", "marks in YAML"],
)
def test_what_no_card_needs_is_told_where_reading_ends(text: str, code: str, at: str) -> None:
    report = GARDEN.check_cards(text)

    assert (report.faults[0].code, report.faults[0].pointer) == (code, at)
    assert report.faults[0].line == 1


def test_a_letter_may_bear_as_many_marks_as_writing_has() -> None:
    assert not read_json('["a' + "\u0301" * 30 + '", "Thầy Pháp"]').faults


def test_no_more_is_looked_for_than_is_told() -> None:
    typo = {"key": "a", "name": "A", "typ": "act", **{f"abilitie{i}": [] for i in range(10)}}

    report = GARDEN.check_cards([typo] * 400)

    assert len(report.faults) == MAX_FAULTS


@pytest.mark.parametrize(
    "text",
    ["[" + "1.5," * 4_000 + "1]", "a: 1\n" * 4_000, "- no\n" * 4_000, "? [a, b]\n: 1\n" * 2_000, "5: 1\n" * 4_000],
    ids=["fractions", "a key again and again", "truth words", "lists as keys", "numbers as keys"],
)
def test_reading_ends_where_there_are_as_many_faults_as_are_told(text: str) -> None:
    reading = given_reading(text, None)

    assert len(reading.faults) == MAX_FAULTS
    assert reading.parts < 3 * MAX_FAULTS
    assert reading.value is None


def test_what_stands_in_a_key_counts_as_well() -> None:
    report = GARDEN.check_cards("? [" + "1, " * 3_000 + "1]\n: 1\n? [" + "2, " * 3_000 + "2]\n: 1\n")

    assert [found.code for found in report.faults] == ["key_not_text", "key_not_text", "too_many_parts"]


def test_a_set_is_read_that_is_larger_than_any_that_ships() -> None:
    shipped = max(count(card_set.document) for game in GAMES for card_set in game.builtin_sets)

    assert 5 * shipped <= MAX_PARTS
    assert not given_reading(json.dumps([[1]] * 2_400), "json").faults


def count(value: Any) -> int:
    """How many values there are in a document."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(count, inner))


def test_the_cards_of_a_large_text_are_told_once_nothing_is_wrong() -> None:
    game = oracle.game("thay-phap")
    longest = max(game.cards(), key=lambda card: count(card.document))
    cards = [{**longest.document, "key": f"k-{i}"} for i in range(1 + MOST_WITH_FAULTS // count(longest.document))]
    few, many = cards[:20], cards

    assert len(game.check_cards(json.dumps(many)).cards) == len(many)
    assert len(game.check_cards(json.dumps([*few, {"key": "z"}])).cards) == 20
    assert not game.check_cards(json.dumps([*many, {"key": "z"}])).cards


def test_decks_are_looked_at_as_far_as_is_told() -> None:
    decks = [{"key": f"d{i}"} for i in range(1_000)]

    report = GARDEN.check_cards({"set": "garden/x", "name": "X", "cards": [], "decks": decks})

    assert len(report.faults) == MAX_FAULTS


def test_a_name_with_heaped_marks_is_no_name_of_a_card() -> None:
    heaped = "a" + "\u0301\u0323" * 16_000

    begin = time.perf_counter()
    assert fold(heaped) == heaped
    assert time.perf_counter() - begin < 0.1


@pytest.mark.parametrize("given", [None, "null", b"null"], ids=["data", "text", "bytes"])
def test_nothing_is_no_set_of_cards_and_no_map(given: Any) -> None:
    assert GARDEN.check_cards(given, syntax="json").faults
    assert oracle.game("muhq").check_map(given, "json").faults
