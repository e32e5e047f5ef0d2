"""Drawing cards one by one, and discarding from a hand (MM-4.5, MM-2.2; rulings R06)."""

from __future__ import annotations

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.decisions import Pending
from oracle.kernel.piles import draw, next_card
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from .mantle import discard
from .state import DiscardCards, Draw, Magika


def ask_draw(table: Magika, frame: Draw) -> Question | None:
    """Which card comes, where the order of the deck does not say."""
    deck = table.state.players[frame.player].deck
    return next_card(table, frame.player, deck, "draw", "MM-5.3") if frame.left and deck else None


def run_draw(table: Magika, frame: Draw) -> None:
    """The next card, or a try that fails."""
    deck = table.state.players[frame.player].deck
    if not frame.left:
        pop(table)
    elif deck:
        take_draw(table, frame, deck[0])
    else:
        pop(table)
        fail(table, frame.player)


def take_draw(table: Magika, frame: Draw, card: str | None) -> None:
    """One card is drawn."""
    frame.left -= 1
    draw(table, frame.player, table.state.players[frame.player].deck, card, "MM-5.3")


@carries("MM-2.2", "MM-R06")
def fail(table: Magika, seat: int) -> None:
    """A player who tries to draw from an empty deck loses at the next check."""
    table.state.players[seat].draw_failed = True


# -- discarding ------------------------------------------------------------------------------------


def ask_discard(table: Magika, frame: DiscardCards) -> Pending | None:
    """Which card of the hand goes."""
    picks = tuple(thing.id for thing in table.state.players[frame.player].hand if thing.card is not None)
    if not frame.left or not table.state.players[frame.player].hand:
        return None
    return Pending(frame.player, "pick_object", "MM-5.12", min=1, max=1, chosen=(), picks=picks, secret=True)


def take_discard(table: Magika, frame: DiscardCards, pick: int) -> None:
    """One card is discarded."""
    frame.left -= 1
    thing = table.find(pick, "hand", frame.player)
    discard(table, Place(frame.player, "hand", thing), rule="MM-5.12")


def run_discard(table: Magika, _frame: DiscardCards) -> None:
    """No more is to be discarded, or nothing is left."""
    pop(table)


STEPS = (
    Step(Draw, run=run_draw, asks=ask_draw, takes=take_draw),
    Step(DiscardCards, run=run_discard, asks=ask_discard, takes=take_discard),
)
