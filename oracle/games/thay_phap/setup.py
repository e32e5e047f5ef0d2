"""Setting up: mages, shuffled decks, the first player, opening hands (TP-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.rulebook import carries
from oracle.kernel.start import Setup

from .piles import is_shared
from .records import PhapCard
from .state import Draw, Mage, Phap, SetUp
from .turn import begin_turn


def begin(table: Phap, setup: Setup) -> None:
    """Mages on the table, decks shuffled; who goes first is still to be found."""
    state = table.state
    for seat, chair in enumerate(setup.players):
        assert chair.deck is not None
        player = state.players[seat]
        player.life = starting_life(table)
        player.mage = Mage(id=table.fresh_id(), card=chair.deck.cards("mage")[0])
        deck = state.common.deck if is_shared(table) else player.deck
        deck.extend(chair.deck.cards())
    table.moved()
    if is_shared(table):
        table.shuffle(0, state.common.deck, "TP-R06")
    else:
        for seat, player in enumerate(state.players):
            table.shuffle(seat, player.deck, "TP-R06")
    table.push(SetUp(stage="first"))
    state.active = setup.first_player


@carries("TP-2.2", otherwise=1)
def starting_life(table: Phap) -> int:
    """The life that a mage starts with."""
    return table.state.options.starting_life


def ask_setup(table: Phap, frame: SetUp) -> Question | None:
    """Who goes first, where the start request has not said so."""
    if frame.stage != "first" or table.state.active is not None:
        return None
    return Question("first_player", None, tuple(range(len(table.state.players))), rule="TP-2.5")


def take_first(table: Phap, _frame: SetUp, seat: int) -> None:
    """Chance names the seat itself (TP-R05)."""
    table.emit("chance", "TP-2.5", of="first_player", player=None, outcome=seat)
    table.state.active = seat


def run_setup(table: Phap, frame: SetUp) -> None:
    """Deal the opening hands in turn order, then begin the first turn."""
    state = table.state
    first = state.active
    assert first is not None
    if frame.stage == "first":
        frame.stage = "begin"
        seats = len(state.players)
        hand = opening_hand(table)
        table.push(*(Draw(player=(first + i) % seats, left=hand) for i in range(seats)))
        return
    pop(table)
    state.turn = 1
    begin_turn(table, first)


@carries("TP-2.4", otherwise=0)
def opening_hand(table: Phap) -> int:
    """The number of cards that a player starts with."""
    return table.state.options.starting_hand


STEPS = (Step(SetUp, run=run_setup, asks=ask_setup, takes=take_first),)


def complete(document: dict[str, Any], _cards: Mapping[str, PhapCard]) -> None:
    """Fill in what a hand-written state leaves out."""
    phase = document.setdefault("phase", "main")
    if phase == "setup" and not document.get("agenda"):
        document["agenda"] = [{"step": "setup", "stage": "first"}]
    elif phase != "setup":
        document.setdefault("turn", 1)
        document.setdefault("active", 0)
    options = document.get("options")
    life = options.get("starting_life", 20) if isinstance(options, dict) else 20
    for player in document.get("players") or []:
        if isinstance(player, dict):
            player.setdefault("life", life)
