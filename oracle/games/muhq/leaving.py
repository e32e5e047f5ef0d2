"""Off the board: what is destroyed, defeated or returned, and what falls with it (section 7.7 of the digest)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import UNSET

from oracle.kernel.board import Tile
from oracle.kernel.moves import tell_move
from oracle.kernel.rulebook import carries

from . import board, control, pieces, triggers
from .changing import deselect
from .entering import come_off, enter
from .map_records import Staff
from .maps import map_of
from .piles import bring_home
from .seats import chooser
from .state import Drop, Muhq, Permanent

How = Literal["destroyed", "defeated", "returned"]
RULES: dict[str, str] = {"destroyed": "MQ-14.4", "defeated": "MQ-15.4", "returned": "MQ-R87"}


class Gone(NamedTuple):
    """A permanent that leaves: how, by which clause, and where it was."""

    thing: Permanent
    how: How
    rule: str
    tile: Tile | None


def take_off(thing: Permanent, how: How) -> None:
    """An effect takes a permanent off the board; it goes when the effect is done."""
    if thing.leaving is UNSET:
        thing.leaving = how


@carries("MQ-14.3", "MQ-14.4", "MQ-15.2", "MQ-19.2")
def leave(table: Muhq, gone: Gone) -> Drop | None:
    """A permanent leaves the board for its owner's pile, or hand; what lay on it falls."""
    thing = gone.thing
    fallen = list(thing.stack)
    loosen(table, thing)
    if gone.how != "returned":
        event = "defeat" if gone.how == "defeated" else "destroy"
        table.emit(event, gone.rule, object=thing.id, card=thing.card, reason=gone.how)
    go_home(table, gone)
    if gone.how != "returned":
        triggers.queue(table, "left", thing, gone.tile)
    if not fallen or gone.tile is None:
        return None
    return Drop(player=chooser(table, thing.controller), tile=gone.tile, left=fallen)


def loosen(table: Muhq, thing: Permanent) -> None:
    """Nothing on the board speaks of a permanent any more; what lay on it has neither tile nor base (MQ-R64)."""
    state = table.state
    place = board.tile(table, thing)
    for other in pieces.upon(table, thing):
        other.on = None
    come_off(table, thing)
    deselect(table, thing)
    state.permanents = [other for other in state.permanents if other is not thing]
    state.unpaid = [number for number in state.unpaid if number != thing.id]
    for entry in state.stack:
        if entry.source == thing.id and place is not None:
            entry.bound = {**entry.bound, "_tile": [{"tile": [*place]}]}
    table.moved()
    ended = [
        effect
        for effect in state.effects
        if effect.target == thing.id or (effect.until == "while_source" and effect.source == thing.id)
    ]
    control.end(table, ended, "MQ-14.4")


@carries("MQ-14.4", "MQ-14.6")
def go_home(table: Muhq, gone: Gone) -> None:
    """The card goes to its owner, as a new object without marks."""
    thing = gone.thing
    if thing.map_flags.staff and is_respawned(table):
        respawn(table, thing)
        return
    zone, now = bring_home(table, thing.owner, thing.card, "hand" if gone.how == "returned" else "discard")
    if thing.owner is None:
        told = {"object": thing.id, "now": now.id, "card": thing.card, "player": None}
        table.emit("move", gone.rule, **told, **{"from": "permanents", "to": zone}, reason=gone.how)
    else:
        owner = thing.owner
        tell_move(table, thing, now, (owner, "permanents"), (owner, zone), reason=gone.how, rule=gone.rule)


def is_respawned(table: Muhq) -> bool:
    """Whether the map brings the victory equipment back when it is destroyed."""
    staff = map_of(table).wins("staff")
    return isinstance(staff, Staff) and staff.on_destroyed == "respawn"


@carries("MQ-R83")
def respawn(table: Muhq, thing: Permanent) -> None:
    """The victory equipment comes back on its tile, or the nearest available one, whole and nobody's."""
    flags = thing.map_flags
    start = flags.start_tile
    assert start is not None
    far = {place: board.distance(table, start, place) for place in map_of(table).grid}
    free = [place for place in far if board.is_available(table, thing, place) and far[place] is not None]
    free.sort(key=lambda place: (far[place], place[1], place[0]))
    if free:
        enter(
            table, str(thing.card), None, None, free[0], rule="MQ-R83", flags=flags, was=thing.id, origin="permanents"
        )
    else:
        bring_home(table, None, thing.card, "outside")


def wait_behind(table: Muhq, drop: Drop) -> None:
    """A stack that falls while others are being put down comes after them."""
    agenda = table.state.agenda
    at = len(agenda)
    while at and isinstance(agenda[at - 1], Drop):
        at -= 1
    agenda.insert(at, drop)
