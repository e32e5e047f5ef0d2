"""Artifacts moved by units: swapping tiles, transporting (MQ-19.5 to MQ-19.7; A15, A17 of the digest)."""

from __future__ import annotations

from typing import Any, Literal

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, Requirement, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.declaring import declare
from oracle.kernel.stack.policy import Slot
from oracle.kernel.stack.records import Declare, Picked
from oracle.kernel.stack.requirements import choices_are_there
from oracle.kernel.stack.slots import picks_of
from oracle.kernel.state import ObjectId

from . import board, pieces, stats
from .declaring import acting as still_acting
from .declaring import chosen, declare_unit_action, target_of, tile_in
from .entering import arrived, come_to
from .seats import seat_of
from .state import Declared, Muhq, Permanent, Tile
from .timing import SLOW, count
from .unit_actions import acting, names, selected, slots_of, unit_is_a_root, unit_of


class Swap(Action, tag="swap", kw_only=True, frozen=True):
    """Change tiles with an adjacent artifact."""

    unit: ObjectId
    artifact: ObjectId
    slot: Literal["move", "attack"]


class Transport(Action, tag="transport", kw_only=True, frozen=True):
    """Take an adjacent artifact along."""

    unit: ObjectId
    artifact: ObjectId


BOTH = ("unit", "artifact")


def artifact_of(table: Muhq, action: Any) -> Permanent | None:
    """The artifact that an action means."""
    return pieces.piece(table, action.artifact)


def is_beside(table: Muhq, unit: Permanent, artifact: Permanent) -> bool:
    """Whether an artifact lies on a tile next to a unit's."""
    lies = pieces.is_artifact(table, artifact) and artifact.tile is not None
    return lies and unit.tile is not None and board.adjacent(table, unit.tile, artifact.tile)  # type: ignore[arg-type]


def is_barred(table: Muhq, seat: int, artifact: Permanent) -> bool:
    """Whether an artifact is solid and another's: such a one stays where it is."""
    return stats.is_solid(table, artifact) and pieces.is_enemy(artifact, seat)


def artifact_is_beside(rule: str) -> Requirement:
    """The requirement that the other is an artifact on an adjacent tile."""

    def lies_beside(table: Muhq, action: Swap | Transport) -> Kept:
        unit, artifact = unit_of(table, action), artifact_of(table, action)
        return unit is not None and artifact is not None and is_beside(table, unit, artifact)

    text = "The other is an artifact on an adjacent tile."
    return Requirement(lies_beside, (rule,), "not_adjacent", reads=BOTH, name="artifact_is_beside", text=text)


def artifact_can_be_moved(rule: str) -> Requirement:
    """The requirement that enemy units leave a solid artifact where it is."""

    def is_not_barred(table: Muhq, action: Swap | Transport) -> Kept:
        artifact = artifact_of(table, action)
        if artifact is None:
            return None
        return not is_barred(table, seat_of(action), artifact) or {"card": table.name(artifact)}

    text = "Enemy units leave a solid artifact where it is."
    return Requirement(is_not_barred, (rule,), "solid_artifact", reads=BOTH, name="artifact_can_be_moved", text=text)


@requires("MQ-R72", code="wrong_water", reads=BOTH)
def both_suit_the_other_tile(table: Muhq, action: Swap) -> Kept:
    """Each may stand on the other's tile."""
    unit, artifact = unit_of(table, action), artifact_of(table, action)
    if unit is None or artifact is None or unit.tile is None or artifact.tile is None:
        return None
    return suit(table, unit, artifact)


def suit(table: Muhq, unit: Permanent, artifact: Permanent) -> bool:
    """Whether the water suits both after a swap."""
    assert unit.tile is not None
    assert artifact.tile is not None
    return board.may_stand(table, unit, artifact.tile) and board.may_stand(table, artifact, unit.tile)


def swap(table: Muhq, action: Swap) -> None:
    """A swap is declared."""
    unit = unit_of(table, action)
    assert unit is not None
    count(table)
    declare_unit_action(table, unit, "swap", action.slot, [chosen("target", object=action.artifact)], seat_of(action))


@carries("MQ-5.4", "MQ-19.7", "MQ-R63", "MQ-R72")
def run_swap(table: Muhq, entry: Declared) -> None:
    """Unit and artifact change tiles, their stacks with them."""
    unit, artifact = still_acting(table, entry), target_of(table, entry)
    if unit is None or artifact is None or not is_beside(table, unit, artifact):
        return
    if is_barred(table, entry.controller, artifact) or not suit(table, unit, artifact):
        return
    here, there = unit.tile, artifact.tile
    assert here is not None
    assert there is not None
    unit.tile = None
    come_to(table, artifact, here, reason="swapped", rule="MQ-19.7")
    come_to(table, unit, there, reason="swapped", rule="MQ-19.7")
    arrived(table, unit)


# -- transport -------------------------------------------------------------------------------------


def opening(table: Muhq, action: Transport) -> Declare | None:
    """The declaration that a transport opens: where to, and where the load is set down."""
    unit, artifact = unit_of(table, action), artifact_of(table, action)
    if unit is None or artifact is None or not is_beside(table, unit, artifact):
        return None
    load = Picked(slot="artifact", pick=artifact.id)  # type: ignore[arg-type]
    return Declare(player=seat_of(action), kind="transport", source=unit.id, card=unit.card, picks=[load])  # type: ignore[arg-type]


def load_of(table: Muhq, frame: Declare) -> Permanent | None:
    """The artifact that is being transported."""
    number = next(iter(picks_of(frame, "artifact")), None)
    return pieces.piece(table, number if isinstance(number, int) else None)


@carries("MQ-19.5", "MQ-R71", otherwise=[])
def stops(table: Muhq, unit: Permanent, artifact: Permanent) -> list[Tile]:
    """Where the unit can go with its load, which frees its tile; it may stay where it is."""
    assert artifact.tile is not None
    assert unit.tile is not None
    found = [unit.tile, *board.destinations(table, unit, but=(artifact.tile,))]
    return sorted(found, key=board.by_row)


@carries("MQ-19.6", "MQ-R71", otherwise=[])
def drops(table: Muhq, unit: Permanent, artifact: Permanent, stop: Tile) -> list[Tile]:
    """The available tiles next to where the unit stops; both old tiles count as free."""
    free = {unit.tile, artifact.tile} - {stop}
    area = sorted(board.in_range(table, stop, 1), key=board.by_row)
    return [tile for tile in area if tile != stop and board.is_available(table, artifact, tile, free)]  # type: ignore[arg-type]


def plan(_table: Muhq, _frame: Declare) -> list[Slot]:
    """Where the unit goes, then where the load is set down."""
    return [
        Slot("destination", offered_stops, "tile", rule="MQ-19.5"),
        Slot("drop", offered_drops, "tile", rule="MQ-19.6"),
    ]


def offered_stops(table: Muhq, frame: Declare) -> list[Any]:
    """The tiles to go to."""
    unit, load = pieces.piece(table, frame.source), load_of(table, frame)
    return [] if unit is None or load is None else [[*tile] for tile in stops(table, unit, load)]


def offered_drops(table: Muhq, frame: Declare) -> list[Any]:
    """The tiles to set the load down on."""
    unit, load = pieces.piece(table, frame.source), load_of(table, frame)
    stop = next(iter(picks_of(frame, "destination")), None)
    if unit is None or load is None or not isinstance(stop, list):
        return []
    return [[*tile] for tile in drops(table, unit, load, (stop[0], stop[1]))]


def transport(table: Muhq, action: Transport) -> None:
    """A transport is begun."""
    frame = opening(table, action)
    assert frame is not None
    count(table)
    declare(table, frame)


def complete(table: Muhq, frame: Declare) -> None:
    """All three choices are made: the unit's whole turn is used, and the transport waits on the stack."""
    unit, load = pieces.piece(table, frame.source), load_of(table, frame)
    assert unit is not None
    assert load is not None
    stop, drop = (next(iter(picks_of(frame, name))) for name in ("destination", "drop"))
    targets = [chosen("target", object=load.id), chosen("destination", tile=stop), chosen("drop", tile=drop)]
    declare_unit_action(table, unit, "transport", "full", targets, frame.player)


@carries("MQ-5.4", "MQ-19.5", "MQ-19.6", "MQ-R71")
def run_transport(table: Muhq, entry: Declared) -> None:
    """The unit goes, then the load is set down; if either tile is none any more nothing moves."""
    unit, load = still_acting(table, entry), target_of(table, entry)
    if unit is None or load is None or not is_beside(table, unit, load) or is_barred(table, entry.controller, load):
        return
    stop, drop = tile_in(entry, "destination"), tile_in(entry, "drop")
    if stop not in stops(table, unit, load) or drop not in drops(table, unit, load, stop):
        return
    load.tile = None
    moved = unit.tile != stop
    if moved:
        come_to(table, unit, stop, reason="moved", rule="MQ-19.5")
    come_to(table, load, drop, reason="transported", rule="MQ-19.6")
    if moved:
        arrived(table, unit)


# -- the table -------------------------------------------------------------------------------------


def beside(table: Muhq, draft: Any) -> list[int]:
    """The artifacts next to the unit."""
    unit = unit_of(table, draft)
    if unit is None or unit.tile is None:
        return []
    near = board.pieces_in(table, unit.tile, 1)
    return [thing.id for thing in near if pieces.is_artifact(table, thing)]  # type: ignore[misc]


def label_swap(table: Muhq, action: Swap) -> tuple[str, Facts]:
    """What the button says."""
    artifact = artifact_of(table, action)
    assert artifact is not None
    return f"swap_{action.slot}", {**names(table, action), "target": table.name(artifact)}


def label_transport(table: Muhq, action: Transport) -> tuple[str, Facts]:
    """What the button says."""
    artifact = artifact_of(table, action)
    assert artifact is not None
    return "transport", {**names(table, action), "target": table.name(artifact)}


SWAP = ActionType(
    Swap,
    (
        *acting("artifact"), unit_is_a_root, artifact_is_beside("MQ-19.7"), artifact_can_be_moved("MQ-19.11"),
        both_suit_the_other_tile,
    ),
    swap, None, SLOW, BOTH, label=label_swap,
    domains=(("unit", selected), ("artifact", beside), ("slot", slots_of)),
)  # fmt: skip
TRANSPORT = ActionType(
    Transport,
    (
        *acting("artifact", slot="full"), unit_is_a_root, artifact_is_beside("MQ-19.5"),
        artifact_can_be_moved("MQ-19.10"),
        choices_are_there(opening, "MQ-19.6", reads=BOTH),
    ),
    transport, None, SLOW, BOTH, label=label_transport, domains=(("unit", selected), ("artifact", beside)),
)  # fmt: skip
