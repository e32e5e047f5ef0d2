"""Permanents that were played come onto the board, or wait for the next unit (MQ-5.4, MQ-20.8, MQ-R34, MQ-R67)."""

from __future__ import annotations

from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import take_off
from oracle.kernel.table import owner_of

from . import board, piles, triggers
from .declaring import tile_in
from .entering import arrived, enter
from .state import Declared, Muhq, Permanent
from .wearing import room_to_wear


def enter_play(table: Muhq, entry: Declared) -> None:
    """The card comes onto the board, or waits for the next unit; without a free tile it goes to its owner's pile."""
    take_off(table, entry)
    if entry.mode == "next_unit":
        wait_for_unit(table, entry)
    elif still_available(table, entry):
        come_out(table, entry)
    else:
        table.emit("fizzle", "MQ-R34", what=entry.kind, object=entry.id, reason="tile_not_available")
        piles.to_owner(table, entry, "discard", reason="played", rule="MQ-R34")


@carries("MQ-R34", otherwise=True)
def still_available(table: Muhq, entry: Declared) -> bool:
    """Whether the tile is still available: of where it was declared only that is looked at again."""
    return board.is_available(table, table.cards[str(entry.card)], tile_in(entry))


@carries("MQ-5.4", "MQ-14.1", "MQ-15.1", "MQ-19.1", "MQ-20.7", "MQ-R21")
def come_out(table: Muhq, entry: Declared) -> None:
    """A permanent enters; a unit wears what has waited for it."""
    card, owner = str(entry.card), owner_of(entry, entry.controller)
    thing = enter(table, card, owner, entry.controller, tile_in(entry), rule="MQ-5.4", was=entry.id, origin="stack")
    if table.cards[card].is_unit:
        wear_pending(table, thing, entry.controller)
    triggers.queue(table, "enter", thing, thing.tile)
    arrived(table, thing)


@carries("MQ-20.8", "MQ-R67")
def wait_for_unit(table: Muhq, entry: Declared) -> None:
    """The equipment waits, open to all, for its player's next unit."""
    piles.to_owner(table, entry, "pending_equipment", reason="played", rule="MQ-20.8")


@carries("MQ-20.8", "MQ-R67")
def wear_pending(table: Muhq, unit: Permanent, seat: int) -> None:
    """All that waits enters worn by the unit, in order; what it has no room for goes on waiting."""
    player, room = table.state.players[seat], room_to_wear(table, unit)
    waiting = player.pending_equipment[:room]
    player.pending_equipment = [] if room is None else player.pending_equipment[room:]
    table.moved()
    for thing in waiting:
        worn = enter(
            table, str(thing.card), seat, seat, None, rule="MQ-20.8", on=unit, was=thing.id, origin="pending_equipment"
        )
        triggers.queue(table, "enter", worn, unit.tile)
