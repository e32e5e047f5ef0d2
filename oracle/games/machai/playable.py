"""A card that could be played, and where (MC-5)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .speeds import speed_is_granted, speed_of, speed_of_fast_cards, usual_speed
from .state import Machai, MachaiCard, prepared

ZONE_OF = {"hand": "hand", "zone": "zones"}


class Playable(Struct, frozen=True, gc=False):
    """A card where it could be played from: its record, the zone, its definition, the speed that it has there."""

    id: int
    thing: Any
    zone: str
    card: MachaiCard
    speed: int


def playable(table: Machai, seat: int, zone: str, thing: Any) -> Playable:
    """A card of a seat's hand or Prepared Zone; raises `Undetermined` for one that is not known."""
    return Playable(thing.id, thing, zone, table.card(thing), speed_of(table, seat, zone, thing))


def all_playable(table: Machai, seat: int, zone: str, things: list[Any]) -> list[Playable]:
    """The known ones among the cards of a seat's hand or Prepared Zones."""
    if speed_is_granted(table):
        return [playable(table, seat, zone, thing) for thing in things if thing.card is not None]
    cards, usual, fast = table.cards, usual_speed(zone), speed_of_fast_cards()
    return [
        Playable(thing.id, thing, zone, card := cards[thing.card], fast if card.fast else usual)
        for thing in things
        if thing.card is not None
    ]


def playable_once(table: Machai, seat: int, zone: str, thing: Any) -> Playable:
    """The same, worked out once for a decision."""
    found: Playable = table.once(("playable", thing.id), lambda: playable(table, seat, zone, thing))
    return found


def lying(table: Machai, seat: int, zone: str) -> list[Any]:
    """What lies in a seat's hand, or in its Prepared Zones."""
    player = table.state.players[seat]
    return player.hand if zone == "hand" else prepared(player)
