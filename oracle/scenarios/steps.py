"""From the steps of a scenario to actions with their forced outcomes, and what they lead to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import inspect

from oracle.kernel.errors import HiddenStateNeeded, IllegalAction, MalformedAction, OracleError

from .names import Names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from oracle import Game

KEYED = ("draw", "mill", "exile")
RESOLVED = "resolved"
MANY = 1000


@dataclass(slots=True)
class Play:
    """Where the steps have led: the state, the last action's events, or why it was refused."""

    game: Game[Any, Any]
    names: Names
    state: Any
    events: list[dict[str, Any]] = field(default_factory=list)
    refused: list[Any] = field(default_factory=list)
    malformed: list[Any] = field(default_factory=list)
    needed: list[str] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    @property
    def document(self) -> dict[str, Any]:
        """The state as plain data."""
        plain: dict[str, Any] = self.game.document(self.state)
        return plain

    @property
    def stopped(self) -> bool:
        """Whether a step was refused, so that no later one can follow."""
        return bool(self.refused or self.malformed or self.needed or self.trouble)


def take(play: Play, steps: Sequence[Mapping[str, Any]]) -> None:
    """Take all steps; only the last one may be refused."""
    turns = list(_turns(play, steps))
    for number, (step, script) in enumerate(_turns(play, steps), start=1):
        _take(play, step, script)
        if play.stopped and number < len(turns):
            play.trouble.append(f"when {number} ({_in_words(step)}): refused, {reasons(play)}")
            return


def _turns(play: Play, steps: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], list[Any]]]:
    """Each action with the outcomes behind it that belong to its script."""
    scripted = play.document["chance"]["mode"] == "seeded"
    rest = list(steps)
    while rest:
        step, script = rest.pop(0), []
        while scripted and rest and "chance" in rest[0]:
            script.append(rest.pop(0)["chance"])
        yield step, script


def _take(play: Play, step: Mapping[str, Any], script: Sequence[Any]) -> None:
    """Judge and apply one action; a refusal is noted and must leave the state as it was."""
    forced = [outcome(play, value, None, play.document) for value in script] or None
    before = play.game.encode(play.state)
    play.events = []
    try:
        if step.get("until") == RESOLVED:
            _pass_on(play, {word: value for word, value in step.items() if word != "until"}, forced)
        else:
            _apply(play, step, forced)
    except MalformedAction as error:
        play.malformed = error.faults
    except HiddenStateNeeded as error:
        play.needed = error.pointers
    except OracleError as error:
        play.trouble.append(f"{type(error).__name__}: {error}")
    if play.stopped and play.game.encode(play.state) != before:
        play.trouble.append("a refused action changed the state")


def _apply(play: Play, step: Mapping[str, Any], forced: Sequence[Any] | None) -> None:
    """Apply one action, and see that what judges it alone says the same."""
    action = play.game.action(action_document(play, step))
    judged = play.game.check(play.state, action)
    try:
        result = play.game.apply(play.state, action, forced)
    except IllegalAction as error:
        play.refused = error.violations
        if judged and judged != error.violations:
            play.trouble.append(f"check says {judged}, apply says {error.violations}")
        return
    if judged:
        play.trouble.append(f"check refuses with {judged}, apply does not")
    play.state, play.events = result.state, result.events
    play.names.follow(result.events)


def _pass_on(play: Play, step: Mapping[str, Any], forced: Sequence[Any] | None) -> None:
    """Take a step again and again, whoever decides, until the stack has changed or waits for something else.

    The outcomes of chance are for the step that brings this about.
    """
    before = _waits(play)
    events: list[dict[str, Any]] = []
    while _waits(play) == before and not play.stopped and len(events) < MANY:
        kept = (play.state, {label: list(ids) for label, ids in play.names.labels.items()})
        _apply(play, step, None)
        if forced and not play.stopped and _waits(play) != before:
            play.state, play.names.labels = kept
            _apply(play, step, forced)
        events += play.events
    play.events = events


def _waits(play: Play) -> tuple[int, str | None]:
    """How much lies on the stack, and which decision is pending."""
    decision = play.game.decision(play.state)
    return len(play.state.stack), None if decision is None else decision.type


def action_document(play: Play, step: Mapping[str, Any]) -> dict[str, Any]:
    """The action as the oracle takes it; who acts, if not said, is whose decision it is."""
    document = play.document
    decision = play.game.decision(play.state)
    if "chance" in step:
        of = decision.of if decision is not None and isinstance(decision.of, str) else None
        return {"type": "chance", "player": "chance", "outcome": outcome(play, step["chance"], of, document)}
    player = step.get("player", document["active"] if decision is None else decision.player)
    player = play.names.seat(player) if isinstance(player, str) and player != "chance" else player
    kinds = _kinds(play.game, str(step["type"]))
    parameters = {
        word: _parameter(play, value, kinds.get(word, "any"), player, document)
        for word, value in step.items()
        if word not in {"type", "player"}
    }
    if step["type"] == "chance" and "outcome" in step:
        of = decision.of if decision is not None and isinstance(decision.of, str) else None
        parameters["outcome"] = outcome(play, step["outcome"], of, document)
    return {"type": step["type"], "player": player, **parameters}


def _kinds(game: Game[Any, Any], kind: str) -> dict[str, str]:
    """What each parameter of an action type is: an object, a text, a number or any of these."""
    declared = game.action_types.get(kind)
    if declared is None:
        return {}
    record = inspect.type_info(declared.record)
    assert isinstance(record, inspect.StructType)
    kinds = {field.name: _kind(field.type) for field in record.fields}
    return {**kinds, **dict.fromkeys(declared.objects, "any")}


def _kind(shape: inspect.Type) -> str:
    """The kind of a parameter by its type."""
    if isinstance(shape, inspect.Metadata):
        return _kind(shape.type)
    if isinstance(shape, inspect.UnionType):
        kinds = {_kind(part) for part in shape.types}
        return kinds.pop() if len(kinds) == 1 else "any"
    if isinstance(shape, inspect.IntType):
        return "number"
    return "text" if isinstance(shape, inspect.StrType | inspect.LiteralType) else "any"


def _parameter(play: Play, value: Any, kind: str, player: Any, document: Mapping[str, Any]) -> Any:
    """A parameter with labels as ids, seats as numbers, cards as keys, as its kind allows."""
    if isinstance(value, list):
        return [_parameter(play, item, "any" if isinstance(item, str) else kind, player, document) for item in value]
    if isinstance(value, dict):
        inner = {"object": "any", "player": "number"}
        return {word: _parameter(play, v, inner.get(word, kind), player, document) for word, v in value.items()}
    if not isinstance(value, str):
        return value
    number, seat = play.names.find(value, document, player), play.names.seat(value)
    choices = {"text": (), "number": (seat, number), "any": (number, seat)}[kind]
    return next((choice for choice in choices if choice is not None), play.names.key(value))


def outcome(play: Play, value: Any, of: str | None, document: Mapping[str, Any]) -> Any:
    """A chance outcome: a seat, a card key where a pile is asked, else an object's id."""
    if isinstance(value, list):
        return [play.names.key(item) if isinstance(item, str) else item for item in value]
    if not isinstance(value, str):
        return value
    seat = play.names.seat(value)
    if seat is not None:
        return seat
    number = None if of in KEYED else play.names.find(value, document, None)
    return play.names.key(value) if number is None else number


def reasons(play: Play) -> str:
    """Why the last step was refused, in one line."""
    if play.malformed:
        return "; ".join(f"{fault.code} at {fault.at or '/'}: {fault.message}" for fault in play.malformed)
    told = [f"{v.rule or v.code}: {v.message}" for v in play.refused] + [f"{at} is hidden" for at in play.needed]
    return "; ".join(told or play.trouble)


def _in_words(step: Mapping[str, Any]) -> str:
    return ", ".join(f"{word}: {value}" for word, value in step.items())
