"""Stack and priority: windows, what an entry does, where it goes then (MC-6, MC-9.1, MC-12.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import take_off, to_pile
from oracle.kernel.stack.policy import Clauses, Declaration, Stack, Triggers, Window
from oracle.kernel.stack.resolving import do_parts, target_stands

from . import activating, aiming, playing, turn
from .equipment import next_seq
from .experience import gain_xp
from .preparing import gives_experience
from .state import Machai, Played

WINDOWS = (
    Window("main", "MC-6.5", ends=turn.main_is_over, resolves="all"),
    Window("end", "MC-6.5", ends=turn.turn_is_over, resolves="all"),
)

ONE_BY_ONE = {window.name: replace(window, resolves="top") for window in WINDOWS}


def ground(table: Machai) -> str | None:
    """Players get priority in the Main Phase and in the End Step only (MC-R14)."""
    phase = table.state.phase
    return phase if phase in ("main", "end") else None


def varies(table: Machai, window: Window) -> Window:
    """By the option there is a window after each resolution (MC-R21)."""
    return ONE_BY_ONE[window.name] if table.state.options.priority_between_resolutions else window


# -- resolving -------------------------------------------------------------------------------------


@carries("MC-6.10", "MC-6.11")
def do_card(table: Machai, entry: Any) -> None:
    """What a card does; Equipment comes out as its resolution."""
    if table.card(entry).type != "equipment":
        do_parts(table, entry)


def leaves(table: Machai, entry: Any) -> None:
    """A resolved card gives its experience, then goes where it belongs (MC-R32, MC-R33)."""
    if not entry.is_card:
        take_off(table, entry)
    elif table.card(entry).type == "equipment":
        seat = entry.controller
        gained = experience_of(table, entry)
        enter(table, entry)
        gain_xp(table, seat, gained, "MC-12.1")
    else:
        gain_xp(table, entry.controller, experience_of(table, entry), "MC-12.1")
        to_pile(table, entry, "discard", reason="resolved", rule="MC-6.10")


@carries("MC-12.1", "MC-8.6", otherwise=0)
def experience_of(table: Machai, entry: Played) -> int:
    """What a card gives as it resolves, dodged or not (MC-R41)."""
    late = table.state.options.prepared_skill_xp == "on_resolve" and entry.came_from == "zone" and entry.prep
    card = table.card(entry)
    return card.xp + (1 if late and gives_experience(card) else 0)


@carries("MC-9.1")
def enter(table: Machai, entry: Played) -> None:
    """Equipment stays on the battlefield, untapped, with its printed durability (MC-R55, MC-R63)."""
    durability = table.card(entry).dur
    to_pile(
        table, entry, "battlefield", reason="enter", rule="MC-9.1", durability=durability, entered_seq=next_seq(table)
    )


STACK = Stack(
    windows={window.name: window for window in WINDOWS},
    effects={"card": do_card, "ability": do_parts},
    leaves=leaves,
    stands=target_stands,
    declarations={
        "card": Declaration(aiming.plan, playing.complete, decision="choose_target", rule="MC-5.2"),
        "ability": Declaration(activating.plan, activating.put_on_stack, decision="choose_target", rule="MC-5.2"),
    },
    triggers=Triggers(order="age", on_stack=False, rule="MC-R27"),
    clauses=Clauses(put="MC-6.2", resolve="MC-6.10", fizzle="MC-R34", counter="MC-R25"),
    ground=ground,
    varies=varies,
    fizzles=False,
)
