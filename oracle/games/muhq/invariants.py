"""What no state of this game can be (section 11 of the digest)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault, pointer
from oracle.kernel.stack.faults import stack_is_sound

from . import pieces, stats, wearing
from .faces import Invariant, declared_as_they_are, faces_are_shown, once_shown
from .lasting_faults import LASTING
from .maps import find_map, has_map, map_of
from .records import MuhqCard
from .state import Drop, Muhq, Permanent
from .tiles import PREFIX
from .turn_faults import CHOSEN, TURN, seats_are_there
from .unfinished import work_fits
from .water import roots_suit_their_tiles


def map_is_there(table: Muhq) -> Iterator[Fault]:
    """The map is one on which things can stand."""
    yield from find_map(table.state.map, table.cards)[1]


def cards_are_cards(table: Muhq) -> Iterator[Fault]:
    """No tile type lies about as a card."""
    for zone in table.game.zones.values():
        for _, things in zone.lists(table.state):
            keys = [thing if isinstance(thing, str) else getattr(thing, "card", None) for thing in things]
            for key in keys:
                if isinstance(key, str) and key.startswith(PREFIX):
                    yield fault("unknown_card", f"/{zone.name}", f"{key} is a type of tile, no card.")


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
    """Types, marks, damage, durability, slots and age of each permanent fit together."""
    seen: set[int] = set()
    for i, thing in enumerate(table.state.permanents):
        at = f"/permanents/{i}"
        card = table.cards.get(thing.card or "")
        if card is not None:
            yield from kind_faults(table, thing, card, at)
        if thing.slots.full and not (thing.slots.move and thing.slots.attack):
            yield fault("slots", f"{at}/slots", "A full action uses the whole turn.", rule="MQ-15.8")
        if thing.seq >= table.state.seq_counter:
            yield fault("seq_used", "/seq_counter", "seq_counter is above every seq.")
        if thing.seq in seen:
            yield fault("seq_twice", f"{at}/seq", "No two permanents are of one age.", rule="MQ-R30")
        seen.add(thing.seq)
        yield from flag_faults(table, thing, at)


def kind_faults(table: Muhq, thing: Permanent, card: MuhqCard, at: str) -> Iterator[Fault]:
    """What only some types of cards have."""
    if card.type == "spell":
        yield fault("not_a_permanent", f"{at}/card", f"{thing.card} is a spell, and no permanent.", rule="MQ-11.7")
    if (thing.durability is UNSET) is card.is_equipment:
        yield fault("durability", f"{at}/durability", "Equipment, and nothing else, has durability.", rule="MQ-20.2")
    if not card.is_unit and any(getattr(thing.marks, mark) for mark in thing.marks.__struct_fields__):
        yield fault("marks_on_no_unit", f"{at}/marks", "Only units have marks.", rule="MQ-18.1")
    if thing.damage and not (card.is_unit or stats.is_solid(table, thing)):
        yield fault("damage_on_no_life", f"{at}/damage", "Only what has life has damage.", rule="MQ-19.13")
    for key, was in thing.once.items():
        if not was or not key.isdigit() or str(int(key)) != key or int(key) not in card.free:
            message = f"{thing.card} has no free action of this number that was used."
            yield fault("no_such_ability", pointer(f"{at}/once", key), message, rule="MQ-R32")


def flag_faults(table: Muhq, thing: Permanent, at: str) -> Iterator[Fault]:
    """What the map says of a permanent."""
    start = thing.map_flags.start_tile
    if thing.map_flags.staff and start is None:
        yield fault(
            "missing", f"{at}/map_flags/start_tile", "The victory equipment knows its start tile.", rule="MQ-M4"
        )
    if start is not None and has_map(table) and start not in map_of(table).grid:
        yield fault("no_such_tile", f"{at}/map_flags/start_tile", f"There is no tile {[*start]}.", rule="MQ-M1")


def worn_is_its_wearers(table: Muhq) -> Iterator[Fault]:
    """What a unit wears is its controller's, and no more than the option lets it wear."""
    most = table.state.options.max_worn
    for i, thing in enumerate(table.state.permanents):
        at, unit = f"/permanents/{i}", pieces.bearer(table, thing)
        if unit is not None and thing.controller != unit.controller:
            yield fault("not_its_wearers", f"{at}/controller", "What is worn is its wearer's.", rule="MQ-R68")
        if most is not None and pieces.is_unit(table, thing) and wearing.worn_by(table, thing) > most:
            yield fault("too_much_worn", f"{at}/stack", f"{most} at most.", rule="MQ-R69")


def hold_is_worn(table: Muhq) -> Iterator[Fault]:
    """Who holds the victory equipment has a unit that wears it."""
    hold = table.state.staff_hold
    if hold is None or not has_map(table) or table.state.agenda or table.state.result is not None:
        return
    thing = pieces.piece(table, hold.object)
    unit = None if thing is None or not thing.map_flags.staff else pieces.bearer(table, thing)
    if map_of(table).wins("staff") is None or unit is None or unit.controller != hold.controller:
        yield fault("not_worn", "/staff_hold", "Nobody of that seat wears the victory equipment.", rule="MQ-R83")


def cards_lie_right(table: Muhq) -> Iterator[Fault]:
    """Stores and packs hold what can be bought; what waits for the next unit is equipment."""
    for zone in ("pack", "drafted", "store", "pending_equipment"):
        for seat, player in enumerate(table.state.players):
            for i, thing in enumerate(getattr(player, zone)):
                card = table.cards.get(thing.card or "")
                at = f"/players/{seat}/{zone}/{i}/card"
                if card is None:
                    continue
                if zone == "pending_equipment" and not card.is_equipment:
                    yield fault("wrong_zone", at, f"{thing.card} is no equipment.", rule="MQ-R67")
                elif zone != "pending_equipment" and card.buy is None:
                    yield fault("not_for_sale", at, f"{thing.card} cannot be bought.", rule="MQ-V10")
    for zone in ("undealt", "set_aside"):
        for i, key in enumerate(getattr(table.state, zone)):
            if key is not None and table.cards[key].buy is None:
                yield fault("not_for_sale", f"/{zone}/{i}", f"{key} cannot be bought.", rule="MQ-V10")


def life_is_left(table: Muhq) -> Iterator[Fault]:
    """After cleanup everything on the board has enough life, durability, and not too much Poison."""
    from .settling import leaving  # noqa: PLC0415 - settling looks who has won, and that who has left

    if not has_map(table):
        return
    if table.state.agenda and not all(type(frame).__name__ == "OpenWindow" for frame in table.state.agenda):
        return
    places = {thing.id: i for i, thing in enumerate(table.state.permanents)}
    for gone in leaving(table):
        at = f"/permanents/{places[gone.thing.id]}"
        yield fault("must_leave", at, f"{gone.thing.card} cannot stay on the board.", rule=gone.rule)


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
    for i, thing in enumerate(table.state.permanents):
        if not thing.stack:
            continue
        manned = sum(pieces.is_unit(table, other) for other in pieces.upon(table, thing))
        if manned > max(0, stats.crew(table, thing)):
            yield fault("too_many_aboard", f"/permanents/{i}/stack", f"{thing.card} carries too many.", rule="MQ-17.2")


def is_laid_out(table: Muhq) -> bool:
    """Whether every permanent is somewhere: what hangs on places is not looked at otherwise."""
    key = "laid_out"
    found: bool = table.once(key, lambda: not (any(pieces_are_placed(table)) or any(stacks_are_trees(table))))
    return found


def once_laid_out(invariant: Invariant) -> Invariant:
    """An invariant that asks where permanents are."""

    def checked(table: Muhq) -> Iterator[Fault]:
        if is_laid_out(table):
            yield from invariant(table)

    return once_shown(checked)


INVARIANTS = (
    map_is_there, cards_are_cards, seats_are_there, *TURN, faces_are_shown,
    *map(once_shown, (pieces_are_placed, stacks_are_trees, cards_lie_right)),
    *map(once_laid_out, (
        pieces_are_sound, *CHOSEN, *LASTING, crews_fit, worn_is_its_wearers, hold_is_worn, life_is_left, losers_are_out,
        roots_suit_their_tiles, declared_as_they_are, stack_is_sound, work_fits,
    )),
)  # fmt: skip


def could_hold(table: Muhq, _seat: int | None, zone: str, card: str) -> bool:
    """Whether a card could lie in a hidden place: no tile type does; in packs only cards that can be bought."""
    if card.startswith(PREFIX):
        return False
    return zone not in ("pack", "drafted", "undealt", "set_aside") or table.cards[card].buy is not None
