"""What no state of any game can be: unknown cards, one id twice, seats that are not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from .cards import unknown_card
from .errors import Fault

if TYPE_CHECKING:
    from .game import Game

MAX_OBJECTS = 2000


def shared_faults(game: Game[Any, Any], state: Any) -> list[Fault]:
    """The faults that every game's states are checked for; the game's own only when these are none."""
    cards = game.cards_of(state)
    found = [*seat_faults(game, state), *object_faults(game, state, cards)]
    if found:
        return found
    table = game.table(state)
    for invariant in game.invariants:
        found += invariant(table)
    return found


def seat_faults(game: Game[Any, Any], state: Any) -> Iterator[Fault]:
    """The number of seats, and every field that names one."""
    count = len(state.players)
    low, high = game.seats
    if not low <= count <= high:
        message = f"{game.name} is for {low if low == high else f'{low} to {high}'} players; here are {count}."
        yield Fault(code="seat_count", at="/players", message=message, data={"players": count})
    named = [("/active", state.active)]
    if state.draw_offer is not None:
        named.append(("/draw_offer/by", state.draw_offer.by))
        named += [(f"/draw_offer/accepted/{i}", seat) for i, seat in enumerate(state.draw_offer.accepted)]
    if state.result is not None:
        named += [(f"/result/winners/{i}", seat) for i, seat in enumerate(state.result.winners)]
    named += [(f"/agenda/{i}/player", getattr(frame, "player", None)) for i, frame in enumerate(state.agenda)]
    for at, seat in named:
        if isinstance(seat, int) and seat >= count:
            yield Fault(code="no_such_seat", at=at, message=f"There is no seat {seat}.", data={"seat": seat})


def object_faults(game: Game[Any, Any], state: Any, cards: Any) -> Iterator[Fault]:
    """Cards that no set has, ids twice or too high, owners that are not there."""
    seen: dict[int, str] = {}
    for zone in game.zones.values():
        for seat, thing, at in located(game, state, zone):
            key = thing if zone.holds is None else thing.card
            if key is not None and key not in cards:
                yield unknown_card(at if zone.holds is None else f"{at}/card", key)
            if zone.holds is None:
                continue
            if thing.owner is not UNSET and thing.owner >= len(state.players):
                yield Fault(code="no_such_seat", at=f"{at}/owner", message=f"There is no seat {thing.owner}.", data={"seat": thing.owner})
            if thing.id is UNSET:
                if key is not None and not (seat is not None and zone.seen == "owner"):
                    yield Fault(code="missing", at=f"{at}/id", message="An object that shows has an id.")
            elif thing.id in seen:
                message = f"The id {thing.id} stands at {seen[thing.id]} too: a card is in one place."
                yield Fault(code="duplicate_id", at=f"{at}/id", message=message, data={"id": thing.id})
            else:
                seen[thing.id] = at
    if len(seen) > MAX_OBJECTS:
        yield Fault(code="too_many_objects", at="", message=f"At most {MAX_OBJECTS} objects; here are {len(seen)}.")
    if seen and state.next_id <= max(seen):
        message = f"next_id is {state.next_id}, but {max(seen)} is in use."
        yield Fault(code="next_id_used", at="/next_id", message=message, data={"next_id": state.next_id})


def located(game: Game[Any, Any], state: Any, zone: Any) -> Iterator[tuple[int | None, Any, str]]:
    """The cards of a zone with their seats and pointers."""
    for seat, things in zone.lists(state):
        place = "/".join((*zone.path, zone.name)) if seat is None else f"players/{seat}/{zone.name}"
        for i, thing in enumerate(things):
            yield seat, thing, f"/{place}" if zone.single else f"/{place}/{i}"
