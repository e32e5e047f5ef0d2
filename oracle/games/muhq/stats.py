"""What permanents can do now: printed values and everything that changes them (MQ-R91)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.board import Tile
from oracle.kernel.effects.ability import Ability, Side
from oracle.kernel.effects.lasting import effects_on, keywords, reaches, statics
from oracle.kernel.effects.lasting import stat as lasting_stat
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from . import board
from .state import Muhq, Permanent

Entry = tuple[int, int]
"""An entry of an attack: power and range."""


def place_of(thing: Permanent) -> Place:
    """A permanent as the card language asks for it."""
    return Place(None, "permanents", thing)


# -- what changes it -------------------------------------------------------------------------------


class Ground(Side):
    """The side of what a tile changes: that of the permanent that owns it."""

    __slots__ = ("here",)

    def __init__(self, here: Permanent) -> None:
        super().__init__(-1 if here.controller is None else here.controller, here.id)  # type: ignore[arg-type]
        self.here = here


def ground(table: Muhq, thing: Permanent, name: str) -> list[tuple[Ground, Ability]]:
    """What the tile under a permanent changes in a stat or keyword."""
    root = board.root(table, thing)
    if root.tile is None:
        return []
    lasting = board.tile_type(table, root.tile).card.lasts.get(name)
    if not lasting:
        return []
    side = Ground(root)
    return [(side, each) for each in lasting if reaches(table, side, each, place_of(thing))]


@carries("MQ-17.1", "MQ-19.8", otherwise=0)
def added(table: Muhq, thing: Permanent, name: str) -> int:
    """What effects, statics and the tile add to a stat."""
    total = lasting_stat(table, place_of(thing), name)
    for side, ability in ground(table, thing, name):
        total += ability.modify[name](table, side)
    return total


@carries("MQ-R91", otherwise=0)
def floored(value: int) -> int:
    """No power, movement, upkeep or Armor is below 0."""
    return max(0, value)


# -- keywords --------------------------------------------------------------------------------------


def has(table: Muhq, thing: Permanent, word: str) -> bool:
    """Whether a permanent has a keyword: printed, or given by something."""
    if word in table.cards[str(thing.card)].keywords:
        return True
    changes = table.state.effects or statics(table, word)
    if changes and any(True for _ in keywords(table, place_of(thing), word)):
        return True
    return bool(ground(table, thing, word))


def amount(table: Muhq, thing: Permanent, word: str) -> int:
    """The numbers behind all keywords of this name, added up."""
    total = sum(keywords(table, place_of(thing), word))
    return total + sum(ability.grants[word] for _, ability in ground(table, thing, word))


@carries("MQ-15.10", "MQ-R75", otherwise=0)
def armor(table: Muhq, thing: Permanent) -> int:
    """By how much damage to a permanent is reduced; several values of Armor add up."""
    return floored(amount(table, thing, "armor"))


def is_anchored(table: Muhq, thing: Permanent) -> bool:
    """Whether effects cannot change its controller, return or relocate it (digest, section 6.6)."""
    return thing.map_flags.anchored or has(table, thing, "anchored")


@carries("MQ-19.9", otherwise=False)
def is_solid(table: Muhq, thing: Permanent) -> bool:
    """Whether a permanent is a solid artifact."""
    return table.cards[str(thing.card)].type in ("artifact", "equipment") and has(table, thing, "solid")


@carries("MQ-15.10", "MQ-R75", otherwise=False)
def taunts(table: Muhq, thing: Permanent) -> bool:
    """Whether enemy attacks must choose it."""
    return has(table, thing, "taunt")


@carries("MQ-17.2", otherwise=0)
def crew(table: Muhq, thing: Permanent) -> int:
    """How many other units may man a unit."""
    return amount(table, thing, "crew") if table.cards[str(thing.card)].is_unit else 0


# -- numbers ---------------------------------------------------------------------------------------


@carries("MQ-19.13", otherwise=0)
def solid_life(table: Muhq, thing: Permanent) -> int:
    """The life of a solid artifact is the number behind Solid."""
    return amount(table, thing, "solid")


@carries("MQ-15.3", otherwise=0)
def life(table: Muhq, thing: Permanent) -> int:
    """The life value of a unit or solid artifact."""
    own = table.cards[str(thing.card)]
    return (own.life if own.is_unit else solid_life(table, thing)) + added(table, thing, "life")


@carries("MQ-R51", otherwise=0)
def current_life(table: Muhq, thing: Permanent) -> int:
    """What is left of it: damage stays until it is healed."""
    return life(table, thing) - thing.damage


@carries("MQ-15.3", "MQ-16.1", otherwise=0)
def move(table: Muhq, unit: Permanent) -> int:
    """How far a unit moves."""
    return floored(table.cards[str(unit.card)].move + added(table, unit, "move"))


@carries("MQ-15.3", otherwise=0)
def upkeep(table: Muhq, unit: Permanent) -> int:
    """What keeping a unit costs."""
    return floored(table.cards[str(unit.card)].upkeep + added(table, unit, "upkeep"))


# -- attacks ---------------------------------------------------------------------------------------


def entries(table: Muhq, unit: Permanent) -> list[Entry]:
    """The entries of a unit's own attack: printed ones as they are now, and those that it was given (MQ-R91)."""
    printed: tuple[Entry, ...] = table.cards[str(unit.card)].attack
    found = list(printed)
    if printed:
        power, reach = added(table, unit, "power"), added(table, unit, "range")
        if power or reach:
            found = [(floored(p + power), max(1, r + reach)) for p, r in printed]
    return found + given(table, unit)


def given(table: Muhq, unit: Permanent) -> list[Entry]:
    """The entries that effects, equipment and the tile add."""
    here = place_of(unit)
    found: list[Entry] = []
    for side, ability in statics(table, "attack"):
        if reaches(table, side, ability, here):
            found.append(entry_of(table, side, ability))
    if table.state.effects:
        found += [
            (int(effect.change["attack"]), int(effect.change.get("reach", 1)))
            for effect in effects_on(table, here)
            if "attack" in effect.change
        ]
    return found + [entry_of(table, side, ability) for side, ability in ground(table, unit, "attack")]


def entry_of(table: Muhq, side: Any, ability: Ability) -> Entry:
    """The entry that a static ability gives."""
    reach: int = ability.qualified.get("attack", {}).get("reach", 1)
    return floored(ability.modify["attack"](table, side)), reach


@carries("MQ-13.8", "MQ-13.9", "MQ-13.10", "MQ-R44", "MQ-R45", otherwise=0)
def bonus(entry: Entry) -> int:
    """On high ground every entry with more than range 1 reaches 1 further."""
    return 1 if entry[1] > 1 else 0


def profile(table: Muhq, thing: Permanent) -> list[Entry]:
    """What a permanent and everything in its stack attack with from where it stands."""
    found: list[Entry] = table.once(("profile", thing.id), lambda: work_out(table, thing, board.tile(table, thing)))
    return found


@carries("MQ-15.18", "MQ-15.19", "MQ-15.20", "MQ-17.5", otherwise=[])
def lent(table: Muhq, thing: Permanent) -> list[Entry]:
    """What the units in its stack add to an attack, equipment and crew alike."""
    known = board.by_id(table)
    found: list[Entry] = []
    for number in thing.stack:
        other = known[number]
        if table.cards[str(other.card)].is_unit:
            found += entries(table, other)
        found += lent(table, other)
    return found


def work_out(table: Muhq, thing: Permanent, place: Tile | None) -> list[Entry]:
    """The profile as it is, or would be on that tile."""
    found = entries(table, thing) if table.cards[str(thing.card)].is_unit else []
    if thing.stack:
        found = found + lent(table, thing)
    if place is not None and board.is_high(table, place):
        return [(p, r + bonus((p, r))) for p, r in found]
    return found


@carries("MQ-13.6", "MQ-15.15", otherwise=0)
def power_at(attack: list[Entry], distance: int) -> int:
    """What an attack deals at a distance: every entry that reaches so far counts (MQ-15.21 to MQ-15.25)."""
    return sum(power for power, reach in attack if reach >= distance)


def longest(attack: list[Entry]) -> int:
    """How far an attack reaches; 0 without entries."""
    return max((reach for _, reach in attack), default=0)
