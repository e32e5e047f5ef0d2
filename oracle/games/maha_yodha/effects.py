"""This game's words of the card language: draw, steal, gain Valor; totals and supply; controls."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.effects.ability import Do
from oracle.kernel.effects.vocabulary import ConditionWord, Parameter, Primitive, Vocabulary
from oracle.kernel.moves import put, take, tell_move
from oracle.kernel.piles import pick as random_pick
from oracle.kernel.piles import picked
from oracle.kernel.rulebook import carries
from oracle.kernel.table import owner_of

from .state import Draw, Maha, Steal, opponent

ONE_SHOT = Parameter("amount", least=1)


def draw(table: Maha, frame: Do, amount: int) -> None:
    """Draw cards, not limited to five (MY-R35)."""
    table.push(Draw(player=frame.player, left=max(0, amount)))


def steal(table: Maha, frame: Do, amount: int) -> None:
    """Take random cards of the opponent's hand (MY-R45)."""
    table.push(Steal(player=frame.player, left=max(0, amount)))


@carries("MY-11.7")
def gain_valor(table: Maha, frame: Do, amount: int) -> None:
    """Raise the supply of this turn."""
    player = table.state.players[frame.player]
    if player.valor is not None and amount > 0:
        player.valor += amount
        table.emit("gain", "MY-11.7", player=frame.player, what="valor", amount=amount, left=player.valor)


def controls(table: Maha, scope: Any, card: str) -> bool:
    """An own card with that name is out."""
    return any(thing.card == card for thing in table.state.players[scope.player].battlefield)


# -- stealing --------------------------------------------------------------------------------------


def ask_steal(table: Maha, frame: Steal) -> Question | None:
    """Which card of the opponent's hand is taken."""
    return random_pick(table, opponent(frame.player), frame.player, "MY-5.1") if frame.left else None


def run_steal(table: Maha, frame: Steal) -> None:
    """Nothing is left to take."""
    del frame
    pop(table)


def take_steal(table: Maha, frame: Steal, pick: int | None) -> None:
    """A card changes hands; its owner and the thief know it."""
    frame.left -= 1
    victim = opponent(frame.player)
    steal_card(table, frame.player, victim, picked(table, victim, pick))


@carries("MY-5.1")
def steal_card(table: Maha, thief: int, victim: int, thing: Any) -> None:
    """The card goes to the thief's hand; each of the two sees the card, and its id in the own hand only."""
    owner = thief if thing.card is None else owner_of(thing, victim)
    take(table, victim, "hand", thing)
    now = put(table, thief, "hand", thing.card, owner)
    tell_move(table, thing, now, (victim, "hand"), (thief, "hand"), reason="steal", rule="MY-5.1")


STEPS = (Step(Steal, run=run_steal, asks=ask_steal, takes=take_steal),)

VOCABULARY = Vocabulary(
    primitives={
        "draw": Primitive("draw", ("MY-5.1",), draw, {"amount": ONE_SHOT}, main="amount"),
        "steal": Primitive("steal", ("MY-5.1",), steal, {"amount": ONE_SHOT}, main="amount"),
        "gain_valor": Primitive("gain_valor", ("MY-11.7",), gain_valor, {"amount": ONE_SHOT}, main="amount"),
    },
    events={"play": ("MY-3.3", "MY-5.1"), "assign": ("MY-4.5",)},
    stats={"attack": ("MY-12.1",), "defence": ("MY-12.2",), "valor_supply": ("MY-11.3",)},
    seat_stats=("attack", "defence", "valor_supply"),
    slots=("abilities", "combination"),
    controls=("if", "repeat"),
    conditions={"controls": ConditionWord(controls, kind="card")},
    zones=("battlefield",),
    types=("warrior", "weapon", "scroll"),
)
