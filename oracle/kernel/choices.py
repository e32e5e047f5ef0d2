"""Choices while something is under way: the frame that asks names the candidates, one pick a step.

A step whose `asks` answers a `Pending` with `picks` is answered by `choose`; where it may end early
(`min` reached), by `done` too.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .chance import Question
from .decisions import Action, ActionType, Kept, Pending, Requirement
from .effects.text import steps_text
from .gates import unless_held_unknown
from .stack.requirements import shown_declaration
from .table import CardName, Table
from .texts import tile_in_words


class Choose(Action, tag="choose", kw_only=True, frozen=True):
    """Pick one of the candidates: an object, a reference, a tile, a seat or a key."""

    pick: int | str | list[int] | dict[str, int | list[int]]


class Done(Action, tag="done", kw_only=True, frozen=True):
    """End a choice that may be ended."""


class AnswerMay(Action, tag="answer_may", kw_only=True, frozen=True):
    """Say whether something that may be done is done."""

    accept: bool


class PayOptional(Action, tag="pay_optional", kw_only=True, frozen=True):
    """Say whether a cost that may be paid is paid."""

    accept: bool


def choice(table: Table[Any, Any]) -> Pending | None:
    """The choice that is waited for, if one is."""
    waits = table.waits
    if waits is None or isinstance(waits, Question) or waits.picks is None:
        return None
    return waits


def yes_or_no(table: Table[Any, Any]) -> bool:
    """Whether what is waited for is a yes or a no."""
    pending = choice(table)
    return pending is not None and bool(pending.picks) and all(isinstance(pick, bool) for pick in pending.picks or ())


def choice_actions(
    gates: tuple[Requirement, ...],
    offered: tuple[str, ...],
    code: str = "choice_not_allowed",
    moments: frozenset[str] = frozenset(),
) -> tuple[ActionType, ActionType]:
    """`choose` and `done`, behind the game's gates; a pick that is not offered cites `offered`.

    `moments` are the types of the game's decisions that are choices.
    """
    pick = Requirement(pick_is_offered, offered, code, text="The pick is one of the candidates.")
    end = Requirement(choice_may_end, offered, code, text="The choice may be ended now.")
    return (
        ActionType(Choose, (*gates, pick), choose, None, moments, label=label, domains=(("pick", offered_picks),)),
        ActionType(Done, (*gates, end), finish, None, moments),
    )


def answer_action(
    record: type[AnswerMay | PayOptional],
    gates: tuple[Requirement, ...],
    offered: tuple[str, ...],
    code: str = "choice_not_allowed",
) -> ActionType:
    """A yes or no (`accept`) behind the game's gates; yes is offered only where it can be done."""
    fits = Requirement(answer_is_offered, offered, code, text="The answer is possible.", reads=("accept",))
    return ActionType(record, (*gates, fits), give, label=answer_label, domains=(("accept", answers),))


def answer_is_offered(table: Table[Any, Any], action: AnswerMay | PayOptional) -> Kept:
    """The answer is possible."""
    return action.accept in answers(table, action)


def answers(table: Table[Any, Any], _draft: Any) -> tuple[Any, ...]:
    """The answers that are possible now."""
    return picks(table, _draft) if yes_or_no(table) else ()


def answer_label(_table: Table[Any, Any], action: AnswerMay | PayOptional) -> tuple[str, dict[str, Any]]:
    """What the button says."""
    return ("accept" if action.accept else "refuse"), {}


def give(table: Table[Any, Any], action: AnswerMay | PayOptional) -> None:
    """Hand the answer to the frame that asked."""
    hand_over(table, action, action.accept)


def pick_is_offered(table: Table[Any, Any], action: Choose) -> Kept:
    """The pick is one of the candidates."""
    shown_declaration(table, action)
    pending = choice(table)
    if pending is None:
        return False
    if any(type(p) is type(action.pick) and p == action.pick for p in pending.picks or ()):
        return True
    if pending.secret and type(action.pick) is int:
        unless_held_unknown(table, action.pick, action.player)
    return False


def choice_may_end(table: Table[Any, Any], action: Done) -> Kept:
    """Enough has been chosen."""
    shown_declaration(table, action)
    pending = choice(table)
    return pending is not None and pending.min == 0


def picks(table: Table[Any, Any], _draft: Any) -> tuple[Any, ...]:
    """Every candidate."""
    pending = choice(table)
    return (pending.picks or ()) if pending is not None else ()


def offered_picks(table: Table[Any, Any], draft: Any) -> tuple[Any, ...]:
    """Every candidate of a choice that is no yes or no."""
    return () if yes_or_no(table) else picks(table, draft)


def label(table: Table[Any, Any], action: Choose) -> tuple[str, dict[str, Any]]:
    """What the button says: the card, what the alternative does, or the pick itself."""
    pending = choice(table)
    number = action.pick.get("object") if isinstance(action.pick, dict) else action.pick
    counted = pending is not None and pending.facts.get("numbers", False)
    points = isinstance(number, int) and not counted and table.knows(number, action.player)
    thing = table.find(number) if points and isinstance(number, int) else None
    if thing is not None and thing.card:
        return "choose", {"pick": table.name(thing)}
    says = pending.facts.get("says", {}) if pending is not None else {}
    if isinstance(action.pick, str) and action.pick in says:
        steps = says[action.pick]
        return "choose", {"pick": lambda language: steps_text(table.game, steps, language)}
    return "choose", {"pick": spoken(table, action.pick)}


def spoken(table: Table[Any, Any], pick: Any) -> CardName:
    """A pick in words: a player by name, a tile as a button says it, anything else as it is."""
    plain = msgspec.to_builtins(pick)
    if isinstance(plain, dict) and isinstance(seat := plain.get("player"), int):
        is_there = 0 <= seat < len(table.state.players)
        return CardName((table.state.players[seat].name if is_there else "") or f"#{seat}")
    value = next(iter(plain.values()), "") if isinstance(plain, dict) else plain
    return CardName(tile_in_words(value) if isinstance(value, list) else str(value))


def choose(table: Table[Any, Any], action: Choose) -> None:
    """Hand the pick to the frame that asked."""
    hand_over(table, action, action.pick)


def hand_over(table: Table[Any, Any], action: Action, pick: Any) -> None:
    """Tell what was picked, to its player only where it is secret, and give it to the frame that asked."""
    pending = choice(table)
    assert pending is not None
    frame = table.state.agenda[-1]
    takes = table.game.steps[type(frame)].takes
    assert takes is not None
    told: dict[str, Any] = {"player": action.player, "decision": pending.type, "pick": pick}
    if pending.secret:
        table.tell([seat_of(action)], ("pick",), "choose", pending.rule, **told)
    else:
        table.emit("choose", pending.rule, **told)
    takes(table, frame, pick)


def seat_of(action: Action) -> int:
    """The acting seat: chance makes no choice."""
    assert isinstance(action.player, int)
    return action.player


def finish(table: Table[Any, Any], _action: Done) -> None:
    """Tell the frame that asked that no more is chosen."""
    frame = table.state.agenda[-1]
    ends = table.game.steps[type(frame)].ends
    assert ends is not None
    ends(table, frame)
