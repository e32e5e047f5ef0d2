"""Deck cases and card cases: published lists changed card by card, definitions judged alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .document import DECK_WORDS, ScenarioFault, known

if TYPE_CHECKING:
    from oracle import Game
    from oracle.kernel.cards import Deck

    from .names import Names


MOST = 500


def spread(items: Any) -> Iterator[Any]:
    """The items of a list of cards, or of a map of card and number, copy by copy."""
    for item in [items] if isinstance(items, Mapping) else items:
        if isinstance(item, Mapping) and "card" not in item and all(type(n) is int for n in item.values()):
            if any(copies > MOST for copies in item.values()):
                raise ScenarioFault(f"at most {MOST} copies of a card are laid out: {item!r}")
            yield from (card for card, copies in item.items() for _ in range(copies))
        else:
            yield item


def deck_document(game: Game[Any, Any], deck: Any, names: Names) -> dict[str, Any]:
    """A deck as the oracle takes it: a published list by key, changed card by card."""
    said: dict[str, Any] = {"list": deck} if isinstance(deck, str) else dict(deck)
    known("deck", said, DECK_WORDS)
    published = _published(game, str(said["list"])) if "list" in said else None
    document = {
        "game": game.key,
        "format": said.get("format", published.format if published else game.formats[0]),
        "sections": _sections(game, published.sections if published else {}, said, names),
        "options": {**(published.options if published else {}), **said.get("options", {})},
    }
    return {**document, "sets": said["sets"]} if "sets" in said else document


def _published(game: Game[Any, Any], key: str) -> Deck:
    """A list that ships with the game."""
    decks: dict[str, Deck] = {name: deck for card_set in game.builtin_sets for name, deck in card_set.decks.items()}
    known("deck list", [key], tuple(decks))
    return decks[key]


def _sections(
    game: Game[Any, Any], published: Mapping[str, Any], said: Mapping[str, Any], names: Names
) -> dict[str, list[dict[str, Any]]]:
    """The sections with their counts; `remove`, `add` and `cards` change the main one, or those they name.

    A section said to be null is left out.
    """
    sections = {section: Counter(_keys(cards, names)) for section, cards in published.items()}
    for section, cards in said.get("sections", {}).items():
        sections[section] = Counter(_keys(cards or [], names))
    for word in ("remove", "add", "cards"):
        for section, cards in _by_section(game, said.get(word, [])):
            counts = sections.setdefault(section, Counter())
            counts.subtract(_keys(cards, names)) if word == "remove" else counts.update(_keys(cards, names))
    left_out = {section for section, cards in said.get("sections", {}).items() if cards is None}
    return {
        section: [{"card": card, "count": n} for card, n in counts.items() if n]
        for section, counts in sections.items()
        if section not in left_out
    }


def _by_section(game: Game[Any, Any], cards: Any) -> list[tuple[str, Any]]:
    """Cards by section; where none is named they are of the main one."""
    if isinstance(cards, Mapping) and set(cards) <= set(game.sections):
        return list(cards.items())
    return [("deck", cards)] if cards else []


def _keys(cards: Any, names: Names) -> list[str]:
    return [names.key(card) for card in spread(cards)]
