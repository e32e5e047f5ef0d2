"""The forms in which decks come and go: text, code, table, document."""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec

import oracle
from registry import codes
from registry.deck_csv import read_csv, write_csv
from registry.deck_text import TextDeck, read_text, sets_named
from registry.deck_text_writing import write_text
from registry.errors import RegistryError
from registry.legality import Judge, Legality, judged
from registry.lists import SETS, Record, canonical_list, named
from registry.oracle_judge import OracleJudge
from registry.oracle_shelf import shelf_of
from registry.records import read_record, size_faults
from registry.shelf import Shelf

__all__ = [
    "WRITTEN", "game_of_code", "judged_document", "of_code", "read", "record_of", "size_faults", "written",
]  # fmt: skip

WRITTEN = {"text": "text/plain", "code": "text/plain", "csv": "text/csv"}


def written(record: Record, form: str) -> str:
    """Write a deck as `text`, `code` or `csv`."""
    if form == "code":
        return codes.encode(canonical_list(record))
    return write_csv(record) if form == "csv" else write_text(record, _shelf(record.game, record.sets))


def read(game: str, form: str, text: str, *, strict: bool = False) -> TextDeck:
    """Read a deck written as `text`, `code` or `csv`; raises InvalidCode, and InvalidText if `strict`."""
    if form == "code":
        return TextDeck(codes.decode(text, game), [])
    if form == "csv":
        return read_csv(text, shelf_of(game), strict=strict)
    return read_text(text, _shelf_named(game, sets_named(text)), strict=strict)


def of_code(code: str, name: str, judge: Judge | None = None) -> tuple[Record, Legality | None]:
    """Give what a code holds under some name, and its verdict where the game is known; no store is asked."""
    known = judge or OracleJudge()
    document = codes.decode(code)
    record = msgspec.convert({"name": name, "tags": [], **document}, Record)
    if record.game not in known.games():
        return record, None
    complete = named(record, lambda card: known.card_name(record.game, card, record.sets))
    return complete, judged(known, complete)


def _shelf(game: str, sets: list[str]) -> Shelf:
    """Give the shelf of a deck; where its game or sets are not known, cards go by their keys."""
    try:
        return shelf_of(game, tuple(sets))
    except (KeyError, oracle.OracleError, RegistryError):
        return Shelf(game, [], {})


def _shelf_named(game: str, sets: list[str]) -> Shelf:
    """Give the shelf of the sets that a text names; where they cannot be had, of those that ship."""
    with contextlib.suppress(oracle.OracleError, RegistryError):
        return shelf_of(game, tuple(sets[:SETS]))
    return shelf_of(game)


def judged_document(document: dict[str, Any], judge: Judge | None = None) -> tuple[Legality, str]:
    """Judge a deck that is not registered, and give its code; raises InvalidDeck."""
    known = judge or OracleJudge()
    record = record_of(document, known)
    return judged(known, record), codes.encode(canonical_list(record))


def record_of(document: dict[str, Any], judge: Judge | None = None) -> Record:
    """Read a deck that is not registered; raises InvalidDeck."""
    return read_record(document, (judge or OracleJudge()).games())


def game_of_code(code: str) -> str:
    """Give the game that a code says it is of; raises InvalidCode."""
    return str(codes.decode(code)["game"])
