"""The turn: its automatic steps and its end (MQ-3, MQ-4; section 7.3 of the digest)."""

from __future__ import annotations

from collections.abc import Callable

from oracle.kernel.agenda import Step, pop
from oracle.kernel.agreement import finish
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.priority import open_window
from oracle.kernel.stack.records import Priority

from . import board, changing, control, drawing, pieces, stats, triggers, winning
from .maps import map_of
from .seats import active, next_seat, order_from
from .settling import settle
from .state import Changed, Draw, Muhq, Phase, Turn

STEPS_OF_A_TURN: tuple[Phase, ...] = ("reshuffle", "draw", "upkeep", "actions", "buy", "discard")


@carries("MQ-3.1")
def begin_turn(table: Muhq, seat: int) -> None:
    """It is a seat's turn."""
    table.state.active = seat
    table.push(Turn(stage="begin"))


@carries("MQ-3.2", "MQ-R01", "MQ-R02")
def enter_phase(table: Muhq, phase: Phase) -> None:
    """A step of the turn begins."""
    state = table.state
    state.phase = phase
    state.sub = "main"
    state.priority = Priority()
    table.emit("phase", "MQ-3.2", player=state.active, phase=phase)


# -- the start -------------------------------------------------------------------------------------


def begin_stage(table: Muhq, frame: Turn) -> None:
    """The turn is counted; who has held the victory equipment wins; permanents untap."""
    state = table.state
    frame.stage = "reshuffle"
    state.turn += 1
    state.selected, state.bought, state.unpaid = None, False, []
    state.actions, state.draw_offered, state.draw_offer = 0, False, None
    for thing in state.permanents:
        thing.once = {}
    table.emit("turn", "MQ-3.1", player=state.active, turn=state.turn)
    if not winning.has_held_staff(table, active(table)):
        untap_all(table)


@carries("MQ-R20")
def untap_all(table: Muhq) -> None:
    """At the start of a turn all permanents of its seat untap, their slots are unused."""
    for thing in pieces.controlled_by(table, active(table)):
        changing.untap(table, thing, "MQ-R20")
        changing.renew(thing)


def reshuffle_stage(table: Muhq, frame: Turn) -> None:
    """An empty deck is filled from the pile."""
    frame.stage = "draw"
    enter_phase(table, "reshuffle")
    if table.state.options.reshuffle_at != "upkeep":
        refill(table)


@carries("MQ-3.3", "MQ-7.4", "MQ-7.5", "MQ-R03")
def refill(table: Muhq) -> None:
    """The pile, if there is one, replaces an empty deck."""
    player = table.state.players[active(table)]
    if not player.deck and player.discard:
        drawing.reshuffle(table, active(table), "MQ-3.3")


def draw_stage(table: Muhq, frame: Turn) -> None:
    """Draw up to three cards in hand."""
    frame.stage = "income"
    enter_phase(table, "draw")
    left = drawing.missing(table, active(table))
    if left:
        table.push(Draw(player=active(table), left=left, rule="MQ-3.4"))


# -- upkeep ----------------------------------------------------------------------------------------


def income_stage(table: Muhq, frame: Turn) -> None:
    """What lasted until this upkeep ends; then income."""
    frame.stage = "triggers"
    enter_phase(table, "upkeep")
    if table.state.options.reshuffle_at != "turn_start":
        refill(table)
    expire(table, "your_next_upkeep", active(table))
    changing.gain(table, active(table), income(table, active(table)), "MQ-4.1")
    settle(table)


@carries("MQ-4.1", "MQ-10.3", "MQ-10.4", "MQ-10.5", "MQ-10.6", "MQ-R19", otherwise=0)
def income(table: Muhq, seat: int) -> int:
    """The map's base, and what units and areas bring."""
    given = map_of(table).resource
    units = given.per_unit * len(pieces.units_of(table, seat)) if given.per_unit else 0
    regions = given.per_region * winning.held(table, seat) if given.per_region else 0
    return max(0, given.base + units + regions)


def triggers_stage(table: Muhq, frame: Turn) -> None:
    """What upkeep sets off: own permanents first, then the tiles on which own units stand."""
    frame.stage = "pre_pay"
    set_off_upkeep(table, active(table))
    settle(table)


@carries("MQ-4.2")
def set_off_upkeep(table: Muhq, seat: int) -> None:
    """Process all triggered effects of the upkeep."""
    for thing in pieces.controlled_by(table, seat):
        triggers.queue(table, "upkeep", thing, board.tile(table, thing))
        if thing.tile is not None and pieces.is_unit(table, thing):
            triggers.queue_tile(table, "tile_upkeep", thing.tile, thing)


@carries("MQ-R27")
def pre_pay_stage(table: Muhq, _frame: Turn) -> None:
    """Everybody may act before units are paid for."""
    pop(table)
    table.state.sub = "pre_pay"
    open_window(table, "pre_pay")


def pay_is_due(table: Muhq) -> None:
    """The window before paying is over: units are to be paid for."""
    table.state.sub = "pay"
    table.state.unpaid = to_be_paid(table, active(table))


@carries("MQ-4.3", "MQ-R16", "MQ-R17", otherwise=[])
def to_be_paid(table: Muhq, seat: int) -> list[int]:
    """All units that are controlled now, stacked ones too; those that cost nothing only by the option."""
    least = 0 if table.state.options.zero_upkeep_choice else 1
    return [unit.id for unit in pieces.units_of(table, seat) if stats.upkeep(table, unit) >= least]  # type: ignore[misc]


# -- on to the next step ---------------------------------------------------------------------------


@carries("MQ-3.5", "MQ-3.6", "MQ-3.7", "MQ-3.8")
def step_is_over(table: Muhq) -> None:
    """The others have had their say: the next step, or the end of the turn."""
    at = STEPS_OF_A_TURN.index(table.state.phase)
    if at + 1 < len(STEPS_OF_A_TURN):
        enter_phase(table, STEPS_OF_A_TURN[at + 1])
    else:
        table.push(Turn(stage="end"))


def end_stage(table: Muhq, frame: Turn) -> None:
    """What lasted until the end of the turn ends; an offer without answer too."""
    frame.stage = "over"
    table.state.draw_offer = None
    expire(table, "end_of_turn", None)
    settle(table)


def over_stage(table: Muhq, _frame: Turn) -> None:
    """Areas are looked at, rounds are counted, and the turn passes."""
    pop(table)
    seat = active(table)
    if winning.captured(table, seat):
        return
    following = next_seat(table, seat)
    if is_last(table, seat, following):
        if cap_is_reached(table):
            finish(table, [], "MQ-R85", "turn_cap")
            return
        table.state.round += 1
    begin_turn(table, following)


def is_last(table: Muhq, seat: int, following: int) -> bool:
    """Whether a round ends with a seat's turn."""
    order = order_from(table, table.state.first_player or 0)
    return order.index(following) <= order.index(seat)


@carries("MQ-R85", "MQ-M9", otherwise=False)
def cap_is_reached(table: Muhq) -> bool:
    """So many complete rounds are over that the match is drawn; the map's number counts before the option's."""
    cap = map_of(table).max_rounds or table.state.options.max_rounds
    return table.state.round >= cap


# -- what ends -------------------------------------------------------------------------------------


def expire(table: Muhq, moment: str, seat: int | None) -> None:
    """Effects and tile changes that last until this moment end; those of one seat if it is named."""
    ended = [e for e in table.state.effects if e.until == moment and seat in (None, e.controller)]
    control.end(table, ended, "MQ-R91")
    restore_tiles(table, moment, seat)


@carries("MQ-R86")
def restore_tiles(table: Muhq, moment: str, seat: int | None) -> None:
    """Tiles whose change has ended are what they were."""
    if not table.state.tiles:
        return
    left: dict[str, Changed] = {}
    for key, tile in table.state.tiles.items():
        kept = [each for each in tile.overrides if not (each.until == moment and seat in (None, each.player))]
        if kept:
            left[key] = Changed(overrides=kept)
        if len(kept) < len(tile.overrides):
            place = board.read_tile(key)
            now = kept[-1].type if kept else map_of(table).types[place]
            table.emit("tile_change", "MQ-R86", tile=[*place], tile_type=now, until=kept[-1].until if kept else None)
    table.state.tiles = left
    table.moved()


STAGES: dict[str, Callable[[Muhq, Turn], None]] = {
    "begin": begin_stage, "reshuffle": reshuffle_stage, "draw": draw_stage, "income": income_stage,
    "triggers": triggers_stage, "pre_pay": pre_pay_stage, "end": end_stage, "over": over_stage,
}  # fmt: skip


def run_turn(table: Muhq, frame: Turn) -> None:
    """The next stage of the turn."""
    STAGES[frame.stage](table, frame)


STEPS = (Step(Turn, run=run_turn),)
