"""The store, the hand and the pile: buying, exchanging, discarding (MQ-6, MQ-11.6, MQ-3.8)."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import force_setattr

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.state import ObjectId

from . import changing, drawing, piles
from .declaring import put_on
from .seats import seat_of
from .settling import settle
from .state import Declared, Muhq
from .timing import WORD, count, fast_moment, gates, turn_has_room


class Buy(Action, tag="buy", kw_only=True, frozen=True):
    """Buy a card of one's own store."""

    card: ObjectId


class Exchange(Action, tag="exchange", kw_only=True, frozen=True):
    """Put two cards of the hand onto the pile for 1 resource; in which order they are named is all the same."""

    cards: Annotated[list[ObjectId], Meta(min_length=2, max_length=2)]

    def __post_init__(self) -> None:
        """Name them in one order."""
        force_setattr(self, "cards", sorted(self.cards))


class DiscardCard(Action, tag="discard", kw_only=True, frozen=True):
    """Put a card of the hand onto the pile."""

    card: ObjectId


# -- buying ----------------------------------------------------------------------------------------


@requires("MQ-6.2", code="not_your_buying_step", reads=())
def buying_step_is_own(table: Muhq, action: Buy) -> Kept:
    """The active player buys, in the buying-step."""
    return table.moment == "buy" and table.decider == action.player


@requires("MQ-6.1", code="not_in_store", reads=("card",))
def card_is_in_own_store(table: Muhq, action: Buy) -> Kept:
    """The card is in the own store."""
    return table.find(action.card, "store", seat_of(action)) is not None


@requires("MQ-6.3", code="bought_already", reads=())
def nothing_was_bought(table: Muhq, action: Buy) -> Kept:
    """Only one card is bought in a turn."""
    return not (table.state.bought and table.state.active == action.player)


@requires("MQ-6.2", code="not_enough_resource", reads=("card",))
def price_is_covered(table: Muhq, action: Buy) -> Kept:
    """There is as much resource as the card's buy cost."""
    thing = table.find(action.card, "store", seat_of(action))
    if thing is None:
        return None
    cost, left = table.card(thing).buy, table.state.players[seat_of(action)].resource
    return (cost is not None and cost <= left) or {"card": table.name(thing), "cost": cost, "left": left}


@carries("MQ-6.2", "MQ-6.3", "MQ-6.4", "MQ-7.3", "MQ-R28")
def buy(table: Muhq, action: Buy) -> None:
    """A card is paid for and goes onto the pile."""
    seat = seat_of(action)
    thing = table.find(action.card, "store", seat)
    cost = table.card(thing).buy or 0
    changing.pay(table, seat, cost, "MQ-6.2")
    table.state.bought = True
    table.emit("buy", "MQ-6.2", player=seat, object=thing.id, card=thing.card, cost=cost)
    piles.move(table, seat, thing, "store", "discard", reason="bought", rule="MQ-6.4")


def store_of(table: Muhq, draft: Any) -> list[int]:
    """The cards of the own store that can be paid for."""
    player = table.state.players[draft.player]
    if table.state.bought:
        return []
    left = player.resource
    return [thing.id for thing in player.store if (table.cards[str(thing.card)].buy or 0) <= left]


def label_buy(table: Muhq, action: Buy) -> tuple[str, Facts]:
    """What the button says."""
    thing = table.find(action.card)
    return "buy", {"card": table.name(thing), "cost": table.card(thing).buy}


# -- exchanging ------------------------------------------------------------------------------------


@requires("MQ-11.6", code="cards_not_in_hand")
def cards_are_in_hand(table: Muhq, action: Exchange) -> Kept:
    """Two different cards of the own hand are exchanged."""
    one, other = action.cards
    seat = seat_of(action)
    return one != other and all(table.find(card, "hand", seat) is not None for card in action.cards)


def exchange(table: Muhq, action: Exchange) -> None:
    """The two cards are the cost; the gain waits on the stack, or comes at once by the option (MQ-R29)."""
    seat = seat_of(action)
    count(table)
    things = [thing for thing in table.state.players[seat].hand if thing.id in action.cards]
    cards = [str(thing.card) for thing in things]
    for thing in things:
        drawing.discard(table, seat, thing, "MQ-11.6", "cost")
    if uses_stack(table):
        put_on(table, Declared(kind="exchange", card=cards[0], controller=seat, exchanged=cards))
    else:
        gain_for_cards(table, seat)
        settle(table)


@carries("MQ-R29", otherwise=True)
def uses_stack(table: Muhq) -> bool:
    """Whether an exchange can be reacted to."""
    return table.state.options.exchange_uses_stack


@carries("MQ-11.6")
def gain_for_cards(table: Muhq, seat: int) -> None:
    """Two cards bring 1 resource."""
    changing.gain(table, seat, 1, "MQ-11.6")


def run_exchange(table: Muhq, entry: Declared) -> None:
    """The gain of an exchange."""
    gain_for_cards(table, entry.controller)


def pairs(table: Muhq, draft: Any) -> list[list[int]]:
    """All pairs of cards of the own hand."""
    hand = sorted(thing.id for thing in table.state.players[draft.player].hand if thing.card is not None)
    return [[*pair] for pair in combinations(hand, 2)]


def label_exchange(table: Muhq, action: Exchange) -> tuple[str, Facts]:
    """What the button says."""
    one, other = (table.name(table.find(card)) for card in action.cards)
    return "exchange", {"card": one, "other": other}


# -- discarding ------------------------------------------------------------------------------------


@requires("MQ-3.8", code="not_your_discard_step", reads=())
def discard_step_is_own(table: Muhq, action: DiscardCard) -> Kept:
    """Cards are thrown away in the last step of the own turn."""
    return table.moment == "discard" and table.decider == action.player


@requires("MQ-3.8", code="card_not_in_hand", reads=("card",))
def card_is_in_own_hand(table: Muhq, action: DiscardCard) -> Kept:
    """The card is in the own hand."""
    return table.find(action.card, "hand", seat_of(action)) is not None


@carries("MQ-3.8", "MQ-R02")
def discard(table: Muhq, action: DiscardCard) -> None:
    """A card goes onto the pile."""
    seat = seat_of(action)
    drawing.discard(table, seat, table.find(action.card, "hand", seat), "MQ-3.8")


def hand_of(table: Muhq, draft: Any) -> list[int]:
    """The known cards of the own hand."""
    return [thing.id for thing in table.state.players[draft.player].hand if thing.card is not None]


def label_discard(table: Muhq, action: DiscardCard) -> tuple[str, Facts]:
    """What the button says."""
    return "discard", {"card": table.name(table.find(action.card))}


CARD = ("card",)
EXCHANGE = ActionType(
    Exchange, (*gates("cards"), fast_moment, turn_has_room, cards_are_in_hand), exchange, None, WORD,
    label=label_exchange, domains=(("cards", pairs),),
)  # fmt: skip
BUY = ActionType(
    Buy, (*gates("card"), buying_step_is_own, card_is_in_own_store, nothing_was_bought, price_is_covered), buy, None,
    frozenset({"buy"}), CARD, label=label_buy, domains=(("card", store_of),),
)  # fmt: skip
DISCARD = ActionType(
    DiscardCard, (*gates("card"), discard_step_is_own, card_is_in_own_hand), discard, None, frozenset({"discard"}),
    CARD, label=label_discard, domains=(("card", hand_of),),
)  # fmt: skip
