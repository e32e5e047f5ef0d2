"""Cards as their sets write them, and as they are compiled (MM-11 to MM-14, MM-16.1, MM-19)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from oracle.kernel.cards import Card, CardRecord
from oracle.kernel.effects.ability import Ability, Cost

Color = Literal["balanced", "red", "blue", "green", "yellow", "purple", "teal"]
SetNumber = Annotated[int, Meta(ge=1, le=1000)]
STATS = ("light_offense", "light_defense", "dark_offense", "dark_defense")


class Record(CardRecord, kw_only=True):
    """A card as its set writes it; `versions` are its Erratas, with what each of them changes."""

    type: Literal["artifact", "summon", "rune", "chant"]
    subtype: Literal["basic", "nonbasic", "rune", "equipment"] | UnsetType = UNSET
    colors: Annotated[list[Color], Meta(min_length=1, max_length=7)]
    alignment: Literal["lawful", "neutral", "chaotic"] | UnsetType = UNSET
    summon_type: Annotated[str, Meta(min_length=1, max_length=40)] | UnsetType = UNSET
    cost: Annotated[str, Meta(max_length=40)] = "0"
    stats: Annotated[list[Annotated[int, Meta(ge=-1000, le=1000)]], Meta(max_length=8)] | UnsetType = UNSET
    chain: Annotated[int, Meta(ge=-1000, le=1000)] | UnsetType = UNSET
    play_cost: Annotated[list[dict[str, Any]], Meta(max_length=4)] = []
    set: SetNumber = 1
    token: bool = False
    versions: Annotated[list[dict[str, Any]], Meta(max_length=20)] = []
    cipher: str | None = None


class MagikaCard(Card):
    """A compiled card: its numbers at hand, its sentences by what they are for."""

    __slots__ = (
        "alignment", "chain", "colors", "cost", "damaged", "firsts", "is_equipment", "price", "sacrifices", "sentences",
        "stats", "subtype", "summon_type", "uses", "versions",
    )  # fmt: skip

    def __init__(
        self, record: Record, abilities: tuple[Ability, ...], cost: dict[str, int], price: tuple[Cost, ...] = ()
    ) -> None:
        super().__init__(record, abilities)
        self.subtype = record.subtype or None
        self.is_equipment = record.subtype == "equipment"
        self.colors = frozenset(record.colors)
        self.alignment = record.alignment or None
        self.summon_type = record.summon_type or None
        self.cost = cost
        self.stats = dict(zip(STATS, record.stats or (), strict=False))
        self.chain = record.chain or 0
        self.price = price
        self.sentences = sentences_of(abilities)
        self.firsts = tuple(first for first, *_ in self.sentences.values())
        self.sacrifices = tuple(first for first in self.firsts if sacrifices(abilities[first]))
        self.uses = any(is_used(abilities[first]) for first in self.firsts)
        self.damaged = {(i, name) for i, ability in enumerate(abilities) for name in damaged_by(ability.document)}
        self.versions: dict[int, MagikaCard] = {}

    def first_of(self, ability: int) -> int:
        """The first ability of the sentence to which this one belongs: its number for everybody."""
        return self.sentences[self.abilities[ability].sentence][0]


def sentences_of(abilities: tuple[Ability, ...]) -> dict[int, list[int]]:
    """The abilities of each sentence, in printed order: one, or one for each of its options."""
    found: dict[int, list[int]] = {}
    for i, ability in enumerate(abilities):
        found.setdefault(ability.sentence, []).append(i)
    return found


def sacrifices(ability: Ability) -> bool:
    """Whether a sentence discards its card as a cost."""
    return any("sacrifice" in cost for cost in ability.costs)


def is_used(ability: Ability) -> bool:
    """Whether a sentence is activated by its player, on the Mantle."""
    return ability.kind == "activated" and not sacrifices(ability)


def damaged_by(document: Any) -> set[str]:
    """The targets that an ability's steps damage."""
    if isinstance(document, list):
        return {name for part in document for name in damaged_by(part)}
    if not isinstance(document, dict):
        return set()
    found = {name for part in document.values() for name in damaged_by(part)}
    damage = document.get("damage")
    return found | {damage["to"]} if isinstance(damage, dict) and isinstance(damage.get("to"), str) else found
