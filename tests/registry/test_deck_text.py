from __future__ import annotations

import time
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from registry import InvalidText
from registry.deck_csv import read_csv
from registry.deck_text import read_text, sets_named
from registry.deck_text_writing import write_text
from registry.plain_text import tidy
from registry.records import read_record
from registry.shelf import Shelf, folded

SHELF = Shelf(
    "thay-phap",
    ["mage", "level_1"],
    {
        "phap-hoa": ["Pháp Hỏa", "Fire Adept"],
        "bua-lua": ["Bùa Lửa", "Fire Charm"],
        "dong-quy": ["Đồng Quy", "End of All"],
        "dong-quy-2": ["Đổng Quỷ", "Ghost Keeper"],
        "forge": ["VISHWAKARMA'S FORGE"],
        "fire-ice": ["Fire // Ice"],
        "boxed": ["Box [small]"],
    },
)


def read(text: str) -> tuple[dict[str, Any], list[tuple[int, int, str]]]:
    """The sections that a text gives, as counts, and its diagnostics."""
    result = read_text(text, SHELF)
    sections = {
        name: {line["card"]: line["count"] for line in lines} for name, lines in result.deck["sections"].items()
    }
    return sections, [(each.line, each.column, each.code) for each in result.diagnostics]


@pytest.mark.parametrize(
    "line",
    [
        "3 Bùa Lửa", "3x Bùa Lửa", "3X Bùa Lửa", "3× bùa lửa", "  3   BUA LUA  ", "3\tbua-lua", "03 bua lua",
        "3 fire charm", "3 Fire  Charm # good", "3 Bùa Lửa // good", "3 Whatever [bua-lua]", "3 [bua-lua]",
        unicodedata.normalize("NFD", "3 Bùa Lửa"),
    ],
)  # fmt: skip
def test_a_card_is_found_however_it_is_written(line: str) -> None:
    assert read(f"mage\n{line}\n") == ({"mage": {"bua-lua": 3}}, [])


@pytest.mark.parametrize(
    "heading",
    ["level_1", "Level 1", "LEVEL 1:", "Level 1 (20)", "level-1 (20):", "Level 1 20", "[level 1]", "Level 1 # n"],
)
def test_a_section_is_found_however_it_is_headed(heading: str) -> None:
    assert read(f"{heading}\n1 forge\n") == ({"level_1": {"forge": 1}}, [])


def test_comments_blank_lines_a_mark_and_any_line_ends_are_taken() -> None:
    mage = "\ufeff# My deck\r\n\r\nMage (1)\r1 Phap Hoa\r\n// side\n\n"
    level = "Level 1\n2 Vishwakarma’s forge   \n1 Fire // Ice\n1 Box [small]"

    assert read(mage + level) == ({"mage": {"phap-hoa": 1}, "level_1": {"forge": 2, "fire-ice": 1, "boxed": 1}}, [])


def test_a_name_that_two_cards_share_without_their_marks_is_reported_and_not_guessed() -> None:
    result = read_text("mage\n 2 dong quy\n1 Đồng Quy\n", SHELF)

    assert [(each.line, each.column, each.text, each.code) for each in result.diagnostics] == [
        (2, 4, "dong quy", "ambiguous_card")
    ]
    assert result.diagnostics[0].suggestions == ["dong-quy", "dong-quy-2"]
    assert [line["card"] for line in result.deck["sections"]["mage"]] == ["dong-quy"]


def test_a_near_miss_is_reported_with_suggestions_and_not_guessed() -> None:
    result = read_text("mage\n2 Fire Charn\n", SHELF)

    (missed,) = result.diagnostics
    assert (missed.line, missed.column, missed.text, missed.code) == (2, 3, "Fire Charn", "unknown_card")
    assert missed.suggestions[0] == "Bùa Lửa"
    assert result.deck["sections"] == {"mage": []}


def test_an_unknown_heading_is_reported_and_its_cards_go_to_no_other_section() -> None:
    assert read("mage\n1 phap hoa\nSideboard (2)\n2 forge\n") == (
        {"mage": {"phap-hoa": 1}, "Sideboard": {"forge": 2}},
        [(3, 1, "unknown_heading")],
    )


@pytest.mark.parametrize(
    ("text", "diagnostic"),
    [
        ("2 forge", (1, 3, "no_section")),
        ("mage\nforge", (2, 1, "no_count")),
        ("mage\n0 forge", (2, 1, "bad_count")),
        ("mage\n1000 forge", (2, 1, "bad_count")),
        ("game: machai", (1, 7, "other_game")),
        ("mage\n" + "1 forge\n" * 2000, (2001, 1, "too_many_lines")),
    ],
)
def test_what_is_not_understood_is_reported_where_it_stands(text: str, diagnostic: tuple[int, int, str]) -> None:
    assert read(text)[1] == [diagnostic]


def test_a_game_with_one_section_needs_no_heading() -> None:
    shelf = Shelf("g", ["deck"], {"a": ["A"]})

    result = read_text("2 a", shelf)

    assert (result.deck["sections"], result.diagnostics) == ({"deck": [{"card": "a", "count": 2, "name": "A"}]}, [])


def test_a_strict_reader_refuses_what_a_mild_one_reports() -> None:
    with pytest.raises(InvalidText, match="line 2") as caught:
        read_text("mage\n1 nobody\n2 nothing", SHELF, strict=True)
    assert [each.line for each in caught.value.diagnostics] == [2, 3]


def test_what_is_said_about_a_deck_is_read() -> None:
    deck = read_text(
        "Name: Ours\nauthor: Ana\ndescription: One\ndescription:  two\nformat: free\ntag: a\ntag: b\nset: x/y\n"
        'option army: aditya\noption n: 3\noption on: true\noption text: "3"\noption none: null\n',
        SHELF,
    ).deck

    assert deck | {"sections": {}} == {
        "game": "thay-phap", "sections": {}, "name": "Ours", "author": "Ana", "description": "One\n two",
        "format": "free", "tags": ["a", "b"], "sets": ["x/y"],
        "options": {"army": "aditya", "n": 3, "on": True, "text": "3", "none": None},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("written", "alike"),
    [
        ("Bùa Lửa", "bua lua"),
        ("ĐỒNG", "đông"),
        ("it's", "its"),
        ("a-b  c", "A B C"),
        ("Straße", "STRASSE"),
        ("\ufb01re", "fire"),
    ],
)
def test_names_match_without_case_accents_and_marks(written: str, alike: str) -> None:
    assert folded(written) == folded(alike)


beginnings = st.sampled_from(["w", "#", "4 ", "[", "//", '"', "null", "x ", "tag:"])
letters = st.characters(exclude_categories=("C", "Z")) | st.sampled_from(" []#:")
words = st.tuples(beginnings, st.text(letters, max_size=15)).map(lambda parts: tidy("".join(parts)))
names = st.none() | st.sampled_from([name for each in SHELF.names.values() for name in each]) | words
cards = st.sampled_from([*SHELF.names, "nobody", "a#b"])
lines = st.lists(
    st.builds(
        lambda card, count, name: {"card": card, "count": count, "name": name}, cards, st.integers(1, 166), names
    ),
    max_size=6,
)
values = st.none() | st.booleans() | st.integers(-9, 9) | words
decks = st.fixed_dictionaries(
    {
        "game": st.just("thay-phap"),
        "format": words,
        "name": words,
        "author": st.none() | words,
        "description": st.none() | st.text("ab #/:\n", max_size=20).map(lambda text: f"d{text}"),
        "tags": st.lists(words, max_size=3),
        "sets": st.lists(words, max_size=3),
        "options": st.dictionaries(st.sampled_from(["army", "primary sub", "ä"]), values, max_size=3),
        "sections": st.dictionaries(
            st.sampled_from(["mage", "level_1", "4 things", "name: x", "# n", "(2)"]), lines, max_size=3
        ),
    }
)


@given(decks)
def test_a_deck_that_is_written_is_read_back_the_same(deck: dict[str, Any]) -> None:
    record = read_record(deck, ["thay-phap"])
    text = write_text(record, SHELF)

    assert read_record(read_text(text, SHELF).deck, ["thay-phap"]) == record


@given(
    st.text(), st.lists(st.sampled_from(["4 ", "mage", "[", "]", "#", "//", ":", "option ", "\n", "forge", "\ufeff"]))
)
def test_any_text_is_read(text: str, parts: list[str]) -> None:
    for each in (text, "".join(parts)):
        assert set(read_text(each, SHELF).deck) >= {"game", "sections"}


HOSTILE = {
    "blanks behind an option": ("option ", " ", "x"),
    "blanks before a comment that is none": ("a", " ", "x"),
    "blanks in a heading": ("a", " ", "(1 x"),
    "blanks in a count": ("a (", " ", "1 x"),
    "blanks before a key": ("1 a", " ", "["),
    "many keys": ("1 ", "a [", "a"),
    "many words": ("1 ", "a ", "["),
    "many brackets": ("[", "](", ""),
    "many counts": ("", "(1 ", ""),
    "many numbers": ("", " 1", " :"),
    "many colons": ("", ": ", ""),
    "many comments": ("a", " /", ""),
    "blanks alone": ("", "\u00a0", "x"),
    "a deep option": ("option x: ", "[", ""),
    "one long word": ("1 ", "a", ""),
    "marks heaped on a letter": ("1 a", "\u0316\u0301", ""),
    "marks heaped on a heading": ("[a", "\u0316\u0301", "]"),
    "many options": ("", "option ", ""),
}


@pytest.mark.parametrize("line", HOSTILE)
def test_no_line_takes_longer_than_its_length(line: str) -> None:
    """A line of 60,000 signs is a request that anybody may send; what grows with its square would hold a worker up."""
    begin, middle, end = HOSTILE[line]
    text = begin + middle * (59_000 // len(middle)) + end

    begun = time.process_time()
    for written in (text, f"{text}\n{text[:500]}\n" * 2, text.replace(" ", "\t")):
        read_text(written, SHELF)
        sets_named(written)
        read_csv(f"section,count,card,name\n{written}", SHELF)
        read_csv(written, SHELF)
    assert time.process_time() - begun < 10.0
