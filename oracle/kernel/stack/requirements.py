"""Requirements about stack and priority, made with the game's own clauses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..decisions import Action, Facts, Kept, Requirement
from ..hidden import doubt
from ..table import Table
from .declaring import can_be_completed, declaration_of, declaring, open_slot, rule_of_slot
from .records import Declare
from .windows import holder_of, top


def holds_priority(*rules: str, code: str = "not_your_priority", gate: bool = False) -> Requirement:
    """The player who acts has priority."""

    def test(table: Table[Any, Any], action: Action) -> Kept:
        holder = holder_of(table)
        return (holder is not None and holder == action.player) or {"holder": holder}

    return Requirement(
        test, rules, code, gate=gate, who=True, name="holds_priority", text="The player who acts has priority."
    )


def speed_is_enough(
    speed: Callable[[Table[Any, Any], Any], int | None], *rules: str, code: str = "too_slow",
    reads: tuple[str, ...] | None = None, cites: Callable[[int, int], tuple[str, ...]] | None = None,
) -> Requirement:  # fmt: skip
    """What answers the top entry is at least as fast as it.

    `speed` reads the speed of an action (`None`: it is no concern here); `cites` names the clauses
    by the two speeds where they differ.
    """

    def test(table: Table[Any, Any], action: Action) -> Kept:
        own, entry = speed(table, action), top(table)
        if own is None or entry is None:
            return None
        if own >= entry.speed:
            return True
        facts: Facts = {"speed": own, "top": entry.speed}
        return facts if cites is None else {**facts, "rules": cites(own, entry.speed)}

    text = "An answer is at least as fast as what it answers."
    return Requirement(test, rules, code, reads=reads, name="speed_is_enough", text=text)


def stack_is_empty(
    *rules: str,
    code: str = "stack_not_empty",
    concerns: Callable[[Table[Any, Any], Any], bool] | None = None,
    reads: tuple[str, ...] | None = None,
) -> Requirement:
    """Nothing waits on the stack. `concerns` says which actions need that (all, by default)."""

    def test(table: Table[Any, Any], action: Action) -> Kept:
        if concerns is not None and not concerns(table, action):
            return None
        return not table.state.stack

    return Requirement(
        test, rules, code, who=concerns is None, reads=reads, name="stack_is_empty", text="Nothing waits on the stack."
    )


def choices_are_there(
    frame: Callable[[Table[Any, Any], Any], Declare | None],
    *rules: str,
    code: str = "no_legal_choice",
    reads: tuple[str, ...] | None = None,
) -> Requirement:
    """Every choice that the play needs can be made. `frame` reads the declaration it would open."""

    def test(table: Table[Any, Any], action: Action) -> Kept:
        opened = frame(table, action)
        if opened is None or open_slot(table, opened) is None:
            return None
        return table.once(
            ("choices", opened.kind, opened.source, opened.ability, str(opened.picks)),
            lambda: can_be_completed(table, opened),
        )

    return Requirement(
        test, rules, code, reads=reads, name="choices_are_there", text="Every choice that the play needs can be made."
    )


# -- declarations ----------------------------------------------------------------------------------


def declaration_is_own(*rules: str, code: str = "not_your_decision", gate: bool = True) -> Requirement:
    """The player who acts has a declaration under way."""

    def test(table: Table[Any, Any], action: Action) -> Kept:
        frame = declaring(table)
        return frame is not None and frame.player == action.player

    return Requirement(
        test,
        rules,
        code,
        gate=gate,
        who=True,
        name="declaration_is_own",
        text="The player has a declaration under way.",
    )


def can_be_taken_back(*rules: str, code: str = "not_taken_back") -> Requirement:
    """The declaration can still be taken back."""

    def test(table: Table[Any, Any], _action: Action) -> Kept:
        frame = declaring(table)
        return frame is not None and not frame.locked and declaration_of(table, frame).may_cancel(table, frame)

    return Requirement(
        test, rules, code, who=True, name="can_be_taken_back", text="The declaration can still be taken back."
    )


def shown_declaration(table: Table[Any, Any], action: Action) -> Declare | None:
    """The declaration under way; raises `Undetermined` where it is the player's, but its card does not show."""
    frame = declaring(table)
    if frame is None or frame.card is not None:
        return frame
    if frame.player == action.player:
        raise doubt(table, "declaration")
    return None


def declaration_is_complete(*rules: str, code: str = "not_complete") -> Requirement:
    """Every choice of the declaration is made; of several clauses that of the choice that is due is told."""

    def test(table: Table[Any, Any], action: Action) -> Kept:
        frame = shown_declaration(table, action)
        if frame is not None and open_slot(table, frame) is None:
            return True
        rule = rule_of_slot(table)
        return {"rules": (rule,)} if rule in rules else False

    return Requirement(
        test, rules, code, who=True, name="declaration_is_complete", text="Every choice of the declaration is made."
    )
