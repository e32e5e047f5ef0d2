"""Requirements beside mana: conditions that are checked, costs that are paid (TP-3.11, TP-R33, TP-R39)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Pending
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Object

from .piles import to_pile
from .settle import die
from .state import Phap, Requirements, Settle

COSTS = ("sacrifice", "discard")
CONDITIONS = ("died_this_turn", "life_at_most")


def conditions_hold(table: Phap, seat: int, required: Any, used: Object | None) -> dict[str, int] | None:
    """The first requirement that cannot be met, or `None`; the card that is used does not pay itself."""
    player = table.state.players[seat]
    hand = len(player.hand) - (1 if used is not None else 0)
    there = {
        "sacrifice": len(player.monsters),
        "discard": hand,
        "died_this_turn": player.died,
    }
    for word, number in required:
        if word == "life_at_most":
            if player.life > number:
                return {word: number}
        elif there.get(word, 0) < total(required, word):
            return {word: number}
    return None


def total(required: Any, word: str) -> int:
    """How much of one kind is asked for in all."""
    return sum(number for other, number in required if other == word)


def costs_of(required: Any) -> list[dict[str, int]]:
    """What must be paid, in printed order."""
    return [{word: number} for word, number in required if word in COSTS and number > 0]


# -- paying ----------------------------------------------------------------------------------------


def candidates(table: Phap, frame: Requirements) -> tuple[str, int, list[int]]:
    """What is asked for, how many are still to pick, and what may be picked."""
    word, number = next(iter(frame.left[0].items()))
    player = table.state.players[frame.player]
    things = player.monsters if word == "sacrifice" else player.hand
    free = [thing.id for thing in things if thing.id not in frame.picked]
    return word, number - len(frame.picked), free  # type: ignore[return-value]


def ask_cost(table: Phap, frame: Requirements) -> Pending | None:
    """Which monster is sacrificed, which card discarded, where there is a choice (TP-R72)."""
    if not frame.left:
        return None
    word, left, free = candidates(table, frame)
    if left <= 0 or len(free) <= left:
        return None
    return Pending(
        frame.player, word, "TP-R33", source=frame.source, min=left, max=left, chosen=tuple(frame.picked), picks=tuple(free)
    )


def take_cost(table: Phap, frame: Requirements, pick: int) -> None:
    """One is picked."""
    del table
    frame.picked = [*frame.picked, pick]


def run_costs(table: Phap, frame: Requirements) -> None:
    """Pay the next cost with what was picked, or with all there is."""
    if not frame.left:
        pop(table)
        return
    word, left, free = candidates(table, frame)
    for pick in free[:left]:
        table.emit("choose", "TP-R72", player=frame.player, decision=word, pick=pick, forced=True)
    picked = [*frame.picked, *free[:left]]
    frame.left, frame.picked = frame.left[1:], []
    if word == "sacrifice":
        table.push(Settle())
        for monster in list(table.state.players[frame.player].monsters):
            if monster.id in picked:
                sacrifice(table, frame.player, monster.id)  # type: ignore[arg-type]
    else:
        for pick in picked:
            thing = table.find(pick, "hand", frame.player)
            to_pile(table, frame.player, "hand", thing, reason="discard", rule="TP-R33")


@carries("TP-7.4")
def sacrifice(table: Phap, seat: int, pick: int) -> None:
    """A sacrificed monster counts as dead."""
    die(table, seat, table.find(pick, "monsters", seat), "sacrifice", "TP-7.4")


STEPS = (Step(Requirements, run=run_costs, asks=ask_cost, takes=take_cost),)
