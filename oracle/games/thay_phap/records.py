"""A card of Thầy Pháp as its set writes it, and compiled (section 6 of the digest)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET, Meta, UnsetType

from oracle.kernel.cards import Card, CardRecord
from oracle.kernel.effects.ability import Ability


class Record(CardRecord, kw_only=True):
    """A card as its set writes it."""

    type: Literal["mage", "monster", "spell", "block"]
    cost: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = UNSET
    life: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = UNSET
    attack: Annotated[int, Meta(ge=0, le=1000)] | UnsetType = UNSET
    block: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = UNSET
    spell_kind: Literal["attack", "other"] | UnsetType = UNSET
    requires: Annotated[list[dict[str, Annotated[int, Meta(ge=0, le=1000)]]], Meta(max_length=8)] = []


class Activated(NamedTuple):
    """An effect that is used: its place among the abilities, its mana, what it asks for besides."""

    number: int
    ability: Ability
    mana: int
    costs: tuple[tuple[str, int], ...]


def activated(number: int, ability: Ability) -> Activated:
    """The effect of an activated ability, with its costs apart."""
    costs = [part for cost in ability.costs for part in cost.items()]
    mana = sum(number for word, number in costs if word == "mana")
    return Activated(number, ability, mana, tuple(part for part in costs if part[0] != "mana"))


def speaks_of_itself(steps: Any) -> bool:
    """Whether a step is done to the card itself."""
    if isinstance(steps, dict):
        return any(speaks_of_itself(part) for part in steps.values())
    return any(map(speaks_of_itself, steps)) if isinstance(steps, list) else bool(steps == "self")


class PhapCard(Card):
    """A compiled card: its numbers at hand, its abilities by what sets them off."""

    __slots__ = (
        "activated",
        "attack",
        "block",
        "cost",
        "events",
        "life",
        "own_events",
        "requires",
        "spell",
        "spell_kind",
        "statics",
        "swift",
    )

    def __init__(self, record: Record, abilities: tuple[Ability, ...]) -> None:
        super().__init__(record, abilities)
        self.cost = record.cost or 0
        self.life = record.life or 0
        self.attack = record.attack or 0
        self.block = record.block or 0
        self.spell_kind = record.spell_kind or None
        self.requires = tuple(next(iter(part.items())) for part in record.requires)
        self.swift = any(ability.keyword == "swift" for ability in abilities)
        self.statics = tuple(ability for ability in abilities if ability.kind == "static")
        self.spell = next(((i, a) for i, a in enumerate(abilities) if a.kind == "spell"), None)
        self.activated = next((activated(i, a) for i, a in enumerate(abilities) if a.kind == "activated"), None)
        self.events = frozenset(ability.event for ability in abilities if ability.event is not None)
        self.own_events = frozenset(a.event for a in abilities if a.event and speaks_of_itself(a.document.get("do")))
