"""Energy: costs as they are printed, what pays them, what is spent first (MM-9, MM-R21 to MM-R28)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict, replace

from oracle.kernel.rulebook import carries

from .state import Energy, Magika

COLORS = "RBGYPT"
LETTERS = "UN" + COLORS
SHIFTED = "N" + COLORS
PRINTED = re.compile(rf"[{COLORS}]*[0-9]{{0,3}}")

Cost = dict[str, int]


def read_cost(text: str) -> Cost | None:
    """A printed cost by letter, its number as Balanced; `None` where it is none (MM-R28)."""
    if not text or PRINTED.fullmatch(text) is None:
        return None
    letters = text.rstrip("0123456789")
    cost = {letter: letters.count(letter) for letter in COLORS if letter in letters}
    number = int(text[len(letters) :] or 0)
    return {**cost, "N": number} if number else cost


def total_cost(text: str) -> int | None:
    """How much Energy a printed cost is in all; `None` where it is none."""
    cost = read_cost(text)
    return None if cost is None else sum(cost.values())


def energy_of(cost: Mapping[str, Any]) -> Cost:
    """The Energy of one cost word."""
    text = next((cost[word] for word in ("energy", "chain", "sacrifice") if word in cost), None)
    return (read_cost(text) or {}) if isinstance(text, str) else {}


def added(*costs: Mapping[str, int]) -> Cost:
    """Several costs as one."""
    total: Cost = {}
    for cost in costs:
        for letter, number in cost.items():
            total[letter] = total.get(letter, 0) + number
    return total


def printed(cost: Mapping[str, int]) -> str:
    """A cost as it stands on a card."""
    letters = "".join(letter * cost.get(letter, 0) for letter in COLORS)
    return letters + (str(cost["N"]) if cost.get("N") else "") or "0"


# -- paying ----------------------------------------------------------------------------------------


def pool_of(table: Magika, seat: int) -> dict[str, int]:
    """A seat's Energy by letter."""
    return asdict(table.state.players[seat].energy)


@carries("MM-9.3", otherwise="N")
def pays_balanced() -> str:
    """Balanced and Unshifted Energy pay Balanced costs, Balanced first (MM-R23)."""
    return "NU"


def payers(table: Magika) -> str:
    """What pays the Balanced part of a cost, in order; colours only by the option (MM-R21)."""
    return pays_balanced() + (colors_too() if table.state.options.colored_pays_balanced else "")


@carries("MM-R21", otherwise="")
def colors_too() -> str:
    """By the option coloured Energy pays the Balanced part of a cost too, last."""
    return COLORS


def payment_for(table: Magika, seat: int, cost: Mapping[str, int], unshifted: int = 0) -> Cost | None:
    """What is spent if the player names nothing (MM-R23); `None` where it is not there."""
    return spend(pool_of(table, seat), cost, unshifted, payers(table))


def spend(pool: dict[str, int], cost: Mapping[str, int], unshifted: int, balanced: str) -> Cost | None:
    """Colours with their own kind, then the Balanced part from `balanced` in order."""
    left = dict(pool)
    left["U"] -= unshifted
    paid: Cost = {"U": unshifted} if unshifted else {}
    for letter in COLORS:
        number = cost.get(letter, 0)
        left[letter] -= number
        if number:
            paid[letter] = number
    if min(left.values()) < 0:
        return None
    missing = cost.get("N", 0)
    for letter in balanced:
        number = min(missing, left[letter])
        if number:
            paid[letter] = paid.get(letter, 0) + number
        missing -= number
    return None if missing else paid


def could_with_colors(table: Magika, seat: int, cost: Mapping[str, int], unshifted: int = 0) -> bool:
    """Whether colours would pay it, if they paid Balanced costs."""
    return spend(pool_of(table, seat), cost, unshifted, "NU" + COLORS) is not None


@carries("MM-R23", otherwise=True)
def payment_fits(
    table: Magika, seat: int, payment: Mapping[str, int], cost: Mapping[str, int], unshifted: int = 0
) -> bool:
    """Whether a payment that was named covers the cost exactly, with Energy that is there."""
    return is_exact(pool_of(table, seat), payment, cost, unshifted, colors=table.state.options.colored_pays_balanced)


def fits_with_colors(
    table: Magika, seat: int, payment: Mapping[str, int], cost: Mapping[str, int], unshifted: int = 0
) -> bool:
    """Whether a payment that was named would cover the cost, if colours paid Balanced costs."""
    return is_exact(pool_of(table, seat), payment, cost, unshifted, colors=True)


def is_exact(
    pool: Mapping[str, int], payment: Mapping[str, int], cost: Mapping[str, int], unshifted: int, *, colors: bool
) -> bool:
    """Whether a payment is in the pool and leaves nothing of the cost, nor anything over."""
    if any(letter not in pool or number > pool[letter] for letter, number in payment.items()):
        return False
    rest = {letter: payment.get(letter, 0) - cost.get(letter, 0) for letter in COLORS}
    balanced = payment.get("N", 0) + payment.get("U", 0) - unshifted
    if min(rest.values()) < 0 or payment.get("U", 0) < unshifted:
        return False
    colored = sum(rest.values())
    return balanced + colored == cost.get("N", 0) and (colors or not colored)


def pay(table: Magika, seat: int, payment: Mapping[str, int], rule: str) -> None:
    """Energy is spent."""
    for letter in LETTERS:
        if payment.get(letter):
            change(table, seat, letter, -payment[letter], "pay", rule)


def gain(table: Magika, seat: int, cost: Mapping[str, int], rule: str) -> None:
    """Energy comes to a pool."""
    for letter in LETTERS:
        if cost.get(letter):
            change(table, seat, letter, cost[letter], "gain", rule)


def change(table: Magika, seat: int, letter: str, amount: int, event: str, rule: str) -> None:
    """One kind of Energy changes, and it is told."""
    player = table.state.players[seat]
    left = getattr(player.energy, letter) + amount
    player.energy = replace(player.energy, **{letter: left})
    table.emit(event, rule, player=seat, what=letter, amount=abs(amount), left=left)


def lose(table: Magika, seat: int, letters: str, rule: str) -> None:
    """Energy of these kinds is lost."""
    for letter in letters:
        held = getattr(table.state.players[seat].energy, letter)
        if held:
            change(table, seat, letter, -held, "lose", rule)


__all__ = [
    "Cost",
    "Energy",
    "added",
    "could_with_colors",
    "gain",
    "lose",
    "pay",
    "payment_fits",
    "payment_for",
    "printed",
    "read_cost",
    "total_cost",
]
