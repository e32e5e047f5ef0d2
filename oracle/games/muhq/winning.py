"""How a match is won: what the map asks for, looked at after everything that happens (MQ-9, MQ-R78 to MQ-R83)."""

from __future__ import annotations

from oracle.kernel.agreement import finish
from oracle.kernel.board import Tile
from oracle.kernel.rulebook import carries

from . import board, pieces
from .ending import leave_match
from .map_records import Buildings, Capture, Staff, Wealth
from .maps import map_of
from .seats import others
from .state import Hold, Muhq, Permanent


def is_over(table: Muhq) -> bool:
    """Take losers out, then see whether anybody has won; whether the match is over."""
    state = table.state
    if state.result is not None:
        return True
    lost = losers(table)
    if lost:
        leave_match(table, [seat for seat, _, _ in lost], "eliminated", lost[0][1], lost[0][2])
        if table.state.result is not None:
            return True
    return decide(table, winners(table))


@carries("MQ-R78", otherwise=False)
def decide(table: Muhq, won: list[tuple[int, str, str]]) -> bool:
    """One winner wins; several together draw."""
    if not won:
        return False
    seats = sorted({seat for seat, _, _ in won})
    finish(table, seats if len(seats) == 1 else [], won[0][1], won[0][2])
    return True


# -- losing ----------------------------------------------------------------------------------------


def losers(table: Muhq) -> list[tuple[int, str, str]]:
    """The seats that have lost by the map's conditions, each with the clause and the reason."""
    found = map_of(table)
    seats = table.game.seats_in(table.state)
    lost = [(seat, "MQ-9.1", "vip_lost") for seat in seats if found.wins("vip") and has_lost_vip(table, seat)]
    buildings = found.wins("buildings")
    if isinstance(buildings, Buildings):
        keep = buildings.keep
        lost += [(seat, "MQ-9.6", "buildings_lost") for seat in seats if has_lost_buildings(table, seat, keep)]
    return lost


@carries("MQ-9.1", "MQ-0.5", "MQ-R79", otherwise=False)
def has_lost_vip(table: Muhq, seat: int) -> bool:
    """A seat whose VIP has left the board has lost, whoever did it."""
    return not any(thing.map_flags.vip and thing.owner == seat for thing in table.state.permanents)


@carries("MQ-9.6", "MQ-R82", otherwise=False)
def has_lost_buildings(table: Muhq, seat: int, keep: int) -> bool:
    """A seat that has fewer than so many of its own marked buildings left has lost."""
    return len(buildings_of(table, seat)) < keep


def buildings_of(table: Muhq, seat: int) -> list[Permanent]:
    """The marked buildings that a seat owns and controls."""
    return [
        thing
        for thing in table.state.permanents
        if thing.map_flags.building and thing.owner == seat and thing.controller == seat
    ]


# -- winning ---------------------------------------------------------------------------------------


def winners(table: Muhq) -> list[tuple[int, str, str]]:
    """The seats that have won by the map's conditions."""
    found = map_of(table)
    seats = table.game.seats_in(table.state)
    battle = found.wins("resource")
    won: list[tuple[int, str, str]] = []
    if isinstance(battle, Wealth):
        limit = battle.limit
        won += [(seat, "MQ-9.2", "resource_limit") for seat in seats if has_reached(table, seat, limit)]
    staff = found.wins("staff")
    if isinstance(staff, Staff) and staff.hold == "immediate":
        won += [(seat, "MQ-9.7", "staff") for seat in seats if wears_staff(table, seat)]
    return won


@carries("MQ-9.2", "MQ-R80", otherwise=False)
def has_reached(table: Muhq, seat: int, limit: int) -> bool:
    """A seat that has reached the resource limit has won, in anybody's turn."""
    return table.state.players[seat].resource >= limit


def staff_worn(table: Muhq) -> tuple[Permanent, int] | None:
    """The victory equipment where a unit wears it, and the seat that controls the unit."""
    for thing in table.state.permanents:
        if thing.map_flags.staff and thing.on is not None:
            unit = pieces.bearer(table, thing)
            if unit is not None and unit.controller is not None:
                return thing, unit.controller
    return None


@carries("MQ-9.7", "MQ-R83", otherwise=False)
def wears_staff(table: Muhq, seat: int) -> bool:
    """A unit of the seat wears the victory equipment."""
    worn = staff_worn(table)
    return worn is not None and worn[1] == seat


@carries("MQ-R83")
def watch_staff(table: Muhq) -> None:
    """Remember who has worn the victory equipment without a break, and since which turn."""
    state = table.state
    if map_of(table).wins("staff") is None:
        return
    worn = staff_worn(table)
    if worn is None:
        state.staff_hold = None
    elif state.staff_hold is None or (state.staff_hold.object, state.staff_hold.controller) != (worn[0].id, worn[1]):
        state.staff_hold = Hold(object=worn[0].id, controller=worn[1], since_turn=state.turn)  # type: ignore[arg-type]


@carries("MQ-9.7", "MQ-R83", otherwise=False)
def has_held_staff(table: Muhq, seat: int) -> bool:
    """At its turn's start a seat wins whose unit has worn the victory equipment since an earlier turn."""
    staff, hold = map_of(table).wins("staff"), table.state.staff_hold
    if not isinstance(staff, Staff) or staff.hold != "next_turn_start" or hold is None:
        return False
    if hold.controller != seat or hold.since_turn >= table.state.turn:
        return False
    finish(table, [seat], "MQ-9.7", "staff")
    return True


# -- areas -----------------------------------------------------------------------------------------


@carries("MQ-9.5", "MQ-R81", otherwise=None)
def holder(table: Muhq, region: frozenset[Tile]) -> int | None:
    """The seat with strictly more units in an area than each other; stacked ones count."""
    count: dict[int, int] = {}
    for thing in table.state.permanents:
        if thing.controller is not None and pieces.is_unit(table, thing) and board.tile(table, thing) in region:
            count[thing.controller] = count.get(thing.controller, 0) + 1
    most = max(count.values(), default=0)
    best = [seat for seat, number in count.items() if number == most]
    return best[0] if len(best) == 1 else None


def held(table: Muhq, seat: int) -> int:
    """How many areas a seat holds."""
    return sum(holder(table, region) == seat for region in map_of(table).regions.values())


@carries("MQ-9.4", "MQ-R81", otherwise=False)
def captured(table: Muhq, ending: int) -> bool:
    """At the end of a turn another seat with the most areas, and enough of them, wins."""
    rule = map_of(table).wins("capture")
    if not isinstance(rule, Capture) or table.state.round < rule.from_round:
        return False
    count = {seat: held(table, seat) for seat in table.game.seats_in(table.state)}
    for seat in others(table, ending):
        rest = [number for other, number in count.items() if other != seat]
        if count[seat] >= rule.min_held and count[seat] > max(rest, default=0):
            finish(table, [seat], "MQ-9.4", "capture")
            return True
    return False
