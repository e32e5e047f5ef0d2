"""Blink and Quick Play: cards that come back, cards that come without their Cost (MM-21.17, MM-21.47)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Pending
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.declaring import declare
from oracle.kernel.table import Place

from .keywords import is_link, is_summon, mantle, shielded_from
from .mantle import enter, remove
from .speeds import chant_speed
from .state import Build, Host, Magika, Return, Returning


@carries("MM-21.17", "MM-21.18", "MM-21.19")
def blink(table: Magika, place: Place) -> None:
    """A card is removed, with a mark that it comes back at the start of its owner's next turn."""
    now = remove(table, place, rule="MM-21.17", reason="blink")
    if now is not None:
        mark = Return(object=now.id, player=place.seat, created_serial=table.state.turn)  # type: ignore[arg-type]
        table.state.delayed = [*table.state.delayed, mark]


def due(table: Magika, seat: int) -> list[int]:
    """The Blinked cards that come back to a seat now, the first to go first."""
    return [
        mark.object for mark in table.state.delayed if mark.player == seat and mark.created_serial < table.state.turn
    ]


# -- the frames ------------------------------------------------------------------------------------


def ask_returning(_table: Magika, frame: Returning) -> Pending | None:
    """Which of several cards comes back next."""
    if len(frame.left) < 2:
        return None
    return Pending(frame.player, "blink_order", "MM-R87", min=1, max=1, chosen=(), picks=tuple(frame.left))


def take_returning(table: Magika, frame: Returning, pick: int) -> None:
    """The owner has said which."""
    frame.left = [other for other in frame.left if other != pick]
    come_back(table, frame.player, pick)


def run_returning(table: Magika, frame: Returning) -> None:
    """The last one, or none."""
    if not frame.left:
        pop(table)
        return
    first, frame.left = frame.left[0], frame.left[1:]
    come_back(table, frame.player, first)


def come_back(table: Magika, seat: int, number: int) -> None:
    """The mark is gone; the card is Quick Played if it is still there."""
    table.state.delayed = [mark for mark in table.state.delayed if mark.object != number]
    thing = table.find(number, "removal", seat)
    if thing is not None:
        quick_play(table, Place(seat, "removal", thing))


@carries("MM-21.47", "MM-R92")
def quick_play(table: Magika, place: Place) -> None:
    """A card is played ignoring its Cost, in whatever phase; an Equipment needs a host, a Chant goes on the stack."""
    assert place.seat is not None
    card = table.card(place.object)
    if card.is_equipment:
        table.push(Host(player=place.seat, card=place.object.id))  # type: ignore[arg-type]
    elif card.type == "chant":
        number: int = place.object.id  # type: ignore[assignment]
        speed = chant_speed(card)
        frame = Build(player=place.seat, kind="quick_chant", source=number, card=card.key, speed=speed, locked=True)
        declare(table, frame)
    else:
        enter(table, place.seat, place.object, place.zone, rule="MM-21.47")


# -- a host ----------------------------------------------------------------------------------------


def hosts(table: Magika, seat: int) -> list[int]:
    """The Summons that an Equipment can be put on (MM-R61)."""
    return [place.object.id for place in mantle(table) if can_host(table, seat, place)]  # type: ignore[misc]


def can_host(table: Magika, seat: int, place: Place) -> bool:
    """A Summon that this player's Equipment may be put on."""
    return is_summon(table, place.object) and may_bear(table, seat, place)


def may_bear(table: Magika, seat: int, place: Place) -> bool:
    """No Link, nothing of an opponent's with Hexproof, by the option an own card only."""
    if is_link(place.object) or shielded_from(table, seat, place):
        return False
    return place.seat == seat or table.state.options.equip_opposing


def ask_host(table: Magika, frame: Host) -> Pending | None:
    """Which Summon bears it."""
    picks = hosts(table, frame.player)
    if not picks:
        return None
    return Pending(
        frame.player, "choose_host", "MM-13.9", source=frame.card, min=1, max=1, chosen=(), picks=tuple(picks)
    )


def take_host(table: Magika, frame: Host, pick: int) -> None:
    """The Equipment is attached."""
    pop(table)
    thing: Any = table.find(frame.card, seat=frame.player)
    place = table.place(frame.card)
    if thing is not None and place is not None:
        enter(table, frame.player, thing, place.zone, rule="MM-21.47", host=pick)


def run_host(table: Magika, frame: Host) -> None:
    """None is there: it stays where it is."""
    pop(table)
    table.emit("fizzle", "MM-R87", what="equipment", object=frame.card, reason="no_host")


STEPS = (
    Step(Returning, run=run_returning, asks=ask_returning, takes=take_returning),
    Step(Host, run=run_host, asks=ask_host, takes=take_host),
)
