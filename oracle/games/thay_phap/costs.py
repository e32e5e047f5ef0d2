"""Requirements beside mana: conditions that are checked, costs that are paid (TP-3.11, TP-R33, TP-R39)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import shuffled
from oracle.kernel.decisions import Pending
from oracle.kernel.piles import all_picked
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Chance, Object

from .piles import to_pile
from .settle import die
from .state import Phap, PhapState, Player, Requirements, Settle

COSTS = ("sacrifice", "discard")
CONDITIONS = ("died_this_turn", "life_at_most")


def conditions_hold(table: Phap, seat: int, required: Any, used: Object | None) -> dict[str, int] | None:
    """The first requirement that cannot be met, or `None`; the card that is used does not pay itself."""
    player = table.state.players[seat]
    for word, number in required:
        if word == "life_at_most":
            if player.life > number:
                return {word: number}
        elif there_is(player, word, used) < (number if len(required) == 1 else total(required, word)):
            return {word: number}
    return None


def there_is(player: Player, word: str, used: Object | None) -> int:
    """How much there is of what a requirement asks for."""
    if word == "sacrifice":
        return len(player.monsters)
    if word == "discard":
        return len(player.hand) - (1 if used is not None else 0)
    return player.died if word == "died_this_turn" else 0


def total(required: Any, word: str) -> int:
    """How much of one kind is asked for in all."""
    return sum(number for other, number in required if other == word)


def costs_of(required: Any) -> list[dict[str, int]]:
    """What must be paid, in printed order."""
    return [{word: number} for word, number in required if word in COSTS and number > 0]


# -- paying ----------------------------------------------------------------------------------------


def candidates(table: Phap, frame: Requirements) -> tuple[str, int, list[Any]]:
    """What is asked for, how many are still to pick, and what may be picked (a card that is not known, too)."""
    word, number = next(iter(frame.left[0].items()))
    player = table.state.players[frame.player]
    things = [*(player.monsters if word == "sacrifice" else player.hand)]
    for pick in frame.picked:
        things.remove(next(thing for thing in things if (thing.id or None) == pick))
    return word, number - len(frame.picked), things


def ask_cost(table: Phap, frame: Requirements) -> Pending | None:
    """Which monster is sacrificed, which card discarded, where there is a choice (TP-R72)."""
    if not frame.left:
        return None
    word, left, free = candidates(table, frame)
    if left <= 0 or len(free) <= left:
        return None
    picks = tuple(thing.id for thing in free if thing.id is not UNSET)
    return Pending(
        frame.player, word, "TP-R33", source=frame.source, min=left, max=left, chosen=tuple(frame.picked), picks=picks,
        secret=word == "discard",
    )  # fmt: skip


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
    forced = [thing.id or None for thing in free[:left]]
    for pick in forced:
        tell_forced(table, frame.player, word, pick)
    chosen = [*frame.picked, *forced]
    frame.left, frame.picked = frame.left[1:], []
    if word == "sacrifice":
        table.push(Settle())
        for monster in list(table.state.players[frame.player].monsters):
            if monster.id in chosen:
                sacrifice(table, frame.player, monster.id)  # type: ignore[arg-type]
    else:
        for thing in all_picked(table, frame.player, chosen):
            to_pile(table, frame.player, "hand", thing, reason="discard", rule="TP-R33")


def fill(state: PhapState, chance: Chance) -> None:
    """Give a sample the cards of a hand that were picked where nobody else saw them."""
    frame = state.agenda[-1] if state.agenda else None
    if isinstance(frame, Requirements) and None in frame.picked:
        hand = [thing.id for thing in state.players[frame.player].hand if thing.id is not UNSET]
        frame.picked = list(shuffled(chance, hand)[: len(frame.picked)])


def tell_forced(table: Phap, seat: int, word: str, pick: int | None) -> None:
    """Tell a choice that was none; which card of a hand it is only its holder sees before it lies in the pile."""
    told: dict[str, Any] = {"player": seat, "decision": word, "pick": pick, "forced": True}
    if word == "discard":
        table.tell((seat,), ("pick",), "choose", "TP-R72", **told)
    else:
        table.emit("choose", "TP-R72", **told)


@carries("TP-7.4")
def sacrifice(table: Phap, seat: int, pick: int) -> None:
    """A sacrificed monster counts as dead."""
    die(table, seat, table.find(pick, "monsters", seat), "sacrifice", "TP-7.4")


STEPS = (Step(Requirements, run=run_costs, asks=ask_cost, takes=take_cost),)
