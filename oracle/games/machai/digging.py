"""Digging after a dead turn (MC-10.4 to 10.6)."""

from __future__ import annotations

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Action, Kept, Pending, requires
from oracle.kernel.listing import legal
from oracle.kernel.rulebook import carries
from oracle.kernel.state import ObjectId

from .drawing import discard, missing
from .playing import PlayCard
from .preparing import PrepareCard
from .seats import HAND_CARD, in_own_hand, seat_of
from .state import Dig, Draw, Machai


class DigDiscard(Action, tag="dig_discard", kw_only=True, frozen=True):
    """Discard a card, to draw another one."""

    card: ObjectId


class DigDone(Action, tag="dig_done", kw_only=True, frozen=True):
    """Discard no more."""


# -- dead turns ------------------------------------------------------------------------------------


def note_could_act(table: Machai, seat: int) -> None:
    """With the option it is noted when the active player lets a possible play or preparation go by (MC-R70)."""
    state = table.state
    player = state.players[seat]
    if (
        state.options.dig_requires_forced
        and seat == state.active
        and not player.acted_this_turn
        and not player.could_act
    ):
        player.could_act = could_act(table, seat)


def could_act(table: Machai, seat: int) -> bool:
    """Whether a card can be played or prepared now; raises `Undetermined` where a hidden one decides that."""
    if any(isinstance(action, PlayCard | PrepareCard) for action in legal(table, seat)):
        return True
    for thing in table.state.players[seat].hand:
        table.card(thing)
    return False


# -- requirements ----------------------------------------------------------------------------------


@requires("MC-10.4", code="turn_not_dead", reads=())
def last_turn_was_dead(table: Machai, action: Action) -> Kept:
    """The player neither played nor prepared a card in the own previous turn."""
    return table.state.players[seat_of(action)].dead_last_turn


@requires("MC-10.5", code="no_dig_now", reads=())
def dig_is_own(table: Machai, action: Action) -> Kept:
    """In the own Draw Phase there are cards left to discard."""
    return table.moment == "dig" and table.decider == action.player


@requires("MC-10.5", code="card_not_in_hand", given=True, finds=HAND_CARD)
def dug_card_is_own(table: Machai, action: DigDiscard) -> Kept:
    """The card is in the own hand."""
    return in_own_hand(table, action) is not None


REQUIREMENTS = (last_turn_was_dead, dig_is_own, dug_card_is_own)


# -- what they do ----------------------------------------------------------------------------------


def dig_discard(table: Machai, action: DigDiscard) -> None:
    """A card goes; at the end of what is allowed the decision ends by itself."""
    frame = table.state.agenda[-1]
    assert isinstance(frame, Dig)
    frame.left -= 1
    frame.dug = True
    thing = in_own_hand(table, action)
    assert thing is not None
    discard(table, seat_of(action), thing, "MC-10.5")


def dig_done(table: Machai, _action: DigDone) -> None:
    """No more is discarded."""
    frame = table.state.agenda[-1]
    assert isinstance(frame, Dig)
    frame.left = 0


# -- the exchange ----------------------------------------------------------------------------------


def ask_dig(table: Machai, frame: Dig) -> Pending | None:
    """Whether one more card is discarded."""
    if frame.left == 0 or not table.state.players[frame.player].hand:
        return None
    return Pending(frame.player, "dig", "MC-10.5", min=0, max=frame.left, chosen=(), secret=True)


def run_dig(table: Machai, frame: Dig) -> None:
    """No more is discarded: what is missing is drawn."""
    pop(table)
    if frame.dug:
        table.push(Draw(player=frame.player, left=redrawn(table, frame.player), rule="MC-10.6"))


@carries("MC-10.6", otherwise=0)
def redrawn(table: Machai, seat: int) -> int:
    """After discarding the hand is drawn back up to its minimum."""
    return missing(table, seat)


STEPS = (Step(Dig, run=run_dig, asks=ask_dig),)
