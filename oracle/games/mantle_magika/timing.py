"""When an Effect may be activated: Normal and Quick, in answer to what (MM-17.6 to MM-17.9, MM-21.33)."""

from __future__ import annotations

from typing import Any

from oracle.kernel.decisions import Kept, requires
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.windows import top

from .activating import opening, sentence_used
from .keywords import Sentence
from .speeds import NORMAL, QUICK
from .state import Activation, Magika


def own_speed(table: Magika, action: Any) -> int | None:
    """The speed of what is activated; `None` where it is nothing that can be."""
    frame = opening(table, action)
    return None if frame is None else frame.speed


@requires("MM-17.7", code="not_your_turn", reads=("card", "ability", "source"))
def normal_on_own_turn(table: Magika, action: Any) -> Kept:
    """A Normal Effect is activated in the own turn."""
    speed = own_speed(table, action)
    return None if speed != NORMAL else action.player == table.state.active or {"active": table.state.active}


@requires("MM-R20", code="chant_in_own_turn", reads=("card",))
def quick_chant_by_option(table: Magika, action: Any) -> Kept:
    """By the option Quick Chants are for the own turn only."""
    if table.state.options.quick_chants_off_turn or own_speed(table, action) != QUICK:
        return None
    return bool(action.player == table.state.active)


@requires("MM-17.8", "MM-R75", code="too_slow", reads=("card", "ability", "source"))
def fast_enough(table: Magika, action: Any) -> Kept:
    """An Effect answers one that is no faster, and never itself, but for Chain."""
    speed, entry = own_speed(table, action), top(table)
    if speed is None or entry is None:
        return None
    if answers_itself(table, action):
        return {"speed": speed, "top": entry.speed}
    return speed >= entry.speed or {"speed": speed, "top": entry.speed, "rules": ("MM-17.8",)}


def answers_itself(table: Magika, action: Any) -> bool:
    """Whether an activation of the same sentence of the same card waits already."""
    sentence = sentence_used(table, action) if hasattr(action, "ability") else None
    if sentence is None or may_answer_itself(sentence):
        return False
    return any(
        e.kind == "activated"
        and e.source == action.card
        and e.printed == sentence.source
        and sentence.number in whole(e, sentence)
        for e in table.state.stack
    )


def whole(entry: Activation, sentence: Sentence) -> list[int]:
    """The abilities of an entry by the first of their sentence."""
    return [sentence.card.first_of(number) for number in entry.abilities]


@carries("MM-21.33", otherwise=False)
def may_answer_itself(sentence: Sentence) -> bool:
    """Chain may be paid again before the earlier activation resolves."""
    return any("chain" in cost for cost in sentence.ability.costs)
