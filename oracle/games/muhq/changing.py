"""Small changes: taps, slots, marks, resource, durability, control; each is told."""

from __future__ import annotations

from msgspec.structs import replace

from oracle.kernel.rulebook import carries

from . import board
from .state import FRESH, Mark, Muhq, Permanent, Slot, Slots

# -- taps and slots --------------------------------------------------------------------------------


def tap(table: Muhq, thing: Permanent, rule: str) -> None:
    """A permanent is tapped; a selected one is selected no longer (MQ-R23)."""
    if not thing.tapped:
        thing.tapped = True
        table.emit("tap", rule, object=thing.id, card=thing.card)
    deselect(table, thing)


def untap(table: Muhq, thing: Permanent, rule: str) -> None:
    """A permanent untaps."""
    if thing.tapped:
        thing.tapped = False
        table.emit("untap", rule, object=thing.id, card=thing.card)


@carries("MQ-R23")
def deselect(table: Muhq, thing: Permanent) -> None:
    """A unit that is tapped, lost or under another's control is no longer selected."""
    if table.state.selected == thing.id:
        table.state.selected = None


@carries("MQ-15.8", "MQ-R35")
def use_slot(thing: Permanent, slot: Slot) -> None:
    """The action of a turn is used as it is declared."""
    if slot == "full":
        thing.slots = Slots(move=True, attack=True, full=True)
    else:
        thing.slots = replace(thing.slots, **{slot: True})


def renew(thing: Permanent) -> None:
    """All slots are unused again."""
    thing.slots = FRESH


def has_slots_left(thing: Permanent) -> bool:
    """Whether a unit still has an action this turn."""
    slots = thing.slots
    return not slots.full and not (slots.move and slots.attack)


# -- marks -----------------------------------------------------------------------------------------


def change_marks(table: Muhq, unit: Permanent, mark: Mark, amount: int, rule: str) -> int:
    """Marks are put on a unit or taken off, no more than there are; the number that really was."""
    before: int = getattr(unit.marks, mark)
    after = max(0, before + amount)
    if after != before:
        unit.marks = replace(unit.marks, **{mark: after})
        target = {"object": unit.id}
        table.emit("counter", rule, target=target, counter=mark, amount=after - before, left=after)
    return abs(after - before)


# -- resource --------------------------------------------------------------------------------------


@carries("MQ-10.1", "MQ-10.2", "MQ-0.6")
def gain(table: Muhq, seat: int, amount: int, rule: str) -> None:
    """A seat gains resource, which it keeps."""
    if amount > 0:
        player = table.state.players[seat]
        player.resource += amount
        table.emit("gain", rule, player=seat, what="resource", amount=amount, left=player.resource)


@carries("MQ-9.3", "MQ-R18", otherwise=0)
def lose(table: Muhq, seat: int, amount: int, rule: str) -> int:
    """A seat loses resource, no more than it has; the amount really lost."""
    player = table.state.players[seat]
    lost = min(max(0, amount), player.resource)
    if lost:
        player.resource -= lost
        table.emit("lose", rule, player=seat, what="resource", amount=lost, left=player.resource)
    return lost


def pay(table: Muhq, seat: int, amount: int, rule: str) -> None:
    """A seat pays in full."""
    if amount > 0:
        player = table.state.players[seat]
        player.resource -= amount
        table.emit("pay", rule, player=seat, what="resource", amount=amount, left=player.resource)


# -- equipment and control -------------------------------------------------------------------------


@carries("MQ-20.2")
def change_durability(table: Muhq, thing: Permanent, amount: int, rule: str) -> None:
    """The durability of equipment changes."""
    if not isinstance(thing.durability, int) or amount == 0:
        return
    thing.durability = max(-1000, min(100_000, thing.durability + amount))
    target = {"object": thing.id}
    table.emit(
        "durability", rule, object=thing.id, card=thing.card, amount=amount, left=thing.durability, target=target
    )


@carries("MQ-R17")
def drop_out(table: Muhq, unit: Permanent) -> None:
    """A unit that its controller has lost is not to be paid for any more."""
    if unit.id in table.state.unpaid:
        table.state.unpaid = [number for number in table.state.unpaid if number != unit.id]


@carries("MQ-14.7", "MQ-R77")
def set_controller(table: Muhq, thing: Permanent, seat: int | None, rule: str) -> None:
    """A permanent changes hands; what a unit wears goes with it, a crew stays its own."""
    if thing.controller == seat:
        return
    thing.controller = seat
    deselect(table, thing)
    drop_out(table, thing)
    table.emit("control", rule, object=thing.id, card=thing.card, player=seat)
    table.moved()
    for number in thing.stack:
        worn = board.by_id(table)[number]
        if table.cards[str(worn.card)].is_equipment and table.cards[str(thing.card)].is_unit:
            set_controller(table, worn, seat, rule)
