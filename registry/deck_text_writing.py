"""Writing a deck as text that `deck_text` reads back to the same deck."""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from registry.lists import Line, Option, Record
from registry.shelf import Shelf


def write_text(record: Record, shelf: Shelf) -> str:
    """Write a deck with everything that is said about it; cards by their printed names where those find them again."""
    return "\n".join([*_words(record), *_sections(record, shelf)]) + "\n"


def _words(record: Record) -> Iterator[str]:
    yield f"name: {record.name}"
    if record.author is not None:
        yield f"author: {record.author}"
    if record.description is not None:
        yield from (f"description: {line}" for line in record.description.split("\n"))
    yield f"game: {record.game}"
    yield f"format: {record.format}"
    yield from (f"tag: {tag}" for tag in record.tags)
    yield from (f"set: {name}" for name in record.sets)
    yield from (f"option {name}: {_value(value)}" for name, value in record.options.items())


def _sections(record: Record, shelf: Shelf) -> Iterator[str]:
    for name, lines in record.sections.items():
        known = shelf.section(name) == name
        yield ""
        yield f"{name if known else f'[{name}]'} ({sum(line.count for line in lines)})"
        yield from (f"{line.count} {_card(line, shelf)}" for line in lines)


def _card(line: Line, shelf: Shelf) -> str:
    """Name a card so that exactly this line comes back."""
    if line.name is None:
        return f"[{line.card}]"
    plain = shelf.find(line.name) == [line.card] and shelf.names[line.card][0] == line.name
    return line.name if plain else f"{line.name} [{line.card}]"


def _value(value: Option) -> str:
    """Write an option: text as it is, unless it would be read as something else."""
    written = orjson.dumps(value).decode()
    if not isinstance(value, str):
        return written
    return value if _is_plain(value) else written


def _is_plain(text: str) -> bool:
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError:
        return True
    return False
