from __future__ import annotations

from oracle.kernel.start import Setup

from .state import HAND, DrawCards, Kindling
from .turn import begin_turn


def begin(table: Kindling, setup: Setup) -> None:
    """Shuffled decks, opening hands, then the first turn."""
    state = table.state
    for seat, chair in enumerate(setup.players):
        assert chair.deck is not None
        state.players[seat].deck = list(chair.deck.cards())
        table.shuffle(seat, state.players[seat].deck, "KD-2.1")
    begin_turn(table, setup.first_player or 0)
    table.push(*(DrawCards(player=seat, left=HAND) for seat in range(len(state.players))))
