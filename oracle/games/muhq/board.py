"""The board of a match: who stands where, how far it is, where one may stand, go and deploy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping
from typing import TYPE_CHECKING

from oracle.kernel.board import EVERY_SECOND, Ranges, Tile, walks
from oracle.kernel.effects.lasting import holds_now, statics
from oracle.kernel.rulebook import carries
from oracle.kernel.state import number_of

from . import stats
from .maps import map_of
from .records import MuhqCard

if TYPE_CHECKING:
    from .state import Muhq, Permanent
    from .tiles import TileType

# -- who stands where ------------------------------------------------------------------------------


def by_id(table: Muhq) -> dict[int, Permanent]:
    """The permanents by their ids."""
    found: dict[int, Permanent] = table.once(
        "by_id", lambda: {number_of(each): each for each in table.state.permanents}
    )
    return found


@carries("MQ-8.3", "MQ-14.1")
def occupied(table: Muhq) -> dict[Tile, Permanent]:
    """The permanents that own a tile, by that tile: the roots."""
    found: dict[Tile, Permanent] = table.once(
        "occupied", lambda: {each.tile: each for each in table.state.permanents if each.tile is not None}
    )
    return found


def root(table: Muhq, thing: Permanent) -> Permanent:
    """The permanent at the bottom of a stack; a permanent that lies on nothing is its own."""
    while thing.on is not None:
        thing = by_id(table)[thing.on]
    return thing


@carries("MQ-14.10")
def tile(table: Muhq, thing: Permanent) -> Tile | None:
    """Where a permanent is: on the tile of its root; nowhere as long as it falls."""
    return root(table, thing).tile


# -- how far it is ---------------------------------------------------------------------------------


@carries("MQ-R38")
def ranges(table: Muhq) -> Ranges:
    """The distances of this match: diagonals count double from the second on, or every second one does."""
    found = map_of(table)
    return found.ranges if table.state.options.range_diagonal == "from_second" else found.ranges_every_second


def distance(table: Muhq, one: Tile, other: Tile) -> int | None:
    """How far two tiles lie apart, whatever stands between them (MQ-12.4, MQ-R40); `None` where no walk leads."""
    return ranges(table).between(one, other)


def is_within(table: Muhq, origin: Tile, other: Tile, most: int) -> bool:
    """Whether a tile lies in a range."""
    return ranges(table).within(origin, other, most)


def in_range(table: Muhq, origin: Tile, most: int) -> Mapping[Tile, int]:
    """The tiles in a range with their distances, the origin among them (MQ-R39)."""
    return ranges(table).around(origin, most)


def adjacent(table: Muhq, one: Tile, other: Tile) -> bool:
    """Whether two tiles lie side by side or corner to corner (MQ-R39)."""
    return one != other and other in in_range(table, one, 1)


def pieces_in(table: Muhq, origin: Tile, most: int) -> list[Permanent]:
    """The roots in a range, in order of entering."""
    area, there = in_range(table, origin, most), occupied(table)
    if len(there) < len(area):
        return [thing for place, thing in there.items() if place in area]
    return sorted((there[place] for place in area if place in there), key=lambda thing: thing.seq)


# -- where one may stand ---------------------------------------------------------------------------


def changed(table: Muhq) -> dict[Tile, str]:
    """The tiles whose type was changed, with the type that they have now (MQ-R86)."""
    found: dict[Tile, str] = table.once("changed", lambda: {
        read_tile(key): each.overrides[-1].type for key, each in table.state.tiles.items()
    })  # fmt: skip
    return found


def read_tile(key: str) -> Tile:
    """A tile from its key in a state, `x,y`."""
    x, _, y = key.partition(",")
    return (int(x), int(y))


def write_tile(place: Tile) -> str:
    """The key of a tile in a state."""
    return f"{place[0]},{place[1]}"


def type_of(table: Muhq, place: Tile) -> str:
    """The name of a tile's type now."""
    found = changed(table).get(place) if table.state.tiles else None
    return map_of(table).types[place] if found is None else found


def tile_type(table: Muhq, place: Tile) -> TileType:
    """A tile's type now."""
    return map_of(table).tile_types[type_of(table, place)]


def is_deep(table: Muhq, place: Tile) -> bool:
    """Whether a tile is deep water now."""
    return tile_type(table, place).deep


def is_high(table: Muhq, place: Tile) -> bool:
    """Whether a tile is high ground now (MQ-R44)."""
    return table.state.options.high_ground_always or tile_type(table, place).high_ground


def swims(table: Muhq, thing: Permanent | MuhqCard) -> bool:
    """Whether a permanent swims; of a card that is not on the board yet, whether it says so."""
    if isinstance(thing, MuhqCard):
        return "swim" in thing.keywords
    return stats.has(table, thing, "swim")


@carries("MQ-14.16", "MQ-14.17", "MQ-15.17", otherwise=True)
def may_stand(table: Muhq, thing: Permanent | MuhqCard, place: Tile) -> bool:
    """Whether a permanent can own this tile, were it free: deep water is for those that swim, and only that."""
    return place in map_of(table).grid and is_deep(table, place) == swims(table, thing)


@carries("MQ-14.2", "MQ-14.15", otherwise=True)
def is_available(table: Muhq, thing: Permanent | MuhqCard, place: Tile, but: Collection[Tile] = ()) -> bool:
    """Whether a tile suits a permanent and nothing stands there; those in `but` count as free."""
    return (place not in occupied(table) or place in but) and may_stand(table, thing, place)


def available_around(table: Muhq, thing: Permanent, center: Tile) -> list[Tile]:
    """The available tiles in range 1 of one, row by row, it among them (MQ-14.13, MQ-R39)."""
    area = sorted(in_range(table, center, 1), key=by_row)
    return [place for place in area if is_available(table, thing, place)]


def by_row(place: Tile) -> Tile:
    """Tiles in the order of rows, then columns."""
    return (place[1], place[0])


# -- where one can go ------------------------------------------------------------------------------


def destinations(table: Muhq, unit: Permanent, most: int | None = None, but: Collection[Tile] = ()) -> dict[Tile, int]:
    """Where a movement of a unit can end, nearest first, and the steps that it takes; never where it began (MQ-R42)."""
    begin, there = tile(table, unit), occupied(table)
    return {
        place: steps
        for place, steps in walked(table, unit, most, but).items()
        if place != begin and (place not in there or place in but)
    }


def destinations_onto(table: Muhq, unit: Permanent, place: Tile) -> bool:
    """Whether the last step of a movement of a unit can lead onto a tile that something stands on (MQ-17.3)."""
    return place != tile(table, unit) and place in walked(table, unit)


def walked(table: Muhq, unit: Permanent, most: int | None = None, but: Collection[Tile] = ()) -> dict[Tile, int]:
    """Every tile that a movement leads to: over available ones, or onto one that is occupied, where it ends."""
    reach = stats.move(table, unit) if most is None else most
    key = ("walked", unit.id, reach, tuple(sorted(but)) if but else ())
    found: dict[Tile, int] = table.once(key, lambda: walk(table, unit, reach, but))
    return found


@carries("MQ-16.1", "MQ-16.2", "MQ-16.3", "MQ-R41", otherwise={})
def walk(table: Muhq, unit: Permanent, reach: int, but: Collection[Tile]) -> dict[Tile, int]:
    """The walk itself: inside the range of the movement, every second diagonal taking two steps."""
    begin = tile(table, unit)
    if begin is None or reach <= 0:
        return {}
    area = in_range(table, begin, reach)
    there = occupied(table)
    ends = [place for place in there if place in area and place not in but]
    return walks(map_of(table).grid, begin, reach, EVERY_SECOND, stepping(table, unit, area, but), frozenset(ends))


@carries("MQ-15.16", "MQ-R92")
def stepping(table: Muhq, unit: Permanent, area: Container[Tile], but: Collection[Tile]) -> Callable[[Tile], bool]:
    """Whether a unit may step on a tile: in range, free, of its kind of water, of a type that it is bound to."""
    there, types, kinds, now = occupied(table), map_of(table).types, map_of(table).tile_types, changed(table)
    swim, bound = swims(table, unit), table.card(unit).bound_to
    fits = {name for name, kind in kinds.items() if kind.deep == swim and (not bound or name in bound)}

    def may(place: Tile) -> bool:
        return place in area and (place not in there or place in but) and (now.get(place) or types[place]) in fits

    return may


# -- where one can deploy --------------------------------------------------------------------------


@carries("MQ-15.7")
def deploy_tiles(table: Muhq, seat: int) -> set[Tile]:
    """Where a seat may play permanents: its zone of the map, and what effects add to it."""
    found: set[Tile] = table.once(("deploy", seat), lambda: find_deploy_tiles(table, seat))
    return found


def find_deploy_tiles(table: Muhq, seat: int) -> set[Tile]:
    """Put the zone and the areas of effects together."""
    zones = map_of(table).deploy
    found = set(zones[seat]) if seat < len(zones) else set()
    for side, ability in statics(table, "extra_deploy"):
        source = by_id(table).get(side.source) if side.source is not None else None
        if source is None or source.controller is None or ability.seats is None:
            continue
        origin = tile(table, source)
        if origin is not None and seat in ability.seats(table, side) and holds_now(table, side, ability):
            found.update(in_range(table, origin, ability.modify["extra_deploy"](table, side)))
    return found
