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
    for number, row in _rows(lines, diagnostics):
        found = _line(shelf, row, number, lines[number - 1], diagnostics)
        if found:
            sections.setdefault(found[0], []).append(found[1])
    if strict and diagnostics:
        raise InvalidText(diagnostics)
    return TextDeck({"game": shelf.game, "sections": sections}, diagnostics)


def _rows(lines: list[str], diagnostics: list[Diagnostic]) -> Iterator[tuple[int, Row]]:
    """Give each row by the names of its columns, with its number from 1."""
    try:
        reader = csv.reader(lines[:MOST_LINES], strict=True)
        names = [_ALIASES.get(name.strip().lower(), name.strip().lower()) for name in next(reader, [])]
        strange = [name for name in names if name not in COLUMNS]
        diagnostics += [Diagnostic(1, 1, name, "unknown_column", list(COLUMNS)) for name in strange]
        if not {"card", "name"} & {*names} or "count" not in names:
            diagnostics.append(Diagnostic(1, 1, ",".join(names), "missing_column", list(COLUMNS)))
            return
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, dict(zip(names, (_loud(cell.strip()) for cell in row), strict=False))
    except csv.Error as error:
        diagnostics.append(Diagnostic(reader.line_num, 1, str(error), "not_a_table", []))
    if len(lines) > MOST_LINES:
        diagnostics.append(Diagnostic(MOST_LINES + 1, 1, "", "too_many_lines", []))


def _line(
    shelf: Shelf, row: Row, number: int, line: str, diagnostics: list[Diagnostic]
) -> tuple[str, dict[str, Any]] | None:
    def report(part: str, code: str, suggestions: list[str]) -> None:
        diagnostics.append(Diagnostic(number, max(line.find(part), 0) + 1, part, code, suggestions))

    wanted, count = row.get("card") or row.get("name", ""), row.get("count", "")
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
