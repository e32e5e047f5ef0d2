"""Deck lists as tables: a heading `section,count,card,name` in any order, then one line for each card."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from registry.deck_text import MOST_COPIES, MOST_LINES, TextDeck
from registry.errors import Diagnostic, InvalidText
from registry.lists import Record
from registry.shelf import Shelf

COLUMNS = ("section", "count", "card", "name")
_ALIASES = {"quantity": "count", "qty": "count", "copies": "count", "key": "card", "deck": "section"}
_FORMULA = ("=", "+", "-", "@", "\t")

Row = dict[str, str]
Places = dict[str, int]
"""The column, from 1, at which each cell of a row begins, by the names of the table's columns."""


def write_csv(record: Record) -> str:
    """Write the lines of a deck as a table that spreadsheets take for text."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    for section, lines in record.sections.items():
        for line in lines:
            writer.writerow([_quiet(section), line.count, _quiet(line.card), _quiet(line.name or "")])
    return table.getvalue()


def read_csv(text: str, shelf: Shelf, *, strict: bool = False) -> TextDeck:
    """Read a table; what is not understood is left out and reported, or, if `strict`, raises InvalidText."""
    diagnostics: list[Diagnostic] = []
    sections: dict[str, list[dict[str, Any]]] = {}
    lines = text.removeprefix("\ufeff").splitlines()
    for number, row, places in _rows(lines, diagnostics):
        found = _line(shelf, row, number, places, diagnostics)
        if found:
            sections.setdefault(found[0], []).append(found[1])
    if strict and diagnostics:
        raise InvalidText(diagnostics)
    return TextDeck({"game": shelf.game, "sections": sections}, diagnostics)


def _rows(lines: list[str], diagnostics: list[Diagnostic]) -> Iterator[tuple[int, Row, Places]]:
    """Give each row by the names of its columns, with its number from 1 and where its cells begin."""
    try:
        reader = csv.reader(lines[:MOST_LINES], strict=True)
        names = [_ALIASES.get(name.strip().lower(), name.strip().lower()) for name in next(reader, [])]
        places = _starts(lines[0]) if lines else []
        for index, name in enumerate(names):
            code = "unknown_column" if name not in COLUMNS else "column_twice" if name in names[:index] else None
            if code:
                column = places[index] if index < len(places) else 1
                diagnostics.append(Diagnostic(1, column, name, code, list(COLUMNS)))
        if not {"card", "name"} & {*names} or "count" not in names:
            diagnostics.append(Diagnostic(1, 1, ",".join(names), "missing_column", list(COLUMNS)))
            return
        if len(names) > len({*names}):
            return
        for row in reader:
            if any(cell.strip() for cell in row):
                cells = dict(zip(names, (_loud(cell.strip()) for cell in row), strict=False))
                yield reader.line_num, cells, dict(zip(names, _starts(lines[reader.line_num - 1]), strict=False))
    except csv.Error as error:
        diagnostics.append(Diagnostic(reader.line_num, 1, str(error), "not_a_table", []))
    if len(lines) > MOST_LINES:
        diagnostics.append(Diagnostic(MOST_LINES + 1, 1, "", "too_many_lines", []))


def _starts(line: str) -> list[int]:
    """Give the column, from 1, of the first sign of each cell of a line; a comma between quotes parts nothing."""
    parts, is_quoted = [0], False
    for column, sign in enumerate(line, 1):
        is_quoted ^= sign == '"' and line.startswith('"', parts[-1])
        if sign == "," and not is_quoted:
            parts.append(column)
    ends = [*(part - 1 for part in parts[1:]), len(line)]
    cells = (line[begin:end] for begin, end in zip(parts, ends, strict=True))
    return [begin + 1 + len(cell) - len(cell.lstrip(' "')) for begin, cell in zip(parts, cells, strict=True)]


def _line(
    shelf: Shelf, row: Row, number: int, places: Places, diagnostics: list[Diagnostic]
) -> tuple[str, dict[str, Any]] | None:
    named_by = "card" if row.get("card") else "name"
    wanted, count = row.get(named_by, ""), row.get("count", "")
    columns = {"no_section": named_by, "bad_count": "count", "unknown_heading": "section"}

    def report(part: str, code: str, suggestions: list[str]) -> None:
        column = places.get(columns.get(code, named_by), 1)
        diagnostics.append(Diagnostic(number, column, part, code, suggestions))

    heading = row.get("section", "")
    section = shelf.section(heading) if heading else shelf.sections[0] if len(shelf.sections) == 1 else None
    found = shelf.find(wanted)
    if section is None and not heading:
        report(wanted, "no_section", shelf.sections)
    elif not (count.isascii() and count.isdigit() and len(count) < 9 and 1 <= int(count) <= MOST_COPIES):
        report(count, "bad_count", [])
    elif len(found) > 1:
        report(wanted, "ambiguous_card", found)
    elif not found and not row.get("card"):
        report(wanted, "unknown_card", shelf.near(wanted))
    else:
        if section is None:
            report(heading, "unknown_heading", shelf.near_sections(heading))
        return section or heading, _card(shelf, row, found[0] if found else wanted, int(count))
    return None


def _card(shelf: Shelf, row: Row, card: str, count: int) -> dict[str, Any]:
    name = row.get("name") or next(iter(shelf.names.get(card, [])), "")
    return {"card": card, "count": count} | ({"name": name} if name else {})


def _quiet(cell: str) -> str:
    """Write a cell so that no spreadsheet takes it for a formula."""
    return f"'{cell}" if cell.startswith((*_FORMULA, "'")) else cell


def _loud(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith((*_FORMULA, "'")) else cell
