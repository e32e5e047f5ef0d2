"""Leaving the match: conceding, losing among more than two, agreeing on a draw (MQ-R84, MQ-R89)."""

from __future__ import annotations

from typing import Literal

from oracle.kernel.agreement import AnswerDraw, Concede, OfferDraw, finish, open_offer
from oracle.kernel.decisions import Action, Kept, requires
from oracle.kernel.rulebook import carries

from .eliminating import eliminate
from .seats import seat_of
from .state import Muhq


def leave_match(
    table: Muhq, seats: list[int], status: Literal["eliminated", "conceded"], rule: str, reason: str
) -> None:
    """Seats are out: the last one left wins, nobody left draws, otherwise the match goes on without them."""
    for seat in seats:
        table.state.players[seat].status = status
    left = table.game.seats_in(table.state)
    if len(left) <= 1:
        finish(table, left, rule, reason)
        return
    for seat in seats:
        table.emit("eliminate", rule, player=seat, reason=reason)
        eliminate(table, seat)
        if table.state.result is not None:
            return
    if table.state.phase not in ("setup", "draft"):
        from .winning import is_over  # noqa: PLC0415 - winning looks who has lost, and that who has left

        is_over(table)


# -- actions ---------------------------------------------------------------------------------------


@requires("MQ-R89", code="already_out", reads=())
def seat_is_in(table: Muhq, action: Action) -> Kept:
    """The seat is still in the match."""
    return action.player != "chance" and action.player in table.game.seats_in(table.state)


@carries("MQ-R89")
def concede(table: Muhq, action: Concede) -> None:
    """A seat that concedes loses, at any time."""
    leave_match(table, [seat_of(action)], "conceded", "MQ-R89", "concede")


@requires("MQ-R89", code="not_your_decision", reads=())
def offerer_decides(table: Muhq, action: OfferDraw) -> Kept:
    """A draw is offered by the active player while it decides."""
    return table.state.active == action.player and table.decider == action.player


@requires("MQ-R89", code="draw_offered", reads=())
def no_offer_yet(table: Muhq, _action: OfferDraw) -> Kept:
    """A draw is offered once in an own turn."""
    return not table.state.draw_offered and table.state.draw_offer is None


@carries("MQ-R89")
def offer_draw(table: Muhq, action: OfferDraw) -> None:
    """A draw is offered; play goes on beside the offer."""
    table.state.draw_offered = True
    open_offer(table, seat_of(action))
    table.emit("draw_offer", "MQ-R89", player=action.player)


@requires("MQ-R89", code="no_draw_offer", reads=())
def offer_is_open(table: Muhq, action: AnswerDraw) -> Kept:
    """There is an offer of another seat that this one has not answered."""
    offer = table.state.draw_offer
    if offer is None or action.player not in table.game.seats_in(table.state):
        return False
    return action.player != offer.by and action.player not in offer.accepted


@carries("MQ-R89")
def answer_draw(table: Muhq, action: AnswerDraw) -> None:
    """All others must accept; one refusal ends the offer."""
    offer = table.state.draw_offer
    assert offer is not None
    table.emit("draw_answer", "MQ-R89", player=action.player, accept=action.accept)
    if not action.accept:
        table.state.draw_offer = None
        return
    offer.accepted = sorted([*offer.accepted, seat_of(action)])
    waiting = [seat for seat in table.game.seats_in(table.state) if seat != offer.by and seat not in offer.accepted]
    if not waiting:
        finish(table, [], "MQ-R89", "agreed_draw")
