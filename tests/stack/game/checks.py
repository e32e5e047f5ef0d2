from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.agreement import finish
from oracle.kernel.effects.triggers import triggered
from oracle.kernel.moves import move
from oracle.kernel.stack.entries import to_pile
from oracle.kernel.stack.leaving import start_anew, withdraw
from oracle.kernel.stack.records import Priority
from oracle.kernel.stack.triggers import queue
from oracle.kernel.table import Place, owner_of

from .state import Check, Kindling, record_of
from .turn import next_turn


def run_check(table: Kindling, _frame: Check) -> None:
    """Deaths, their triggers, then who is out; once, for nothing here causes more of it."""
    pop(table)
    for seat, player in enumerate(table.state.players):
        for imp in [imp for imp in player.field if imp.damage >= record_of(table, str(imp.card)).toughness]:
            fall(table, seat, imp)
    leave(table, [seat for seat in table.game.seats_in(table.state) if table.state.players[seat].life <= 0])


def fall(table: Kindling, seat: int, imp: Any) -> None:
    move(table, imp, (seat, "field"), (owner_of(imp, seat), "discard"), reason="fall", rule="KD-5.2")
    collect(table, "fall", seat, imp)


def collect(table: Kindling, event: str, seat: int, thing: Any) -> None:
    """The abilities that the event sets off wait."""
    queue(table, *triggered(table, event, place=Place(seat, "field", thing)))


def leave(table: Kindling, lost: list[int]) -> None:
    """Seats are out: their entries and imps go; one seat left has won."""
    if not lost:
        return
    for seat in lost:
        player = table.state.players[seat]
        player.out = True
        for entry in withdraw(table, seat):
            bury(table, entry)
        for imp in list(player.field):
            move(table, imp, (seat, "field"), (owner_of(imp, seat), "discard"), reason="out", rule="KD-1.1")
    left = table.game.seats_in(table.state)
    if len(left) < 2:
        finish(table, left, "KD-1.1", "life_zero")
    elif table.state.active in lost:
        drop_turn(table)
    else:
        start_anew(table)


def bury(table: Kindling, entry: Any) -> None:
    """The card of an entry that was taken off goes to the pile."""
    table.state.stack.append(entry)
    to_pile(table, entry, "discard", reason="out", rule="KD-1.1")


def drop_turn(table: Kindling) -> None:
    """The active seat is out: what is under way ends unresolved, the next turn begins."""
    table.state.agenda.clear()
    table.state.trigger_queue = []
    for entry in list(table.state.stack):
        to_pile(table, entry, "discard", reason="out", rule="KD-1.1")
    table.state.priority = Priority()
    next_turn(table)


STEPS = (Step(Check, run=run_check),)
