"""The words of this game's card language, put together (section 6 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.board import Tile
from oracle.kernel.effects.vocabulary import ConditionWord, Filter, Vocabulary
from oracle.kernel.table import Place

from . import board, effects, pieces, stats
from .maps import map_of
from .primitives import PAYMENTS, WORDS
from .state import MARKS, PHASES, Muhq
from .tiles import PREFIX

DURATIONS = ("end_of_turn", "your_next_upkeep", "while_source", "while_on_board")

# -- filters ---------------------------------------------------------------------------------------


def permanent(place: Place) -> Any:
    """The permanent that a place holds, if it is one."""
    return place.object if place.zone == "permanents" else None


def origin(table: Muhq, scope: Any) -> Tile | None:
    """Where the source of an ability is, or was last."""
    thing = pieces.piece(table, scope.source)
    if thing is not None:
        return board.tile(table, thing)
    last = scope.bound.get("_tile")
    return (last[0]["tile"][0], last[0]["tile"][1]) if last else None


def in_range(table: Muhq, scope: Any, place: Place, most: int) -> bool:
    """Whether a permanent is in that range of the source (MQ-12.4)."""
    thing = permanent(place)
    if thing is None:
        return False
    here, there = origin(table, scope), board.tile(table, thing)
    return here is not None and there is not None and board.is_within(table, here, there, most)


def is_root(_table: Muhq, _scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether a permanent owns a tile, or lies in a stack."""
    thing = permanent(place)
    return thing is not None and (thing.tile is not None) is value


def is_solid(table: Muhq, _scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether it is a solid artifact."""
    thing = permanent(place)
    return thing is not None and stats.is_solid(table, thing) is value


def is_anchored(table: Muhq, _scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether it is anchored."""
    thing = permanent(place)
    return thing is not None and stats.is_anchored(table, thing) is value


def has_owner(_table: Muhq, _scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether it belongs to a player."""
    thing = permanent(place)
    return thing is not None and (thing.owner is not None) is value


def is_worn(table: Muhq, _scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether a unit wears it, or it lies."""
    thing = permanent(place)
    return thing is not None and (pieces.bearer(table, thing) is not None) is value


def wears_source(table: Muhq, scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether it wears the source of the ability (MQ-20.6)."""
    thing = permanent(place)
    worn = pieces.piece(table, scope.source)
    return thing is not None and (worn is not None and worn.on == thing.id) is value


def is_here(_table: Muhq, scope: Any, place: Place, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether it is what owns the tile that the effect comes from."""
    return (place.object is getattr(scope, "here", None)) is value


# -- references ------------------------------------------------------------------------------------


def bearer(table: Muhq, scope: Any) -> list[Any]:
    """The unit that wears the source."""
    worn = pieces.piece(table, scope.source)
    unit = None if worn is None else pieces.bearer(table, worn)
    return [] if unit is None else [{"object": unit.id}]


def seen(name: str) -> Any:
    """What the event that set an ability off was about."""

    def reference(_table: Muhq, scope: Any) -> list[Any]:
        return list(scope.bound.get(name, []))

    return reference


def paired_tile(table: Muhq, scope: Any) -> list[Any]:
    """The tile that the effect's own is linked with."""
    return effects.paired(table, scope)


def free_tiles(table: Muhq, _scope: Any) -> list[Any]:
    """The tiles that nothing stands on, row by row."""
    taken = board.occupied(table)
    return [{"tile": [*tile]} for tile in map_of(table).grid if tile not in taken]


# -- conditions ------------------------------------------------------------------------------------


def deck_below(table: Muhq, scope: Any, number: int) -> bool:
    """Whether the own deck holds fewer cards than that."""
    return len(table.state.players[scope.player].deck) < number


def source_is_worn(table: Muhq, scope: Any, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether a unit wears the source."""
    return bool(bearer(table, scope)) is value


def victim_is(_table: Muhq, scope: Any, side: str) -> bool:
    """Whether combat damage was dealt to something of that side; what is nobody's is hostile."""
    whose = scope.bound.get("_victim_controller")
    own = bool(whose) and whose[0]["player"] == scope.player
    return side == "any" or own is (side == "you")


def is_combat(_table: Muhq, scope: Any, value: bool) -> bool:  # noqa: FBT001 - a value of the card language
    """Whether damage is dealt in combat."""
    return getattr(scope, "combat", False) is value


def distance_at_least(_table: Muhq, scope: Any, number: int) -> bool:
    """Whether combat damage comes from so far."""
    return bool(getattr(scope, "distance", 0) >= number)


# -- numbers ---------------------------------------------------------------------------------------


def read_life(table: Muhq, place: Place) -> int:
    """The life that is left of a permanent."""
    thing = permanent(place)
    return -1 if thing is None else stats.current_life(table, thing)


def read_buy(table: Muhq, place: Place) -> int:
    """What a card costs to buy; one that cannot be bought costs more than anything."""
    cost = table.cards[str(place.object.card)].buy
    return 2**31 if cost is None else int(cost)


def read(stat: Any) -> Any:
    """A number of a unit."""
    return lambda table, place: 0 if permanent(place) is None else stat(table, place.object)


def printed(name: str) -> Any:
    """A number as it is printed."""
    return lambda table, place: getattr(table.cards[str(place.object.card)], name)


def count_marks(mark: str) -> Any:
    """How many marks of a kind a permanent has."""
    return lambda _table, place: 0 if permanent(place) is None else getattr(place.object.marks, mark)


def static_counts(_table: Muhq, place: Place, ability: Any) -> bool:
    """What is nobody's changes nothing for a seat."""
    return ability.seats is None or getattr(place.object, "controller", None) is not None


READS = {
    "life": read_life, "buy": read_buy, "move": read(stats.move), "upkeep": read(stats.upkeep),
    "power": read(lambda table, thing: stats.power_at(stats.profile(table, thing), 1)),
    "range": read(lambda table, thing: stats.longest(stats.profile(table, thing))),
}  # fmt: skip

VOCABULARY = Vocabulary(
    primitives={primitive.name: primitive for primitive in WORDS},
    payments=PAYMENTS,
    events={
        "enter": ("MQ-R30",), "upkeep": ("MQ-4.2",), "combat_damage": ("MQ-R93",), "left": ("MQ-R52",),
        "move_end": ("MQ-8.4",), "tile_enter": ("MQ-8.4",), "tile_upkeep": ("MQ-4.2",),
    },
    stats={
        "power": ("MQ-R91",), "range": ("MQ-R91",), "move": ("MQ-R91",), "life": ("MQ-R91",), "upkeep": ("MQ-R91",),
        "damage": ("MQ-13.5",), "attack": ("MQ-15.19",), "extra_deploy": ("MQ-15.7",),
    },
    seat_stats=("extra_deploy",),
    qualifiers={"attack": ("reach",)},
    filters={
        "in_range": Filter(in_range, kind="number"), "root": Filter(is_root, kind="flag"),
        "solid": Filter(is_solid, kind="flag"), "anchored": Filter(is_anchored, kind="flag"),
        "has_owner": Filter(has_owner, kind="flag"), "worn": Filter(is_worn, kind="flag"),
        "bearer": Filter(wears_source, kind="flag"), "here": Filter(is_here, kind="flag"),
    },
    conditions={
        "deck_below": ConditionWord(deck_below), "worn": ConditionWord(source_is_worn, kind="flag"),
        "victim": ConditionWord(victim_is, kind="word", words=("you", "opponent", "any")),
        "combat": ConditionWord(is_combat, kind="flag"), "distance_at_least": ConditionWord(distance_at_least),
    },
    keywords={
        "swim": ("MQ-14.16",), "crew": ("MQ-17.2",), "taunt": ("MQ-R75",), "armor": ("MQ-R75",), "solid": ("MQ-19.9",),
        "anchored": ("MQ-M4",), "bound": ("MQ-15.16",),
    },
    targets={
        "bearer": bearer, "victim": seen("_victim"), "victim_controller": seen("_victim_controller"),
        "entering": seen("_entering"), "paired_tile": paired_tile,
    },
    choices={"free_tile": free_tiles},
    controls=("if", "choose", "for_each", "repeat", "may", "choose_one", "until"),
    durations=DURATIONS,
    speeds=("fast", "slow"),
    phases=PHASES,
    zones=("permanents", "hand", "discard", "store", "stack"),
    table=("permanents",),
    types=("spell", "unit", "artifact", "equipment"),
    hidden={"hand": "owner"},
    caps={"permanents": 60, "hand": 40, "discard": 100, "store": 60, "stack": 40},
    reads=READS,
    printed={name: printed(name) for name in ("life", "move", "upkeep", "buy")},
    counters={mark: count_marks(mark) for mark in MARKS},
    counts=static_counts,
    requirements=("play_cost",),
    decisions=dict.fromkeys(("target", "choose", "may", "mode"), "choose"),
    clauses={"choose": "MQ-5.3", "may": "MQ-5.3", "mode": "MQ-5.3"},
    neutral_is_foreign=True,
    is_put=True,
)  # fmt: skip

__all__ = ["PREFIX", "VOCABULARY"]
