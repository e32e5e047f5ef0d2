"""Damage: to Health, to a Defense, less Armor (MM-6.6, MM-7.3, MM-21.15; rulings R04, R56)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Facts, Pending
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from .keywords import count, is_link, on_mantle, shielded_from
from .state import Hit, Magika, PickDefense

KINDS = ("light", "dark")


def lose_health(table: Magika, seat: int, amount: int, source: int | None, rule: str) -> None:
    """A player is damaged; whether that is a loss is looked at later."""
    if amount <= 0 or seat not in table.game.seats_in(table.state):
        return
    player = table.state.players[seat]
    player.health -= amount
    table.emit("damage", rule, source=source, target={"player": seat}, amount=amount)
    table.emit("life", rule, player=seat, amount=-amount, left=player.health)


def hit(table: Magika, source: int | None, place: Place, kind: str, amount: int, rule: str) -> int:
    """A Summon's Defense is damaged; returns what gets through its Armor."""
    dealt = max(0, amount - armor(table, place))
    if dealt:
        thing: Any = place.object
        thing.damage = replace(thing.damage, **{kind: getattr(thing.damage, kind) + dealt})
        table.emit("damage", rule, source=source, target={"object": thing.id}, amount=dealt, stat=kind)
    return dealt


@carries("MM-21.15", "MM-R56", otherwise=0)
def armor(table: Magika, place: Place) -> int:
    """Armor reduces every damage event, for its card only."""
    return count(table, place, "armor")


@carries("MM-R51", otherwise=False)
def picks_defense(table: Magika) -> bool:
    """The controller picks the Defense that Effect damage reduces."""
    return table.state.options.effect_damage_stat == "choose"


@carries("MM-16.16", otherwise=False)
def takes_no_damage(place: Place) -> bool:
    """A Link cannot receive Effect damage."""
    return is_link(place.object)


def can_be_damaged(table: Magika, seat: int, number: int) -> bool:
    """Whether Effects of that seat damage this object: it is on a Mantle, no Link, and does not ignore them."""
    place = on_mantle(table, number)
    return place is not None and not shielded_from(table, seat, place) and not takes_no_damage(place)


def kinds_of(table: Magika, ref: dict[str, Any]) -> tuple[str, ...]:
    """Which Defense Effect damage reduces (MM-R51)."""
    how = table.state.options.effect_damage_stat
    return ("light", "dark") if how == "both" else (ref.get("stat", "light"),) if how == "choose" else (how,)


# -- Summons that were not aimed at ----------------------------------------------------------------


def still_hit(table: Magika, frame: PickDefense) -> list[int]:
    """The Summons whose Defense is still to be picked; one that has left is passed over."""
    return [number for number in frame.left if can_be_damaged(table, frame.player, number)]


def ask_defense(table: Magika, frame: PickDefense) -> Pending | None:
    """Which Defense of the next Summon is damaged."""
    left = still_hit(table, frame)
    if not left:
        return None
    facts: Facts = {"card": table.name(table.find(left[0]))}
    return Pending(
        frame.player, "choose_stat", "MM-R51", facts=facts, source=frame.source, min=1, max=1, chosen=(), picks=KINDS
    )  # fmt: skip


def take_defense(table: Magika, frame: PickDefense, pick: Any) -> None:
    """A Defense is picked."""
    number, *left = still_hit(table, frame)
    frame.left, frame.hits = left, [*frame.hits, Hit(object=number, stat=pick)]


def run_hits(table: Magika, frame: PickDefense) -> None:
    """All are damaged together."""
    pop(table)
    for each in frame.hits:
        place = on_mantle(table, each.object)
        if place is not None:
            hit(table, frame.source, place, each.stat, frame.amount, "MM-17.5")


STEPS = (Step(PickDefense, run=run_hits, asks=ask_defense, takes=take_defense),)
