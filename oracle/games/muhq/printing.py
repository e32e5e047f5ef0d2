"""The cards of a match, and the types of tiles of its map as if they were cards."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec

from .maps import find_map
from .records import MuhqCard
from .state import MuhqState
from .tiles import cards_of_types

REMEMBERED = 64
KNOWN: OrderedDict[tuple[Any, int], tuple[Any, Mapping[str, MuhqCard]]] = OrderedDict()


def prints(state: MuhqState, cards: Mapping[str, MuhqCard]) -> Mapping[str, MuhqCard]:
    """The cards with the tile types of the state's map; remembered for each map and set of cards."""
    key = (state.map if isinstance(state.map, str) else msgspec.json.encode(state.map, order="sorted"), id(cards))
    known = KNOWN.get(key)
    if known is not None and known[0] is cards:
        return known[1]
    found, _ = find_map(state.map, cards) if state.map else (None, [])
    made = {**cards, **({} if found is None else cards_of_types(found.tile_types))}
    while len(KNOWN) >= REMEMBERED:
        KNOWN.popitem(last=False)
    KNOWN[key] = (cards, made)
    return made
