"""Cards of muhq's game: their attributes (section 6.1 of the digest), and what of them is asked often."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from oracle.kernel.cards import Card, CardRecord
from oracle.kernel.effects.ability import Ability, Cost
from oracle.kernel.state import Key

Small = Annotated[int, Meta(ge=0, le=1000)]
Least = Annotated[int, Meta(ge=1, le=1000)]
TYPES = ("spell", "unit", "artifact", "equipment")


class Attack(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An entry of an attack: power and range."""

    p: Small
    r: Least


class Record(CardRecord, kw_only=True):
    """A card as its set writes it; `buy: null` cannot be bought."""

    type: Literal["spell", "unit", "artifact", "equipment"]
    buy: Small | None
    play_cost: Annotated[list[dict[str, Any]], Meta(max_length=4)] = []
    life: Small | UnsetType = UNSET
    move: Small | UnsetType = UNSET
    attack: Annotated[list[Attack], Meta(max_length=8)] | UnsetType = UNSET
    upkeep: Small | UnsetType = UNSET
    durability: Least | UnsetType = UNSET
    bound_to: Annotated[list[Key], Meta(min_length=1, max_length=16)] | UnsetType = UNSET


class TileRecord(CardRecord, kw_only=True):
    """A tile type as if it were a card: what stands on it can be spoken of by its effects."""

    type: Literal["tile"] = "tile"


class MuhqCard(Card):
    """A compiled card: its numbers at hand, its abilities by what they are for."""

    __slots__ = (
        "attack", "bound_to", "buy", "costs", "durability", "events", "free", "full", "is_equipment", "is_unit",
        "keywords", "life", "move", "spells", "upkeep",
    )  # fmt: skip

    def __init__(self, record: Any, abilities: tuple[Ability, ...], costs: tuple[Cost, ...] = ()) -> None:
        super().__init__(record, abilities)
        self.buy: int | None = getattr(record, "buy", None)
        self.life: int = getattr(record, "life", 0) or 0
        self.move: int = getattr(record, "move", 0) or 0
        self.attack: tuple[tuple[int, int], ...] = tuple((a.p, a.r) for a in getattr(record, "attack", ()) or ())
        self.upkeep: int = getattr(record, "upkeep", 0) or 0
        self.durability: int = getattr(record, "durability", 0) or 0
        self.bound_to: frozenset[str] = frozenset(getattr(record, "bound_to", ()) or ())
        self.costs = costs
        self.is_unit = record.type == "unit"
        self.is_equipment = record.type == "equipment"
        self.keywords: dict[str, int] = {}
        for ability in abilities:
            if ability.keyword is not None:
                self.keywords[ability.keyword] = self.keywords.get(ability.keyword, 0) + ability.n
        self.spells = [i for i, ability in enumerate(abilities) if ability.kind == "spell"]
        activated = [(i, ability) for i, ability in enumerate(abilities) if ability.kind == "activated"]
        self.free = [i for i, ability in activated if ability.speed != "slow"]
        self.full = [i for i, ability in activated if ability.speed == "slow"]
        self.events = frozenset(ability.event for ability in abilities if ability.kind == "triggered")
        if "solid" in self.keywords:
            self.life = self.keywords["solid"]
