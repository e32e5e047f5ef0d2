"""The turn: its automatic steps, its windows, its end (MC-4, MC-10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oracle.kernel.agenda import Step, pop
from oracle.kernel.decisions import Pending
from oracle.kernel.effects.lasting import expire
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.priority import begin

from .drawing import missing
from .ending import end_match, losers_are_found
from .equipment import maintain_eris
from .leveling import may_level
from .moments import active, push_triggers
from .seats import turn
from .state import Dig, Draw, Machai, Permanent, Phase, Prepared, Turn, other, prepared


@carries("MC-4.1")
def begin_phase(table: Machai, phase: Phase) -> None:
    """A phase begins."""
    state = table.state
    state.phase = phase
    table.events.append({"type": "phase", "player": state.active, "phase": phase, "rule": "MC-4.1"})


def begin_turn(table: Machai, seat: int) -> None:
    """A turn begins, unless the cap on turns is reached."""
    state = table.state
    state.turn += 1
    state.active = seat
    state.quiet = True
    table.emit("turn", "MC-1.3", player=seat, turn=state.turn)
    if turn_cap_is_reached(table):
        end_match(table, [], "MC-R86", "turn_cap")
    else:
        table.push(Turn(stage="beginning"))


@carries("MC-R86", otherwise=False)
def turn_cap_is_reached(table: Machai) -> bool:
    """Play by programs can be capped."""
    limit = table.state.options.turn_limit
    return 0 < limit < table.state.turn


# -- the stages ------------------------------------------------------------------------------------


def beginning(table: Machai, frame: Turn) -> None:
    """The Beginning Phase."""
    begin_phase(table, "beginning")
    frame.stage = "upkeep"
    at_beginning(table)


@carries("MC-4.2", "MC-4.3", "MC-4.4")
def at_beginning(table: Machai) -> None:
    """Effects at the beginning of the own turn all resolve, and what they destroy goes."""
    push_triggers(table, "beginning")


def upkeep(table: Machai, frame: Turn) -> None:
    """Upkeep, its effects first."""
    begin_phase(table, "upkeep")
    frame.stage = "untap"
    at_upkeep(table)


@carries("MC-4.5")
def at_upkeep(table: Machai) -> None:
    """Effects at upkeep resolve."""
    push_triggers(table, "upkeep")


def untap(table: Machai, frame: Turn) -> None:
    """Then the active player's cards untap (MC-R44)."""
    frame.stage = "maintain"
    untap_permanents(table, active(table))
    untap_prepared(table, active(table))


@carries("MC-4.6")
def untap_permanents(table: Machai, seat: int) -> None:
    """In Upkeep the own permanents untap."""
    untap_all(table, table.state.players[seat].battlefield)


@carries("MC-4.7", "MC-7.5")
def untap_prepared(table: Machai, seat: int) -> None:
    """In Upkeep the own prepared cards untap, those in lost zones too."""
    untap_all(table, prepared(table.state.players[seat]))


def untap_all(table: Machai, things: Sequence[Prepared | Permanent]) -> None:
    """Untap what is tapped."""
    for thing in things:
        if thing.tapped:
            turn(table, thing, tapped=False, rule="MC-4.6")


def maintain(table: Machai, frame: Turn) -> None:
    """At the end of Upkeep game pieces are updated: Eris Armor, the own or by the option everybody's."""
    frame.stage = "main"
    update_pieces(table)
    losers_are_found(table)


@carries("MC-4.8")
def update_pieces(table: Machai) -> None:
    """Upkeep ends with updating game pieces (MC-R64)."""
    seat = active(table)
    maintain_eris(table, seat)
    if table.state.options.eris_upkeep == "each":
        maintain_eris(table, other(seat))


def main(table: Machai, _frame: Turn) -> None:
    """The Main Phase: the active player has priority."""
    pop(table)
    begin_phase(table, "main")
    begin(table)


def end_of_turn(table: Machai, frame: Turn) -> None:
    """Clean-Up, end-of-turn effects first (MC-R82)."""
    begin_phase(table, "cleanup")
    frame.stage = "clean_up"
    at_end_of_turn(table, "end_of_turn")


def clean_up(table: Machai, frame: Turn) -> None:
    """Then effects during clean-up."""
    frame.stage = "expire"
    at_end_of_turn(table, "clean_up")


@carries("MC-4.12")
def at_end_of_turn(table: Machai, event: str) -> None:
    """End-of-turn and clean-up effects resolve."""
    push_triggers(table, event)


def expire_effects(table: Machai, frame: Turn) -> None:
    """Temporary effects end, then a level may be bought."""
    frame.stage = "level"
    sweep(table)


@carries("MC-4.13")
def sweep(table: Machai) -> None:
    """Temporary effects are removed, whoever made them (MC-R81)."""
    expire(table, "end_of_turn", "MC-4.13")


def level(_table: Machai, frame: Turn) -> None:
    """No level is bought, or no further one."""
    frame.stage = "refill"


def refill(table: Machai, frame: Turn) -> None:
    """The Draw Phase: draw up to the minimum hand size."""
    begin_phase(table, "draw")
    frame.stage = "dig"
    left = refilled(table, active(table))
    if left > 0:
        table.push(Draw(player=active(table), left=left, rule="MC-10.2"))


@carries("MC-4.18", "MC-10.2", "MC-7.20", otherwise=0)
def refilled(table: Machai, seat: int) -> int:
    """In the own Draw Phase a hand below its minimum is refilled; prepared cards are none of it."""
    return missing(table, seat)


def dig(table: Machai, frame: Turn) -> None:
    """After a dead turn some of the hand may be exchanged."""
    frame.stage = "end"
    seat = active(table)
    left = half_of_hand(table, seat) if table.state.players[seat].dead_last_turn else 0
    if left > 0:
        table.push(Dig(player=seat, left=left))


@carries("MC-10.5", otherwise=0)
def half_of_hand(table: Machai, seat: int) -> int:
    """Up to half of the hand, rounded down, may be discarded (MC-R72)."""
    return len(table.state.players[seat].hand) // 2


def end(table: Machai, _frame: Turn) -> None:
    """The End Step: the last window of the turn."""
    pop(table)
    begin_phase(table, "end")
    begin(table)


STAGES: dict[str, Callable[[Machai, Turn], None]] = {
    "beginning": beginning, "upkeep": upkeep, "untap": untap, "maintain": maintain, "main": main,
    "end_of_turn": end_of_turn, "clean_up": clean_up, "expire": expire_effects, "level": level,
    "refill": refill, "dig": dig, "end": end,
}  # fmt: skip


def ask_turn(table: Machai, frame: Turn) -> Pending | None:
    """The only stage that asks: a level for 10 experience."""
    if frame.stage != "level" or not may_level(table, active(table)):
        return None
    return Pending(active(table), "level_up", "MC-4.15", facts={"level": table.state.players[active(table)].level + 1})


def run_turn(table: Machai, frame: Turn) -> None:
    """The next stage of the turn, and those behind it as long as nothing is to be done in between."""
    agenda = table.state.agenda
    STAGES[frame.stage](table, frame)
    while agenda and agenda[-1] is frame and frame.stage != "level":
        STAGES[frame.stage](table, frame)


# -- windows that are over -------------------------------------------------------------------------


def main_is_over(table: Machai) -> None:
    """Both passed on an empty stack in the Main Phase: Clean-Up follows."""
    table.push(Turn(stage="end_of_turn"))


def turn_is_over(table: Machai) -> None:
    """Both passed in the End Step: the turn passes to the opponent."""
    expire(table, "end_of_turn", "MC-4.13")
    close_books(table)
    if dead_cap_is_reached(table):
        end_match(table, [], "MC-R86", "dead_turns")
    else:
        pass_turn(table)


@carries("MC-10.4")
def close_books(table: Machai) -> None:
    """A turn without playing or preparing a card was dead, by the option only if nothing was possible (MC-R70)."""
    state = table.state
    player = state.players[active(table)]
    could = bool(player.could_act) and state.options.dig_requires_forced
    player.dead_last_turn = not player.acted_this_turn and not could
    player.acted_this_turn = player.could_act = False
    state.dead_streak = state.dead_streak + 1 if state.quiet else 0


@carries("MC-R86", otherwise=False)
def dead_cap_is_reached(table: Machai) -> bool:
    """So many turns in a row nobody has played or prepared a card."""
    limit = table.state.options.dead_turn_limit
    return 0 < limit <= table.state.dead_streak


@carries("MC-4.20", "MC-1.3")
def pass_turn(table: Machai) -> None:
    """After the End Step it is the opponent's turn."""
    begin_turn(table, other(active(table)))


STEPS = (Step(Turn, run=run_turn, asks=ask_turn),)
