"""Cards change places: fresh ids, owners, and events that tell each seat no more than it may know."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from .state import Object, Zone
from .table import Table, owner_of


def zone_of(table: Table[Any, Any], seat: int, zone: str) -> list[Any]:
    """The list of that seat's zone."""
    cards: list[Any] = getattr(table.state.players[seat], zone)
    return cards


def put(table: Table[Any, Any], seat: int, zone: str, card: str | None, owner: int, **fields: Any) -> Any:
    """Lay a card in a zone as a new object with a fresh id; a pile of keys gets just the key.

    A card that is not known has no id where cards are held in a hand, but uses one up: so ids tell nothing.
    """
    place = table.game.zones[zone]
    record = place.holds
    table.moved()
    if record is None:
        zone_of(table, seat, zone).append(card)
        return None
    number: Any = table.fresh_id()
    if card is None and place.seen == "owner" and not place.shows_ids:
        number = UNSET
    thing = record(id=number, card=card, owner=UNSET if owner == seat else owner, **fields)
    zone_of(table, seat, zone).append(thing)
    return thing


def take(table: Table[Any, Any], seat: int, zone: str, thing: Object) -> None:
    """Take an object out of its zone."""
    place = table.game.zones[zone]
    cards = zone_of(table, seat, zone)
    if place.slot:
        setattr(next(one for one in cards if getattr(one, place.slot) is thing), place.slot, None)
    else:
        for i, other in enumerate(cards):
            if other is thing:
                del cards[i]
                break
    table.moved()


def move(
    table: Table[Any, Any],
    thing: Object,
    origin: tuple[int, str],
    to: tuple[int, str],
    *,
    reason: str,
    rule: str,
    **fields: Any,
) -> Any:
    """Move an object between zones and tell it; returns the new record (`None` in a pile of keys)."""
    seat, zone = origin
    owner = owner_of(thing, seat)
    take(table, seat, zone, thing)
    now = put(table, to[0], to[1], thing.card, owner, **fields)
    tell_move(table, thing, now, origin, to, reason=reason, rule=rule)
    return now


def tell_move(
    table: Table[Any, Any],
    thing: Object,
    now: Object | None,
    origin: tuple[int, str],
    to: tuple[int, str],
    *,
    reason: str,
    rule: str,
) -> None:
    """Tell a move: who sees neither place learns no card, who sees only one cannot link the two."""
    before = None if thing.id is UNSET else thing.id
    after = now.id if now is not None else None
    base = {"player": origin[0], "from": origin[1], "to": to[1], "reason": reason}
    if to[0] != origin[0]:
        base["to_player"] = to[0]
    zones = table.game.zones
    left, reached = zones[origin[1]], zones[to[1]]
    leaving = seen_by(left, origin[0], table.state, thing)
    arriving = seen_by(reached, to[0], table.state, thing if now is None else now)
    if leaving is None and arriving is None:
        told = {"type": "move", "object": before, "now": after, "card": thing.card, **base, "rule": rule}
        table.events.append(told)
        return
    before_shows, after_shows = left.shows_ids, reached.shows_ids
    groups: dict[tuple[Any, Any, Any], list[Any]] = {}
    for viewer in (*range(len(table.state.players)), None):
        sees_before = leaving is None or viewer in leaving
        sees_after = arriving is None or viewer in arriving
        key = (
            before if sees_before or before_shows else None,
            after if sees_after or after_shows else None,
            thing.card if sees_before or sees_after else None,
        )
        groups.setdefault(key, []).append("spectator" if viewer is None else viewer)
    for (was, is_now, card), viewers in groups.items():
        event = {"type": "move", "object": was, "now": is_now, "card": card, **base, "rule": rule}
        if len(groups) > 1:
            event["seats"] = viewers
        table.events.append(event)


def seen_by(zone: Zone, seat: int, state: Any = None, thing: Any = None) -> tuple[int, ...] | None:
    """The seats that see the cards of a zone (this one, where only some lie face down); `None`: everybody does."""
    if zone.seen == "all" or (zone.face_down is not None and thing is not None and not zone.face_down(state, thing)):
        return None
    return (seat,) if zone.seen == "owner" else ()
