"""Drawing, discarding, running out of cards (TP-4): own piles, or one for the table (TP-R02)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.moves import take
from oracle.kernel.piles import all_keys, draw, next_card, picked
from oracle.kernel.piles import pick as random_pick
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Object, number_of

from .state import DiscardRandom, Draw, Phap


def is_shared(table: Phap) -> bool:
    """Whether the table has one deck and one pile."""
    return table.state.options.decks == "shared"


def deck_of(table: Phap, seat: int) -> list[Any]:
    """The deck that a seat draws from."""
    state = table.state
    return state.common.deck if state.options.decks == "shared" else state.players[seat].deck


def pile_of(table: Phap, seat: int) -> list[Object]:
    """The pile that a seat's cards go to."""
    state = table.state
    return state.common.discard if state.options.decks == "shared" else state.players[seat].discard


# -- the discard pile ------------------------------------------------------------------------------


def to_pile(table: Phap, seat: int, zone: str, thing: Any, *, reason: str, rule: str) -> int:
    """A card leaves a zone for the discard pile; returns its id there."""
    take(table, seat, zone, thing)
    now = Object(id=table.fresh_id(), card=thing.card)
    pile_of(table, seat).append(now)
    to = "common_discard" if is_shared(table) else "discard"
    secret = zone == "hand"
    base = {"now": now.id, "card": thing.card, "player": seat, "from": zone, "to": to, "reason": reason}
    if secret:
        table.tell((seat,), ("object",), "move", rule, object=thing.id or None, **base)
    else:
        table.emit("move", rule, object=thing.id, **base)
    return number_of(now)


# -- drawing ---------------------------------------------------------------------------------------


def ask_draw(table: Phap, frame: Draw) -> Question | None:
    """Which card is drawn, where the order of the deck does not say."""
    deck = deck_of(table, frame.player)
    if frame.left == 0 or not deck or hand_is_full(table, frame):
        return None
    return next_card(table, frame.player, deck, "draw", "TP-R66")


def run_draw(table: Phap, frame: Draw) -> None:
    """Draw the next card, refill the deck, or find that no card comes."""
    if not draws_on(table, frame):
        pop(table)


def draws_on(table: Phap, frame: Draw) -> bool:
    """One part of a draw that asks nothing of chance; whether more is to come."""
    deck = deck_of(table, frame.player)
    if frame.left == 0:
        return False
    if hand_is_full(table, frame):
        table.emit("fizzle", "TP-4.3", what="draw", object=None, reason="hand_full")
        return False
    if deck:
        take_draw(table, frame, deck[0])
    elif pile_of(table, frame.player):
        reshuffle(table, frame.player)
        if not deck_of(table, frame.player):
            frame.left = 0
    else:
        table.emit("fizzle", "TP-4.7", what="draw", object=None, reason="no_cards")
        return False
    return True


def draw_at_once(table: Phap, frame: Draw) -> bool:
    """Draw as far as nothing is asked of chance; whether the draw is done. It then needs no place on the agenda."""
    while frame.left:
        if ask_draw(table, frame) is not None:
            return False
        if not draws_on(table, frame):
            break
    return True


@carries("TP-4.2", "TP-4.3", otherwise=False)
def hand_is_full(table: Phap, frame: Draw) -> bool:
    """A hand at its limit draws nothing."""
    return len(table.state.players[frame.player].hand) >= table.state.options.hand_limit


def take_draw(table: Phap, frame: Draw, card: str | None) -> None:
    """A card is drawn."""
    draw(table, frame.player, deck_of(table, frame.player), card, "TP-3.5")
    frame.left -= 1


@carries("TP-4.6")
def reshuffle(table: Phap, seat: int) -> None:
    """The discard pile is shuffled and becomes the deck; its cards lose their ids."""
    pile = pile_of(table, seat)
    deck = deck_of(table, seat)
    deck.extend(all_keys(pile))
    pile.clear()
    table.moved()
    table.shuffle(seat, deck, "TP-4.6")


# -- random discards -------------------------------------------------------------------------------


def ask_discard(table: Phap, frame: DiscardRandom) -> Question | None:
    """Which card of the hand chance picks."""
    return random_pick(table, frame.player, frame.player, "TP-R66") if frame.left else None


def run_discard(table: Phap, frame: DiscardRandom) -> None:
    """Nothing is left to discard."""
    del frame
    pop(table)


def take_discard(table: Phap, frame: DiscardRandom, pick: int | None) -> None:
    """The card goes to the pile."""
    frame.left -= 1
    thing = picked(table, frame.player, pick)
    to_pile(table, frame.player, "hand", thing, reason="discard", rule="TP-R66")


STEPS = (
    Step(Draw, run=run_draw, asks=ask_draw, takes=take_draw),
    Step(DiscardRandom, run=run_discard, asks=ask_discard, takes=take_discard),
)
