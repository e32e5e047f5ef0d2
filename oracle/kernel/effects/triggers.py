"""Events and who listens: the cards whose own event it is, and those on the table that watch for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oracle.kernel.table import Place, Table

from .ability import Ability, Do, Side
from .lasting import permanents, side_of
from .run import effects_of
from .using import spent


def triggered(
    table: Table[Any, Any], event: str, *, place: Place | None = None, player: int | None = None, that: int = 0
) -> list[Do]:
    """The frames of all abilities that an event sets off: its subject's own first, then those that watch for it.

    `place` is the object that the event happened to, as it stands or last stood; `player` the seat.
    """
    found = own(table, event, place) if place is not None else []
    subject: list[Any] = (
        [{"object": place.object.id}] if place is not None else [] if player is None else [{"player": player}]
    )
    for listener, number, ability in listeners(table, event):
        side = side_of(listener)
        if hears(table, side, ability, place, player) and not spent(
            table, side.source, str(listener.object.card), number, ability
        ):
            frame = Do(
                player=side.player, source=side.source, card=str(listener.object.card), ability=number, that=that
            )
            frame.bound = {"subject": subject}
            frames = frame
            if ability.condition is None or ability.condition(table, frame):
                found.append(frames)
    for frame in found:
        frame.that = that
    return found


def own(table: Table[Any, Any], event: str, place: Place) -> list[Do]:
    """The frames of the abilities of the event's subject itself."""
    side = side_of(place)
    return (
        effects_of(table, event, side.player, side.source, str(place.object.card))
        if place.object.card is not None
        else []
    )


def listeners(table: Table[Any, Any], event: str) -> list[tuple[Place, int, Ability]]:
    """What on the table watches for an event that happens to others."""
    found: list[tuple[Place, int, Ability]] = table.once(
        ("listeners", event), lambda: list(find_listeners(table, event))
    )
    return found


def find_listeners(table: Table[Any, Any], event: str) -> Iterator[tuple[Place, int, Ability]]:
    """Look through everything on the table."""
    for place in permanents(table):
        for number, ability in enumerate(table.card(place.object).abilities):
            if (
                ability.kind == "triggered"
                and ability.event == event
                and ability.subject is not None
                and not ability.subject.own
            ):
                yield place, number, ability


def hears(table: Table[Any, Any], side: Side, ability: Ability, place: Place | None, player: int | None) -> bool:
    """Whether the event's subject is the one that the ability watches."""
    subject = ability.subject
    if subject is None:
        return False
    if subject.seats is not None:
        return player is not None and player in subject.seats(table, side)
    return place is not None and subject.objects is not None and subject.objects.matches(table, side, place)
