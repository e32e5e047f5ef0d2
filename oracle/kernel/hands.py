"""Cards of a hand that actions name, for games whose players hold theirs in `hand`."""

from __future__ import annotations

from typing import Any

from .candidates import Draft
from .decisions import Part
from .state import Object
from .table import Table


def in_hand(table: Table[Any, Any], action: Any) -> Object | None:
    """The card of the action in the hand of the seat that acts."""
    number = action.card
    known: Object | None = action.thing if type(action) is Draft else None
    if known is not None and known.id == number:
        return known
    hand: list[Object] = table.state.players[action.player].hand
    for thing in hand:
        if thing.id == number:
            return thing
    return None


CARD = Part("card", in_hand)
