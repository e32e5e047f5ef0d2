"""Turn Sequence: first turns, Regroup, Draw, Placement, the end of the turn (MY-7 to MY-11, MY-14)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.agreement import finish
from oracle.kernel.chance import Question
from oracle.kernel.moves import move
from oracle.kernel.piles import all_keys, draw, next_card
from oracle.kernel.rulebook import carries
from oracle.kernel.table import owner_of

from .state import SUPPLY, BeginPlacement, Draw, Maha, OpeningDiscard, Phase, Placed, opponent
from .totals import lasting_changes

OPENING_FIRST = 6
OPENING_SECOND = 5


def begin_phase(table: Maha, phase: Phase, rule: str = "MY-8.1") -> None:
    """A phase begins."""
    state = table.state
    state.phase = phase
    table.events.append({"type": "phase", "player": state.active, "phase": phase, "rule": rule})


def begin_turn(table: Maha, seat: int) -> None:
    """A seat's turn begins; its first has no Regroup."""
    state = table.state
    player = state.players[seat]
    state.active = seat
    player.turns_begun += 1
    player.warriors_played = 0
    player.attacked = player.draw_offer_used = False
    player.valor = None
    table.emit("turn", "MY-8.2", player=seat, turn=state.turn)
    if player.turns_begun == 1:
        begin_first_turn(table, seat)
    else:
        begin_phase(table, "regroup")
        discard_scrolls(table, seat)
        pick_up(table, seat)


# -- first turns -----------------------------------------------------------------------------------


def begin_first_turn(table: Maha, seat: int) -> None:
    """The opening draw of a seat's first turn: nothing is there to regroup (MY-9.5)."""
    begin_phase(table, "draw")
    if seat == table.state.first_player:
        table.push(Draw(player=seat, left=first_opening()), OpeningDiscard(player=seat))
    else:
        table.push(Draw(player=seat, left=second_opening()), BeginPlacement(player=seat))


@carries("MY-7.1", otherwise=0)
def first_opening() -> int:
    """The first player draws six cards."""
    return OPENING_FIRST


@carries("MY-7.6", otherwise=0)
def second_opening() -> int:
    """The second player draws five cards."""
    return OPENING_SECOND


def ask_opening_discard(table: Maha, frame: OpeningDiscard) -> None:
    """The first player must discard before his Placement (MY-7.2)."""
    pop(table)
    begin_phase(table, "opening_discard", "MY-7.2")
    del frame


def run_begin_placement(table: Maha, frame: BeginPlacement) -> None:
    """The second player goes on to his Placement."""
    pop(table)
    begin_placement(table, frame.player)


# -- Regroup ---------------------------------------------------------------------------------------


@carries("MY-9.1")
def discard_scrolls(table: Maha, seat: int) -> None:
    """The own Scrolls leave the battlefield for the pile."""
    for thing in list(table.state.players[seat].battlefield):
        if table.card(thing).type == "scroll":
            to_pile(table, seat, "battlefield", thing, reason="expire", rule="MY-9.1")


@carries("MY-9.2")
def pick_up(table: Maha, seat: int) -> None:
    """Warriors and Weapons return to the hand."""
    for thing in list(table.state.players[seat].battlefield):
        if table.card(thing).type != "scroll":
            move(table, thing, (seat, "battlefield"), (seat, "hand"), reason="regroup", rule="MY-9.2")


@carries("MY-14.1")
def to_pile(table: Maha, seat: int, zone: str, thing: Any, *, reason: str, rule: str) -> None:
    """A discarded card goes face up to its owner's pile."""
    move(table, thing, (seat, zone), (owner_of(thing, seat), "discard"), reason=reason, rule=rule)


# -- Draw ------------------------------------------------------------------------------------------


def ask_draw(table: Maha, frame: Draw) -> Question | None:
    """Which card is drawn, where the order of the deck does not say."""
    deck = table.state.players[frame.player].deck
    return next_card(table, frame.player, deck, "draw", "MY-10.3") if frame.left and deck else None


def run_draw(table: Maha, frame: Draw) -> None:
    """Draw the next card, or find that there is none."""
    if frame.left == 0:
        pop(table)
    else:
        draw_on(table, frame)


def draw_on(table: Maha, frame: Draw) -> None:
    """One part of a draw that asks nothing of chance."""
    player = table.state.players[frame.player]
    if player.deck:
        take_draw(table, frame, player.deck[0])
    elif player.discard:
        reshuffle(table, frame.player)
        if not player.deck:
            frame.left = 0
    else:
        table.emit("no_card", "MY-14.2", player=frame.player)
        frame.left = 0


def draw_at_once(table: Maha, frame: Draw) -> bool:
    """Draw as far as nothing is asked of chance; whether the draw is done. It then needs no place on the agenda."""
    while frame.left:
        if ask_draw(table, frame) is not None:
            return False
        draw_on(table, frame)
    return True


def take_draw(table: Maha, frame: Draw, card: str | None) -> None:
    """A card is drawn; when it was the last one the pile becomes the new deck at once (MY-R40)."""
    player = table.state.players[frame.player]
    draw(table, frame.player, player.deck, card, "MY-10.3")
    frame.left -= 1
    if not player.deck and player.discard and table.state.options.reshuffle_timing == "when_empty":
        reshuffle(table, frame.player)


@carries("MY-14.2")
def reshuffle(table: Maha, seat: int) -> None:
    """The pile is shuffled and becomes the deck."""
    player = table.state.players[seat]
    player.deck.extend(all_keys(player.discard))
    player.discard.clear()
    table.moved()
    table.shuffle(seat, player.deck, "MY-14.2")


# -- Placement -------------------------------------------------------------------------------------


def begin_placement(table: Maha, seat: int) -> None:
    """The Placement begins with its supply of Valor (MY-11.2)."""
    begin_phase(table, "placement")
    supply = max(0, fresh_supply() + supply_changes(table, seat))
    table.state.players[seat].valor = supply
    table.emit("gain", "MY-11.2", player=seat, what="valor", amount=supply, left=supply)


@carries("MY-11.2", otherwise=0)
def fresh_supply() -> int:
    """Five Valor points on every turn."""
    return SUPPLY


@carries("MY-11.3", otherwise=0)
def supply_changes(table: Maha, seat: int) -> int:
    """What lasting effects change of the supply."""
    return lasting_changes(table, seat, "valor_supply")


# -- end of turn -----------------------------------------------------------------------------------


def end_turn(table: Maha) -> None:
    """The turn passes to the other player, or the match is drawn by the cap."""
    state = table.state
    assert state.active is not None
    if cap_is_reached(table):
        finish(table, [], "MY-E7", "turn_cap")
        return
    lose_valor(table, state.active)
    state.turn += 1
    begin_turn(table, opponent(state.active))


@carries("MY-E7", otherwise=False)
def cap_is_reached(table: Maha) -> bool:
    """The turn that ends is the last one allowed."""
    cap = table.state.options.max_turns
    return 0 < cap <= table.state.turn


@carries("MY-11.8")
def lose_valor(table: Maha, seat: int) -> None:
    """Valor belongs to one turn; nothing is carried over."""
    table.state.players[seat].valor = None


STEPS = (
    Step(Draw, run=run_draw, asks=ask_draw, takes=take_draw),
    Step(OpeningDiscard, run=ask_opening_discard),
    Step(BeginPlacement, run=run_begin_placement),
)

__all__ = ["STEPS", "Placed", "begin_turn", "end_turn", "to_pile"]
