"""Triggered abilities: they wait in batches, oldest source first, and are done one by one (MQ-R30)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.board import Tile
from oracle.kernel.effects.ability import Do
from oracle.kernel.rulebook import carries

from . import board
from .seats import chooser, rank
from .state import Muhq, Permanent, Waiting


def queue(table: Muhq, event: str, thing: Permanent, place: Tile | None = None, **bound: Any) -> None:
    """The abilities of a permanent that this event sets off wait; `place` is where it was last."""
    card = table.cards[str(thing.card)]
    if event not in card.events:
        return
    seen = {f"_{name}": [ref] for name, ref in bound.items() if ref is not None}
    if place is not None:
        seen["_tile"] = [{"tile": [*place]}]
    order = [rank(table, thing.controller), thing.seq]
    for i, ability in enumerate(card.abilities):
        if ability.kind == "triggered" and ability.event == event:
            add(table, thing.controller, thing.id, card.key, i, seen, [*order, i])  # type: ignore[arg-type]


@carries("MQ-8.4", "MQ-R43")
def queue_tile(table: Muhq, event: str, place: Tile, unit: Permanent) -> None:
    """The effects of a tile that an event with a unit there sets off wait; they come last, by row then column."""
    kind = board.tile_type(table, place)
    if event not in kind.card.events:
        return
    seen = {"_entering": [{"object": unit.id}], "_tile": [{"tile": [*place]}]}
    order = [len(table.state.players) + 1, place[1], place[0]]
    for i in kind.triggered(event):
        add(table, unit.controller, unit.id, kind.card.key, i, seen, [*order, i])  # type: ignore[arg-type]


def add(
    table: Muhq, seat: int | None, source: int, card: str, number: int, bound: dict[str, Any], order: list[int]
) -> None:
    """One ability waits, if its condition holds."""
    trigger = Waiting(
        id=0, player=chooser(table, seat), source=source, card=card, ability=number, bound=bound, rank=order
    )
    condition = table.cards[card].abilities[number].condition
    if condition is None or condition(table, frame_of(trigger)):
        trigger.id = table.fresh_id()
        table.state.trigger_queue = [*table.state.trigger_queue, trigger]


@carries("MQ-R30", otherwise=None)
def close_batch(table: Muhq) -> None:
    """What one procedure or execution has caused is one batch: in order, behind all that wait already."""
    waiting = table.state.trigger_queue
    if waiting and not waiting[-1].closed:
        fresh = sorted((each for each in waiting if not each.closed), key=lambda each: each.rank)
        for each in fresh:
            each.closed = True
        table.state.trigger_queue = [*(each for each in waiting if each not in fresh), *fresh]


@carries("MQ-4.2", "MQ-R93", "MQ-5.4", otherwise=None)
def next_trigger(table: Muhq) -> Do | None:
    """The ability that comes next, taken from those that wait."""
    waiting = table.state.trigger_queue
    if not waiting:
        return None
    table.state.trigger_queue = waiting[1:]
    return frame_of(waiting[0])


def frame_of(trigger: Waiting) -> Do:
    """A waiting ability as it is done."""
    return Do(
        player=trigger.player, source=trigger.source, card=trigger.card, ability=trigger.ability,
        bound=dict(trigger.bound), that=trigger.that,
    )  # fmt: skip
