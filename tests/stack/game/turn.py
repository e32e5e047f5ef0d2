from __future__ import annotations

from typing import Any

from oracle.kernel.agenda import Step, pop
from oracle.kernel.agreement import finish
from oracle.kernel.chance import Question
from oracle.kernel.piles import draw, next_card
from oracle.kernel.stack.priority import begin, open_window
from oracle.kernel.stack.windows import current, left_of

from .state import MANA, BeginMain, DrawCards, Kindling


def next_turn(table: Kindling) -> None:
    cap = table.state.options.max_turns
    if 0 < cap <= table.state.turn:
        finish(table, [], "KD-1.3", "turn_cap")
        return
    begin_turn(table, left_of(table, table.state.active or 0))


def begin_turn(table: Kindling, seat: int) -> None:
    state = table.state
    state.turn += 1
    state.active = seat
    player = state.players[seat]
    player.mana = MANA
    for imp in player.field:
        imp.tapped = False
    table.emit("turn", "KD-2.1", player=seat, turn=state.turn)
    table.push(DrawCards(player=seat, left=1), BeginMain())


def run_begin_main(table: Kindling, _frame: BeginMain) -> None:
    pop(table)
    enter_phase(table, "main")


def enter_phase(table: Kindling, phase: Any) -> None:
    table.state.phase = phase
    table.emit("phase", "KD-2.2", player=table.state.active, phase=phase)
    if current(table) is not None:
        begin(table)


def phase_is_over(table: Any) -> None:
    """After all have passed, or had their last word."""
    if table.state.phase == "main":
        enter_phase(table, "end")
    else:
        next_turn(table)


def end_step(table: Kindling, _action: Any) -> None:
    open_window(table, "exit")


# -- draws -----------------------------------------------------------------------------------------


def ask_draw(table: Kindling, frame: DrawCards) -> Question | None:
    deck = table.state.players[frame.player].deck
    return next_card(table, frame.player, deck, "draw", "KD-5.3") if frame.left and deck else None


def run_draw(table: Kindling, frame: DrawCards) -> None:
    deck = table.state.players[frame.player].deck
    if frame.left == 0 or not deck:
        pop(table)
    else:
        take_draw(table, frame, deck[0])


def take_draw(table: Kindling, frame: DrawCards, card: Any) -> None:
    frame.left -= 1
    draw(table, frame.player, table.state.players[frame.player].deck, card, "KD-5.3")


STEPS = (Step(DrawCards, run=run_draw, asks=ask_draw, takes=take_draw), Step(BeginMain, run=run_begin_main))
