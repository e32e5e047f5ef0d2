"""What no state of this game can be (section 11 of the digest)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault
from oracle.kernel.stack.faults import stack_is_sound

from . import board, pieces, stats
from .faces import declared_as_they_are, faces_are_shown, once_shown
from .maps import find_map, map_of
from .state import Drop, Muhq, Permanent
from .tiles import PREFIX


def map_is_there(table: Muhq) -> Iterator[Fault]:
    """The map is one on which things can stand."""
    yield from find_map(table.state.map, table.cards)[1]


def has_map(table: Muhq) -> bool:
    """Whether the map can be had: what hangs on it is not looked at otherwise."""
    return find_map(table.state.map, table.cards)[0] is not None


def cards_are_cards(table: Muhq) -> Iterator[Fault]:
    """No tile type lies about as a card."""
    for zone in table.game.zones.values():
        for _, things in zone.lists(table.state):
            keys = [thing if isinstance(thing, str) else getattr(thing, "card", None) for thing in things]
            for key in keys:
                if isinstance(key, str) and key.startswith(PREFIX):
                    yield fault("unknown_card", f"/{zone.name}", f"{key} is a type of tile, no card.")


def seats_are_there(table: Muhq) -> Iterator[Fault]:
    """Every seat that is named is there, and somebody's turn it is once play has begun."""
    state, count = table.state, len(table.state.players)
    named: list[tuple[str, Any]] = []
    for i, thing in enumerate(state.permanents):
        named += [(f"/permanents/{i}/owner", thing.owner), (f"/permanents/{i}/controller", thing.controller)]
    if state.staff_hold is not None:
        named.append(("/staff_hold/controller", state.staff_hold.controller))
    for at, seat in named:
        if isinstance(seat, int) and seat >= count:
            yield fault("no_such_seat", at, f"There is no seat {seat}.", seat=seat)
    if state.active is None and state.phase not in ("setup", "draft"):
        yield fault("no_active_seat", "/active", "In play it is somebody's turn.")
    if state.phase in ("setup", "draft") and not state.agenda and state.result is None:
        yield fault("nothing_waits", "/agenda", "Setting up is unfinished work: it stands in the agenda.")
    if state.phase in ("reshuffle", "draw") and not state.agenda and state.result is None:
        yield fault("nothing_waits", "/agenda", "This step asks nothing: its work stands in the agenda.")


def pieces_are_placed(table: Muhq) -> Iterator[Fault]:
    """Roots have tiles of their own, what is stacked lies on something, stacks and what lies in them agree."""
    if not has_map(table):
        return
    falling = {number for frame in table.state.agenda if isinstance(frame, Drop) for number in frame.left}
    by_id = {thing.id: thing for thing in table.state.permanents}
    taken: dict[Any, int] = {}
    for i, thing in enumerate(table.state.permanents):
        at = f"/permanents/{i}"
        yield from place_faults(table, thing, at, falling, by_id)
        if thing.tile is not None:
            if thing.tile in taken:
                yield fault("tile_taken", f"{at}/tile", "Only one permanent owns a tile.", rule="MQ-8.3")
            taken[thing.tile] = i


def place_faults(
    table: Muhq, thing: Permanent, at: str, falling: set[int], by_id: dict[Any, Permanent]
) -> Iterator[Fault]:
    """Where one permanent is."""
    if thing.tile is not None and thing.tile not in map_of(table).grid:
        yield fault("no_such_tile", f"{at}/tile", f"There is no tile {[*thing.tile]}.", rule="MQ-M1")
    if thing.tile is not None and thing.on is not None:
        yield fault("two_places", f"{at}/on", "What lies on something has no tile of its own.", rule="MQ-14.10")
    if thing.tile is None and thing.on is None and thing.id not in falling and table.state.result is None:
        yield fault("no_place", f"{at}/tile", "A permanent owns a tile, or lies on another.", rule="MQ-14.1")
    if thing.on is not None and (thing.on not in by_id or thing.id not in by_id[thing.on].stack):
        yield fault("stack_mismatch", f"{at}/on", "What it lies on has it in its stack.", rule="MQ-14.9")
    for j, number in enumerate(thing.stack):
        if number not in by_id or by_id[number].on != thing.id or thing.stack.count(number) > 1:
            yield fault("stack_mismatch", f"{at}/stack/{j}", "What lies in a stack says so, once.", rule="MQ-14.9")


def stacks_are_trees(table: Muhq) -> Iterator[Fault]:
    """Nothing lies on itself."""
    by_id = {thing.id: thing for thing in table.state.permanents}
    for i, thing in enumerate(table.state.permanents):
        seen = {thing.id}
        base = by_id.get(thing.on) if thing.on is not None else None
        while base is not None:
            if base.id in seen:
                yield fault("stack_loop", f"/permanents/{i}/on", "Nothing lies on itself.", rule="MQ-14.9")
                break
            seen.add(base.id)
            base = by_id.get(base.on) if base.on is not None else None


def pieces_are_sound(table: Muhq) -> Iterator[Fault]:
    """Types, marks, durability and slots fit together."""
    for i, thing in enumerate(table.state.permanents):
        at = f"/permanents/{i}"
        card = table.cards.get(thing.card or "")
        if card is None:
            continue
        if card.type == "spell":
            yield fault("not_a_permanent", f"{at}/card", f"{thing.card} is a spell, and no permanent.", rule="MQ-11.7")
        if (thing.durability is UNSET) is card.is_equipment:
            yield fault(
                "durability", f"{at}/durability", "Equipment, and nothing else, has durability.", rule="MQ-20.2"
            )
        if not card.is_unit and any(getattr(thing.marks, mark) for mark in thing.marks.__struct_fields__):
            yield fault("marks_on_no_unit", f"{at}/marks", "Only units have marks.", rule="MQ-18.1")
        if thing.slots.full and not (thing.slots.move and thing.slots.attack):
            yield fault("slots", f"{at}/slots", "A full action uses the whole turn.", rule="MQ-15.8")
        if thing.seq >= table.state.seq_counter:
            yield fault("seq_used", "/seq_counter", "seq_counter is above every seq.")
        if thing.map_flags.staff and thing.map_flags.start_tile is None:
            yield fault(
                "missing", f"{at}/map_flags/start_tile", "The victory equipment knows its start tile.", rule="MQ-M4"
            )


def life_is_left(table: Muhq) -> Iterator[Fault]:
    """After cleanup everything on the board has enough life, durability, and not too much Poison."""
    from .settling import leaving  # noqa: PLC0415 - settling looks who has won, and that who has left

    if not (has_map(table) and not list(pieces_are_placed(table)) and not list(stacks_are_trees(table))):
        return
    if table.state.agenda and not all(type(frame).__name__ == "OpenWindow" for frame in table.state.agenda):
        return
    places = {thing.id: i for i, thing in enumerate(table.state.permanents)}
    for gone in leaving(table):
        at = f"/permanents/{places[gone.thing.id]}"
        yield fault("must_leave", at, f"{gone.thing.card} cannot stay on the board.", rule=gone.rule)


def selection_is_sound(table: Muhq) -> Iterator[Fault]:
    """A selected unit is untapped, its controller's turn it is, in the actions-step."""
    state = table.state
    if state.selected is None:
        return
    unit = pieces.piece(table, state.selected)
    sound = unit is not None and not unit.tapped and unit.controller == state.active and pieces.is_unit(table, unit)
    if not sound or state.phase != "actions":
        yield fault("selected", "/selected", "A selected unit is untapped and the active player's.", rule="MQ-5.12")


def unpaid_are_own(table: Muhq) -> Iterator[Fault]:
    """What is unpaid are units on the board, each once."""
    for i, number in enumerate(table.state.unpaid):
        unit = pieces.piece(table, number)
        if unit is None or not pieces.is_unit(table, unit) or table.state.unpaid.count(number) > 1:
            yield fault("unpaid", f"/unpaid/{i}", "What is to be paid for is a unit on the board.", rule="MQ-R17")
        elif table.state.phase != "upkeep":
            yield fault("unpaid", f"/unpaid/{i}", "Units are paid for in the upkeep.", rule="MQ-4.3")


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
            if each.type not in map_of(table).tile_types:
                yield fault(
                    "no_such_type", f"/tiles/{key}/overrides/{i}/type", f"No tile is {each.type}.", rule="MQ-M2"
                )
            if each.player >= len(table.state.players):
                yield fault("no_such_seat", f"/tiles/{key}/overrides/{i}/player", f"There is no seat {each.player}.")


def losers_are_out(table: Muhq) -> Iterator[Fault]:
    """Who has lost by the map's conditions is not in the match any more."""
    from .winning import losers  # noqa: PLC0415 - winning looks who has left

    state = table.state
    if state.result is not None or state.phase in ("setup", "draft") or not has_map(table):
        return
    for seat, rule, reason in losers(table):
        yield fault("has_lost", f"/players/{seat}/status", f"Seat {seat} has lost: {reason}.", rule=rule)


def crews_fit(table: Muhq) -> Iterator[Fault]:
    """No carrier has more units on it than can man it."""
    if list(pieces_are_placed(table)) or list(stacks_are_trees(table)):
        return
    for i, thing in enumerate(table.state.permanents):
        if not thing.stack:
            continue
        manned = sum(pieces.is_unit(table, other) for other in pieces.upon(table, thing))
        if manned > max(0, stats.crew(table, thing)):
            yield fault("too_many_aboard", f"/permanents/{i}/stack", f"{thing.card} carries too many.", rule="MQ-17.2")


INVARIANTS = (
    map_is_there, cards_are_cards, seats_are_there, faces_are_shown,
    *map(once_shown, (
        pieces_are_placed, stacks_are_trees, pieces_are_sound, selection_is_sound, unpaid_are_own, tiles_are_there,
        crews_fit, life_is_left, losers_are_out, declared_as_they_are, stack_is_sound,
    )),
)  # fmt: skip


def could_hold(table: Muhq, _seat: int | None, zone: str, card: str) -> bool:
    """Whether a card could lie in a hidden place: no tile type does; in packs only cards that can be bought."""
    if card.startswith(PREFIX):
        return False
    return zone not in ("pack", "drafted", "undealt", "set_aside") or table.cards[card].buy is not None
