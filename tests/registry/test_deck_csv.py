"""Deck lists as tables, whoever wrote them."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from registry.deck_csv import read_csv, write_csv
from registry.lists import named
from registry.records import read_record
from tests.registry.test_deck_text import SHELF, decks

CELLS = st.sampled_from(
    ['"', ",", "\n", "\r", "=", "'", "section", "count", "card", "name", "3", "\x00", "\x1c", ";", " "]
)


def diagnostics(table: str) -> list[tuple[int, int, str]]:
    return [(each.line, each.column, each.code) for each in read_csv(table, SHELF).diagnostics]


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("section,count,name\nlevel_1,1,Nobody at all", [(2, 11, "unknown_card")]),
        ("section,count,name\nlevel_1,1x,forge", [(2, 9, "bad_count")]),
        ('section,count,name\n"side,board",1,forge', [(2, 2, "unknown_heading")]),
        ('count,name,section\n1,"Nobody ""at"" all", level_1', [(2, 4, "unknown_card")]),
        ("count,name\n1,forge", [(2, 3, "no_section")]),
        ("count,name,colour,section\n", [(1, 12, "unknown_column")]),
        ("count,name,count,section\n2,forge,1,mage", [(1, 12, "column_twice")]),
        ("count;name;section\n1;forge;mage", [(1, 1, "unknown_column"), (1, 1, "missing_column")]),
        ("", [(1, 1, "missing_column")]),
        ('count,name\n1,"forge', [(2, 1, "not_a_table")]),
    ],
)
def test_what_is_not_understood_is_told_where_it_stands(table: str, told: list[tuple[int, int, str]]) -> None:
    assert diagnostics(table) == told


@given(decks)
def test_a_deck_that_is_written_is_read_back_the_same(deck: dict[str, Any]) -> None:
    record = read_record(deck, ["thay-phap"])

    read = read_record({**deck, **read_csv(write_csv(record), SHELF).deck}, ["thay-phap"])

    assert write_csv(named(read, shown)) == write_csv(named(record, shown))


def shown(card: str) -> str | None:
    return next(iter(SHELF.names.get(card, [])), None)


@given(st.text(), st.lists(CELLS, max_size=60))
def test_any_table_is_read(text: str, cells: list[str]) -> None:
    for each in (text, "".join(cells), f"count,card,section\n{''.join(cells)}", f"count,name,section\n{text}"):
        found = read_csv(each, SHELF)
        lines = each.removeprefix("\ufeff").splitlines()

        assert set(found.deck) == {"game", "sections"}
        for told in found.diagnostics:
            assert 1 <= told.line <= len(lines) + 1
            assert 1 <= told.column <= len([*lines, "", ""][told.line - 1]) + 1


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "'=1"])
def test_no_spreadsheet_takes_a_name_for_a_formula(name: str) -> None:
    line = {"card": "forge", "count": 1, "name": name}
    deck = {"game": "thay-phap", "format": "free", "name": "x", "sections": {"mage": [line]}}
    record = read_record(deck, ["thay-phap"])
    table = write_csv(record)

    assert [*csv.reader(io.StringIO(table))][1][3].startswith("'")
    assert read_csv(table, SHELF).deck["sections"]["mage"] == [line]
