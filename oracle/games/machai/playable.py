"""A card that could be played, and where (MC-5)."""

from __future__ import annotations

from typing import Any, NamedTuple

from .speeds import is_made_fast, speed_is_granted, speed_of, speed_of_fast_cards, usual_speed
from .state import Machai, MachaiCard, prepared

ZONE_OF = {"hand": "hand", "zone": "zones"}


class Playable(NamedTuple):
    """A card where it could be played from: its record, the zone, its definition, the speed that it has there."""

    id: int
    thing: Any
    zone: str
    card: MachaiCard
    speed: int


def playable(table: Machai, seat: int, zone: str, thing: Any) -> Playable:
    """A card of a seat's hand or Prepared Zone; raises `Undetermined` for one that is not known."""
    return Playable(thing.id, thing, zone, table.card(thing), speed_of(table, seat, zone, thing))


def all_playable(table: Machai, seat: int, zone: str) -> list[Playable]:
    """The known cards of a seat's hand or Prepared Zones."""
    cards, usual, fast, granted = table.cards, usual_speed(zone), speed_of_fast_cards(), speed_is_granted(table)
    found = []
    for thing in lying(table, seat, zone):
        if thing.card is not None:
            card = cards[thing.card]
            is_fast = card.fast or (granted and is_made_fast(table, seat, zone, thing))
            found.append(Playable(thing.id, thing, zone, card, fast if is_fast else usual))
    return found


def playable_once(table: Machai, seat: int, zone: str, thing: Any) -> Playable:
    """The same, worked out once for a decision."""
    found: Playable = table.once(("playable", thing.id), lambda: playable(table, seat, zone, thing))
    return found


def lying(table: Machai, seat: int, zone: str) -> list[Any]:
    """What lies in a seat's hand, or in its Prepared Zones."""
    player = table.state.players[seat]
    return player.hand if zone == "hand" else prepared(player)
