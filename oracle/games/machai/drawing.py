"""Drawing, discarding, and what an empty deck brings (MC-10, MC-11)."""

from __future__ import annotations

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.decisions import Pending
from oracle.kernel.effects.lasting import seat_stat
from oracle.kernel.moves import move, put
from oracle.kernel.piles import all_keys, draw, next_card, pick, picked, take_out
from oracle.kernel.rulebook import carries
from oracle.kernel.state import Object

from .ending import losers_are_found
from .state import DiscardCards, Draw, Exile, Machai, Mill, other

EXILED = 4


def minimum_hand(table: Machai, seat: int) -> int:
    """The number of cards that a hand is refilled to, read when it is needed (MC-R73)."""
    return max(0, usual_hand() + hand_changes(table, seat))


@carries("MC-3.2", "MC-10.1", otherwise=0)
def usual_hand() -> int:
    """The minimum hand size where no card changes it."""
    return 4


@carries("MC-3.3", otherwise=0)
def hand_changes(table: Machai, seat: int) -> int:
    """What cards change of a player's minimum hand size."""
    return seat_stat(table, seat, "hand_size")


@carries("MC-10.3", otherwise=1)
def missing(table: Machai, seat: int) -> int:
    """How many cards a hand is short of its minimum; a larger one draws nothing."""
    return max(0, minimum_hand(table, seat) - len(table.state.players[seat].hand))


# -- drawing ---------------------------------------------------------------------------------------


def ask_draw(table: Machai, frame: Draw) -> Question | None:
    """Which card is drawn, where the order of the deck does not say."""
    deck = table.state.players[frame.player].deck
    return next_card(table, frame.player, deck, "draw", "MC-R87") if frame.left and deck else None


def run_draw(table: Machai, frame: Draw) -> None:
    """Draw the next card; from an empty deck only after the player is exhausted."""
    if frame.left == 0:
        pop(table)
    elif table.state.players[frame.player].deck:
        take_draw(table, frame, None)
    else:
        exhaust(table, frame)


def take_draw(table: Machai, frame: Draw, card: str | None) -> None:
    """A card is drawn."""
    draw(table, frame.player, table.state.players[frame.player].deck, card, frame.rule)
    frame.left -= 1


# -- exhaustion ------------------------------------------------------------------------------------


def exhaust(table: Machai, frame: Draw) -> None:
    """The deck is empty: a level of Exhaustion, a new deck, then the draw is finished (MC-R76)."""
    player = table.state.players[frame.player]
    before = player.exhaustion
    gain_exhaustion(table, frame.player)
    if player.exhaustion == before:
        frame.left = 0
    elif not losers_are_found(table):
        renew_deck(table, frame.player)
        if not finishes_draw(table, frame.player):
            frame.left = 0
        table.push(Exile(player=frame.player, left=min(exiled(), len(player.deck))))


@carries("MC-11.1", "MC-11.2", "MC-1.8")
def gain_exhaustion(table: Machai, seat: int) -> None:
    """Having to draw from an empty deck exhausts a player by one level."""
    player = table.state.players[seat]
    player.exhaustion += 1
    table.emit("exhaustion", "MC-11.2", player=seat, level=player.exhaustion)


@carries("MC-11.3", "MC-11.6", "MC-11.9")
def renew_deck(table: Machai, seat: int) -> None:
    """The discard pile alone is shuffled and becomes the deck (MC-R78)."""
    player = table.state.players[seat]
    player.deck.extend(all_keys(player.discard))
    player.discard.clear()
    table.moved()
    table.shuffle(seat, player.deck, "MC-11.3")


@carries("MC-11.4", otherwise=0)
def exiled() -> int:
    """The opponent exiles four random cards of the new deck, all where there are fewer (MC-R75)."""
    return EXILED


@carries("MC-11.7", otherwise=False)
def finishes_draw(table: Machai, seat: int) -> bool:
    """The draw is finished from the new deck; by the option not where it is empty again."""
    left = len(table.state.players[seat].deck) - exiled()
    return left > 0 or table.state.options.empty_redraw == "repeat"


def ask_exile(table: Machai, frame: Exile) -> Question | None:
    """Which card is exiled, where the order of the shuffled deck does not say."""
    deck = table.state.players[frame.player].deck
    return next_card(table, frame.player, deck, "exile", "MC-R87", face_down=True) if frame.left else None


def run_exile(table: Machai, frame: Exile) -> None:
    """Exile the next card, or be done."""
    if frame.left == 0:
        pop(table)
    else:
        take_exile(table, frame, None)


def take_exile(table: Machai, frame: Exile, card: str | None) -> None:
    """A card is exiled face down: neither player may look at it (MC-11.5)."""
    player = table.state.players[frame.player]
    player.exile_face_down.append(take_out(table, frame.player, player.deck, card))
    frame.left -= 1
    told = {
        "player": frame.player,
        "from": "deck",
        "to": "exile_face_down",
        "reason": "exhaustion",
        "by": other(frame.player),
    }
    table.emit("move", "MC-11.4", object=None, now=None, card=None, **told)


# -- other ways out of a deck or a hand -------------------------------------------------------------


def ask_mill(table: Machai, frame: Mill) -> Question | None:
    """Which card leaves the deck, where its order does not say."""
    deck = table.state.players[frame.player].deck
    return next_card(table, frame.player, deck, "mill", "MC-R87") if frame.left and deck else None


def run_mill(table: Machai, frame: Mill) -> None:
    """The next card of the deck; that is no draw and exhausts nobody (MC-R74)."""
    if frame.left == 0 or not table.state.players[frame.player].deck:
        pop(table)
    else:
        take_mill(table, frame, None)


def take_mill(table: Machai, frame: Mill, card: str | None) -> None:
    """A card goes from the deck to the discard pile."""
    card = take_out(table, frame.player, table.state.players[frame.player].deck, card)
    frame.left -= 1
    now = put(table, frame.player, "discard", card, frame.player)
    told = {"player": frame.player, "from": "deck", "to": "discard", "reason": "mill"}
    table.emit("move", "MC-R74", object=None, now=now.id, card=card, **told)


def discard(table: Machai, seat: int, thing: Object, rule: str) -> None:
    """A card of the hand goes to the discard pile."""
    move(table, thing, (seat, "hand"), (seat, "discard"), reason="discard", rule=rule)


def all_go(table: Machai, frame: DiscardCards) -> bool:
    """Whether the hand holds no more than is to be discarded."""
    return len(table.state.players[frame.player].hand) <= frame.left


def ask_discard(table: Machai, frame: DiscardCards) -> Pending | Question | None:
    """Which card is discarded, where there is a choice."""
    if frame.left == 0 or all_go(table, frame):
        return None
    if frame.how == "random":
        return pick(table, frame.player, frame.player, "MC-R87")
    return Pending(frame.player, "choose_discard", "MC-6.5", min=frame.left, max=frame.left, chosen=(), secret=True)


def run_discard(table: Machai, frame: DiscardCards) -> None:
    """The whole hand goes, or nothing is left to discard."""
    pop(table)
    for thing in list(table.state.players[frame.player].hand) if frame.left else ():
        discard(table, frame.player, thing, "MC-5.2")


def take_discard(table: Machai, frame: DiscardCards, outcome: int | None) -> None:
    """Chance has picked a card of the hand."""
    frame.left -= 1
    discard(table, frame.player, picked(table, frame.player, outcome), "MC-R87")


STEPS = (
    Step(Draw, run=run_draw, asks=ask_draw, takes=take_draw),
    Step(Exile, run=run_exile, asks=ask_exile, takes=take_exile),
    Step(Mill, run=run_mill, asks=ask_mill, takes=take_mill),
    Step(DiscardCards, run=run_discard, asks=ask_discard, takes=take_discard),
)
