"""Choosing cards of the own hand to discard (decision D6 of the digest)."""

from __future__ import annotations

from oracle.kernel.decisions import Action, Kept, requires
from oracle.kernel.state import ObjectId

from .drawing import discard
from .seats import HAND_CARD, in_own_hand, seat_of
from .state import DiscardCards, Machai


class ChooseCard(Action, tag="choose_card", kw_only=True, frozen=True):
    """Discard this card of the hand."""

    card: ObjectId


@requires("MC-5.2", code="card_not_in_hand", given=True, finds=HAND_CARD)
def card_is_own(table: Machai, action: ChooseCard) -> Kept:
    """The card is in the own hand."""
    return in_own_hand(table, action) is not None


def choose_card(table: Machai, action: ChooseCard) -> None:
    """The card is discarded; more may follow."""
    frame = table.state.agenda[-1]
    assert isinstance(frame, DiscardCards)
    frame.left -= 1
    thing = in_own_hand(table, action)
    assert thing is not None
    discard(table, seat_of(action), thing, "MC-5.2")
