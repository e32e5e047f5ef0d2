"""Drawing, discarding, reshuffling (MQ-3.3, MQ-3.4, MQ-7)."""

from __future__ import annotations

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.decisions import Pending
from oracle.kernel.piles import draw, next_card, pick, picked
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Object

from . import piles
from .state import DiscardCards, Draw, Muhq

HAND = 3


@carries("MQ-3.4", "MQ-0.4", "MQ-R05", otherwise=0)
def missing(table: Muhq, seat: int) -> int:
    """How many cards a hand is short of three; a larger one draws nothing."""
    return max(0, HAND - len(table.state.players[seat].hand))


def ask_draw(table: Muhq, frame: Draw) -> Question | None:
    """Which card is drawn, where the order of the deck does not say."""
    deck = table.state.players[frame.player].deck
    return next_card(table, frame.player, deck, "draw", "MQ-R95") if frame.left and deck else None


def run_draw(table: Muhq, frame: Draw) -> None:
    """Draw the next card, while there are any (MQ-R04)."""
    if frame.left and table.state.players[frame.player].deck:
        take_draw(table, frame, None)
    elif frame.left and refills_mid_draw(table, frame.player):
        reshuffle(table, frame.player, "MQ-R04")
    else:
        pop(table)


def take_draw(table: Muhq, frame: Draw, card: str | None) -> None:
    """A card is drawn."""
    draw(table, frame.player, table.state.players[frame.player].deck, card, frame.rule)
    frame.left -= 1


@carries("MQ-R04", otherwise=False)
def refills_mid_draw(table: Muhq, seat: int) -> bool:
    """By the option a deck that runs out while drawing is filled at once."""
    return table.state.options.reshuffle_mid_draw and bool(table.state.players[seat].discard)


@carries("MQ-3.3", "MQ-7.4")
def reshuffle(table: Muhq, seat: int, rule: str) -> None:
    """The pile is shuffled and becomes the deck."""
    player = table.state.players[seat]
    player.deck.extend(thing.card for thing in player.discard)
    player.discard.clear()
    table.moved()
    table.shuffle(seat, player.deck, rule)


def discard(table: Muhq, seat: int, thing: Object, rule: str, reason: str = "discard") -> None:
    """A card of the hand goes onto the pile."""
    piles.move(table, seat, thing, "hand", "discard", reason=reason, rule=rule)


def ask_discard(table: Muhq, frame: DiscardCards) -> Pending | Question | None:
    """Which card it is: the player chooses, or chance picks where there are several."""
    hand = table.state.players[frame.player].hand
    if not frame.left or not hand:
        return None
    if frame.how == "random":
        return pick(table, frame.player, frame.player, "MQ-R95") if len(hand) > 1 else None
    picks = tuple(thing.id for thing in hand if thing.card is not None)
    least = min(frame.left, len(hand))
    return Pending(
        frame.player, "choose", "MQ-R94", "discard_cards", min=least, max=least, chosen=(), picks=picks, secret=True
    )


def run_discard(table: Muhq, frame: DiscardCards) -> None:
    """The only card goes by chance without being asked; with nothing left to discard the frame goes."""
    hand = table.state.players[frame.player].hand
    if frame.left and hand:
        frame.left = 0
        discard(table, frame.player, hand[0], "MQ-R95")
    else:
        pop(table)


def take_discard(table: Muhq, frame: DiscardCards, outcome: int | None) -> None:
    """The card is chosen, or chance has picked it."""
    frame.left -= 1
    if frame.how == "random":
        discard(table, frame.player, picked(table, frame.player, outcome), "MQ-R95")
    else:
        discard(table, frame.player, table.find(outcome or 0, "hand", frame.player), "MQ-R94")


STEPS = (
    Step(Draw, run=run_draw, asks=ask_draw, takes=take_draw),
    Step(DiscardCards, run=run_discard, asks=ask_discard, takes=take_discard),
)
