"""What no unfinished work can be: frames of the agenda that fit neither each other nor the step nor the stack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from oracle.kernel.effects.ability import LanguageFrames
from oracle.kernel.errors import Fault
from oracle.kernel.shapes import fault
from oracle.kernel.stack.records import Declare, GivePriority, OpenWindow, PassIdle, Resolve, RunTriggers
from oracle.kernel.together import Locked

from . import pieces
from .maps import find_map
from .state import (
    Activation,
    DiscardCards,
    DraftPick,
    Draw,
    Drop,
    Muhq,
    Settle,
    SetUp,
    StepOver,
    Taking,
    Turn,
)
from .timing import is_own_step

MAIN = ("upkeep", "actions", "buy", "discard")
RUN = ("reshuffle", "draw", *MAIN)
STAGES: dict[str, tuple[str, ...]] = {
    "draw": ("reshuffle",), "income": ("draw",), "triggers": ("upkeep",), "pre_pay": ("upkeep",),
    "end": RUN, "over": RUN,
}  # fmt: skip
INNER = (LanguageFrames, Draw, DiscardCards)
"""Steps of an effect, and what they wait for: they stand on the execution or the cleanup that does them."""

Why = str | None
Check = Callable[[Any, Any, Any], Why]


def work_fits(table: Muhq) -> Iterator[Fault]:
    """Every frame fits the step, the frame below it and the stack; otherwise its work leads nowhere."""
    state = table.state
    if state.result is not None:
        return
    for i, frame in enumerate(state.agenda):
        below = state.agenda[i - 1] if i else None
        check: Check = CHECKS.get(type(frame), of_an_effect)
        why = check(table, frame, below)
        if why is not None:
            yield fault("unworkable", f"/agenda/{i}", why, rule="MQ-3.2")
    yield from triggers_are_done(table)


def triggers_are_done(table: Muhq) -> Iterator[Fault]:
    """What waits to be triggered is done by a cleanup, and nothing is declared while the turn moves on."""
    state = table.state
    if state.trigger_queue and not any(isinstance(frame, Settle) for frame in state.agenda):
        yield fault("unworkable", "/trigger_queue/0", "No cleanup is under way that would do this.", rule="MQ-R30")
    moves_on = any(isinstance(frame, Turn | SetUp) for frame in state.agenda)
    if state.stack and (moves_on or state.phase not in MAIN):
        yield fault("unworkable", "/stack/0", "Between the steps of a turn the stack is empty.", rule="MQ-5.22")


# -- frames ----------------------------------------------------------------------------------------


def of_setting_up(table: Muhq, frame: SetUp, below: Any) -> Why:
    """Setting up goes on below everything else, and nothing of it is left once play has begun."""
    stages = {"draft": ("round", "deal", "pick", "stores"), "setup": ("stores", "first")}.get(table.state.phase, ())
    if below is not None or frame.stage not in stages:
        return "Setting up stands first, in the draft or before the first turn."
    return None if seats_are_known(table, frame.seats) else "A seat that is dealt to is there, once."


def of_picking(table: Muhq, frame: DraftPick | Taking, below: Any) -> Why:
    """Picks are made while packs go round."""
    if table.state.phase != "draft" or not (isinstance(below, SetUp) and below.stage == "pick"):
        return "Cards are picked in the draft."
    named = frame.seats if seats_are_known(table, frame.seats) else None
    made = frame.cards if isinstance(frame, Taking) else frame.locked
    cards = [one.choice if isinstance(one, Locked) else one for one in made]
    if named is None or len(named) != len(cards):
        return "Each seat that takes a card is named once, with its card."
    fits = all(card is None or is_in_pack(table, seat, card) for seat, card in zip(named, cards, strict=True))
    return None if fits else "Each takes a card of the pack in front of it."


def is_in_pack(table: Muhq, seat: int, card: Any) -> bool:
    """Whether this is the id of a card in a seat's pack."""
    return type(card) is int and table.find(card, "pack", seat) is not None


def seats_are_known(table: Muhq, seats: list[int]) -> bool:
    """Whether each seat is there and named once."""
    return len(set(seats)) == len(seats) and all(seat < len(table.state.players) for seat in seats)


def of_the_turn(table: Muhq, frame: Turn, below: Any) -> Why:
    """The turn goes on after the step that it is in, below everything but stacks that fall."""
    if table.state.phase not in STAGES.get(frame.stage, ()):
        return f"After {table.state.phase} the turn does not go on with {frame.stage}."
    return None if below is None or isinstance(below, Drop) else "The turn stands below all other work."


def of_the_main_decision(table: Muhq, _frame: StepOver, below: Any) -> Why:
    """The selected unit is looked at in the actions-step."""
    return None if below is None and table.state.phase == "actions" else "The actions-step stands below all other work."


def of_an_activation(table: Muhq, frame: Activation, _below: Any) -> Why:
    """A unit is activated in the actions-step."""
    state = table.state
    there = pieces.piece(table, frame.unit)
    if state.phase != "actions" or frame.unit >= state.next_id:
        return "Units are activated in the actions-step."
    fits = there is None or (pieces.is_unit(table, there) and there.controller == state.active)
    return None if fits else "Only a unit of the active player is activated."


def of_a_draw(table: Muhq, frame: Draw, below: Any) -> Why:
    """Cards are drawn in their step, or by an effect."""
    if isinstance(below, Turn):
        own = table.state.phase == "draw" and frame.player == table.state.active
        return None if own else "The active player draws, in the draw step."
    return of_an_effect(table, frame, below)


def of_an_effect(_table: Muhq, _frame: Any, below: Any) -> Why:
    """A step of an effect is done by an execution or a cleanup."""
    done = isinstance(below, (*INNER, Settle)) or (isinstance(below, Resolve) and below.begun)
    return None if done else "No execution and no cleanup is under way that would do this."


def of_a_fall(table: Muhq, frame: Drop, _below: Any) -> Why:
    """A stack falls around a tile of the map: what is left of it has no place yet."""
    grid = find_map(table.state.map, table.cards)[0]
    if grid is not None and frame.tile not in grid.grid:
        return "There is no such tile."
    if len(set(frame.left)) != len(frame.left):
        return "What falls is named once."
    falling = [pieces.piece(table, number) for number in frame.left]
    placed = any(thing is not None and (thing.tile is not None or thing.on is not None) for thing in falling)
    return "What falls has no place yet." if placed or not any(falling) else None


def of_a_window(table: Muhq, frame: OpenWindow, below: Any) -> Why:
    """A window is open in the step that it belongs to, around the whole stack."""
    state = table.state
    phases = {"pre_pay": ("upkeep",), "exit": MAIN, "stack": MAIN}.get(frame.name, ())
    if state.phase not in phases:
        return f"In {state.phase} no window of this kind is open."
    if frame.floor or not (below is None or isinstance(below, StepOver)):
        return "A window is open around the whole stack, below all other work."
    if frame.name == "stack" and not state.stack and state.agenda[-1] is frame:
        return "There is nothing on the stack to answer."
    return None


def of_an_execution(table: Muhq, frame: Resolve, below: Any) -> Why:
    """The last action of the stack is executed."""
    on_top = bool(table.state.stack) and table.state.stack[-1].id == frame.entry
    if not on_top:
        return "The action on top of the stack is executed."
    return None if stands_free(below) else "Nothing is executed within other work."


def of_what_follows(_table: Muhq, _frame: GivePriority, below: Any) -> Why:
    """Priority follows a declaration or an execution."""
    return None if stands_free(below) else "Priority does not follow other work."


def stands_free(below: Any) -> bool:
    """Whether nothing but a window or the main decision lies below."""
    return below is None or isinstance(below, OpenWindow | StepOver | Drop)


def of_a_declaration(table: Muhq, frame: Declare, below: Any) -> Why:
    """Who declares has the word: with priority, or at a decision of the own turn; and has what is declared."""
    state = table.state
    if state.phase not in MAIN or not stands_free(below):
        return "Nothing is declared within other work."
    slow = frame.kind not in ("play_spell", "use_free")
    if frame.player != word_of(table, frame, below) or (slow and not is_own_step(table, frame.player)):
        return "Who declares has the word, and slow actions are for the own actions-step."
    if frame.source is None or frame.card is None:
        return None
    return None if is_at_hand(table, frame) else "Who declares a card has it in hand, or controls what acts."


def word_of(table: Muhq, frame: Declare, below: Any) -> int | None:
    """The seat whose word it is around a declaration; left open, it is the one's who declares."""
    state = table.state
    if not state.stack and not isinstance(below, OpenWindow):
        return state.active
    return frame.player if state.priority.holder is None else state.priority.holder


def is_at_hand(table: Muhq, frame: Declare) -> bool:
    """Whether the seat has the card in hand, or controls the permanent whose action it is."""
    number = frame.source or 0
    if frame.kind.startswith("play_"):
        thing = table.find(number, "hand", frame.player)
        return thing is not None and thing.card == frame.card
    acts = pieces.piece(table, number)
    return acts is not None and acts.card == frame.card and acts.controller == frame.player


def never(_table: Muhq, _frame: Any, _below: Any) -> Why:
    """Triggers of this game wait in their own list, and nobody passes between two actions."""
    return "Nothing waits in this."


def always(_table: Muhq, _frame: Any, _below: Any) -> Why:
    """A cleanup may follow anything."""
    return None


CHECKS: dict[type, Check] = {
    SetUp: of_setting_up, DraftPick: of_picking, Taking: of_picking, Turn: of_the_turn, StepOver: of_the_main_decision,
    Activation: of_an_activation, Draw: of_a_draw, Drop: of_a_fall, OpenWindow: of_a_window, Resolve: of_an_execution,
    GivePriority: of_what_follows, Declare: of_a_declaration, Settle: always, RunTriggers: never, PassIdle: never,
}  # fmt: skip
