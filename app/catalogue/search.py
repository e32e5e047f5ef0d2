"""The little language in which cards are looked for: `type:summon cost<=3 -keyword:swift "until end of turn"`.

Terms stand side by side and all must hold; `-` turns one round. A bare word is looked for in everything that a card
says. Case, accents and tone marks do not matter.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from app.wire.problems import Complaint, Problem

Entry = dict[str, Any]

TERM = re.compile(r'(?P<not>-?)(?:(?P<field>\w+)(?P<sign>:|<=|>=|!=|=|<|>))?(?:"(?P<phrase>[^"]*)"|(?P<word>\S+))')
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


@dataclass(frozen=True, slots=True)
class Term:
    """One condition on a card."""

    field: str
    sign: str
    value: str
    turned: bool

    def holds(self, entry: Entry) -> bool:
        """Whether the card fulfils it."""
        return self.is_met(entry) is not self.turned

    def is_met(self, entry: Entry) -> bool:
        """Whether the card fulfils it before it is turned round."""
        if not self.field:
            return self.value in folded(" ".join(strings(entry)))
        found = entry[self.field] if self.field in BESIDE else entry["definition"].get(self.field)
        if self.sign == ":":
            return any(self.value in folded(text) for text in strings(found))
        number = int(self.value) if re.fullmatch(r"-?\d{1,9}", self.value) else None
        if isinstance(found, int) and number is not None:
            return COMPARED[self.sign](found, number)
        if self.sign in {"=", "!="}:
            return COMPARED[self.sign](self.value in map(folded, strings(found)), True)  # noqa: FBT003 - compared
        return False


def searched(entries: list[Entry], asked: str) -> list[Entry]:
    """The cards that hold every term; raises where a term speaks of a field that no card has."""
    terms = list(terms_of(asked))
    known = sorted({*BESIDE, *(name for entry in entries for name in entry["definition"])})
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
        yield Term(found["field"] or "", found["sign"] or "", folded(value), found["not"] == "-")


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
