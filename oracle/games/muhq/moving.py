"""Moving and manning (MQ-16, MQ-17; A12, A13 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.state import ObjectId

from . import board, pieces, stats, triggers
from .declaring import acting as still_acting
from .declaring import chosen, declare_unit_action, target_of, tile_in
from .entering import arrived, come_to, has_room, lie_on
from .maps import map_of
from .playing import spoken
from .seats import seat_of
from .state import Declared, Muhq, Pair, Permanent, Tile
from .timing import SLOW, count
from .unit_actions import UNIT, acting, names, selected, unit_of


class Move(Action, tag="move", kw_only=True, frozen=True):
    """Move a unit to a tile."""

    unit: ObjectId
    tile: Pair


class Board(Action, tag="board", kw_only=True, frozen=True):
    """Move a unit onto a carrier."""

    unit: ObjectId
    carrier: ObjectId


def spot_of(action: Any) -> Tile:
    """The tile that an action names."""
    return (action.tile[0], action.tile[1])


# -- moving ----------------------------------------------------------------------------------------

REACH = ("unit", "tile")


@requires("MQ-M1", code="no_such_tile", reads=("tile",), given=True)
def tile_exists(table: Muhq, action: Move) -> Kept:
    """The tile is on the map."""
    return spot_of(action) in map_of(table).grid


@requires("MQ-R42", code="same_tile", reads=REACH, given=True)
def tile_is_another(table: Muhq, action: Move) -> Kept:
    """A movement ends on another tile than it began."""
    unit = unit_of(table, action)
    return None if unit is None else board.tile(table, unit) != spot_of(action)


@requires("MQ-16.1", code="out_of_move_range", reads=REACH, given=True)
def tile_is_in_range(table: Muhq, action: Move) -> Kept:
    """The tile is within the range that equals the unit's movement."""
    unit = unit_of(table, action)
    here = None if unit is None else board.tile(table, unit)
    if unit is None or here is None or spot_of(action) not in map_of(table).grid:
        return None
    reach = stats.move(table, unit)
    return board.is_within(table, here, spot_of(action), reach) or {
        "distance": board.distance(table, here, spot_of(action)), "range": reach,
    }  # fmt: skip


@requires("MQ-14.15", code="tile_taken", reads=REACH, given=True)
def tile_is_free(table: Muhq, action: Move) -> Kept:
    """Nothing stands there."""
    unit, there = unit_of(table, action), board.occupied(table).get(spot_of(action))
    return None if unit is None else there is None or there is unit or {"tile": action.tile}


@requires("MQ-14.16", "MQ-14.17", code="wrong_water", reads=REACH, given=True)
def water_suits(table: Muhq, action: Move) -> Kept:
    """What swims moves in deep water, everything else out of it."""
    unit = unit_of(table, action)
    if unit is None or spot_of(action) not in map_of(table).grid:
        return None
    if board.may_stand(table, unit, spot_of(action)):
        return True
    return {"tile": action.tile, "rules": ("MQ-14.16",) if board.swims(table, unit) else ("MQ-14.17",)}


@requires("MQ-15.16", code="not_bound_there", reads=REACH, given=True)
def tile_is_of_its_kind(table: Muhq, action: Move) -> Kept:
    """A unit that is bound to types of tiles steps on no others."""
    unit = unit_of(table, action)
    if unit is None or spot_of(action) not in map_of(table).grid:
        return None
    bound = table.cards[str(unit.card)].bound_to
    return None if not bound else board.type_of(table, spot_of(action)) in bound or {"tile": action.tile}


@requires("MQ-16.2", code="no_way_there", reads=REACH, given=True)
def tile_is_reached(table: Muhq, action: Move) -> Kept:
    """Steps over available tiles lead there, every second diagonal taking two."""
    unit = unit_of(table, action)
    here = None if unit is None else board.tile(table, unit)
    if unit is None or here is None or here == spot_of(action) or not may_end(table, unit, spot_of(action)):
        return None
    return spot_of(action) in board.destinations(table, unit) or {"tile": action.tile}


def may_end(table: Muhq, unit: Permanent, tile: Tile) -> bool:
    """Whether only the way there is in question."""
    here = board.tile(table, unit)
    if here is None or not board.is_available(table, unit, tile):
        return False
    bound = table.cards[str(unit.card)].bound_to
    fits = not bound or board.type_of(table, tile) in bound
    return fits and board.is_within(table, here, tile, stats.move(table, unit))


def destinations(table: Muhq, draft: Any) -> list[list[int]]:
    """Where the unit can go, row by row."""
    unit = unit_of(table, draft)
    return [] if unit is None else [[*tile] for tile in sorted(board.destinations(table, unit), key=board.by_row)]


def move(table: Muhq, action: Move) -> None:
    """A movement is declared."""
    unit = unit_of(table, action)
    assert unit is not None
    count(table)
    declare_unit_action(table, unit, "move", "move", [chosen("tile", tile=[*action.tile])], seat_of(action))


@carries("MQ-5.4", "MQ-16.1", "MQ-16.2", "MQ-R61")
def run_move(table: Muhq, entry: Declared) -> None:
    """The unit goes there, if it still can."""
    unit = still_acting(table, entry)
    if unit is None or tile_in(entry) not in board.destinations(table, unit):
        return
    come_to(table, unit, tile_in(entry), reason="moved", rule="MQ-16.1")
    triggers.queue_tile(table, "move_end", tile_in(entry), unit)
    arrived(table, unit)


def label_move(table: Muhq, action: Move) -> tuple[str, Facts]:
    """What the button says."""
    return "move", {**names(table, action), "tile": spoken(spot_of(action))}


# -- manning ---------------------------------------------------------------------------------------


def carrier_of(table: Muhq, action: Board) -> Permanent | None:
    """The carrier that an action means."""
    return pieces.piece(table, action.carrier)


BOTH = ("unit", "carrier")


@requires("MQ-17.2", code="no_crew", reads=BOTH)
def carrier_has_room(table: Muhq, action: Board) -> Kept:
    """The other unit has Crew, and fewer units on it than can man it."""
    carrier = carrier_of(table, action)
    most = 0 if carrier is None else stats.crew(table, carrier)
    return carrier is not None and action.carrier != action.unit and has_room(table, carrier, most)


@requires("MQ-R60", code="not_your_carrier", reads=BOTH)
def carrier_is_own(table: Muhq, action: Board) -> Kept:
    """Units are manned by those of the same controller; the carrier is a root, and no part of the unit's own stack."""
    unit, carrier = unit_of(table, action), carrier_of(table, action)
    return None if unit is None or carrier is None else may_carry(table, unit, carrier)


@carries("MQ-R60", otherwise=True)
def may_carry(table: Muhq, unit: Permanent, carrier: Permanent) -> bool:
    """Whether a unit may man this one."""
    own = carrier.controller == unit.controller or table.state.options.crew_any_controller
    return own and carrier.tile is not None and unit.on != carrier.id and carrier is not board.root(table, unit)


@requires("MQ-16.1", code="carrier_out_of_reach", reads=BOTH)
def carrier_is_reached(table: Muhq, action: Board) -> Kept:
    """The last step of a movement leads onto the carrier's tile."""
    unit, carrier = unit_of(table, action), carrier_of(table, action)
    if unit is None or carrier is None or carrier.tile is None:
        return None
    return board.destinations_onto(table, unit, carrier.tile)


def carriers(table: Muhq, draft: Any) -> list[int]:
    """The units that can be manned."""
    cards = table.cards
    return [
        t.id  # type: ignore[misc]
        for t in table.state.permanents
        if t.tile is not None and cards[str(t.card)].is_unit and stats.crew(table, t)
    ]


def get_aboard(table: Muhq, action: Board) -> None:
    """Manning is declared."""
    unit = unit_of(table, action)
    assert unit is not None
    count(table)
    declare_unit_action(table, unit, "board", "move", [chosen("target", object=action.carrier)], seat_of(action))


@carries("MQ-5.4", "MQ-17.1", "MQ-17.2", "MQ-17.3", "MQ-17.4")
def run_board(table: Muhq, entry: Declared) -> None:
    """The unit comes on top of the carrier's stack, if it still can."""
    unit, carrier = still_acting(table, entry), target_of(table, entry)
    if unit is None or carrier is None or carrier.tile is None or carrier is unit:
        return
    if not may_carry(table, unit, carrier) or not has_room(table, carrier, stats.crew(table, carrier)):
        return
    if board.destinations_onto(table, unit, carrier.tile):
        lie_on(table, unit, carrier)
        table.emit("board", "MQ-17.4", object=unit.id, card=unit.card, base=carrier.id)


def label_board(table: Muhq, action: Board) -> tuple[str, Facts]:
    """What the button says."""
    carrier = carrier_of(table, action)
    assert carrier is not None
    return "board", {**names(table, action), "target": table.name(carrier)}


MOVE = ActionType(
    Move,
    (
        *acting(slot="move"), tile_exists, tile_is_another, tile_is_in_range, tile_is_free, water_suits,
        tile_is_of_its_kind, tile_is_reached,
    ),
    move, None, SLOW, UNIT, label=label_move, domains=(("unit", selected), ("tile", destinations)),
)  # fmt: skip
BOARD = ActionType(
    Board, (*acting("carrier", slot="move"), carrier_has_room, carrier_is_own, carrier_is_reached), get_aboard, None,
    SLOW, BOTH, label=label_board, domains=(("unit", selected), ("carrier", carriers)),
)  # fmt: skip
