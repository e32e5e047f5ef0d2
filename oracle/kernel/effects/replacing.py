"""Replacement and prevention: what happens instead of an event, asked before it happens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oracle.kernel.table import Place, Table

from .ability import Ability, Do
from .lasting import holds_now, permanents, side_of
from .triggers import hears
from .using import note_use, spent


def instead(
    table: Table[Any, Any], event: str, amount: int = 0, *, place: Place | None = None, player: int | None = None
) -> int | None:
    """How much of an event is left to happen; `None` where something else happens in its place.

    Everything on the table that speaks of this event is asked once, seat by seat, oldest first: a
    prevention takes off what it can, a replacement puts its own steps on the agenda and ends it.
    """
    for source, number, ability in replacements(table, event):
        side = side_of(source)
        card = str(source.object.card)
        subject_is_own = ability.subject is not None and ability.subject.own
        if subject_is_own and (place is None or place.object.id != source.object.id):
            continue
        if not subject_is_own and not hears(table, side, ability, place, player):
            continue
        if spent(table, side.source, card, number, ability) or not holds_now(table, side, ability):
            continue
        frame = Do(player=side.player, source=side.source, card=card, ability=number, that=amount)
        frame.bound = {"subject": subject_of(place, player)}
        note_use(table, frame, ability)
        if ability.blocks[0]:
            table.push(frame)
        if ability.prevent is None:
            return None
        amount -= max(0, min(amount, ability.prevent(table, frame)))
        if amount == 0:
            return 0
    return amount


def subject_of(place: Place | None, player: int | None) -> list[Any]:
    """A reference to what the event happens to."""
    if place is not None:
        return [{"object": place.object.id}]
    return [] if player is None else [{"player": player}]


def replacements(table: Table[Any, Any], event: str) -> list[tuple[Place, int, Ability]]:
    """What on the table speaks of an event before it happens."""
    found: list[tuple[Place, int, Ability]] = table.once(("replaces", event), lambda: list(find(table, event)))
    return found


def find(table: Table[Any, Any], event: str) -> Iterator[tuple[Place, int, Ability]]:
    """Look through everything on the table."""
    for place in permanents(table):
        for number, ability in enumerate(table.card(place.object).abilities):
            if ability.kind == "replacement" and ability.event == event:
                yield place, number, ability
