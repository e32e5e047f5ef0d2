"""What declared actions cost: resource, cards, taps, the source itself (MQ-5.3, MQ-5.18; MQ-R31, MQ-R32)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oracle.kernel.decisions import Kept
from oracle.kernel.effects.ability import Cost, Do, Side
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.policy import Slot
from oracle.kernel.stack.records import Declare
from oracle.kernel.stack.slots import number_slot, picks_of

from . import changing, drawing, paying
from .state import Muhq


def resource_in(costs: Sequence[Cost]) -> int:
    """The fixed part of a cost in resource."""
    return sum(cost.document["resource"] for cost in costs if type(cost.document.get("resource")) is int)


def has_x(costs: Sequence[Cost]) -> bool:
    """Whether as much resource is paid as the player likes."""
    return any(cost.document.get("resource") == "x" for cost in costs)


def cards_in(costs: Sequence[Cost]) -> int:
    """How many cards of the hand are paid."""
    return sum(cost.document["discard"] for cost in costs if "discard" in cost.document)


def payers(table: Muhq, seat: int, source: int | None) -> list[int]:
    """The cards of a hand to pay with; what is being played pays for nothing."""
    hand = table.state.players[seat].hand
    return [thing.id for thing in hand if thing.card is not None and thing.id != source]  # type: ignore[misc]


@carries("MQ-5.3", "MQ-5.18", "MQ-R32", otherwise=True)
def payable(table: Muhq, scope: Any, costs: Sequence[Cost]) -> bool:
    """Whether all parts of a cost can be paid now, in full."""
    if resource_in(costs) > table.state.players[scope.player].resource:
        return False
    number = cards_in(costs)
    hand = [thing for thing in table.state.players[scope.player].hand if thing.id != scope.source]
    if number > len(hand):
        return False
    return all(cost.can(table, scope) for cost in costs if cost.word in ("tap", "destroy"))


def card_is_payable(table: Muhq, seat: int, thing: Any) -> Kept:
    """Whether what playing a card of a hand costs can be paid; nothing is said of no card."""
    if thing is None:
        return None
    costs = table.cards[thing.card].costs
    return not costs or payable(table, Side(seat, thing.id), costs) or {"card": table.name(thing)}


def cost_slots(costs: Sequence[Cost], rule: str) -> list[Slot]:
    """The choices in a cost: how much X is, which cards of the hand."""
    slots: list[Slot] = []
    if has_x(costs):
        fixed = resource_in(costs)
        slots.append(number_slot(lambda table, frame: table.state.players[frame.player].resource - fixed, rule))
    number = cards_in(costs)
    if number:
        slots.append(Slot("discard", offered_cards, "cost", number, number, rule=rule, secret=True))
    return slots


def offered_cards(table: Muhq, frame: Declare) -> list[int]:
    """The cards to pay with."""
    return payers(table, frame.player, frame.source)


@carries("MQ-5.3", "MQ-5.16", "MQ-5.18")
def pay(table: Muhq, frame: Declare, costs: Sequence[Cost]) -> None:
    """Everything is paid as the action is declared."""
    x = next(iter(picks_of(frame, "x")), 0)
    amount = resource_in(costs) + (x if has_x(costs) and isinstance(x, int) else 0)
    changing.pay(table, frame.player, amount, "MQ-5.3")
    for pick in picks_of(frame, "discard"):
        thing = table.find(int(pick), "hand", frame.player)  # type: ignore[arg-type]
        drawing.discard(table, frame.player, thing, "MQ-5.3", "cost")
    scope = Do(player=frame.player, source=frame.source, card=str(frame.card), ability=frame.ability or 0)
    for cost in costs:
        if cost.word == "tap":
            paying.pay_tap(table, scope, "self")
        elif cost.word == "destroy":
            paying.pay_destroy(table, scope, "self")
