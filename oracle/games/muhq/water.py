"""Swimmers on land and others in the water: only where the tile can have changed under them (MQ-14.16, MQ-R86)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault

from . import board
from .maps import has_map, map_of
from .state import Muhq


def roots_suit_their_tiles(table: Muhq) -> Iterator[Fault]:
    """A root stands where it can have come to: deep water for swimmers, land for all others."""
    if not has_map(table):
        return
    for i, thing in enumerate(table.state.permanents):
        if thing.tile is None or thing.tile not in map_of(table).grid or board.may_stand(table, thing, thing.tile):
            continue
        swims = board.swims(table, thing)
        if not may_have_suited(table, thing.tile, deep=swims):
            clause = "MQ-14.16" if swims else "MQ-14.17"
            message = "Swimmers stand on deep water." if swims else "What does not swim stands on land."
            yield fault("wrong_water", f"/permanents/{i}/tile", message, rule=clause)


def may_have_suited(table: Muhq, place: tuple[int, int], *, deep: bool) -> bool:
    """Whether a tile can have been water (or land) before, or the permanent another kind of swimmer."""
    grid = map_of(table)
    documents = [card.record.abilities for card in (*table.cards.values(), *(t.card for t in grid.tile_types.values()))]
    if "swim" in said(documents, "grant", "kw") or "swim" in said(documents, "do", "keyword"):
        return True
    types = {grid.types[place], *said(documents, "do", "type")}
    return any(grid.tile_types[name].deep is deep for name in types if name in grid.tile_types)


def said(document: Any, within: str, word: str, *, inside: bool = False) -> Iterator[str]:
    """What the abilities of cards say under a word, somewhere within this part."""
    if isinstance(document, dict):
        for name, value in document.items():
            if inside and name == word and isinstance(value, str):
                yield value
            yield from said(value, within, word, inside=inside or name == within)
    elif isinstance(document, list | tuple):
        for value in document:
            yield from said(value, within, word, inside=inside)
