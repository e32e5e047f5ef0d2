"""Cards change places: fresh ids, owners, and events that tell each seat no more than it may know."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from .state import Object, Zone
from .table import Table, owner_of


def put(table: Table[Any, Any], seat: int, zone: str, card: str | None, owner: int, **fields: Any) -> Any:
    """Lay a card in a zone as a new object with a fresh id; a pile of keys gets just the key.

    A card that is not known has no id where cards are held in a hand, but uses one up: so ids tell nothing.
    """
    place = table.game.zones[zone]
    record = place.holds
    state = table.state
    cards: list[Any] = getattr(state.players[seat], zone)
    table.moved()
    if record is None:
        cards.append(card)
        return None
    number: Any = state.next_id
    state.next_id = number + 1
    if card is None and place.seen == "owner" and not place.shows_ids:
        number = UNSET
    if owner != seat:
        fields["owner"] = owner
    thing = record(id=number, card=card, **fields) if fields else record(id=number, card=card)
    cards.append(thing)
    return thing


def take(table: Table[Any, Any], seat: int, zone: str, thing: Object) -> None:
    """Take an object out of its zone."""
    slot = table.game.zones[zone].slot
    cards: list[Any] = getattr(table.state.players[seat], zone)
    if slot:
        setattr(next(one for one in cards if getattr(one, slot) is thing), slot, None)
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
    take(table, seat, zone, thing)
    now = put(table, to[0], to[1], thing.card, owner_of(thing, seat), **fields)
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
    seat, zone = origin
    before: Any = None if thing.id is UNSET else thing.id
    after: Any = None if now is None or now.id is UNSET else now.id
    told: dict[str, Any] = {
        "type": "move", "object": before, "now": after, "card": thing.card, "player": seat, "from": zone, "to": to[1],
        "reason": reason,
    }  # fmt: skip
    if to[0] != seat:
        told["to_player"] = to[0]
    told["rule"] = rule
    left, reached = table.game.zones[zone], table.game.zones[to[1]]
    leaving = None if left.seen == "all" else seen_by(left, seat, table.state, thing)
    arriving = None if reached.seen == "all" else seen_by(reached, to[0], table.state, thing if now is None else now)
    if arriving is None:
        if leaving is None or before is None or left.shows_ids:
            table.events.append(told)
        else:
            tell_opened(table, told, leaving)
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
        event = {**told, "object": was, "now": is_now, "card": card}
        if len(groups) > 1:
            event["seats"] = viewers
        table.events.append(event)


def tell_opened(table: Table[Any, Any], told: dict[str, Any], knew: tuple[int, ...]) -> None:
    """Tell a move into the open: only seats that saw the card before learn which of those it was."""
    others: list[Any] = [seat for seat in range(len(table.state.players)) if seat not in knew]
    blind = {**told, "object": None, "seats": [*others, "spectator"]} if knew else {**told, "object": None}
    if not knew:
        table.events.append(blind)
    elif 0 in knew:
        table.events += [{**told, "seats": [*knew]}, blind]
    else:
        table.events += [blind, {**told, "seats": [*knew]}]


def seen_by(zone: Zone, seat: int, state: Any = None, thing: Any = None) -> tuple[int, ...] | None:
    """The seats that see the cards of a zone (this one, where only some lie face down); `None`: everybody does."""
    if zone.seen == "all" or (zone.face_down is not None and thing is not None and not zone.face_down(state, thing)):
        return None
    return (seat,) if zone.seen == "owner" else ()
