"""Costs behind a trigger, paid as it resolves (MM-R29)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.ability import Do
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from .doing import turn
from .energy import added, energy_of, pay, payment_for, read_cost
from .keywords import on_mantle
from .mantle import discard_all
from .state import Magika


def own_place(table: Magika, scope: Any) -> Place | None:
    """Where the card is whose sentence is paid for."""
    return on_mantle(table, scope.source)


def can_tap(table: Magika, scope: Any) -> bool:
    """Whether the card is there, untapped."""
    place = own_place(table, scope)
    return place is not None and not place.object.tapped  # type: ignore[attr-defined]


def pay_tap(table: Magika, frame: Do) -> None:
    """The card is Tapped for its sentence."""
    turn(table, frame, [{"object": frame.source}] if frame.source is not None else [], tapped=True)


def can_energy(table: Magika, scope: Any, energy: str) -> bool:
    """Whether the Energy is there."""
    return payment_for(table, scope.player, read_cost(energy) or {}) is not None


@carries("MM-R29")
def pay_energy(table: Magika, frame: Do, energy: str) -> None:
    """Energy is paid as the sentence resolves."""
    payment = payment_for(table, frame.player, read_cost(energy) or {})
    pay(table, frame.player, payment or {}, "MM-21.24")


def energy_in(table: Magika, scope: Any, costs: Any) -> bool:
    """Whether the Energy of all costs is there together."""
    words = [cost.document for cost in costs if not cost.step]
    energy = added(*(energy_of(word) for word in words))
    return payment_for(table, scope.player, energy, sum(word.get("unshifted", 0) for word in words)) is not None


def can_unshifted(table: Magika, scope: Any, amount: int) -> bool:
    """Whether there is so much Unshifted Energy."""
    held: int = table.state.players[scope.player].energy.U
    return held >= amount


def pay_unshifted(table: Magika, frame: Do, amount: int) -> None:
    """Unshifted Energy is paid."""
    pay(table, frame.player, {"U": amount}, "MM-21.41")


def can_discard(table: Magika, scope: Any, amount: int) -> bool:
    """Whether the hand holds so many cards."""
    return len(table.state.players[scope.player].hand) >= amount


def can_sacrifice(table: Magika, scope: Any, energy: str) -> bool:
    """Whether the Energy and the card are there."""
    return own_place(table, scope) is not None and can_energy(table, scope, energy)


def pay_sacrifice(table: Magika, frame: Do, energy: str) -> None:
    """Energy is paid and the card discarded."""
    pay_energy(table, frame, energy)
    place = own_place(table, frame)
    if place is not None:
        discard_all(table, [place], "MM-21.29")
