"""Copying a state and finding an object in it, written out from a game's zones."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy as copy_shallow
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import msgspec

from .source import Source, field
from .state import Zone, part_of, set_part
from .table import Place

if TYPE_CHECKING:
    from .game import Game


def is_plain(zone: Zone) -> bool:
    """Whether a zone is simply a field of a player's record."""
    return not (zone.shared or zone.slot or zone.path)


# -- copying ---------------------------------------------------------------------------------------


def copier(game: Game[Any, Any]) -> Callable[[Any], Any]:
    """The structural copy of a game's states: records that never change in place are shared."""
    copy_player = copier_of_players(game)
    source = Source("copy", "state")
    deep = source.call(copy_deep, "deep")
    source.say(
        1,
        "new = state.__copy__()",
        f"new.players = [{source.call(copy_player, 'copy_player')}(player) for player in state.players]",
        f"new.agenda = [{deep}(frame) for frame in state.agenda] if state.agenda else []",
        f"new.stack = [{deep}(entry) for entry in state.stack] if state.stack else []",
        "new.effects = [*state.effects]",
        "new.chance = state.chance.__copy__()",
        f"if state.draw_offer is not None: new.draw_offer = {deep}(state.draw_offer)",
    )
    for zone in game.zones.values():
        if zone.shared and len(zone.path) != 1:
            source.say(1, f"{source.call(copy_shared, 'copy_shared')}(new, {source.call(zone, 'zone')})")
    write_shared_records(source, [zone for zone in game.zones.values() if zone.shared and len(zone.path) == 1])
    roots = {zone.path[0] if zone.path else zone.name for zone in game.zones.values() if zone.shared}
    for name in changing(game.state_type, roots | COPIED):
        source.say(1, f"new.{field(name)} = {deep}(state.{name})")
    if game.copies is not None:
        source.say(1, f"{source.call(game.copies, 'more')}(new)")
    source.say(1, "return new")
    return source.made()


def copier_of_players(game: Game[Any, Any]) -> Callable[[Any], Any]:
    """The copy of one seat's record."""
    source = Source("copy_player", "player")
    source.say(1, "new = player.__copy__()")
    for zone in game.zones.values():
        if is_plain(zone):
            name = field(zone.name)
            if zone.single:
                source.say(1, f"new.{name} = player.{name}.__copy__()")
            else:
                source.say(1, f"new.{name} = {copied(zone, f'player.{name}')}")
        elif not (zone.shared or zone.path):
            write_places(source, zone)
    inside = [zone for zone in game.zones.values() if zone.path and not zone.shared]
    for root in dict.fromkeys(zone.path[0] for zone in inside):
        write_root(source, game.player_type, root, [zone for zone in inside if zone.path[0] == root])
    roots = {zone.path[0] if zone.path else zone.name for zone in game.zones.values() if not zone.shared}
    for name in changing(game.player_type, roots | {"unseen"}):
        source.say(1, f"new.{field(name)} = {source.call(copy_deep, 'deep')}(player.{name})")
    source.say(1, "return new")
    return source.made()


def write_places(source: Source, zone: Zone) -> None:
    """The places of a zone, and the objects in them where these change in place."""
    name, slot = field(zone.name), field(zone.slot)
    source.say(1, f"new.{name} = [place.__copy__() for place in player.{name}]")
    if zone.field:
        source.say(1, f"for place in new.{name}:")
        source.say(2, f"if place.{slot} is not None: place.{slot} = place.{slot}.__copy__()")


def write_root(source: Source, record: type[msgspec.Struct], root: str, zones: list[Zone]) -> None:
    """What of a player holds several of its zones: a mapping of piles, or a record."""
    kind = next(part.type for part in msgspec.structs.fields(record) if part.name == root)
    piles = get_origin(kind) is dict and all(len(zone.path) == 1 and zone.holds is None for zone in zones)
    if piles:
        source.say(1, f"new.{field(root)} = {{name: [*cards] for name, cards in player.{root}.items()}}")
    else:
        for zone in zones:
            source.say(1, f"{source.call(copy_placed, 'copy_placed')}(new, {source.call(zone, 'zone')})")


COPIED = frozenset(
    {"agenda", "cards", "chance", "draw_offer", "effects", "options", "players", "result", "sets", "stack"}
)
"""The fields of a state that are copied above, or never change in place."""


def changing(record: type[msgspec.Struct], apart: set[str] | frozenset[str]) -> list[str]:
    """The fields of a record that may change in place: records, lists and mappings."""
    return [part.name for part in msgspec.structs.fields(record) if part.name not in apart and holds_more(part.type)]


def holds_more(kind: Any) -> bool:
    """Whether values of a type hold other values that can be changed."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return True
    origin = get_origin(kind)
    if origin is None or origin is Literal:
        return False
    return origin in (list, dict) or any(map(holds_more, get_args(kind)))


def copied(zone: Zone, cards: str) -> str:
    """The copy of a list of cards, as code: records that change in place are copied with it."""
    return f"[card.__copy__() for card in {cards}] if {cards} else []" if zone.field else f"[*{cards}]"


def write_shared_records(source: Source, zones: list[Zone]) -> None:
    """The records in a state that hold zones of no seat: each is copied once."""
    for part in dict.fromkeys(zone.path[0] for zone in zones):
        source.say(1, f"part = new.{field(part)} = new.{part}.__copy__()")
        for zone in zones:
            if zone.path[0] == part:
                source.say(1, f"part.{field(zone.name)} = {copied(zone, f'part.{zone.name}')}")


def copy_placed(player: Any, zone: Zone) -> None:
    """Copy a seat's zone that has places, or lies inside another record or mapping of the player."""
    holder = player
    for part in zone.path:
        inner = copy_shallow(part_of(holder, part))
        set_part(holder, part, inner)
        holder = inner
    zone.lay(player, [thing.__copy__() if zone.field else thing for thing in zone.of(player)])


def copy_shared(state: Any, zone: Zone) -> None:
    """Copy the list of a zone that no seat owns, and the records on its path."""
    place = state
    for part in zone.path:
        inner = getattr(place, part).__copy__()
        setattr(place, part, inner)
        place = inner
    cards = getattr(place, zone.name)
    setattr(place, zone.name, [card.__copy__() for card in cards] if zone.field else cards.copy())


def copy_deep(value: Any) -> Any:
    """A copy of a small record, list or mapping with everything in it; a frozen record is shared."""
    if isinstance(value, msgspec.Struct):
        kind = type(value)
        made = RECORDS.get(kind)
        if made is None:
            made = RECORDS[kind] = record_copier(kind)
        return made(value)
    if isinstance(value, list):
        return [part if type(part) in PLAIN else copy_deep(part) for part in value]
    if isinstance(value, dict):
        return {key: part if type(part) in PLAIN else copy_deep(part) for key, part in value.items()}
    return value


PLAIN = frozenset({bool, int, str, type(None)})
RECORDS: dict[type[msgspec.Struct], Callable[[Any], Any]] = {}
"""How records of a type are copied, written out when the first of them is."""


def record_copier(kind: type[msgspec.Struct]) -> Callable[[Any], Any]:
    """The copy of a record with everything in it that may change in place."""
    source = Source("copy_record", "record")
    if kind.__struct_config__.frozen:
        source.say(1, "return record")
        return source.made()
    deep = source.call(copy_deep, "deep")
    source.say(1, "new = record.__copy__()")
    for part in msgspec.structs.fields(kind):
        if not is_plainly(part.type):
            source.say(1, f"value = record.{field(part.name)}")
            source.say(1, f"if value: new.{part.name} = {deep}(value)")
            source.say(1, f"elif value == []: new.{part.name} = []")
            source.say(1, f"elif value == {{}}: new.{part.name} = {{}}")
    source.say(1, "return new")
    return source.made()


def is_plainly(kind: Any) -> bool:
    """Whether values of a type hold nothing that can be changed."""
    if kind in (bool, int, str, None, type(None), msgspec.UnsetType) or get_origin(kind) is Literal:
        return True
    if hasattr(kind, "__metadata__"):
        return is_plainly(get_args(kind)[0])
    parts = get_args(kind)
    return bool(parts) and get_origin(kind) not in (list, dict) and all(map(is_plainly, parts))


# -- finding ---------------------------------------------------------------------------------------


def locator(game: Game[Any, Any]) -> Callable[[Any, int], tuple[int | None, str, Any] | None]:
    """Where the object with an id is: the tables of the seats are looked through first."""
    source = Source("locate", "state", "number")
    for zones in (game.field_zones, [zone for zone in game.object_zones if not zone.field]):
        own = [zone for zone in zones if not zone.shared]
        if own:
            source.say(1, "for seat, player in enumerate(state.players):")
        for zone in own:
            write_look(source, zone)
        for zone in zones:
            if zone.shared:
                source.say(1, f"for _, things in {source.call(zone, 'zone')}.lists(state):")
                source.say(2, "for thing in things:", f"    if thing.id == number: return None, {zone.name!r}, thing")
    return source.made()


def looker(zones: list[Zone]) -> Callable[[Any], list[Any]]:
    """Where everything in some zones is: what is nobody's first, then seat by seat, zone by zone."""
    source = Source("look", "state")
    place = source.call(Place, "place")
    source.say(1, "found = []")
    for zone in zones:
        if zone.shared:
            things = f"{source.call(zone, 'zone')}.lists(state)[0][1]"
            source.say(1, f"found += [{place}(None, {zone.name!r}, thing) for thing in {things}]")
    if not all(zone.shared for zone in zones):
        source.say(1, "for seat, player in enumerate(state.players):")
    for zone in zones:
        if is_plain(zone):
            here = f"player.{field(zone.name)}"
            if zone.single:
                source.say(2, f"found.append({place}(seat, {zone.name!r}, {here}))")
            else:
                source.say(2, f"for thing in {here}: found.append({place}(seat, {zone.name!r}, thing))")
        elif not zone.shared:
            things = f"{source.call(zone, 'zone')}.of(player)"
            source.say(2, f"for thing in {things}: found.append({place}(seat, {zone.name!r}, thing))")
    source.say(1, "return found")
    return source.made()


def toucher(zones: tuple[Zone, ...]) -> Callable[[Any, Any, str], list[Any]]:
    """Where the things in some zones are whose card lastingly touches a stat or keyword: most touch nothing."""
    source = Source("touching", "state", "cards", "name")
    place = source.call(Place, "place")
    source.say(1, "found = []")
    for zone in zones:
        here = f"player.{field(zone.name)}"
        if not is_plain(zone):
            source.say(1, f"for seat, things in {source.call(zone, 'zone')}.lists(state):", "    for thing in things:")
        elif zone.single:
            source.say(1, "for seat, player in enumerate(state.players):", f"    for thing in ({here},):")
        else:
            source.say(1, "for seat, player in enumerate(state.players):", f"    for thing in {here}:")
        source.say(3, "if thing.card is not None and name in cards[thing.card].lasts:")
        source.say(4, f"found.append({place}(seat, {zone.name!r}, thing))")
    source.say(1, "return found")
    return source.made()


def write_look(source: Source, zone: Zone) -> None:
    """Look for the object in one zone of a player."""
    if is_plain(zone) and zone.single:
        source.say(2, f"thing = player.{field(zone.name)}")
        source.say(2, f"if thing.id == number: return seat, {zone.name!r}, thing")
        return
    if zone.slot and not zone.path:
        source.say(2, f"for place in player.{field(zone.name)}:", f"    thing = place.{field(zone.slot)}")
        source.say(3, f"if thing is not None and thing.id == number: return seat, {zone.name!r}, thing")
        return
    cards = f"player.{field(zone.name)}" if is_plain(zone) else f"{source.call(zone, 'zone')}.of(player)"
    source.say(2, f"for thing in {cards}:", f"    if thing.id == number: return seat, {zone.name!r}, thing")
