"""Whether a value says what a scenario expects of it, names and all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from .names import HIDDEN, Names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Derived(Protocol):
    """What follows from the state, of an object or of a player."""

    def __call__(self, *, object: int | None = None, player: int | None = None) -> dict[str, Any]:
        """The derived values by name."""


class Agreement:
    """Compares expectations with a state document: names for seats, ids and card keys."""

    def __init__(self, names: Names, document: Mapping[str, Any], derived: Derived | None = None) -> None:
        self.names = names
        self.document = document
        self.derived = derived

    def says(self, expected: Any, actual: Any, *, whole: bool = False) -> bool:
        """Mappings partially (`whole`: the same fields), lists in order, names by what they name."""
        if isinstance(expected, dict):
            return isinstance(actual, dict) and self._fields(expected, actual, whole=whole)
        if isinstance(expected, list):
            known = actual if isinstance(actual, list | tuple) else None
            return known is not None and len(expected) == len(known) and all(map(self.says, expected, known))
        if type(expected) is type(actual) and expected == actual:
            return True
        return isinstance(expected, str) and self._named(expected, actual)

    def objects(self, expected: Sequence[Any], actual: Sequence[Any], seat: int | None) -> bool:
        """Whether each expectation fits another object and none is left over, in any order."""
        if len(expected) != len(actual):
            return False
        wanted = [self._object(item) for item in expected]
        found = [{"owner": seat, "controller": seat, **self._derived(item), **item} for item in actual]
        return self._paired(wanted, found)

    def _derived(self, item: Mapping[str, Any]) -> dict[str, Any]:
        """What follows for an object from the state: its present stats."""
        return self.derived(object=item["id"]) if self.derived is not None and "id" in item else {}

    def _paired(self, wanted: list[Any], found: list[Any]) -> bool:
        if not wanted:
            return True
        first, rest = wanted[0], wanted[1:]
        fits = [i for i, item in enumerate(found) if self.says(first, item)]
        return any(self._paired(rest, found[:i] + found[i + 1 :]) for i in fits)

    def _object(self, item: Any) -> Any:
        fields = {"card": item} if isinstance(item, str) else item
        if isinstance(fields, dict) and fields.get("card") == HIDDEN:
            return {**fields, "card": None}
        return fields

    def _fields(self, expected: Mapping[str, Any], actual: Mapping[str, Any], *, whole: bool) -> bool:
        if whole and expected.keys() != actual.keys():
            return False
        return all(word in actual and self.says(value, actual[word]) for word, value in expected.items())

    def _named(self, text: str, actual: Any) -> bool:
        if isinstance(actual, str):
            return self.names.key(text) == actual
        if type(actual) is int:
            return self.names.seat(text) == actual or actual in self.names.known_as(text, self.document)
        return text == HIDDEN and actual is None


def matched(expected: Any, violations: Sequence[Any]) -> bool:
    """Whether each violation fits an expectation and each expectation a violation."""
    wanted = [_entry(entry) for entry in (expected if isinstance(expected, list) else [expected])]
    return all(any(_fits(want, v) for want in wanted) for v in violations) and all(
        any(_fits(want, v) for v in violations) for want in wanted
    )


def _entry(entry: Any) -> Mapping[str, Any]:
    return {"rule": entry} if isinstance(entry, str) else entry


def _fits(want: Mapping[str, Any], violation: Any) -> bool:
    data = violation.data or {}
    facts = want.get("data", {})
    return all(getattr(violation, word) == value for word, value in want.items() if word != "data") and all(
        word in data and data[word] == value for word, value in facts.items()
    )
