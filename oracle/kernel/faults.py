"""What no state of any game can be: unknown cards, one id twice, seats that are not there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, inspect

from .agenda import asked
from .cards import unknown_card
from .effects.lasting import compile_select
from .effects.soundness import frame_faults
from .errors import Fault, Undetermined
from .hidden import is_unknown, located
from .shapes import fault
from .state import LIMIT
from .together import Together

if TYPE_CHECKING:
    from .game import Game
    from .table import Table

MAX_OBJECTS = 2000
ROOM = 2**20
SEAT_BOUNDS = (0, 15)


def shared_faults(game: Game[Any, Any], state: Any) -> list[Fault]:
    """The faults that every game's states are checked for; the game's own only when these are none."""
    cards = game.cards_of(state)
    found = [
        *seat_faults(game, state),
        *name_faults(state),
        *room_faults(state),
        *object_faults(game, state, cards),
        *unseen_faults(game, state, cards),
        *effect_faults(game, state, cards),
        *together_faults(state),
        *frame_faults(state, cards),
    ]
    if found:
        return found
    table = game.table(state)
    for invariant in game.invariants:
        found += as_far_as_known(invariant(table))
    return found or list(as_far_as_known(work_waits(table)))


def name_faults(state: Any) -> Iterator[Fault]:
    """Names are plain text: nothing in them steers how the rest is shown."""
    for seat, player in enumerate(state.players):
        if not player.name.isprintable():
            message = "A name holds no control characters."
            yield Fault(code="control_character", at=f"/players/{seat}/name", message=message)


def room_faults(state: Any) -> Iterator[Fault]:
    """What only grows in a match leaves room to grow: the answer to a state can be sent again."""
    growing = (("/turn", state.turn), ("/next_id", state.next_id), ("/chance/drawn", state.chance.drawn))
    for at, number in growing:
        if number > LIMIT - ROOM:
            yield Fault(code="too_large", at=at, message=f"{number} leaves no room: at most {LIMIT - ROOM}.")


def work_waits(table: Table[Any, Any]) -> Iterator[Fault]:
    """Between two actions the innermost unfinished work waits for an answer: what waits for none was done."""
    agenda = table.state.agenda
    if agenda and table.state.result is None and asked(table) is None:
        yield Fault(code="nothing_waits", at=f"/agenda/{len(agenda) - 1}", message="This work waits for nothing.")


def as_far_as_known(faults: Iterator[Fault]) -> Iterator[Fault]:
    """The faults that can be told without the cards that are hidden here."""
    try:
        yield from faults
    except Undetermined:
        return


def seat_faults(game: Game[Any, Any], state: Any) -> Iterator[Fault]:
    """The number of seats, and every field that names one."""
    count = len(state.players)
    low, high = game.seats
    if not low <= count <= high:
        message = f"{game.name} is for {low if low == high else f'{low} to {high}'} players; here are {count}."
        yield Fault(code="seat_count", at="/players", message=message, data={"players": count})
    record: Any = type(state)
    named = [(f"/{name}", getattr(state, name)) for name in seat_fields(record)]
    if state.draw_offer is not None:
        named.append(("/draw_offer/by", state.draw_offer.by))
        named += [(f"/draw_offer/accepted/{i}", seat) for i, seat in enumerate(state.draw_offer.accepted)]
    if state.result is not None:
        named += [(f"/result/winners/{i}", seat) for i, seat in enumerate(state.result.winners)]
    named += [(f"/agenda/{i}/player", getattr(frame, "player", None)) for i, frame in enumerate(state.agenda)]
    for at, seat in named:
        if isinstance(seat, int) and seat >= count:
            yield Fault(code="no_such_seat", at=at, message=f"There is no seat {seat}.", data={"seat": seat})


@cache
def seat_fields(record: Any) -> tuple[str, ...]:
    """The fields of a state that name a seat: those whose type is bounded as a seat is."""
    fields = inspect.type_info(record).fields  # type: ignore[attr-defined]
    return tuple(field.name for field in fields if any(is_seat(kind) for kind in alternatives(field.type)))


def alternatives(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types that a value of this type may have."""
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def is_seat(kind: inspect.Type) -> bool:
    """Whether a number is bounded as the number of a seat."""
    return isinstance(kind, inspect.IntType) and (kind.ge, kind.le) == SEAT_BOUNDS


def object_faults(game: Game[Any, Any], state: Any, cards: Any) -> Iterator[Fault]:
    """Cards that no set has, ids twice or too high, owners that are not there."""
    if objects_are_sound(game, state, cards):
        return
    seen: dict[int, str] = {}
    for zone in game.zones.values():
        for seat, thing, at in located(state, zone):
            key = thing if zone.holds is None else thing.card
            if key is not None and key not in cards:
                yield unknown_card(at if zone.holds is None else f"{at}/card", key)
            if zone.holds is not None:
                held = seat is not None and zone.seen == "owner"
                yield from one_object_faults(state, thing, at, seen, held=held)
    if len(seen) > MAX_OBJECTS:
        yield Fault(code="too_many_objects", at="", message=f"At most {MAX_OBJECTS} objects; here are {len(seen)}.")
    if seen and state.next_id <= max(seen):
        message = f"next_id is {state.next_id}, but {max(seen)} is in use."
        yield Fault(code="next_id_used", at="/next_id", message=message, data={"next_id": state.next_id})


def one_object_faults(state: Any, thing: Any, at: str, seen: dict[int, str], *, held: bool) -> Iterator[Fault]:
    """The owner and the id of one object; `seen` gathers where each id stands."""
    if isinstance(thing.owner, int) and thing.owner >= len(state.players):
        message = f"There is no seat {thing.owner}."
        yield Fault(code="no_such_seat", at=f"{at}/owner", message=message, data={"seat": thing.owner})
    if thing.id is UNSET:
        if thing.card is not None and not held:
            yield Fault(code="missing", at=f"{at}/id", message="An object that shows has an id.")
    elif thing.id in seen:
        message = f"The id {thing.id} stands at {seen[thing.id]} too: a card is in one place."
        yield Fault(code="duplicate_id", at=f"{at}/id", message=message, data={"id": thing.id})
    else:
        seen[thing.id] = at


def objects_are_sound(game: Game[Any, Any], state: Any, cards: Any) -> bool:
    """Whether nothing is wrong with the objects for certain: looked at quickly, without saying where."""
    ids: list[int] = []
    seats = len(state.players)
    for zone in game.zones.values():
        for _, things in zone.lists(state):
            if zone.holds is None:
                if not all(key in cards or key is None for key in things):
                    return False
                continue
            for thing in things:
                owner = thing.owner
                if thing.card not in cards or thing.id is UNSET:
                    return False
                if owner is not UNSET and owner is not None and owner >= seats:
                    return False
                ids.append(thing.id)
    return len(ids) == len(set(ids)) <= MAX_OBJECTS and state.next_id > max(ids, default=0)


def effect_faults(game: Game[Any, Any], state: Any, cards: Any) -> Iterator[Fault]:
    """Continuing effects of unknown cards, seats or ids, and selectors that the card language does not know."""
    seen: set[int] = set()
    for i, effect in enumerate(state.effects):
        yield from effect_id_faults(effect, state, seen, f"/effects/{i}")
        if effect.card not in cards:
            yield unknown_card(f"/effects/{i}/card", effect.card)
        if effect.select is not UNSET:
            for fault in compile_select(game.vocabulary, effect.select)[1]:
                yield Fault(
                    code=fault.code, at=f"/effects/{i}/select{fault.at}", message=fault.message, data=fault.data
                )


def effect_id_faults(effect: Any, state: Any, seen: set[int], at: str) -> Iterator[Fault]:
    """An effect has an id of its own, which was given before, and is under a seat that is there."""
    if effect.id in seen:
        yield fault("duplicate_id", f"{at}/id", f"The id {effect.id} stands twice.", id=effect.id)
    if effect.id >= state.next_id:
        yield fault("next_id_used", "/next_id", f"next_id is {state.next_id}, but {effect.id} is in use.")
    seen.add(effect.id)
    if effect.controller >= len(state.players):
        yield fault("no_such_seat", f"{at}/controller", f"There is no seat {effect.controller}.")


def together_faults(state: Any) -> Iterator[Fault]:
    """Of seats that choose at the same time each has one place for what it chooses."""
    for i, frame in enumerate(state.agenda):
        if not isinstance(frame, Together):
            continue
        named = len(frame.seats) == len(set(frame.seats)) and all(seat < len(state.players) for seat in frame.seats)
        if not named or len(frame.locked) != len(frame.seats):
            message = "Each seat that chooses is named once and has a place for its choice."
            yield Fault(code="choices_mismatch", at=f"/agenda/{i}/locked", message=message)


def unseen_faults(game: Game[Any, Any], state: Any, cards: Any) -> Iterator[Fault]:
    """What a seat has not seen fits the number of its cards that are hidden from it."""
    for seat, player in enumerate(state.players):
        if player.unseen is UNSET:
            continue
        at = f"/players/{seat}/unseen"
        for i, key in enumerate(player.unseen):
            if key not in cards:
                yield unknown_card(f"{at}/{i}", key)
        least, most = count_unknown(game, player)
        if not least <= len(player.unseen) <= most:
            message = f"{least} own cards are hidden from this seat; here are {len(player.unseen)}."
            yield Fault(
                code="unseen_count", at=at, message=message, data={"hidden": least, "unseen": len(player.unseen)}
            )


def count_unknown(game: Game[Any, Any], player: Any) -> tuple[int, int]:
    """How many of a seat's cards are not known: in places that nobody may look into, and in all."""
    least = most = 0
    for zone in game.zones.values():
        count = 0 if zone.shared else sum(map(is_unknown, zone.of(player)))
        most += count
        least += count if zone.seen == "nobody" else 0
    return least, most
