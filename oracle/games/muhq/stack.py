"""The action stack: windows, how plays are put together, what each action does (MQ-5; MQ-R25 to MQ-R37)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import take_off
from oracle.kernel.stack.policy import Clauses, Declaration, Stack, Triggers, Window
from oracle.kernel.stack.records import Entry
from oracle.kernel.stack.resolving import do_parts, target_stands
from oracle.kernel.stack.slots import pick_of

from . import abilities, attacking, buying, carrying, coming_out, equipping, full, marks, moving, piles, playing, spells
from .settling import settle
from .state import Muhq
from .timing import go_back
from .turn import pay_is_due, step_is_over

# -- windows ---------------------------------------------------------------------------------------

WINDOWS = (
    Window("stack", "MQ-R26", after_entry="active", when_emptied="leave"),
    Window("pre_pay", "MQ-R27", ends=pay_is_due, after_entry="active"),
    Window(
        "exit", "MQ-R27", ends=step_is_over, first="left_of_active", asks="others", after_entry="active",
        when_emptied="leave",
    ),
)  # fmt: skip


@carries("MQ-R27", otherwise=False)
def passes_idle(table: Muhq) -> bool:
    """By the option seats that could only pass are passed."""
    return table.state.options.auto_pass


def open_stack(table: Muhq) -> str | None:
    """What waits on the stack can be answered; with nothing on it nobody holds priority."""
    return "stack" if table.state.stack else None


# -- executing -------------------------------------------------------------------------------------


def nothing(_table: Muhq, _entry: Entry) -> None:
    """A permanent comes out as its card leaves the stack."""


PERMANENTS = frozenset({"play_unit", "play_artifact", "play_equipment"})


def leaves(table: Muhq, entry: Any) -> None:
    """An executed action leaves the stack: a permanent comes out, a spell goes to its owner's pile; then cleanup."""
    if entry.kind in PERMANENTS:
        coming_out.enter_play(table, entry)
    else:
        take_off(table, entry)
        if entry.kind == "play_spell":
            spell_is_over(table, entry)
    go_back(table)
    settle(table)


@carries("MQ-11.7", "MQ-11.8", "MQ-R37")
def spell_is_over(table: Muhq, entry: Any) -> None:
    """A spell works once; then it goes to the pile."""
    piles.to_owner(table, entry, "discard", reason="executed", rule="MQ-11.8")


STACK = Stack(
    windows={window.name: window for window in WINDOWS},
    effects={
        "play_unit": nothing, "play_artifact": nothing, "play_equipment": nothing, "play_spell": do_parts,
        "use_free": do_parts, "full_action": do_parts, "exchange": buying.run_exchange, "move": moving.run_move,
        "board": moving.run_board, "attack": attacking.run_attack, "swap": carrying.run_swap,
        "equip": equipping.run_equip, "transport": carrying.run_transport, "clear_paralysis": marks.run_clear,
    },
    leaves=leaves,
    stands=target_stands,
    declarations={
        "play_spell": Declaration(abilities.plan, spells.complete_spell, rule="MQ-5.3"),
        "use_free": Declaration(abilities.plan, abilities.complete_use, rule="MQ-5.3"),
        "full_action": Declaration(abilities.plan, full.complete, rule="MQ-5.3"),
        "transport": Declaration(carrying.plan, carrying.complete, rule="MQ-19.5"),
        "play_unit": Declaration(playing.plan, playing.complete, rule="MQ-5.3"),
        "play_artifact": Declaration(playing.plan, playing.complete, rule="MQ-5.3"),
        "play_equipment": Declaration(playing.plan, playing.complete, rule="MQ-5.3"),
    },
    triggers=Triggers(order="age", on_stack=False, rule="MQ-R30"),
    clauses=Clauses(put="MQ-5.2", resolve="MQ-5.22", fizzle="MQ-R33", counter="MQ-R35"),
    ground=open_stack,
    on_entry="stack",
    spells=pick_of,
    passes_idle=passes_idle,
)  # fmt: skip
