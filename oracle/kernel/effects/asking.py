"""Choices in the middle of an effect: one frame asks, whatever the word of the language is."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from oracle.kernel.agenda import Step, pop
from oracle.kernel.chance import Question
from oracle.kernel.decisions import Pending
from oracle.kernel.state import Frame
from oracle.kernel.table import Table

from .ability import Ask, AskSecretly, Do, Each, Point, Repeat

CHANCE = {"choose": "pick"}


def point_of(table: Table[Any, Any], frame: Ask) -> Point:
    """The compiled point at which a frame asks."""
    found: Point = table.cards[frame.card].abilities[frame.ability].points[frame.point]
    return found


def ability_below(table: Table[Any, Any], frame: Frame) -> Do:
    """The ability's frame that waits below this one; between them lies what settles after its step."""
    agenda = table.state.agenda
    at = next(i for i in range(len(agenda) - 1, -1, -1) if agenda[i] is frame)
    return next(other for other in reversed(agenda[:at]) if isinstance(other, Do))


def picks_left(table: Table[Any, Any], frame: Ask, point: Point) -> list[Any]:
    """What can still be picked now. A card of a pile can be picked as often as it is there."""
    below = ability_below(table, frame)
    left = list(point.picks(table, below))
    if point.what == "search":
        return left
    touches = table.game.vocabulary.touches
    if touches is not None and point.what == "choose":
        left = [pick for pick in left if type(pick) is not int or touches(table, below.player, pick)]
    return [pick for pick in left if pick not in frame.chosen]


def ask(table: Table[Any, Any], frame: Ask) -> Pending | Question | None:
    """The choice, or the question to chance, while there is something to choose."""
    point = point_of(table, frame)
    rule = table.game.vocabulary.clauses.get(point.what)
    word = table.game.vocabulary.decisions.get(point.what, point.what)
    picks = picks_left(table, frame, point)
    most = point.max - len(frame.chosen)
    if not picks or most <= 0:
        return None
    if point.by_chance:
        return ask_chance(table, frame, point, tuple(picks), rule)
    least = min(max(0, point.min - len(frame.chosen)), len(picks))
    if point.what == "search" and table.game.vocabulary.may_miss(table):
        least = 0
    forced = least == len(picks) and point.what in ("choose", "pay") and not point.secret
    if forced and not table.game.vocabulary.is_put:
        return None
    return Pending(
        frame.player, word, rule, f"ask_{point.what}", {"says": point.says, "card": frame.card}, source=frame.source,
        min=least, max=most, chosen=tuple(frame.chosen), picks=known(picks), secret=point.secret,
    )  # fmt: skip


def known(picks: list[Any]) -> tuple[Any, ...]:
    """The picks that can be named here: a card of a hand that is not known has no id."""
    return tuple(pick for pick in picks if pick is not UNSET)


def ask_chance(
    table: Table[Any, Any], frame: Ask, point: Point, picks: tuple[Any, ...], rule: str | None
) -> Question | None:
    """What chance is asked: a coin, a die, or which of some cards."""
    if point.what == "choose" and len(picks) <= point.min - len(frame.chosen):
        return None
    return Question(CHANCE.get(point.what, point.what), frame.player, picks, rule=rule)


def run(table: Table[Any, Any], frame: Ask) -> None:
    """Nothing is left to choose: what there is is taken."""
    point = point_of(table, frame)
    picks = picks_left(table, frame, point) if point.what != "search" else []
    least = max(0, point.min - len(frame.chosen))
    forced = picks[:least] if len(picks) <= least else []
    for pick in forced:
        tell_forced(table, frame, point, pick)
    frame.chosen = [*frame.chosen, *forced]
    bind(table, frame)


def tell_forced(table: Table[Any, Any], frame: Ask, point: Point, pick: Any) -> None:
    """Tell a choice that left no choice."""
    word = table.game.vocabulary.decisions.get(point.what, point.what)
    told: dict[str, Any] = {"player": frame.player, "decision": word, "pick": pick, "forced": True}
    rule = table.game.vocabulary.clauses.get(point.what)
    if point.secret:
        table.tell([frame.player], ("pick",), "choose", rule, **told)
    else:
        table.emit("choose", rule, **told)


def take(table: Table[Any, Any], frame: Ask, pick: Any) -> None:
    """Something was picked, by the seat or by chance."""
    point = point_of(table, frame)
    frame.chosen = [*frame.chosen, pick]
    if point.by_chance and point.what in ("coin", "die"):
        rule = table.game.vocabulary.clauses.get(point.what)
        table.emit("chance", rule, of=point.what, player=frame.player, outcome=pick)
    if len(frame.chosen) >= point.max:
        bind(table, frame)


def bind(table: Table[Any, Any], frame: Ask) -> None:
    """Give the ability's frame what was chosen."""
    point = point_of(table, frame)
    below: Any = ability_below(table, frame)
    pop(table)
    below.bound = {**below.bound, point.name: [point.refers(pick) for pick in frame.chosen]}
    if point.secret:
        below.hidden = [*below.hidden, point.name]


def pick_of(ref: dict[str, Any]) -> Any:
    """How a reference is picked: an object by its id, anything else by the reference."""
    return ref.get("object", ref)


def refer(pick: Any) -> Any:
    """The reference that a pick means."""
    return {"object": pick} if isinstance(pick, int) else pick


# -- repetitions -----------------------------------------------------------------------------------


def copied(frame: Do, **bound: Any) -> Do:
    """A frame of its own for one round of a repetition."""
    return replace(frame, bound={**frame.bound, **bound})


def run_each(table: Table[Any, Any], frame: Each) -> None:
    """The next round; what has left in the meantime is passed over."""
    if not frame.left:
        pop(table)
        return
    ref = frame.left[0]
    frame.left = frame.left[1:]
    if "object" not in ref or table.exists(ref["object"]):
        table.push(copied(frame.do, **{frame.name: [ref]}))


def run_repeat(table: Table[Any, Any], frame: Repeat) -> None:
    """The next round."""
    if frame.left <= 0:
        pop(table)
        return
    frame.left -= 1
    table.push(copied(frame.do))


STEPS = (
    Step(Ask, run=run, asks=ask, takes=take, ends=bind),
    Step(AskSecretly, run=run, asks=ask, takes=take, ends=bind),
    Step(Each, run=run_each),
    Step(Repeat, run=run_repeat),
)


def asks(table: Table[Any, Any], frame: Do, number: int, point: Point) -> None:
    """Put the frame on the agenda that asks at this point: the ability's own seat, or the one that the point names."""
    seats = point.by(table, frame) if point.by is not None else [frame.player]
    if not seats:
        frame.bound = {**frame.bound, point.name: []}
        return
    kind = AskSecretly if point.secret else Ask
    table.push(kind(player=seats[0], source=frame.source, card=frame.card, ability=frame.ability, point=number))
