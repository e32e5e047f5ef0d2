"""What words of the card language do to players: resource, cards, piles (section 6.4 of the digest; MQ-7.3, MQ-9.3)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.ability import Do, Ref
from oracle.kernel.moves import move as move_card
from oracle.kernel.rulebook import carries

from . import changing, piles
from .effects import seats
from .state import DiscardCards, Draw, Muhq


def gain_resource(table: Muhq, frame: Do, amount: int, player: str = "you", of: Any = None) -> None:
    """Resource is gained."""
    for seat in seats(table, frame, player, of):
        changing.gain(table, seat, amount, "MQ-10.1")


def lose_resource(table: Muhq, frame: Do, amount: int, player: str = "you", of: Any = None) -> None:
    """Resource is lost (MQ-9.3)."""
    for seat in seats(table, frame, player, of):
        changing.lose(table, seat, amount, "MQ-9.3")


@carries("MQ-9.3")
def steal_resource(table: Muhq, frame: Do, of: Any, amount: int) -> None:
    """What others really lose is gained."""
    for seat in seats(table, frame, "you", of):
        lost = changing.lose(table, seat, amount, "MQ-9.3")
        changing.gain(table, frame.player, lost, "MQ-9.3")


def draw(table: Muhq, frame: Do, amount: int, player: str = "you", of: Any = None) -> None:
    """Cards are drawn one by one, while there are any (MQ-R04)."""
    found = seats(table, frame, player, of)
    table.push(*(Draw(player=seat, left=max(0, amount), rule="MQ-7.3") for seat in found))


def discard_cards(table: Muhq, frame: Do, amount: int, how: Any, player: str = "you", of: Any = None) -> None:
    """Cards of a hand go onto the pile."""
    found = seats(table, frame, player, of)
    table.push(*(DiscardCards(player=seat, left=max(0, amount), how=how) for seat in found))


@carries("MQ-7.3")
def gain_from_store(table: Muhq, frame: Do, to: list[Ref]) -> None:
    """Cards of the own store go onto the pile; that is no purchase."""
    for ref in to:
        thing = table.find(ref["object"], "store", frame.player)
        if thing is not None:
            piles.move(table, frame.player, thing, "store", "discard", reason="gained", rule="MQ-7.3")


@carries("MQ-7.3")
def remove_from_game(table: Muhq, _frame: Do, to: list[Ref]) -> None:
    """Cards leave the match."""
    for ref in to:
        place = table.place(ref["object"])
        if place is None or place.seat is None or place.zone not in ("hand", "discard", "store"):
            continue
        move_card(
            table, place.object, (place.seat, place.zone), (place.seat, "removed"), reason="removed", rule="MQ-7.3"
        )
        piles.sort(table, place.seat, "removed")


@carries("MQ-7.3")
def shuffle_pile_into_deck(table: Muhq, frame: Do, player: str = "you", of: Any = None) -> None:
    """A discard pile is shuffled into the deck."""
    for seat in seats(table, frame, player, of):
        shuffle_in(table, seat, "MQ-7.3")


def shuffle_in(table: Muhq, seat: int, rule: str) -> None:
    """The pile is shuffled together with what is left of the deck."""
    player = table.state.players[seat]
    player.deck.extend(thing.card for thing in player.discard)
    player.discard.clear()
    table.moved()
    table.shuffle(seat, player.deck, rule)
