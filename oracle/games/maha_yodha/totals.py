"""Total attack and total defence: one sum a side (MY-12), with everything that lasts counted live."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.kernel.effects.ability import Ability, Side
from oracle.kernel.rulebook import carries

from .state import Maha, Placed, opponent


@carries("MY-12.1", otherwise=0)
def total_attack(table: Maha, seat: int) -> int:
    """The attack levels of the own cards, with what changes them."""
    return total(table, seat, "attack")


@carries("MY-12.2", otherwise=0)
def total_defence(table: Maha, seat: int) -> int:
    """The defence levels of the own cards, with what changes them."""
    return total(table, seat, "defence")


def total(table: Maha, seat: int, stat: str) -> int:
    """The sum of a stat over one half of the battlefield, floored where the option says so (MY-R06)."""
    amount = printed(table, seat, stat) + lasting_changes(table, seat, stat)
    return max(0, amount) if table.state.options.totals_floor == "zero" else amount


def printed(table: Maha, seat: int, stat: str) -> int:
    """The printed numbers of all cards on that half."""
    return sum(getattr(table.card(thing), stat) for thing in table.state.players[seat].battlefield)


def lasting_changes(table: Maha, seat: int, stat: str) -> int:
    """What the cards of both halves change of a seat's stat."""
    return own_changes(table, seat, stat) + enemy_changes(table, seat, stat)


@carries("MY-5.2", otherwise=0)
def own_changes(table: Maha, seat: int, stat: str) -> int:
    """What the own cards that are out change."""
    return changes_from(table, seat, seat, stat)


@carries("MY-12.9", otherwise=0)
def enemy_changes(table: Maha, seat: int, stat: str) -> int:
    """What the opponent's cards that are out change."""
    return changes_from(table, opponent(seat), seat, stat)


def changes_from(table: Maha, half: int, seat: int, stat: str) -> int:
    """What the cards on one half change of a seat's stat."""
    changed = 0
    for thing in table.state.players[half].battlefield:
        for ability in lasting(table, thing):
            amount = ability.modify.get(stat)
            if amount is None or ability.seats is None:
                continue
            side = Side(half, thing.id)  # type: ignore[arg-type]
            if seat in ability.seats(table, side) and (ability.condition is None or ability.condition(table, side)):
                changed += amount(table, side)
    return changed


def lasting(table: Maha, thing: Placed) -> Iterator[Ability]:
    """The lasting abilities of a card that count now: its mode's, and a combination's while combined."""
    for ability in table.card(thing).statics:
        if ability.mode in (None, thing.mode) and (ability.slot != "combination" or thing.combined):
            yield ability
