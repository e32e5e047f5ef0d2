"""From a submitted deck to a record: shape, sizes and plain text are checked here, the game's rules are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from registry import plain_text
from registry.errors import Fault, InvalidDeck
from registry.lists import COPIES, DISTINCT_CARDS, LINES, OPTIONS, SECTIONS, SETS, Line, Option, Record
from registry.pointers import escaped
from registry.reading import INTEGER_LIMIT, Reader

NAME = 80
KEY = 100
DESCRIPTION = 2000
TAGS = 20
TAG = 30

FIELDS = ("game", "format", "name", "author", "description", "tags", "sections", "sets", "options")
LINE_FIELDS = ("card", "count", "name")
WORDS = ("name", "author", "description", "tags")


def read_record(document: object, games: Sequence[str]) -> Record:
    """Read a deck of one of these games; InvalidDeck names everything that is wrong with the document."""
    reader = Reader()
    fields = reader.members(document, "", FIELDS)
    if isinstance(document, dict):
        _require(reader, fields, "", ("game", "format", "name", "sections"))
    given = [name for name in WORDS if name in fields and (fields[name] is not None or name == "name")]
    words = {name: read_word(reader, name, fields[name]) for name in given}
    record = Record(
        game=reader.choice(fields["game"], "/game", games, "unknown_game") if "game" in fields else "",
        format=reader.text(fields["format"], "/format", KEY) if "format" in fields else "",
        sections=_sections(reader, fields.get("sections", {})),
        sets=_sets(reader, fields.get("sets", [])),
        options=_options(reader, fields.get("options", {})),
        **({"name": "", "tags": []} | words),
    )
    refuse(reader.faults)
    return record


def size_faults(sections: object) -> list[Fault]:
    """Tell whether sections of whatever shape hold more than any deck may; what else is wrong is not looked for."""
    reader = Reader()
    if isinstance(sections, dict):
        lines = [line for each in sections.values() if isinstance(each, (list, dict)) for line in each]
        named = [line.get("card") if isinstance(line, dict) else line for line in lines]
        cards = {card for card in named if isinstance(card, str)}
        _count(reader, "/sections", len(sections), SECTIONS)
        _count(reader, "/sections", len(lines), LINES, "too_many_lines")
        _count(reader, "/sections", len(cards), DISTINCT_CARDS, "too_many_distinct_cards")
    return reader.faults


def refuse(faults: list[Fault], error: type[InvalidDeck] = InvalidDeck) -> None:
    """Raise InvalidDeck, or another error of its kind, if there are faults."""
    if faults:
        raise error(faults)


def read_word(reader: Reader, name: str, value: object) -> Any:
    """Read one of the fields that describe a deck and have no part in play."""
    if name == "tags":
        return _tags(reader, value)
    if name == "description":
        return reader.text(value, "/description", DESCRIPTION, lines=True)
    return reader.text(value, f"/{name}", NAME)


def _require(reader: Reader, fields: dict[str, Any], at: str, names: Sequence[str]) -> None:
    for name in names:
        if name not in fields:
            reader.fault("missing_field", f"{at}/{name}", f"The field {name} is needed here.")


def _tags(reader: Reader, value: object) -> list[str]:
    items = enumerate(reader.items(value, "/tags", TAGS))
    tags = [reader.text(_folded(item), f"/tags/{index}", TAG) for index, item in items]
    return list(dict.fromkeys(tags))


def _folded(value: object) -> object:
    return plain_text.folded(value) if isinstance(value, str) else value


def _sets(reader: Reader, value: object) -> list[str]:
    return [reader.text(item, f"/sets/{index}", KEY) for index, item in enumerate(reader.items(value, "/sets", SETS))]


def _options(reader: Reader, value: object) -> dict[str, Option]:
    options = reader.mapping(value, "/options")
    _count(reader, "/options", len(options), OPTIONS)
    return {key: _option(reader, name, options[name]) for key, name in _named(reader, options, "/options")}


def _option(reader: Reader, name: str, value: object) -> Option:
    at = f"/options/{escaped(name)}"
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return reader.whole_number(value, at, -INTEGER_LIMIT, INTEGER_LIMIT)
    if not isinstance(value, str):
        reader.fault("wrong_type", at, "Text, a whole number, true, false or null is expected here.")
        return None
    return reader.text(value, at, KEY)


def _sections(reader: Reader, value: object) -> dict[str, list[Line]]:
    sections = reader.mapping(value, "/sections")
    _count(reader, "/sections", len(sections), SECTIONS)
    read = {key: _lines(reader, name, sections[name]) for key, name in _named(reader, sections, "/sections")}
    for name, lines in read.items():
        _count(reader, f"/sections/{escaped(name)}", _most_copies(lines), COPIES, "too_many_copies")
    every = [line for lines in read.values() for line in lines]
    _count(reader, "/sections", len(every), LINES, "too_many_lines")
    _count(reader, "/sections", len({line.card for line in every}), DISTINCT_CARDS, "too_many_distinct_cards")
    return read


def _most_copies(lines: list[Line]) -> int:
    """Give the copies of the card that has the most, over all its lines."""
    copies: Counter[str] = Counter()
    for line in lines:
        copies[line.card] += line.count
    return max(copies.values(), default=0)


def _lines(reader: Reader, section: str, value: object) -> list[Line]:
    at = f"/sections/{escaped(section)}"
    return [_line(reader, f"{at}/{index}", item) for index, item in enumerate(reader.items(value, at, LINES))]


def _line(reader: Reader, at: str, value: object) -> Line:
    fields = reader.members(value, at, LINE_FIELDS)
    if isinstance(value, dict):
        _require(reader, fields, at, ("card", "count"))
    return Line(
        card=reader.text(fields["card"], f"{at}/card", KEY) if "card" in fields else "",
        count=reader.whole_number(fields["count"], f"{at}/count", 1, COPIES) if "count" in fields else 1,
        name=reader.text(fields["name"], f"{at}/name", NAME) if fields.get("name") is not None else None,
    )


def _named(reader: Reader, members: dict[str, Any], at: str) -> list[tuple[str, str]]:
    """Give each member's name as plain text and as it was sent; two that become one are a fault."""
    pairs = [(reader.text(name, f"{at}/{escaped(name)}", KEY), name) for name in members]
    seen: set[str] = set()
    for key, name in pairs:
        if key in seen:
            reader.fault("duplicate_name", f"{at}/{escaped(name)}", "Another member has the same name in NFC.")
        seen.add(key)
    return pairs


def _count(reader: Reader, at: str, given: int, limit: int, code: str = "too_many") -> None:
    if given > limit:
        reader.fault(code, at, f"At most {limit} can stand here, not {given}.", limit=limit, given=given)
