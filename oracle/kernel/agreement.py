"""Ending a match by word: conceding, offering a draw and answering an offer.

The kernel has the form; when a seat may do so, and by which clause, is each game's own.
"""

from __future__ import annotations

from typing import Any

from .decisions import Action
from .state import DrawOffer, Result
from .table import Table


class Concede(Action, tag="concede", kw_only=True, frozen=True):
    """The seat gives the match up."""


class OfferDraw(Action, tag="offer_draw", kw_only=True, frozen=True):
    """The seat offers to draw the match."""


class AnswerDraw(Action, tag="answer_draw", kw_only=True, frozen=True):
    """The seat accepts an offered draw, or declines it."""

    accept: bool


ANSWERS = (("accept", lambda _table, _draft: (True, False)),)


def finish(table: Table[Any, Any], winners: list[int], rule: str | None, reason: str) -> None:
    """The match is over: one result, no work left."""
    outcome: Any = "win" if winners else "draw"
    table.state.result = Result(outcome=outcome, winners=winners, rule=rule, reason=reason)
    table.state.agenda.clear()
    table.state.draw_offer = None
    table.emit("result", rule, outcome=outcome, winners=winners, reason=reason)


def open_offer(table: Table[Any, Any], seat: int) -> None:
    """A draw is offered."""
    table.state.draw_offer = DrawOffer(by=seat)


def left_to_answer(table: Table[Any, Any]) -> list[int]:
    """The seats that have not answered the open offer."""
    offer = table.state.draw_offer
    if offer is None:
        return []
    return [seat for seat in table.game.seats_in(table.state) if seat != offer.by and seat not in offer.accepted]
