"""Stats as they are now: printed, changed, and Defenses less their damage (MM-12.10, MM-13.11, MM-17.3; R50, R53)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.lasting import effects_on, reaches, statics
from oracle.kernel.rulebook import carries
from oracle.kernel.table import Place

from .keywords import count, has, is_link, is_summon, mantle, passive_works, survivals
from .records import STATS
from .state import Magika, Stat

KINDS: tuple[Stat, ...] = ("light", "dark")
AS_WRITTEN = {
    "offense_defense": {"first": ("light_offense", "dark_offense"), "second": ("light_defense", "dark_defense")},
    "light_dark": {"first": ("light_offense", "light_defense"), "second": ("dark_offense", "dark_defense")},
}
HALVES = {
    way: {name: tuple(half for half, names in halves.items() if name in names) for name in STATS}
    for way, halves in AS_WRITTEN.items()
}
SHOWN = (
    "active",
    "true_strike",
    "hexproof",
    "speed",
    "survival",
    "elusive",
    "defender",
    "target",
    "armor",
    "spell_shield",
    "degrade",
)


def stat(table: Magika, place: Place, name: str) -> int:
    """A stat of a Summon now; a Defense less its damage."""
    found: int = table.once(("stat", name, place.object.id), lambda: work_out(table, place, name))
    return found


def work_out(table: Magika, place: Place, name: str) -> int:
    """Printed, changed, wounded."""
    thing: Any = place.object
    kind, _, half = name.partition("_")
    wounds = getattr(thing.damage, kind) if half == "defense" else 0
    return table.card(thing).stats.get(name, 0) + changes(table, place, name) - wounds


def changes(table: Magika, place: Place, name: str) -> int:
    """What Passive sentences, Equipment and lasting Effects add."""
    words = (name, *pairs(table, name))
    total = sum([passive(table, place, word) for word in words if statics(table, word)])
    for effect in effects_on(table, place) if table.state.effects else ():
        total += sum(amount for word in words if type(amount := effect.change.get(word)) is int)
    return total


def pairs(table: Magika, name: str) -> tuple[str, ...]:
    """The halves of a pair as it is written, such as +1, +1, that mean this stat."""
    return HALVES[reading(table)][name]


@carries("MM-R50", otherwise="offense_defense")
def reading(table: Magika) -> str:
    """The first number is for both Offenses, the second for both Defenses, unless the option says otherwise."""
    return table.state.options.stat_pair


def passive(table: Magika, place: Place, word: str) -> int:
    """What Passive sentences that reach a card add to a stat."""
    return sum(
        added_by(table, side, ability, word)
        for side, ability in statics(table, word)
        if word in ability.modify and reaches(table, side, ability, place) and passive_works(table, side.player, place)
    )


@carries("MM-13.11", "MM-17.3", otherwise=0)
def added_by(table: Magika, side: Any, ability: Any, word: str) -> int:
    """A Passive sentence is always on."""
    amount: int = ability.modify[word](table, side)
    return amount


def offense(table: Magika, place: Place, kind: str) -> int:
    """The Offense that counts: below 0 it is 0 (MM-R37)."""
    return max(0, stat(table, place, f"{kind}_offense"))


def defense(table: Magika, place: Place, kind: str) -> int:
    """The Defense that is left."""
    return stat(table, place, f"{kind}_defense")


def shown(table: Magika, place: Place) -> str:
    """The four stats in one word."""
    return "/".join(str(stat(table, place, name)) for name in STATS)


def attackable_targets(table: Magika, seat: int) -> list[Place]:
    """The Summons of a seat that Attacks on it must name: those with Target, Links excepted."""
    found: list[Place] = table.once(
        ("targets", seat),
        lambda: [
            p
            for p in mantle(table)
            if p.seat == seat and is_summon(table, p.object) and not is_link(p.object) and has(table, p, "target")
        ],
    )
    return found


def derive(table: Magika, place: Place | None, seat: int | None) -> dict[str, Any]:
    """What follows from the state: a Summon's present stats and keywords."""
    if place is None or place.zone != "mantle" or place.object.card is None or not is_summon(table, place.object):
        return {}
    found: dict[str, Any] = {name: stat(table, place, name) for name in STATS}
    found["stats"] = shown(table, place)
    found["keywords"] = {
        word: survivals(table, place) if word == "survival" else count(table, place, word)
        for word in SHOWN
        if has(table, place, word)
    }
    return found
