"""Who acts, with which card, and what is noted of it."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Action, Part
from oracle.kernel.state import Object

from .state import Machai, Permanent, Played, Prepared, lies_face_down


def seat_of(action: Action) -> int:
    """The acting seat; a gate has refused chance before this is asked."""
    assert isinstance(action.player, int)
    return action.player


def in_own_hand(table: Machai, action: Any) -> Object | None:
    """The card of the action in the hand of the seat that acts."""
    number = action.card
    return next((thing for thing in table.state.players[action.player].hand if thing.id == number), None)


HAND_CARD = Part("card", in_own_hand)


def hand_of(table: Machai, draft: Any) -> list[Object]:
    """The known cards of the hand."""
    return [thing for thing in table.state.players[draft.player].hand if thing.card is not None]


def turn(table: Machai, thing: Prepared | Permanent, *, tapped: bool, rule: str) -> None:
    """Tap or untap something; which card it is only its player is told, where it lies face down."""
    thing.tapped = tapped
    kind = "tap" if tapped else "untap"
    place = table.place(thing.id)  # type: ignore[arg-type]
    assert place is not None
    if isinstance(thing, Prepared) and lies_face_down(table.state, thing) and place.seat is not None:
        table.tell([place.seat], ("card",), kind, rule, object=thing.id, card=thing.card)
    else:
        table.emit(kind, rule, object=thing.id, card=thing.card)


def waiting(table: Machai, number: int | None) -> Played | None:
    """The card or ability with this id, if it is on the stack."""
    return next((entry for entry in table.state.stack if entry.id == number), None)


def note_act(table: Machai, seat: int) -> None:
    """A card was played or prepared: the turn is not quiet, and not dead for its player (MC-R71)."""
    table.state.quiet = False
    if seat == table.state.active:
        table.state.players[seat].acted_this_turn = True
