"""The structural copy of a state, written out from a game's zones and records.

Records that never change in place are shared: frozen ones, and those in zones that are no *fields*.
Lists and mappings are copied, and in them what may change.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy as copy_shallow
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import msgspec

from .source import Source, field
from .state import Zone, is_plain, part_of, set_part

if TYPE_CHECKING:
    from .package import Package

ONE: Any = msgspec.Struct.__copy__  # type: ignore[attr-defined]
COPIED = frozenset(
    {"agenda", "cards", "chance", "draw_offer", "effects", "map", "options", "players", "result", "sets", "stack"}
)
"""The fields of a state that `copier` sees to by name, or that never change in place."""


def copier(game: Package[Any, Any]) -> Callable[[Any], Any]:
    """The function that copies a state of a game."""
    source = Source("copy", "state")
    deep = source.call(RECORDS, "deep")
    source.say(1, "new = state.__copy__()", "new.players = players = []", "for player in state.players:")
    write_player(source, game)
    source.say(
        1,
        f"new.agenda = [{deep}[type(frame)](frame) for frame in state.agenda] if state.agenda else []",
        f"new.stack = [{deep}[type(entry)](entry) for entry in state.stack] if state.stack else []",
        "new.effects = [*state.effects]",
        "new.chance = state.chance.__copy__()",
        f"if state.draw_offer is not None: new.draw_offer = {deep}[type(state.draw_offer)](state.draw_offer)",
    )
    shared = [zone for zone in game.zones.values() if zone.shared and not (zone.name == "stack" and not zone.path)]
    for zone in shared:
        if len(zone.path) != 1:
            source.say(1, f"{source.call(copy_shared, 'copy_shared')}(new, {source.call(zone, 'zone')})")
    write_shared_records(source, [zone for zone in shared if len(zone.path) == 1])
    roots = {zone.path[0] if zone.path else zone.name for zone in shared}
    write_fields(source, game.state_type, roots | COPIED, "state", "new", 1)
    source.say(1, "return new")
    return source.made()


# -- a seat ----------------------------------------------------------------------------------------


def write_player(source: Source, game: Package[Any, Any]) -> None:
    """Copy one seat's record."""
    source.say(2, "one = player.__copy__()")
    own = [zone for zone in game.zones.values() if not zone.shared]
    for zone in own:
        if is_plain(zone):
            name = field(zone.name)
            if zone.rests:
                continue
            copy = f"player.{name}.__copy__()" if zone.single else copied(source, zone, f"player.{name}")
            source.say(2, f"one.{name} = {copy}")
        elif not zone.path:
            write_places(source, zone)
    inside = [zone for zone in own if zone.path]
    for root in dict.fromkeys(zone.path[0] for zone in inside):
        write_root(source, game.player_type, root, [zone for zone in inside if zone.path[0] == root])
    roots = {zone.path[0] if zone.path else zone.name for zone in own}
    write_fields(source, game.player_type, roots | {"unseen"}, "player", "one", 2)
    source.say(2, "players.append(one)")


def write_places(source: Source, zone: Zone) -> None:
    """The places of a zone, and the objects in them where these change in place."""
    name, slot = field(zone.name), field(zone.slot)
    source.say(2, f"one.{name} = places = [*{source.call(map, 'each')}({source.call(ONE, 'one')}, player.{name})]")
    if zone.field:
        source.say(2, "for place in places:")
        source.say(3, f"if place.{slot} is not None: place.{slot} = place.{slot}.__copy__()")


def write_root(source: Source, record: type[msgspec.Struct], root: str, zones: list[Zone]) -> None:
    """What of a player holds several of its zones: a mapping of piles, or a record."""
    kind = next(part.type for part in msgspec.structs.fields(record) if part.name == root)
    piles = get_origin(kind) is dict and all(len(zone.path) == 1 and zone.holds is None for zone in zones)
    if piles:
        source.say(2, f"one.{field(root)} = piles = player.{root}.copy()")
        if not all(zone.rests for zone in zones):
            source.say(2, "for name in piles: piles[name] = [*piles[name]]")
    else:
        for zone in zones:
            source.say(2, f"{source.call(copy_placed, 'copy_placed')}(one, {source.call(zone, 'zone')})")


def copied(source: Source, zone: Zone, cards: str) -> str:
    """The copy of a list of cards, as code: records that change in place are copied with it."""
    return listed(source, cards) if zone.field else f"[*{cards}]"


def listed(source: Source, records: str) -> str:
    """A list of copied records, as code."""
    each, one = source.call(map, "each"), source.call(ONE, "one")
    return f"[*{each}({one}, {records})] if {records} else []"


def copy_placed(player: Any, zone: Zone) -> None:
    """Copy a seat's zone that has places, or lies inside another record or mapping of the player."""
    holder = player
    for part in zone.path:
        inner = copy_shallow(part_of(holder, part))
        set_part(holder, part, inner)
        holder = inner
    zone.lay(player, [thing.__copy__() if zone.field else thing for thing in zone.of(player)])


# -- what is nobody's ------------------------------------------------------------------------------


def write_shared_records(source: Source, zones: list[Zone]) -> None:
    """The records in a state that hold zones of no seat: each is copied once."""
    for part in dict.fromkeys(zone.path[0] for zone in zones):
        source.say(1, f"part = new.{field(part)} = new.{part}.__copy__()")
        for zone in zones:
            if zone.path[0] == part:
                source.say(1, f"part.{field(zone.name)} = {copied(source, zone, f'part.{zone.name}')}")


def copy_shared(state: Any, zone: Zone) -> None:
    """Copy the list of a zone that no seat owns, and the records on its path."""
    place = state
    for part in zone.path:
        inner = getattr(place, part).__copy__()
        setattr(place, part, inner)
        place = inner
    cards = getattr(place, zone.name)
    setattr(place, zone.name, [card.__copy__() for card in cards] if zone.field else cards.copy())


# -- other fields ----------------------------------------------------------------------------------


def write_fields(
    source: Source, record: type[msgspec.Struct], apart: set[str] | frozenset[str], old: str, new: str, depth: int
) -> None:
    """Copy the other fields of a record that may change in place."""
    for part in msgspec.structs.fields(record):
        if part.name not in apart:
            write_field(source, part.type, f"{old}.{field(part.name)}", f"{new}.{part.name}", depth)


def write_field(source: Source, kind: Any, old: str, new: str, depth: int) -> None:
    """Copy a field, by what its type says that it can hold."""
    kind = bare(kind)
    if not holds_more(kind):
        return
    origin, deep = get_origin(kind), source.call(copy_deep, "deep")
    if origin is list and not holds_more(get_args(kind)[0]):
        source.say(depth, f"{new} = [*{old}]")
    elif origin in (list, dict):
        source.say(depth, f"{new} = {deep}({old}) if {old} else {'[]' if origin is list else '{}'}")
    else:
        plain = source.call(PLAIN, "plain")
        source.say(depth, f"if {old}.__class__ not in {plain}: {new} = {deep}({old})")


def bare(kind: Any) -> Any:
    """A type without what limits its values."""
    return get_args(kind)[0] if hasattr(kind, "__metadata__") else kind


def holds_more(kind: Any) -> bool:
    """Whether values of a type may hold other values that can be changed."""
    kind = bare(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return not kind.__struct_config__.frozen
    origin = get_origin(kind)
    if origin is None:
        return kind is Any
    return origin in (list, dict) or (origin is not Literal and any(map(holds_more, get_args(kind))))


# -- records ---------------------------------------------------------------------------------------

PLAIN = frozenset({bool, int, str, type(None), msgspec.UnsetType})


def copy_deep(value: Any) -> Any:
    """A copy of a small record, list or mapping with everything in it; a frozen record is shared."""
    if isinstance(value, msgspec.Struct):
        return RECORDS[type(value)](value)
    if isinstance(value, list):
        return [part if type(part) in PLAIN else copy_deep(part) for part in value]
    if isinstance(value, dict):
        return {key: part if type(part) in PLAIN else copy_deep(part) for key, part in value.items()}
    return value


class Records(dict[type, Callable[[Any], Any]]):
    """How records of a type are copied, written out when the first of them is."""

    def __missing__(self, kind: type[msgspec.Struct]) -> Callable[[Any], Any]:
        """Write the copy of a record with everything in it that may change in place."""
        source = Source("copy_record", "record")
        if kind.__struct_config__.frozen:
            source.say(1, "return record")
        else:
            source.say(1, "new = record.__copy__()")
            write_fields(source, kind, frozenset(), "record", "new", 1)
            source.say(1, "return new")
        made = self[kind] = source.made()
        return made


RECORDS = Records()
