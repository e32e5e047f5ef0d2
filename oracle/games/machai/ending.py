"""Winning and losing: life, exhaustion, both at once, caps (MC-1.6, MC-1.7, MC-11.8)."""

from __future__ import annotations

from oracle.kernel.agreement import finish
from oracle.kernel.effects.settle import Settling, settle_step
from oracle.kernel.rulebook import carries

from .state import Machai, other

LAST_EXHAUSTION = 6


def losers_are_found(table: Machai) -> bool:
    """Look for losers after a step; whether there are any."""
    if table.state.result is not None or not has_lost(table):
        return False
    dead, exhausted = without_life(table), exhausted_seats(table)
    if not dead and not exhausted:
        return False
    lost = sorted({*dead, *exhausted})
    if len(lost) == 1:
        rule, reason = ("MC-1.6", "life_zero") if dead else ("MC-1.7", "exhaustion")
        end_match(table, [other(lost[0])], rule, reason)
    else:
        both_lose(table)
    return True


def has_lost(table: Machai) -> bool:
    """Whether it is worth asking who has lost."""
    for player in table.state.players:  # noqa: SIM110 - asked after every step of an effect, so without a generator
        if player.life == 0 or player.exhaustion >= LAST_EXHAUSTION:
            return True
    return False


@carries("MC-1.6", otherwise=[])
def without_life(table: Machai) -> list[int]:
    """Who has no life left."""
    return [seat for seat, player in enumerate(table.state.players) if player.life == 0]


@carries("MC-1.7", "MC-11.8", otherwise=[])
def exhausted_seats(table: Machai) -> list[int]:
    """Who has been exhausted six times."""
    return [seat for seat, player in enumerate(table.state.players) if player.exhaustion >= LAST_EXHAUSTION]


@carries("MC-R80")
def both_lose(table: Machai) -> None:
    """Both lose in one moment: a draw, or by the option the active player's loss."""
    active = table.state.active
    loses = table.state.options.double_loss == "active_loses" and active is not None
    end_match(table, [other(active)] if loses and active is not None else [], "MC-R80", "both")


def end_match(table: Machai, winners: list[int], rule: str, reason: str) -> None:
    """The match is over at once; what was still to come is dropped (MC-R36)."""
    finish(table, winners, rule, reason)


def settle_now(table: Machai) -> None:
    """Between the steps of an effect losers are looked for; what is triggered waits with the stack."""
    losers_are_found(table)


STEPS = (settle_step(Settling(checks=(losers_are_found,))),)
