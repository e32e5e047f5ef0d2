from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from oracle.kernel.chance import Question
from oracle.kernel.moves import move
from oracle.kernel.stack.declaring import complete_trigger, fields_of
from oracle.kernel.stack.entries import entry_came, put_ability, put_card, to_pile
from oracle.kernel.stack.policy import Clauses, Declaration, Slot, Stack, Triggers, Window
from oracle.kernel.stack.records import Declare, Entry
from oracle.kernel.stack.resolving import do_parts, target_stands
from oracle.kernel.stack.slots import number_slot, picks_of, target_slots
from oracle.kernel.table import owner_of

from .checks import collect
from .effects import parts_on_stack
from .state import Kindling, record_of
from .turn import phase_is_over

# -- windows ---------------------------------------------------------------------------------------

WINDOWS = (
    Window("main", "KD-2.3", ends=phase_is_over, resolves="all"),
    Window("end", "KD-2.3", ends=phase_is_over, resolves="all"),
    Window("clash", "KD-5.4", resolves="all"),
    Window("answers", "KD-2.3", after_entry="active", when_emptied="leave"),
    Window(
        "exit", "KD-2.4", ends=phase_is_over, first="left_of_active", asks="others", after_entry="active",
        when_emptied="leave",
    ),
)  # fmt: skip


def ground(table: Any) -> str | None:
    return None if table.state.options.flow == "round" else str(table.state.phase)


def varies(table: Any, window: Window) -> Window:
    flow = table.state.options.flow
    if flow == "whole":
        return window
    single = replace(window, resolves="top")
    return replace(single, after_resolution="left_of_controller") if flow == "single" else single


# -- declaring -------------------------------------------------------------------------------------


def plan(table: Kindling, frame: Declare) -> Sequence[Slot]:
    record = record_of(table, str(frame.card))
    slots: list[Slot] = []
    modes = modes_of(table, record.key)
    if record.coin:
        slots.append(Slot("mode", lambda _table, _frame: [], "coin", question=coin, rule="KD-1.4"))
    elif modes:
        slots.append(mode_slot(modes, "KD-3.5"))
    if record.part:
        slots.append(Slot("part", lambda table, _frame: parts_on_stack(table), rule="KD-3.5"))
    if not modes or picks_of(frame, "mode"):
        slots += target_slots(table, frame, spell_parts(table, frame), "KD-3.5")
    if record.x:
        slots.append(number_slot(payable, "KD-3.5"))
    if record.discard:
        slots.append(Slot("discard", other_cards, "cost", record.discard, record.discard, rule="KD-3.5", secret=True))
    return slots


def mode_slot(modes: Sequence[str], rule: str | None) -> Slot:
    """The slot of a choice between alternatives."""
    return Slot("mode", lambda _table, _frame: list(modes), "mode", rule=rule)


def spell_parts(table: Any, frame: Declare) -> list[int]:
    """The abilities that a card does when it is resolved, under the mode picked."""
    mode = next(iter(picks_of(frame, "mode")), None)
    abilities = table.cards[str(frame.card)].abilities
    return [i for i, ability in enumerate(abilities) if ability.kind == "spell" and ability.mode in (None, mode)]


def modes_of(table: Any, card: str) -> list[str]:
    """The alternatives of a card that a play names, in printed order."""
    abilities = table.cards[card].abilities
    return list(dict.fromkeys(ability.mode for ability in abilities if ability.mode is not None))


def coin(_table: Any, frame: Declare) -> Question:
    return Question("coin", frame.player, ("heads", "tails"), rule="KD-1.4")


def payable(table: Any, frame: Declare) -> int:
    return int(table.state.players[frame.player].mana - record_of(table, str(frame.card)).cost)


def other_cards(table: Any, frame: Declare) -> list[int]:
    return [card.id for card in table.state.players[frame.player].hand if card.id != frame.source]


def play_card(table: Kindling, frame: Declare) -> None:
    """Pay everything, then the card goes on the stack."""
    player = table.state.players[frame.player]
    fields = fields_of(table, frame)
    cost = record_of(table, str(frame.card)).cost + (fields["x"] or 0)
    player.mana -= cost
    table.emit("pay", "KD-3.2", player=frame.player, what="mana", amount=cost, left=player.mana)
    for pick in picks_of(frame, "discard"):
        paid = table.find(int(pick), "hand", frame.player)  # type: ignore[arg-type]
        move(table, paid, (frame.player, "hand"), (frame.player, "discard"), reason="cost", rule="KD-3.5")
    card = table.find(frame.source or 0, "hand", frame.player)
    put_card(table, card, (frame.player, "hand"), frame.player, abilities=spell_parts(table, frame), **fields)
    entry_came(table)


def plan_ability(table: Kindling, frame: Declare) -> Sequence[Slot]:
    return target_slots(table, frame, [frame.ability or 0], "KD-3.5")


def use(table: Kindling, frame: Declare) -> None:
    """The imp taps, its ability goes on the stack."""
    imp = table.find(frame.source or 0, "field", frame.player)
    imp.tapped = True
    table.emit("tap", "KD-3.7", object=imp.id, card=imp.card)
    put_ability(table, imp, frame.player, frame.ability or 0, **fields_of(table, frame))
    entry_came(table)


# -- resolving -------------------------------------------------------------------------------------


def do_card(table: Kindling, entry: Entry) -> None:
    if table.card(entry).type == "spell":
        do_parts(table, entry)


def leaves(table: Kindling, entry: Entry) -> None:
    """A spell goes to the pile, an imp comes out."""
    if not entry.is_card or table.card(entry).type == "spell":
        to_pile(table, entry, "discard", reason="resolve", rule="KD-4.2")
        return
    imp = to_pile(table, entry, "field", reason="enter", rule="KD-4.2", seat=owner_of(entry, entry.controller))
    collect(table, "enter", entry.controller, imp)


STACK = Stack(
    windows={window.name: window for window in WINDOWS},
    effects={"card": do_card, "ability": do_parts, "trigger": do_parts},
    leaves=leaves,
    stands=target_stands,
    declarations={
        "card": Declaration(plan, play_card, rule="KD-3.5"),
        "ability": Declaration(plan_ability, use, rule="KD-3.5"),
        "trigger": Declaration(plan_ability, complete_trigger, rule="KD-4.5"),
    },
    triggers=Triggers(rule="KD-4.5"),
    clauses=Clauses(put="KD-4.1", resolve="KD-4.2", fizzle="KD-4.3", counter="KD-4.4"),
    ground=ground,
    varies=varies,
    on_entry="answers",
)
