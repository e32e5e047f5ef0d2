"""How the words and numbers of cards are called and written for people."""

from __future__ import annotations

from typing import Any

NOT_STATS = frozenset({"key", "code", "name", "type", "text", "flavour", "abilities"})


def titled(name: str) -> str:
    """A name of the wire as people write it."""
    return name.replace("_", " ").replace("-", " ").capitalize()


def heading(game: Any, name: str) -> str:
    """What a game calls a field of its cards."""
    return str(game.portrait.titles.get(name) or titled(name))


def stats(game: Any, definition: dict[str, Any]) -> list[tuple[str, Any]]:
    """The printed numbers and words of a card, whatever its game calls them."""
    written = game.portrait.written
    return [
        (heading(game, name), written[name](value) if name in written else value)
        for name, value in definition.items()
        if name in written or (name not in NOT_STATS and is_plain(value))
    ]


def is_plain(value: Any) -> bool:
    """Whether a value is written as it is."""
    return isinstance(value, int | str) and not isinstance(value, bool)
