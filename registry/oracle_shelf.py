"""The oracle's cards and sections by the names that people write."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import oracle
from registry.shelf import Shelf


@lru_cache(maxsize=64)
def shelf_of(game: str, sets: tuple[str, ...] = ()) -> Shelf:
    """Give the shelf of a game with some card sets, by default those that ship; raises KeyError and UnknownSet."""
    known = oracle.game(game)
    documents = [card.document for card in known.cards(list(sets) or None)]
    return Shelf(game, known.sections, {document["key"]: _names(document) for document in documents})


def _names(document: dict[str, Any]) -> list[str]:
    """Give the names of a card, the printed one first."""
    name = document["name"]
    spoken = [name] if isinstance(name, str) else list(name.values())
    return [*spoken, *document.get("aliases", [])]
