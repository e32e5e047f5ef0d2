"""Types of tiles: deep water, high ground, and effects in the card language (MQ-8.4, MQ-M2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oracle.kernel.effects.ability import Ability
from oracle.kernel.effects.parse import Parser
from oracle.kernel.errors import Fault
from oracle.kernel.rulebook import Words
from oracle.kernel.shapes import fault, pointer

from .records import MuhqCard, TileRecord

if TYPE_CHECKING:
    from .map_records import MapRecord, TileTypeRecord

PREFIX = "tile:"
EVENTS = ("move_end", "tile_enter", "tile_upkeep")
BUILT_IN = {"plain": False, "deep": True}
"""The types that exist on every map, and whether they are deep water."""


@dataclass(frozen=True, slots=True, eq=False)
class TileType:
    """A type of tile; `card` holds its effects as if it were a card, under a key that no card has."""

    name: str
    words: Words
    deep: bool
    high_ground: bool
    card: MuhqCard

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """What tiles of this type do."""
        return self.card.abilities

    @property
    def statics(self) -> tuple[Ability, ...]:
        """What they change as long as they are there."""
        return tuple(each for each in self.abilities if each.kind == "static")

    def triggered(self, event: str) -> tuple[int, ...]:
        """The numbers of the abilities that this event sets off."""
        return tuple(i for i, each in enumerate(self.abilities) if each.kind == "triggered" and each.event == event)


def compile_types(record: MapRecord) -> tuple[dict[str, TileType], list[Fault]]:
    """The tile types of a map by name, those that every map has among them; and what is wrong with them."""
    from .vocabulary import VOCABULARY  # noqa: PLC0415 - the words of the game ask the board, and that asks the map

    types = {name: tile_type(name, name, ()) for name in BUILT_IN}
    faults: list[Fault] = []
    for name, written in record.tile_types.items():
        at = pointer("/tile_types", name)
        parser = Parser(VOCABULARY)
        abilities = parser.abilities(written.abilities, f"{at}/abilities")
        faults += [*parser.faults, *kind_faults(abilities, f"{at}/abilities"), *built_in_faults(name, written, at)]
        types[name] = tile_type(name, written.name or name, tuple(abilities), written)
    return types, faults


def tile_type(
    name: str, words: Words, abilities: tuple[Ability, ...], written: TileTypeRecord | None = None
) -> TileType:
    """One type."""
    documents = [each.document for each in abilities]
    card = MuhqCard(TileRecord(key=PREFIX + name, name=words, abilities=documents), abilities)
    deep = BUILT_IN.get(name, False) if written is None else written.deep
    return TileType(name, words, deep, written is not None and written.high_ground, card)


def built_in_faults(name: str, written: TileTypeRecord, at: str) -> list[Fault]:
    """Plain tiles and deep water are the same on every map: they may have names there, and nothing else."""
    if name not in BUILT_IN:
        return []
    found = []
    if written.deep != BUILT_IN[name]:
        found.append(("deep", f"The type {name} {'is' if BUILT_IN[name] else 'is not'} deep water on every map."))
    if written.high_ground:
        found.append(("high_ground", f"The type {name} is high ground on no map."))
    if written.abilities:
        found.append(("abilities", f"The type {name} does nothing on any map."))
    return [fault("reserved_type", pointer(at, part), message, rule="MQ-M2") for part, message in found]


def kind_faults(abilities: list[Ability], at: str) -> list[Fault]:
    """A tile changes something as long as it is there, or does something when an event of tiles happens."""
    found = []
    for i, ability in enumerate(abilities):
        if ability.kind != "static" and (ability.kind != "triggered" or ability.event not in EVENTS):
            known = ", ".join(EVENTS)
            message = f"A tile has static abilities, and triggered ones of its own events: {known}."
            found.append(fault("not_here", pointer(at, i), message, rule="MQ-M2"))
    return found


def cards_of_types(types: Mapping[str, TileType]) -> dict[str, Any]:
    """The types as cards by their keys."""
    return {each.card.key: each.card for each in types.values()}
