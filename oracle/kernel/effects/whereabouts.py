"""Where what is chosen or named can be: a step that never reaches it is refused when the set is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import shown

if TYPE_CHECKING:
    from .parse import Parser

Zones = frozenset[str]
SEATS = "a seat"


def zones_of(parser: Parser, choice: Any) -> Zones | None:
    """The zones in which a choice can find something; `None` where that cannot be said."""
    if isinstance(choice, list):
        parts = [zones_of(parser, part) for part in choice]
        known = [part for part in parts if part is not None]
        return frozenset().union(*known) if len(known) == len(parts) else None
    if isinstance(choice, str):
        return parser.where.get(choice)
    vocabulary = parser.vocabulary
    if not isinstance(choice, dict) or not vocabulary.stands:
        return None
    if "player" in choice:
        return frozenset({SEATS})
    looked = listed(choice["zone"]) if "zone" in choice else vocabulary.table_zones
    types = listed(choice["type"]) if "type" in choice else vocabulary.types
    standing = {zone for kind in types for zone in vocabulary.stands.get(kind, ())}
    return frozenset(zone for zone in looked if zone not in vocabulary.table_zones or zone in standing)


def listed(value: Any) -> tuple[str, ...]:
    """One word or a list of them."""
    return tuple(item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str))


def declare(parser: Parser, name: str, choice: Any, at: str) -> None:
    """Note where what bears this name can be; refuse a choice that never finds anything."""
    where = zones_of(parser, choice)
    parser.where.pop(name, None)
    if where is not None:
        parser.where[name] = where
    if where is not None and not where:
        parser.fault("nothing_there", at, "Nothing of this kind is ever there.")


def check_reach(parser: Parser, zones: tuple[str, ...], value: Any, at: str) -> None:
    """Refuse a step to a seat, or to something that is never in one of the zones that it reaches."""
    if not isinstance(value, str):
        return
    named = parser.vocabulary.stands.get(value)
    where = parser.own if value == "self" else parser.where.get(value, None if named is None else frozenset(named))
    if where is None or (not where and value != "self"):
        return
    if SEATS in where or not where & set(zones):
        parser.fault("out_of_reach", at, f"{shown(value)} is never where this reaches: {', '.join(zones)}.")
