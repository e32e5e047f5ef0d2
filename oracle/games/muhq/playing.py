"""Playing permanents: where, when, and what becomes of them (MQ-5.23, MQ-15.6, MQ-15.7, MQ-20.7, MQ-20.8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from oracle.kernel.decisions import Action, ActionType, Facts, Kept, Requirement, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.declaring import declare
from oracle.kernel.stack.entries import put_card
from oracle.kernel.stack.policy import Slot
from oracle.kernel.stack.records import Declare, Picked
from oracle.kernel.stack.requirements import choices_are_there
from oracle.kernel.stack.slots import picks_of
from oracle.kernel.state import ObjectId

from . import board
from .costs import card_is_payable, cost_slots, pay
from .declaring import came, chosen
from .maps import map_of
from .seats import seat_of
from .state import Muhq, Pair, Tile
from .timing import SLOW, count, gates, no_unit_is_selected, nothing_is_under_way, slow, turn_has_room


class Placing(Action, kw_only=True, frozen=True):
    """Playing a permanent, on a tile where it names one."""

    card: ObjectId
    tile: Pair | UnsetType = UNSET


class PlayUnit(Placing, tag="play_unit", kw_only=True, frozen=True):
    """Play a unit onto a tile."""

    tile: Pair


class PlayArtifact(Placing, tag="play_artifact", kw_only=True, frozen=True):
    """Play an artifact onto a tile."""

    tile: Pair


class PlayEquipment(Placing, tag="play_equipment", kw_only=True, frozen=True):
    """Play equipment onto a tile, or as worn by the next unit played."""

    mode: Literal["tile", "next_unit"]


Play = PlayUnit | PlayArtifact | PlayEquipment
TYPES: dict[Any, str] = {PlayUnit: "unit", PlayArtifact: "artifact", PlayEquipment: "equipment"}
KINDS: dict[Any, str] = {PlayUnit: "play_unit", PlayArtifact: "play_artifact", PlayEquipment: "play_equipment"}


def spot_of(action: Any) -> Tile | None:
    """The tile that an action names, if it does."""
    return None if isinstance(action.tile, UnsetType) else (action.tile[0], action.tile[1])


def card_in_hand(table: Muhq, action: Any) -> Any:
    """The card that an action means, if it is in the own hand."""
    thing = table.find(action.card, "hand", seat_of(action))
    return None if thing is None or thing.card is None else thing


# -- requirements ----------------------------------------------------------------------------------


@requires("MQ-5.11", code="card_not_in_hand", reads=("card",))
def card_is_in_hand(table: Muhq, action: Play) -> Kept:
    """The card is in the own hand."""
    return card_in_hand(table, action) is not None


def card_is_of_type(kind: str) -> Requirement:
    """The requirement that the card is of the type that this action plays."""

    def fits(table: Muhq, action: Play) -> Kept:
        thing = card_in_hand(table, action)
        return None if thing is None else table.cards[thing.card].type == kind or {"card": table.name(thing)}

    text = f"The card is of type {kind}."
    return Requirement(fits, ("MQ-11.3",), f"not_of_type_{kind}", reads=("card",), name="card_is_of_type", text=text)


@requires("MQ-15.6", code="not_your_turn", reads=())
def turn_is_own(table: Muhq, action: PlayUnit) -> Kept:
    """A unit is played in the own turn only."""
    return table.state.active == action.player


@requires("MQ-15.7", code="outside_deploy_area", reads=("card", "tile"))
def tile_is_in_deploy_area(table: Muhq, action: PlayUnit) -> Kept:
    """Units are played within the own deploy area."""
    return spot_of(action) in board.deploy_tiles(table, seat_of(action)) or {"tile": action.tile}


@requires("MQ-R70", code="outside_deploy_area", reads=("card", "tile"))
def tile_is_in_own_area(table: Muhq, action: PlayArtifact | PlayEquipment) -> Kept:
    """Artifacts are played where units are, unless the option lets them be played anywhere."""
    if spot_of(action) is None:
        return None
    return (
        may_lie_anywhere(table)
        or spot_of(action) in board.deploy_tiles(table, seat_of(action))
        or {"tile": action.tile}
    )


@carries("MQ-R70", otherwise=False)
def may_lie_anywhere(table: Muhq) -> bool:
    """By the option artifacts are played on any available tile."""
    return table.state.options.artifact_deploy == "anywhere"


@requires("MQ-14.15", code="tile_taken", reads=("tile",))
def tile_is_free(table: Muhq, action: Play) -> Kept:
    """No other permanent occupies the tile."""
    if spot_of(action) is None:
        return None
    return spot_of(action) not in board.occupied(table) or {"tile": action.tile}


@requires("MQ-14.16", code="needs_deep_water", reads=("card", "tile"))
def swimmer_is_in_water(table: Muhq, action: Play) -> Kept:
    """What swims is placed on deep water only."""
    return water(table, action, swims=True)


@requires("MQ-14.17", code="deep_water", reads=("card", "tile"))
def others_are_on_land(table: Muhq, action: Play) -> Kept:
    """What does not swim is not placed on deep water."""
    return water(table, action, swims=False)


def water(table: Muhq, action: Play, *, swims: bool) -> Kept:
    """Whether a tile suits a card, if it is one of that kind."""
    thing, spot = card_in_hand(table, action), spot_of(action)
    if thing is None or spot is None or spot not in map_of(table).grid:
        return None
    if board.swims(table, table.cards[thing.card]) is not swims:
        return None
    return board.is_deep(table, spot) is swims or {"card": table.name(thing), "tile": action.tile}


@requires("MQ-M1", code="no_such_tile", reads=("tile",))
def tile_exists(table: Muhq, action: Play) -> Kept:
    """The tile is on the map."""
    return None if spot_of(action) is None else spot_of(action) in map_of(table).grid


@requires("MQ-5.3", code="cost_not_payable", reads=("card",))
def play_is_payable(table: Muhq, action: Play) -> Kept:
    """What playing it costs can be paid."""
    return card_is_payable(table, seat_of(action), card_in_hand(table, action))


@requires("MQ-20.8", code="mode_and_tile", reads=("mode", "tile"))
def mode_fits(_table: Muhq, action: PlayEquipment) -> Kept:
    """Equipment is played onto a tile, or for the next unit without one."""
    return (action.mode == "tile") is (spot_of(action) is not None)


# -- declaring -------------------------------------------------------------------------------------


def opening(table: Muhq, action: Any) -> Declare | None:
    """The declaration that playing a permanent opens; only what it costs can ask for choices."""
    thing = card_in_hand(table, action)
    if thing is None:
        return None
    tile = getattr(action, "tile", UNSET)
    mode = getattr(action, "mode", "tile")
    picks = [Picked(slot="mode", pick=mode)]
    if not isinstance(tile, UnsetType):
        picks.append(Picked(slot="tile", pick=[*tile]))
    kind = KINDS.get(type(action), "play_unit")
    return Declare(player=seat_of(action), kind=kind, source=thing.id, card=thing.card, picks=picks)


def plan(table: Muhq, frame: Declare) -> list[Slot]:
    """The choices in the cost."""
    return cost_slots(table.cards[str(frame.card)].costs, "MQ-5.3")


def play(table: Muhq, action: Play) -> None:
    """A permanent is declared."""
    frame = opening(table, action)
    assert frame is not None
    count(table)
    if table.cards[str(frame.card)].costs:
        declare(table, frame)
    else:
        complete(table, frame)


@carries("MQ-5.5", "MQ-5.11", "MQ-5.23", "MQ-R31")
def complete(table: Muhq, frame: Declare) -> None:
    """It is paid, and the card waits on the stack."""
    pay(table, frame, table.cards[str(frame.card)].costs)
    thing = table.find(frame.source or 0, "hand", frame.player)
    tiles = [chosen("tile", tile=pick) for pick in picks_of(frame, "tile")]
    mode = next(iter(picks_of(frame, "mode")), "tile")
    put_card(table, thing, (frame.player, "hand"), frame.player, frame.kind, targets=tiles, mode=mode)
    came(table)


# -- candidates and labels -------------------------------------------------------------------------


def cards_of_type(kind: str) -> Callable[[Muhq, Any], list[int]]:
    """The known cards of that type in the own hand."""

    def find(table: Muhq, draft: Any) -> list[int]:
        cards = table.cards
        hand = table.state.players[draft.player].hand
        return [thing.id for thing in hand if thing.card is not None and cards[thing.card].type == kind]

    return find


def tiles(table: Muhq, draft: Any) -> list[list[int]]:
    """The available tiles of the own area, row by row."""
    thing = card_in_hand(table, draft)
    if thing is None:
        return []
    card = table.cards[thing.card]
    anywhere = card.type != "unit" and may_lie_anywhere(table)
    area: Any = map_of(table).grid if anywhere else board.deploy_tiles(table, seat_of(draft))
    key = ("playable", seat_of(draft), anywhere, board.swims(table, card))
    found: list[Tile] = table.once(
        key, lambda: sorted((tile for tile in area if board.is_available(table, card, tile)), key=board.by_row)
    )
    return [[*tile] for tile in found]


def equipment_tiles(table: Muhq, draft: Any) -> list[Any]:
    """No tile for the next unit, otherwise the available ones."""
    return [UNSET] if draft.mode == "next_unit" else list(tiles(table, draft))


def spoken(tile: Sequence[int]) -> str:
    """A tile in the words of a button."""
    return f"({tile[0]}, {tile[1]})"


def label(table: Muhq, action: Any) -> tuple[str, Facts]:
    """What the button says."""
    told: Facts = {"card": table.name(table.find(action.card))}
    if isinstance(action.tile, UnsetType):
        return "play_for_next", told
    return "play_at", {**told, "tile": spoken(action.tile)}


def action_type(record: type[Action], *own: Requirement, **ways: Any) -> ActionType:
    """Playing permanents of a type."""
    kind = TYPES[record]
    area = tile_is_in_deploy_area if kind == "unit" else tile_is_in_own_area
    in_turn = (turn_is_own,) if kind == "unit" else ()
    return ActionType(
        record,
        (
            *gates("card"), card_is_in_hand, card_is_of_type(kind), slow(), *in_turn, no_unit_is_selected,
            nothing_is_under_way, turn_has_room, *own, tile_exists, area, tile_is_free, swimmer_is_in_water,
            others_are_on_land, play_is_payable, choices_are_there(opening, "MQ-5.3", reads=("card",)),
        ),
        play, None, SLOW, ("card",), label=label, **ways,
    )  # fmt: skip


PLAYS = (
    action_type(PlayUnit, domains=(("card", cards_of_type("unit")), ("tile", tiles))),
    action_type(PlayArtifact, domains=(("card", cards_of_type("artifact")), ("tile", tiles))),
    action_type(
        PlayEquipment, mode_fits,
        domains=(
            ("card", cards_of_type("equipment")), ("mode", lambda _table, _draft: ("tile", "next_unit")),
            ("tile", equipment_tiles),
        ),
    ),
)  # fmt: skip
