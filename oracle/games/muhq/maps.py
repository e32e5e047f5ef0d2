"""Maps: what a document says, ready to play on; the two that ship; how a state names one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from oracle.kernel import shapes
from oracle.kernel.board import EVERY_SECOND, FROM_SECOND, Grid, Ranges, Tile
from oracle.kernel.cards import content_hash, read_set
from oracle.kernel.errors import Fault, InvalidState
from oracle.kernel.maps import foreign_map
from oracle.kernel.rulebook import Words
from oracle.kernel.shapes import nearest

from . import map_checks
from .map_records import MapRecord, Resource, WinCondition
from .tiles import TileType, compile_types

if TYPE_CHECKING:
    from oracle.kernel.table import Table

GAME = "muhq"
DEFAULT = f"{GAME}/fordwatch"
REMEMBERED = 64


@dataclass(frozen=True, slots=True)
class StartPiece:
    """A permanent that stands on the map before the first turn (MQ-M4)."""

    card: str
    tile: Tile
    seat: int | None
    flags: Mapping[str, bool]


@dataclass(frozen=True, slots=True, eq=False)
class GameMap:
    """A map ready to play on; nothing of it ever changes."""

    id: str
    name: Words
    seats: int
    grid: Grid
    types: Mapping[Tile, str]
    tile_types: Mapping[str, TileType]
    deploy: tuple[frozenset[Tile], ...]
    start: tuple[StartPiece, ...]
    resource: Resource
    regions: Mapping[str, frozenset[Tile]]
    pairs: Mapping[Tile, Tile]
    win: tuple[WinCondition, ...]
    max_rounds: int | None
    start_decks: tuple[Mapping[str, int], ...]
    document: Mapping[str, Any]
    legend: Mapping[str, str]
    ranges: Ranges = field(init=False)
    ranges_every_second: Ranges = field(init=False)

    def __post_init__(self) -> None:
        """Measure the grid in both ways."""
        object.__setattr__(self, "ranges", Ranges(self.grid, FROM_SECOND))
        object.__setattr__(self, "ranges_every_second", Ranges(self.grid, EVERY_SECOND))

    def start_deck(self, seat: int) -> dict[str, int]:
        """The cards that a seat's deck begins with (MQ-M6)."""
        return dict(self.start_decks[seat]) if seat < len(self.start_decks) else {}

    def wins(self, kind: str) -> WinCondition | None:
        """The win condition of this kind, if the map has it."""
        return next((each for each in self.win if each.type == kind), None)


def make(record: MapRecord, types: Mapping[str, TileType], document: Mapping[str, Any]) -> GameMap:
    """A map from a record without faults."""
    drawn = {
        (x, y): record.legend[symbol]
        for y, row in enumerate(record.rows)
        for x, symbol in enumerate(row)
        if symbol in record.legend
    }
    pairs = {spot(one): spot(other) for one, other in record.pairs}
    decks = record.start_deck
    return GameMap(
        id=record.id,
        name=record.name,
        seats=record.seats,
        grid=Grid.of(record.rows),
        types=drawn,
        tile_types=types,
        deploy=tuple(frozenset(map(spot, zone)) for zone in record.deploy),
        start=tuple(
            StartPiece(piece.card, spot(piece.tile), piece.seat, msgspec.to_builtins(piece.flags))
            for piece in record.start
        ),
        resource=record.resource or Resource(base=0),
        regions={name: frozenset(map(spot, tiles)) for name, tiles in record.regions.items()},
        pairs={**{other: one for one, other in pairs.items()}, **pairs},
        win=tuple(record.win),
        max_rounds=record.limits.max_rounds,
        start_decks=tuple(decks if isinstance(decks, list) else [(decks or {}).get("all", {})] * record.seats),
        document=document,
        legend=record.legend,
    )


def spot(written: list[int]) -> Tile:
    """A tile from `[x, y]`."""
    return (written[0], written[1])


# -- reading ---------------------------------------------------------------------------------------


@lru_cache(maxsize=REMEMBERED)
def compiled(document: bytes) -> tuple[GameMap | None, MapRecord | None, tuple[Fault, ...]]:
    """What a document in canonical JSON says: the map, or everything that is wrong with it by itself."""
    plain = msgspec.json.decode(document)
    if found := map_checks.count_faults(plain):
        return None, None, tuple(found)
    try:
        record = msgspec.convert(plain, MapRecord)
    except msgspec.ValidationError as error:
        found = shapes.faults(plain, MapRecord) or [Fault(code="wrong_type", at="", message=str(error))]
        return None, None, tuple(found)
    types, faults = compile_types(record)
    faults += map_checks.tile_faults(record, types)
    return (None if faults else make(record, types, plain)), record, tuple(faults)


def read_map(document: Any) -> tuple[GameMap | None, MapRecord | None, tuple[Fault, ...]]:
    """What a document says, whatever it is."""
    try:
        written = msgspec.json.encode(document, order="sorted")
    except (TypeError, ValueError, OverflowError):
        return None, None, (Fault(code="wrong_type", at="", message="Expected a map."),)
    return compiled(written)


def compile_map(document: Any, cards: Mapping[str, Any], at: str = "/map") -> tuple[GameMap | None, list[Fault]]:
    """A map from its document, or all that makes it no map to put anything on; `cards` are those it may name."""
    found, record, faults = read_map(document)
    more = map_checks.card_faults(record, cards) if record is not None else []
    told = [under(at, fault) for fault in (*faults, *more)]
    return (None if told else found), told


def check_map(document: Any, cards: Mapping[str, Any]) -> list[Fault]:
    """Everything that is wrong with a map on which a match is to be started (MQ-V15 to MQ-V18)."""
    oversized = map_checks.size_faults(document)
    if oversized:
        return oversized
    whole = isinstance(document, dict) and set(document) == {"map"}
    inner, at = (document["map"], "/map") if whole else (document, "")
    _, faults = compile_map(inner, cards, at)
    record = read_map(inner)[1]
    if record is not None:
        faults += [under(at, fault) for fault in map_checks.match_faults(record, cards)]
    return faults


def under(at: str, fault: Fault) -> Fault:
    """A fault in a part of a larger document."""
    return Fault(code=fault.code, at=at + fault.at, message=fault.message, data=fault.data)


# -- naming ----------------------------------------------------------------------------------------


@cache
def shipped() -> dict[str, GameMap]:
    """The maps that ship, by their names with the hash of their content behind `@`."""
    found = {}
    for path in sorted((files(__package__) / "maps").iterdir(), key=lambda path: path.name):
        document = read_set(path)["map"]
        made, faults = compile_map(document, Anything())
        if made is None:
            raise ValueError(f"{path.name}: {faults[0].at}: {faults[0].message}")
        found[f"{GAME}/{made.id}@{content_hash(document)}"] = made
    return found


def documents() -> dict[str, Mapping[str, Any]]:
    """The maps that ship as they are written, by their names with the hash."""
    return {name: each.document for name, each in shipped().items()}


class Anything(dict[str, Any]):
    """Cards of which every one is known, for maps whose cards were looked at before."""

    def __contains__(self, key: object) -> bool:
        return True

    def get(self, key: object, default: Any = None) -> Any:
        """Nothing is known of a card."""
        return default


@cache
def by_name() -> dict[str, GameMap]:
    """The maps that ship, by their names with and without the hash."""
    return {**{name.partition("@")[0]: each for name, each in shipped().items()}, **shipped()}


def pinned(name: str) -> str:
    """The name of a map with the hash of what it holds; one that does not ship is a hash already."""
    return next((full for full in shipped() if name == full.partition("@")[0]), name)


def find_map(value: Any, cards: Mapping[str, Any], at: str = "/map") -> tuple[GameMap | None, list[Fault]]:
    """The map that a state or a start names or carries, or what is wrong with it."""
    if not isinstance(value, str):
        oversized = map_checks.size_faults(value)
        return (None, [under(at, each) for each in oversized]) if oversized else compile_map(value, cards, at)
    known = by_name().get(value)
    if known is not None:
        missing = map_checks.missing_cards(known.document, cards)
        return (None, [under(at, each) for each in missing]) if missing else (known, [])
    document = foreign_map(GAME, value)
    if document is None:
        message = f"There is no map {shapes.shown(value)}. {nearest(value, by_name())}"
        return None, [Fault(code="unknown_map", at=at, message=message.strip(), data={"map": value})]
    return compile_map(document, cards, at)


def has_map(table: Table[Any, Any]) -> bool:
    """Whether the map can be had: what hangs on it is not looked at otherwise."""
    return find_map(table.state.map, table.cards)[0] is not None


def map_of(table: Table[Any, Any]) -> GameMap:
    """The map of a match; raises `InvalidState` where it cannot be had."""
    value = table.state.map
    if isinstance(value, str):
        known = by_name().get(value)
        if known is not None:
            return known
    found: GameMap | None = table.fixed.get("map")
    if found is None:
        found, faults = find_map(value, table.cards)
        if found is None:
            raise InvalidState(faults)
        table.fixed["map"] = found
    return found
