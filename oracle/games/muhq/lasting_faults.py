"""What no lasting change can be: effects on what is not there, tiles changed for no time that there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault, nearest

from . import board, pieces
from .control import NOBODY
from .maps import has_map, map_of
from .state import Muhq, Override
from .vocabulary import DURATIONS, VOCABULARY

PARTS: Mapping[str, frozenset[str]] = {
    "controller": frozenset({"controller", "before"}), "keyword": frozenset({"keyword", "n"}),
    "attack": frozenset({"attack", "reach"}), "used": frozenset({"used"}),
}  # fmt: skip
STATS = frozenset(VOCABULARY.stats) - {"attack"}


def effects_are_sound(table: Muhq) -> Iterator[Fault]:
    """A continuing effect changes something known on a permanent that is there, until a moment that comes."""
    state = table.state
    for i, effect in enumerate(state.effects):
        at = f"/effects/{i}"
        if effect.target is not None and pieces.piece(table, effect.target) is None:
            yield fault("unknown_object", f"{at}/target", "What is changed is on the board.", rule="MQ-R91")
        if effect.until not in DURATIONS:
            yield fault("unknown_duration", f"{at}/until", f"Nothing lasts so long. {nearest(effect.until, DURATIONS)}")
        yield from change_faults(effect.change, f"{at}/change", len(state.players))


def change_faults(change: Mapping[str, Any], at: str, seats: int) -> Iterator[Fault]:
    """A change of control, a keyword, an attack, or numbers of a unit."""
    names = frozenset(change)
    kind = next((word for word in PARTS if word in names), None)
    known = names <= PARTS[kind] if kind is not None else bool(names) and names <= STATS
    if not known or ("controller" in names and "before" not in names):
        yield fault("unknown_change", at, "Nothing is changed in this way.", rule="MQ-R91")
        return
    for name, value in change.items():
        if (name == "keyword") is not isinstance(value, str):
            yield fault("wrong_type", f"{at}/{name}", "A keyword is a word, all else a number.")
        elif name == "keyword" and value not in VOCABULARY.keywords:
            yield fault("unknown_change", f"{at}/{name}", f"No keyword is {value}.", rule="MQ-R91")
        elif name in PARTS["controller"] and not NOBODY <= value < seats:
            yield fault("no_such_seat", f"{at}/{name}", f"There is no seat {value}.")


# -- tiles -----------------------------------------------------------------------------------------


def tiles_are_there(table: Muhq) -> Iterator[Fault]:
    """Changed tiles are tiles of the map, of types that it has."""
    if not has_map(table):
        return
    for key, tile in table.state.tiles.items():
        x, comma, y = key.partition(",")
        known = bool(comma) and x.isdigit() and y.isdigit() and board.write_tile((int(x), int(y))) == key
        if not known or (int(x), int(y)) not in map_of(table).grid:
            yield fault("no_such_tile", f"/tiles/{key}", f"There is no tile {key}.", rule="MQ-M1")
            continue
        for i, each in enumerate(tile.overrides):
            yield from override_faults(table, each, f"/tiles/{key}/overrides/{i}")


def override_faults(table: Muhq, each: Override, at: str) -> Iterator[Fault]:
    """A change of a tile: to a type of the map, by a seat that is there, until a moment that comes."""
    if each.type not in map_of(table).tile_types:
        yield fault("no_such_type", f"{at}/type", f"No tile is {each.type}.", rule="MQ-M2")
    if each.player >= len(table.state.players):
        yield fault("no_such_seat", f"{at}/player", f"There is no seat {each.player}.")
    if each.until not in DURATIONS:
        yield fault("unknown_duration", f"{at}/until", f"Nothing lasts so long. {nearest(each.until, DURATIONS)}")


LASTING = (effects_are_sound, tiles_are_there)
