"""Entries come to the stack and leave it: put there, taken off, countered, negated in one part."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from ..moves import put, seen_by, take, tell_move
from ..state import Object
from ..table import Table, owner_of
from .records import Entry, GivePriority, OpenWindow, Resolve


def find_entry(table: Table[Any, Any], entry_id: int) -> Entry | None:
    """The entry with this id, if it is on the stack."""
    for entry in table.state.stack:
        if entry.id == entry_id:
            found: Entry = entry
            return found
    return None


def waits(table: Table[Any, Any], entry: Entry) -> bool:
    """Whether an entry still waits: what is being resolved just now can no longer be countered."""
    return not any(isinstance(frame, Resolve) and frame.entry == entry.id for frame in table.state.agenda)


def entry_record(table: Table[Any, Any]) -> Any:
    """The record of this game's entries."""
    return table.game.zones["stack"].holds


def lay(table: Table[Any, Any], entry: Entry) -> None:
    """Put an entry on top of the stack; one without an id gets one."""
    if entry.id is UNSET:
        entry.id = table.fresh_id()
    table.state.stack.append(entry)
    table.moved()


def put_card(
    table: Table[Any, Any], thing: Object, origin: tuple[int, str], controller: int, kind: str = "card", **fields: Any
) -> Entry:
    """Move a card from a seat's zone to the stack as a new object, and tell that it is played.

    `fields` are those of the entry; its abilities, speed and targets are among them.
    """
    seat, zone = origin
    owner = owner_of(thing, seat)
    take(table, seat, zone, thing)
    entry: Entry = entry_record(table)(
        kind=kind, card=thing.card, controller=controller, owner=UNSET if owner == controller else owner, **fields
    )
    lay(table, entry)
    tell_play(table, thing, entry, origin)
    return entry


def tell_play(table: Table[Any, Any], thing: Object, entry: Entry, origin: tuple[int, str]) -> None:
    """Tell a play: who could not see the card before learns nothing of its old id."""
    told: dict[str, Any] = {"player": entry.controller, "object": thing.id, "now": entry.id, "card": entry.card}
    told["targets"] = references(table, entry)
    rule = table.game.its_stack.clauses.put
    zone = table.game.zones[origin[1]]
    knows = seen_by(zone, origin[0], table.state, thing)
    if knows is None or zone.shows_ids:
        table.emit("play", rule, **told)
    else:
        table.tell(knows, ("object",), "play", rule, **told)


def put_ability(
    table: Table[Any, Any], source: Object, controller: int, ability: int, kind: str = "ability", **fields: Any
) -> Entry:
    """Put an activated ability of an object on the stack, and tell it."""
    entry: Entry = entry_record(table)(
        kind=kind, card=source.card, controller=controller, source=source.id, abilities=[ability], **fields
    )
    lay(table, entry)
    told = {"player": controller, "object": source.id, "card": source.card, "ability": ability}
    table.emit("activate", table.game.its_stack.clauses.put, **told, targets=references(table, entry))
    return entry


def references(table: Table[Any, Any], entry: Entry) -> list[Any]:
    """The targets of an entry, as the game's events spell references."""
    spells = table.game.its_stack.spells
    return [spells(chosen.ref) for chosen in entry.targets]


def entry_came(table: Table[Any, Any]) -> None:
    """What follows an entry put on the stack by a seat: checks, triggers, priority."""
    table.push(GivePriority(after="entry"))


def act_was_done(table: Table[Any, Any]) -> None:
    """What follows an act beside the stack: checks and triggers; priority stays where it is."""
    table.push(GivePriority(after="act"))


# -- leaving ---------------------------------------------------------------------------------------


def take_off(table: Table[Any, Any], entry: Entry) -> None:
    """Take an entry off the stack, wherever in it it lies."""
    stack = table.state.stack
    place = len(stack) - 1
    while stack[place] is not entry:
        place -= 1
    del stack[place]
    for frame in table.state.agenda:
        if isinstance(frame, OpenWindow) and frame.floor > place:
            frame.floor -= 1
    table.moved()


def to_pile(
    table: Table[Any, Any],
    entry: Entry,
    zone: str,
    *,
    reason: str,
    rule: str | None,
    seat: int | None = None,
    **fields: Any,
) -> Any:
    """Take an entry off; its card, if it is one, goes to a zone of its owner (or of `seat`)."""
    take_off(table, entry)
    if not entry.is_card:
        return None
    owner = owner_of(entry, entry.controller)
    to = (owner if seat is None else seat, zone)
    now = put(table, to[0], zone, entry.card, owner, **fields)
    tell_move(table, entry, now, (entry.controller, "stack"), to, reason=reason, rule=rule or "")
    return now


def counter(table: Table[Any, Any], entry_id: int, zone: str = "discard") -> bool:
    """Counter an entry: it leaves the stack without being resolved. False: it does not wait there."""
    entry = find_entry(table, entry_id)
    if entry is None or not waits(table, entry):
        return False
    rule = table.game.its_stack.clauses.counter
    table.emit("fizzle", rule, what=entry.kind, object=entry.id, reason="countered")
    to_pile(table, entry, zone, reason="countered", rule=rule)
    return True


def negate(table: Table[Any, Any], entry_id: int, part: int) -> bool:
    """One part of an entry will do nothing; the rest of it still does. False: it does not wait there."""
    entry = find_entry(table, entry_id)
    if entry is None or not waits(table, entry) or part >= len(entry.abilities) or part in entry.negated:
        return False
    entry.negated = sorted((*entry.negated, part))
    table.emit(
        "fizzle", table.game.its_stack.clauses.counter, what="part", object=entry.id, part=part, reason="negated"
    )
    return True
