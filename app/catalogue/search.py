"""The little language in which cards are looked for: `type:summon color:red cost<=3 -keyword:swift "end of turn"`.

Terms stand side by side and all must hold; `-` turns one round. A bare word is looked for in everything that a card
says. Case, accents and tone marks do not matter. A list is asked under its own name or its singular (`color` of
`colors`), and a text that a game reads as a number (a printed cost) compares by that number.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from app.wire.problems import Complaint, Problem

Entry = dict[str, Any]
Measures = Mapping[str, Callable[[str], int | None]]
"""How a game reads the fields of its cards that are texts and stand for a number."""

TERM = re.compile(r'(?P<not>-?)(?:(?P<field>\w+)(?P<sign>:|<=|>=|!=|=|<|>))?(?:"(?P<phrase>[^"]*)"|(?P<word>\S+))')
NUMBER = re.compile(r"-?[0-9]{1,9}")
COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
BESIDE = ("card", "name", "set", "text")
MOST_TERMS = 20
PLURALS = (("", "s"), ("", "es"), ("y", "ies"))


@dataclass(frozen=True, slots=True)
class Term:
    """One condition on a card; `measure` reads the number that a text of its field stands for."""

    field: str
    sign: str
    value: str
    turned: bool
    measure: Callable[[str], int | None] | None = None

    def holds(self, entry: Entry) -> bool:
        """Whether the card fulfils it."""
        return self.is_met(entry) is not self.turned

    def is_met(self, entry: Entry) -> bool:
        """Whether the card fulfils it before it is turned round."""
        if not self.field:
            return folded(self.value) in folded(" ".join(strings(entry)))
        found = entry[self.field] if self.field in BESIDE else entry["definition"].get(self.field)
        if self.is_number or self.sign not in {":", "=", "!="}:
            there, wanted = self.number_of(found), self.number_of(self.value)
            if there is not None and wanted is not None:
                return COMPARED["=" if self.sign == ":" else self.sign](there, wanted)
        if self.sign in {"=", "!="} or (self.sign == ":" and self.measure is not None):
            is_there = folded(self.value) in map(folded, strings(found))
            return is_there is (self.sign != "!=")
        return self.sign == ":" and self.is_in(found)

    @property
    def is_number(self) -> bool:
        """Whether a number is asked for."""
        return NUMBER.fullmatch(self.value) is not None

    def number_of(self, value: Any) -> int | None:
        """The number that a value is or stands for."""
        if isinstance(value, str):
            return self.measured(value) if NUMBER.fullmatch(value) is None else int(value)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def measured(self, text: str) -> int | None:
        """The number that a text stands for, in whichever case it is asked for."""
        if self.measure is None:
            return None
        plain = self.measure(text)
        return self.measure(text.upper()) if plain is None else plain

    def is_in(self, found: Any) -> bool:
        """Whether a field holds the value: as an entry of a plain list, else as a part of what it says."""
        wanted = folded(self.value)
        if isinstance(found, list) and all(isinstance(each, str | int) for each in found):
            return wanted in map(folded, strings(found))
        return any(wanted in folded(text) for text in strings(found))


def searched(entries: list[Entry], asked: str, measures: Measures) -> list[Entry]:
    """The cards that hold every term; raises where a term speaks of a field that no card has."""
    known = sorted({*BESIDE, *(name for entry in entries for name in entry["definition"])})
    terms = [meant(term, known, measures) for term in terms_of(asked)]
    wrong = [complaint(term, known) for term in terms if term.field and term.field not in known]
    if wrong:
        raise Problem("invalid-request", f"/q: {wrong[0].detail}", wrong)
    return [entry for entry in entries if all(term.holds(entry) for term in terms)]


def terms_of(asked: str) -> Iterator[Term]:
    """The terms of a search."""
    for at, found in enumerate(TERM.finditer(asked)):
        if at == MOST_TERMS:
            told = Complaint("too_long", f"At most {MOST_TERMS} terms are read.", "/q", place="query")
            raise Problem("invalid-request", f"/q: {told.detail}", [told])
        value = found["word"] if found["phrase"] is None else found["phrase"]
        yield Term(found["field"] or "", found["sign"] or "", value, found["not"] == "-")


def meant(term: Term, known: list[str], measures: Measures) -> Term:
    """The term about the field that it means, which may be called by the singular of its name."""
    plurals = [term.field.removesuffix(end) + ends for end, ends in PLURALS if term.field.endswith(end)]
    field = next((name for name in (term.field, *plurals) if name in known), term.field)
    return replace(term, field=field, measure=measures.get(field))


def complaint(term: Term, known: list[str]) -> Complaint:
    """What to say of a field that no card has."""
    close = get_close_matches(term.field[:40], known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"known here: {', '.join(known)}."
    detail = f"No card has a field {term.field[:40]!r}; {hint}"
    return Complaint("unknown_field", detail, "/q", {"known": known}, place="query")


def folded(text: str) -> str:
    """A text without case, accents and tone marks."""
    plain = unicodedata.normalize("NFKD", text.replace("đ", "d").replace("Đ", "D"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


def strings(value: Any) -> Iterator[str]:
    """Every text and number in a document, and the names under which it says yes."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, bool):
        yield str(value).lower()
    elif isinstance(value, int):
        yield str(value)
    elif isinstance(value, dict):
        yield from (name for name, part in value.items() if part)
        yield from several(value.values())
    elif isinstance(value, list):
        yield from several(value)


def several(values: Iterable[Any]) -> Iterator[str]:
    """The same for several values."""
    for part in values:
        yield from strings(part)
