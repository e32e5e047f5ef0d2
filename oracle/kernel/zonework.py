"""Finding objects in a state, written out from a game's zones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .source import Source, field
from .state import Zone, is_plain
from .table import Place, Table

if TYPE_CHECKING:
    from .package import Package


def locator(game: Package[Any, Any]) -> Callable[[Any, int], tuple[int | None, str, Any] | None]:
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


def looker(zones: Sequence[Zone]) -> Callable[[Any], list[Any]]:
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


class Lookers(dict["str | None", Callable[[Any], list[Any]]]):
    """The functions that look into one zone, by its name, or into the table (`None`)."""

    def __init__(self, zones: tuple[Zone, ...], table_zones: tuple[Zone, ...]) -> None:
        self.zones = zones
        self.table_zones = table_zones

    def __missing__(self, name: str | None) -> Callable[[Any], list[Any]]:
        """Write the function of a zone that is looked into for the first time."""
        zones = self.table_zones if name is None else [zone for zone in self.zones if zone.name == name]
        self[name] = made = looker(zones)
        return made


def in_zone(table: Table[Any, Any], zone: str | None) -> list[Place]:
    """The objects of a zone in order; where none is named, of every seat's table, seat by seat."""
    key = ("zone", zone)
    known: list[Place] | None = table.found.get(key)
    if known is None:
        known = table.found[key] = table.game.lookers[zone](table.state)
    return known


def toucher(zones: tuple[Zone, ...]) -> Callable[[Any, frozenset[str]], list[Any]]:
    """Where the things in some zones are whose card is one of these: those that lastingly touch something."""
    source = Source("touching", "state", "keys")
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
        source.say(3, f"if thing.card in keys: found.append({place}(seat, {zone.name!r}, thing))")
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
