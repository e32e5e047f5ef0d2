"""Running abilities: the frame that resolves one, and the queueing of what a card does."""

from __future__ import annotations

from typing import Any

from ..agenda import Step, pop
from ..table import Table
from .ability import Do


def run_do(table: Table[Any, Any], frame: Do) -> None:
    """Do the next step of an ability, or take its frame off when all are done."""
    steps = table.cards[frame.card].abilities[frame.ability].blocks[frame.block]
    if frame.at >= len(steps):
        pop(table)
        return
    step = steps[frame.at]
    frame.at += 1
    table.spend(1, frame.card)
    step(table, frame)


STEPS = (Step(Do, run=run_do),)


def effects_of(
    table: Table[Any, Any], event: str, player: int, source: int | None, card: str, mode: str | None = None, slot: str = "abilities"
) -> list[Do]:
    """The frames of a card's abilities that this event of its own sets off, in printed order."""
    frames = []
    for i, ability in enumerate(table.cards[card].abilities):
        if ability.event == event and ability.slot == slot and ability.mode in (None, mode):
            frames.append(Do(player=player, source=source, card=card, ability=i))
    return frames
