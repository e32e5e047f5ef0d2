"""What a seat may know beyond the zones, and what follows from a state."""

from __future__ import annotations

from typing import Any

from oracle.kernel.state import Viewer
from oracle.kernel.table import Place

from .drawing import minimum_hand
from .speeds import cost_of, speed_of
from .state import Machai, MachaiState


def hide(state: MachaiState, viewer: Viewer) -> None:
    """Whether somebody could have acted is that seat's to know; level decks have no order yet."""
    for seat, player in enumerate(state.players):
        if seat != viewer:
            player.could_act = None
        for name, cards in player.level_decks.items():
            if None not in cards:
                player.level_decks[name] = sorted(cards)  # type: ignore[type-var]


def derive(table: Machai, place: Place | None, seat: int | None) -> dict[str, Any]:
    """The present cost and speed of a card that can be played, the minimum hand size of a seat."""
    if place is None:
        return {} if seat is None else {"minimum_hand": minimum_hand(table, seat)}
    if place.zone not in ("hand", "zones") or place.seat is None or place.object.card is None:
        return {}
    return {
        "cost": cost_of(table, place.seat, place.zone, place.object),
        "speed": speed_of(table, place.seat, place.zone, place.object),
    }
