"""Drawing, discarding, running out of cards (TP-4): own piles, or one for the table (TP-R02)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.moves import take
from oracle.kernel.piles import all_keys, draw, next_card, picked, to_hand
from oracle.kernel.piles import pick as random_pick
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Object

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
    now, card, shared = table.fresh_id(), thing.card, is_shared(table)
    pile = table.state.common.discard if shared else table.state.players[seat].discard
    pile.append(Object(id=now, card=card))
    told = {
        "type": "move", "object": thing.id or None, "now": now, "card": card, "player": seat, "from": zone,
        "to": "common_discard" if shared else "discard", "reason": reason, "rule": rule,
    }  # fmt: skip
    if zone == "hand":
        table.tell_seat(seat, told, "object")
    else:
        table.events.append(told)
    return now


# -- drawing ---------------------------------------------------------------------------------------


def ask_draw(table: Phap, frame: Draw) -> Question | None:
    """Which card is drawn, where the order of the deck does not say."""
    deck = deck_of(table, frame.player)
    if frame.left == 0 or not deck or hand_is_full(table, frame.player):
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
    if hand_is_full(table, frame.player):
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


def draw_at_once(table: Phap, seat: int, number: int) -> Draw | None:
    """Draw as far as nothing is asked of chance; what is then left to do, if anything, has its place on the agenda."""
    deck = deck_of(table, seat)
    while number and deck and table.knows_order(deck) and deck[0] is not None and not hand_is_full(table, seat):
        to_hand(table, seat, deck.pop(0), "TP-3.5")
        number -= 1
    return draw_slowly(table, Draw(player=seat, left=number)) if number else None


def draw_slowly(table: Phap, frame: Draw) -> Draw | None:
    """The same where the hand is full, the deck has run out, or its order does not say what comes."""
    while frame.left:
        if ask_draw(table, frame) is not None:
            return frame
        if not draws_on(table, frame):
            break
    return None


@carries("TP-4.2", "TP-4.3", otherwise=False)
def hand_is_full(table: Phap, seat: int) -> bool:
    """A hand at its limit draws nothing."""
    return len(table.state.players[seat].hand) >= table.state.options.hand_limit


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
