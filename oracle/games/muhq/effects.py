"""What this game's words of the card language do (section 6.4 of the digest)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.effects.ability import Do, Ref
from oracle.kernel.effects.lasting import add_effect
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import find_entry, take_off, waits

from . import board, changing, combat, control, pieces, piles, stats
from . import damage as harm
from .entering import arrived, come_to, has_room, lie_on
from .leaving import take_off as off_the_board
from .maps import map_of
from .state import Changed, Mark, Muhq, Override, Permanent
from .wearing import can_wear_more, put_on

# -- whom it is about ------------------------------------------------------------------------------


def meant(table: Muhq, to: list[Ref]) -> list[Permanent]:
    """The permanents that are still there of those that were named."""
    found = (pieces.piece(table, ref.get("object")) for ref in to)
    return [thing for thing in found if thing is not None]


def units(table: Muhq, to: list[Ref]) -> list[Permanent]:
    """The units among them."""
    return [thing for thing in meant(table, to) if pieces.is_unit(table, thing)]


def seats(table: Muhq, frame: Do, player: str, of: list[Ref] | None) -> list[int]:
    """The seats that a word means, or those that were named, or the controllers of what was."""
    if of is not None:
        return [seat for ref in of if (seat := seat_of(table, ref)) is not None]
    if player == "controller":
        seat = controller_of(table, frame)
        return [] if seat is None else [seat]
    still_in = table.game.seats_in(table.state)
    return {"you": [frame.player], "each": still_in}.get(player, [seat for seat in still_in if seat != frame.player])


def seat_of(table: Muhq, ref: Ref) -> int | None:
    """The seat that a reference means: itself, or the controller of a permanent."""
    if "player" in ref:
        return ref["player"]
    thing = pieces.piece(table, ref.get("object"))
    return None if thing is None else thing.controller


def controller_of(table: Muhq, frame: Do) -> int | None:
    """The controller of what an effect comes from: of the unit on a tile."""
    thing = pieces.piece(table, frame.source)
    return frame.player if thing is None else thing.controller


# -- life and the board ----------------------------------------------------------------------------


@carries("MQ-R53")
def deal_damage(table: Muhq, frame: Do, to: list[Ref], amount: int) -> None:
    """Damage is dealt, hit by hit."""
    for thing in meant(table, to):
        harm.deal(table, thing, amount, frame.source, "MQ-R53")


def heal(table: Muhq, frame: Do, to: list[Ref], amount: int) -> None:
    """Damage is healed."""
    for thing in meant(table, to):
        harm.heal(table, thing, amount, frame.source)


@carries("MQ-15.5", "MQ-R52")
def defeat(table: Muhq, _frame: Do, to: list[Ref]) -> None:
    """Units are defeated, whatever their life."""
    for thing in units(table, to):
        off_the_board(thing, "defeated")


@carries("MQ-14.4", "MQ-R52")
def destroy(table: Muhq, _frame: Do, to: list[Ref]) -> None:
    """Permanents are destroyed."""
    for thing in meant(table, to):
        off_the_board(thing, "destroyed")


@carries("MQ-R87")
def return_to_hand(table: Muhq, _frame: Do, to: list[Ref]) -> None:
    """Permanents go back to their owner's hand; what is anchored stays."""
    for thing in meant(table, to):
        if not stats.is_anchored(table, thing):
            off_the_board(thing, "returned")


def relocate(table: Muhq, frame: Do, to: list[Ref], tile: Any) -> None:
    """Permanents come to a tile with their stacks, if it is available for them."""
    places = tile if isinstance(tile, list) else paired(table, frame)
    for thing in meant(table, to):
        if not places or board.tile(table, thing) is None or stats.is_anchored(table, thing):
            continue
        where: Any = places[0]["tile"]
        spot = (where[0], where[1])
        if board.is_available(table, thing, spot):
            come_to(table, thing, spot, reason="relocated", rule="MQ-8.4")
            arrived(table, thing)


def paired(table: Muhq, frame: Do) -> list[Ref]:
    """The tile that the effect's tile is linked with."""
    here = frame.bound.get("_tile")
    spot = tuple(here[0]["tile"]) if here else None
    other = map_of(table).pairs.get(spot)  # type: ignore[arg-type]
    return [] if other is None else [{"tile": [*other]}]  # type: ignore[dict-item]


@carries("MQ-14.8")
def place_on(table: Muhq, _frame: Do, to: list[Ref], base: list[Ref]) -> None:
    """A permanent comes on top of another's stack; a carrier takes no more units than can man it."""
    bases = meant(table, base)
    for thing in meant(table, to):
        if not bases or is_in_stack(table, bases[0], thing) or thing.on == bases[0].id:
            continue
        if can_hold(table, bases[0], thing):
            lay_upon(table, thing, bases[0])
            told = {"object": thing.id, "card": thing.card, "base": bases[0].id}
            table.emit("board", "MQ-14.8", **told)


def can_hold(table: Muhq, base: Permanent, thing: Permanent) -> bool:
    """Whether a permanent has room for another: a carrier for a unit, a unit for what it would wear."""
    if pieces.is_unit(table, thing):
        return has_room(table, base, stats.crew(table, base))
    return not is_wearing(table, base, thing) or can_wear_more(table, base)


def lay_upon(table: Muhq, thing: Permanent, base: Permanent) -> None:
    """A permanent comes on top of another's stack; what a unit wears so is its controller's."""
    if is_wearing(table, base, thing):
        put_on(table, thing, base)
    else:
        lie_on(table, thing, base)


def is_wearing(table: Muhq, base: Permanent, thing: Permanent) -> bool:
    """Whether one would be worn by the other: equipment on a unit is (MQ-20.6)."""
    return pieces.is_equipment(table, thing) and pieces.is_unit(table, base)


def is_in_stack(table: Muhq, thing: Permanent, base: Permanent) -> bool:
    """Whether a permanent is this one, or lies somewhere in its stack."""
    return thing is base or any(other is thing for other in pieces.all_upon(table, base))


def start_combat(table: Muhq, frame: Do, unit: list[Ref], other: list[Ref]) -> None:
    """Two permanents fight at once (MQ-R47)."""
    ones, others = meant(table, unit), meant(table, other)
    if ones and others and ones[0] is not others[0]:
        combat.fight(table, ones[0], others[0], "MQ-R47", by_action=False)


# -- marks, stats, keywords ------------------------------------------------------------------------


@carries("MQ-18.1", "MQ-15.11")
def add_marks(table: Muhq, _frame: Do, to: list[Ref], mark: Mark, amount: int) -> None:
    """Marks are put on units."""
    for unit in units(table, to):
        changing.change_marks(table, unit, mark, max(0, amount), "MQ-18.1")


def remove_marks(table: Muhq, _frame: Do, to: list[Ref], mark: Mark, amount: int) -> None:
    """Marks are taken off units, no more than there are."""
    for unit in units(table, to):
        changing.change_marks(table, unit, mark, -max(0, amount), "MQ-18.1")


def modify_stat(table: Muhq, frame: Do, to: list[Ref], stat: str, amount: int, until: str) -> None:
    """A number of permanents changes for a while (MQ-R91)."""
    lasts(table, frame, to, {stat: amount}, until)


def add_attack(table: Muhq, frame: Do, to: list[Ref], power: int, range: int, until: str) -> None:
    """Permanents get a further attack for a while."""
    lasts(table, frame, to, {"attack": power, "reach": range}, until)


def grant_keyword(table: Muhq, frame: Do, to: list[Ref], keyword: str, until: str, n: int = 0) -> None:
    """Permanents get a keyword for a while."""
    lasts(table, frame, to, {"keyword": keyword, "n": n}, until)


def lasts(table: Muhq, frame: Do, to: list[Ref], change: dict[str, Any], until: str) -> None:
    """A change lasts for a while on each of them."""
    for thing in meant(table, to):
        add_effect(table, frame, {"object": thing.id}, change, until, card=frame.card, rule="MQ-R91")  # type: ignore[dict-item]
    table.moved()


@carries("MQ-14.7", "MQ-R77")
def gain_control(table: Muhq, frame: Do, to: list[Ref], until: str, player: str = "you", of: Any = None) -> None:
    """A seat gets control of permanents; what is anchored stays its controller's, what is worn its wearer's."""
    found = seats(table, frame, player, of)
    for thing in meant(table, to):
        if found and not stats.is_anchored(table, thing) and pieces.bearer(table, thing) is None:
            control.take(table, frame, thing, found[0], until)


def refresh(table: Muhq, _frame: Do, to: list[Ref]) -> None:
    """Units untap, and all their slots are unused."""
    for unit in meant(table, to):
        changing.untap(table, unit, "MQ-R20")
        changing.renew(unit)


@carries("MQ-8.4", "MQ-R86")
def set_tile_type(table: Muhq, frame: Do, to: list[Ref], type: str, until: str) -> None:
    """The type of tiles changes; who stands there stays."""
    if type not in map_of(table).tile_types:
        return
    for ref in to:
        if "tile" not in ref:
            continue
        spot: Any = ref["tile"]
        place = (spot[0], spot[1])
        key = board.write_tile(place)
        known = table.state.tiles.get(key)
        change = Override(type=type, until=until, player=frame.player, source=frame.source)
        overrides = [*(() if known is None else known.overrides), change]
        table.state.tiles = {**table.state.tiles, key: Changed(overrides=overrides)}
        table.moved()
        table.emit("tile_change", "MQ-R86", tile=[*place], tile_type=type, until=until)


def change_durability(table: Muhq, _frame: Do, to: list[Ref], amount: int) -> None:
    """The durability of equipment changes."""
    for thing in meant(table, to):
        changing.change_durability(table, thing, amount, "MQ-20.2")


# -- the stack -------------------------------------------------------------------------------------


@carries("MQ-R35", "MQ-R37")
def cancel_action(table: Muhq, _frame: Do, to: list[Ref]) -> None:
    """Actions leave the stack without effect; nothing is given back, a card goes to its owner's pile."""
    for ref in to:
        entry = find_entry(table, ref["object"])
        if entry is None or not waits(table, entry):
            continue
        take_off(table, entry)
        table.emit("fizzle", "MQ-R35", what=entry.kind, object=entry.id, reason="cancelled")
        if entry.is_card:
            piles.to_owner(table, entry, "discard", reason="cancelled", rule="MQ-11.8")
