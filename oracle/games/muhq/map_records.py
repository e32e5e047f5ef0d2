"""What a map document looks like (MQ-M1 to MQ-M9)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from oracle.kernel.state import Key, Seat

MOST_SIDE = 64
MOST_TILES = MOST_SIDE * MOST_SIDE

Spot = Annotated[list[Annotated[int, Meta(ge=0, lt=10_000)]], Meta(min_length=2, max_length=2)]
"""A tile as documents write it, `[x, y]`."""
Spots = Annotated[list[Spot], Meta(max_length=MOST_TILES)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Said = Annotated[str, Meta(min_length=1, max_length=80)]
Name = Said | Annotated[dict[str, Said], Meta(min_length=1)]
"""What a map or a type of tile is called: text, or text by language; never nothing."""
Symbol = Annotated[str, Meta(min_length=1, max_length=1)]
Amount = Annotated[int, Meta(ge=0, le=1000)]
Signed = Annotated[int, Meta(ge=-1000, le=1000)]
Positive = Annotated[int, Meta(ge=1, le=1000)]
CardCounts = dict[Key, Annotated[int, Meta(ge=1, le=500)]]


class TileTypeRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A type of tile (MQ-M2); its effects are abilities of the card language."""

    name: Name | None = None
    deep: bool = False
    high_ground: bool = False
    abilities: Annotated[list[Any], Meta(max_length=8)] = []


class Flags(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a start permanent is on this map."""

    vip: bool = False
    building: bool = False
    staff: bool = False
    anchored: bool = False


class StartPiece(Struct, kw_only=True, forbid_unknown_fields=True):
    """A permanent that stands on the map before the first turn (MQ-M4)."""

    card: Key
    tile: Spot
    seat: Seat | None
    flags: Flags = field(default_factory=Flags)


class Resource(Struct, kw_only=True, forbid_unknown_fields=True):
    """What seats have at first, by turn order, and what an upkeep brings (MQ-M5)."""

    start: Annotated[list[Amount], Meta(max_length=16)] = []
    base: Signed
    per_unit: Signed = 0
    per_region: Signed = 0


class Win(Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """A way to win (MQ-M8)."""

    @property
    def type(self) -> str:
        """Which one."""
        return str(self.__struct_config__.tag)


class Vip(Win, tag="vip"):
    """A seat whose VIP has left the board has lost (MQ-9.1)."""


class Wealth(Win, tag="resource"):
    """A seat with this much resource wins (MQ-9.2)."""

    limit: Positive


class Capture(Win, tag="capture"):
    """Whoever holds the most regions at the end of an enemy's turn wins (MQ-9.4)."""

    min_held: Positive = 1
    from_round: Positive = 1


class Buildings(Win, tag="buildings"):
    """A seat with fewer of its own buildings left has lost (MQ-9.6)."""

    keep: Positive = 1


class Staff(Win, tag="staff"):
    """Whose unit wears the staff wins, at once or when it still does at the next own turn (MQ-9.7)."""

    hold: Literal["immediate", "next_turn_start"] = "immediate"
    on_destroyed: Literal["respawn", "gone"] = "respawn"


WinCondition = Vip | Wealth | Capture | Buildings | Staff


class MapLimits(Struct, kw_only=True, forbid_unknown_fields=True):
    """After how many rounds the match is drawn (MQ-M9)."""

    max_rounds: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class MapRecord(Struct, kw_only=True, forbid_unknown_fields=True):
    """A map: its tiles, its areas, what stands on it, how it is won."""

    id: Key
    name: Name
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    legend: dict[Symbol, Word] = field(default_factory=lambda: {".": "plain"})
    rows: Annotated[list[Annotated[str, Meta(max_length=MOST_SIDE)]], Meta(min_length=1, max_length=MOST_SIDE)]
    tile_types: dict[Word, TileTypeRecord] = {}
    pairs: Annotated[list[Annotated[list[Spot], Meta(min_length=2, max_length=2)]], Meta(max_length=MOST_TILES)] = []
    deploy: Annotated[list[Spots], Meta(max_length=16)] = []
    start: Annotated[list[StartPiece], Meta(max_length=500)] = []
    resource: Resource | None = None
    start_deck: dict[Literal["all"], CardCounts] | Annotated[list[CardCounts], Meta(max_length=16)] | None = None
    regions: dict[Word, Spots] = {}
    win: Annotated[list[WinCondition], Meta(max_length=16)] = []
    limits: MapLimits = field(default_factory=MapLimits)
