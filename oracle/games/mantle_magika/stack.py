"""Stack and priority: windows, what an entry does, where it goes then (MM-10.3, MM-14.13, MM-17.9)."""

from __future__ import annotations

from oracle.kernel.agreement import finish
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.entries import take_off, to_pile
from oracle.kernel.stack.policy import Clauses, Declaration, Stack, Triggers, Window
from oracle.kernel.stack.records import Declare
from oracle.kernel.stack.resolving import do_parts
from oracle.kernel.table import owner_of

from . import blocking, building, fighting, playing, turn, waiting
from .state import Activation, Magika
from .targeting import stands
from .triggering import set_off_ender

LOOP = 1000
WINDOWS = (
    Window("main", "MM-R16", ends=turn.phase_is_over, after_resolution="left_of_controller"),
    Window("battle", "MM-R16", ends=turn.phase_is_over, after_resolution="left_of_controller"),
    Window("declared", "MM-R49", ends=blocking.begin_blocking, after_resolution="left_of_controller"),
    Window("blocked", "MM-R49", ends=fighting.begin_fighting, after_resolution="left_of_controller"),
    Window("end", "MM-R16", ends=turn.phase_is_over, after_resolution="left_of_controller"),
    Window("resolving", "MM-R49", after_resolution="left_of_controller", when_emptied="leave"),
)


def ground(table: Magika) -> str | None:
    """The window that is open in a phase: the phase itself, or a moment of the battle."""
    state = table.state
    if state.phase == "setup" or state.result is not None:
        return None
    if state.step in ("declared", "blocked"):
        return state.step
    return state.phase if state.step == "open" else None


def may_cancel(_table: Magika, frame: Declare) -> bool:
    """A build of one's own can be taken back until it is paid."""
    return frame.trigger is None


# -- resolving -------------------------------------------------------------------------------------


def leaves(table: Magika, entry: Activation) -> None:
    """A resolved entry leaves the stack; a Chant is discarded."""
    if entry.is_card:
        discard_chant(table, entry)
    else:
        take_off(table, entry)
    table.state.loop_guard += 1
    if is_endless(table):
        finish(table, [], "MM-R97", "endless_loop")


@carries("MM-14.13", "MM-R79")
def discard_chant(table: Magika, entry: Activation) -> None:
    """A Chant is discarded once its Effect has resolved, Negated or not; its Ender activates."""
    owner = owner_of(entry, entry.controller)
    now = to_pile(table, entry, "crypt", reason="resolved", rule="MM-14.13")
    set_off_ender(table, owner, now.id, str(now.card))


@carries("MM-R97", otherwise=False)
def is_endless(table: Magika) -> bool:
    """So many resolutions in a turn without anything voluntary are a loop: the match is drawn."""
    return table.state.loop_guard > LOOP


def build(completes: object, *, confirms: bool = True) -> Declaration:
    """How one kind of play is put together: what is not paid by its player's will is not confirmed."""
    return Declaration(
        building.plan, completes, decision="build", rule="MM-17.5", confirms=confirms, may_cancel=may_cancel  # type: ignore[arg-type]
    )  # fmt: skip


STACK = Stack(
    windows={window.name: window for window in WINDOWS},
    effects=dict.fromkeys(("chant", "activated", "trigger"), do_parts),
    leaves=leaves,  # type: ignore[arg-type]
    stands=stands,  # type: ignore[arg-type]
    declarations={
        "play": build(playing.complete_play),
        "chant": build(waiting.complete_chant),
        "quick_chant": build(waiting.complete_quick_chant, confirms=False),
        "ability": build(waiting.complete_ability),
        "trigger": build(waiting.complete_trigger, confirms=False),
    },
    triggers=Triggers(order="owner", rule="MM-R72"),
    clauses=Clauses(put="MM-17.5", resolve="MM-17.9", fizzle="MM-R80", counter="MM-17.10"),
    ground=ground,
    on_entry="resolving",
    fizzles=False,
)
