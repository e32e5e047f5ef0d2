"""The documents that answer the oracle calls, in the shapes of the contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson

import oracle

from .expansion import expand
from .patches import patch
from .positions import seated

Answer = dict[str, Any]
Events = list[Answer]

USUAL = frozenset({"state", "events", "labels", "rules"})


@dataclass(frozen=True, slots=True)
class Change:
    """How a state came about: what happened, and the state before it, where one was sent."""

    events: Events | None = None
    before: Any = None


NOTHING = Change()


def about(game: Any, state: Any, language: str) -> Answer:
    """What is said of every state: whose decision, how it ended, its digest and its edition."""
    return {
        "decision": game.decision(state, language),
        "result": state.result,
        "digest": game.digest(state),
        "rules": state.rules,
    }


def noticed(asked: Answer) -> Answer:
    """What else the client should know of what it sent."""
    return {"notices": asked["notices"]} if "notices" in asked else {}


def carried(game: Any, state: Any) -> orjson.Fragment:
    """A state as it stands in an answer: its canonical bytes."""
    return orjson.Fragment(game.encode(state))


def held(game: Any, state: Any, asked: Answer, language: str, change: Change = NOTHING) -> Answer:
    """A state with everything that the request wants to be told along with it."""
    answer = told(game, state, None, asked, language, change)
    if "views" in asked:
        answer["views"] = views(game, state, asked, language, change)
    return answer | noticed(asked)


def told(game: Any, state: Any, seat: int | str | None, asked: Answer, language: str, change: Change) -> Answer:
    """A state, the events that led to it and what may be done, as far as they are wanted."""
    include = included(asked)
    answer = about(game, state, language)
    if "state" in include:
        answer["state"] = carried(game, state)
    if change.events is not None and include & {"events", "text"}:
        answer["events"] = worded_events(game, state, change, language) if "text" in include else change.events
    if change.before is not None and "patch" in include:
        answer["patch"] = [*patch(game.document(change.before), game.document(state))]
    if "legal_actions" in include:
        answer["legal_actions"] = [] if seat == "spectator" else listed(game, state, seat, asked, language)
    return answer


def included(asked: Answer) -> frozenset[str]:
    """The parts that the request wants, or the usual ones."""
    return frozenset(asked["include"]) if "include" in asked else USUAL


def worded_events(game: Any, state: Any, change: Change, language: str) -> Events:
    """The events, each with a sentence."""
    assert change.events is not None
    states = [state] if change.before is None else [state, change.before]
    sentences = game.narrate(states, change.events, language)
    return [{**event, "text": text} for event, text in zip(change.events, sentences, strict=True)]


def listed(game: Any, state: Any, seat: int | str | None, asked: Answer, language: str) -> list[Answer]:
    """The legal actions of a seat, or of all, with as many words as are wanted and as much of what opens up."""
    include = included(asked)
    shown = [worded(each, include) for each in game.listed(state, seat, language)]
    if "undetermined" in include:
        shown += doubtful(game, state, seat, include, language)
    opened(game, state, shown, asked, language)
    return shown


def opened(game: Any, state: Any, shown: list[Answer], asked: Answer, language: str) -> None:
    """Tell behind each action what opens up, if that is wanted."""
    if "expand" in asked:
        include = included(asked)
        expand(
            game,
            state,
            [each for each in shown if "verdict" not in each],
            asked["expand"],
            lambda later, seat: [worded(each, include) for each in game.listed(later, seat, language)],
        )


def doubtful(game: Any, state: Any, seat: int | str | None, include: frozenset[str], language: str) -> list[Answer]:
    """What may be legal, marked, with what it depends on."""
    found = game.possible(state, seat, language).doubtful
    return [
        {
            **described(game, state, each.action, include, language),
            "verdict": "undetermined",
            "depends_on": each.depends_on,
        }
        for each in found
    ]


def described(game: Any, state: Any, action: Any, include: frozenset[str], language: str) -> Answer:
    """One action in words, as far as they can be found."""
    try:
        (each,) = game.listed(state, None, language, [action])
    except oracle.Undetermined:
        return {"action": action}
    return worded(each, include)


def worded(each: Any, include: frozenset[str]) -> Answer:
    """A listed action with its label and its clauses, as far as they are wanted."""
    told: Answer = {"action": each.action}
    if "labels" in include:
        told["label"] = each.label
    if "rules" in include:
        told["rules"] = each.rules
    return told


def views(game: Any, state: Any, asked: Answer, language: str, change: Change = NOTHING) -> Answer:
    """For each seat that is named, what it may know."""
    seats = [seated(state, seat, f"/views/{at}") for at, seat in enumerate(asked["views"])]
    return {str(seat): seen(game, state, seat, asked, language, change) for seat in seats}


def seen(game: Any, state: Any, seat: int | str, asked: Answer, language: str, change: Change) -> Answer:
    """One seat's own state, decision, events, actions and digest."""
    own = Change(
        None if change.events is None else game.events_for(change.events, seat),
        None if change.before is None else game.view(change.before, seat),
    )
    return told(game, game.view(state, seat), seat, asked, language, own)
