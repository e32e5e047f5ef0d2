"""The documents that answer the oracle calls, in the shapes of the contract."""

from __future__ import annotations

from typing import Any

import orjson

from .positions import seated

Answer = dict[str, Any]


def about(game: Any, state: Any, language: str) -> Answer:
    """What is said of every state: whose decision, how it ended, its digest and its edition."""
    return {
        "decision": game.decision(state, language),
        "result": state.result,
        "digest": game.digest(state),
        "rules": state.rules,
    }


def carried(game: Any, state: Any) -> orjson.Fragment:
    """A state as it stands in an answer: its canonical bytes."""
    return orjson.Fragment(game.encode(state))


def held(game: Any, state: Any, asked: Answer, language: str, events: list[Answer] | None = None) -> Answer:
    """A state with everything that the request wants to be told along with it."""
    include = included(asked)
    answer = about(game, state, language)
    if "state" in include:
        answer["state"] = carried(game, state)
    if events is not None and "events" in include:
        answer["events"] = events
    if "legal_actions" in include:
        answer["legal_actions"] = listed(game, state, None, include, language)
    if "views" in asked:
        answer["views"] = views(game, state, asked, language, events)
    return answer


def included(asked: Answer) -> frozenset[str]:
    """The parts that the request wants, or the usual ones."""
    return frozenset(asked.get("include", ("state", "events", "labels", "rules")))


def listed(game: Any, state: Any, seat: int | str | None, include: frozenset[str], language: str) -> list[Answer]:
    """The legal actions of a seat, or of all, with as many words as are wanted."""
    return [worded(each, include) for each in game.listed(state, seat, language)]


def worded(each: Any, include: frozenset[str]) -> Answer:
    """A listed action with its label and its clauses, as far as they are wanted."""
    told: Answer = {"action": each.action}
    if "labels" in include:
        told["label"] = each.label
    if "rules" in include:
        told["rules"] = each.rules
    return told


def views(game: Any, state: Any, asked: Answer, language: str, events: list[Answer] | None) -> Answer:
    """For each seat that is named, what it may know."""
    include = included(asked)
    seats = [seated(state, seat, f"/views/{at}") for at, seat in enumerate(asked["views"])]
    return {str(seat): seen(game, state, seat, include, language, events) for seat in seats}


def seen(
    game: Any,
    state: Any,
    seat: int | str,
    include: frozenset[str],
    language: str,
    events: list[Answer] | None,
) -> Answer:
    """One seat's own state, decision, events, actions and digest."""
    own = game.view(state, seat)
    answer = about(game, own, language)
    if "state" in include:
        answer["state"] = carried(game, own)
    if events is not None and "events" in include:
        answer["events"] = game.events_for(events, seat)
    if "legal_actions" in include:
        answer["legal_actions"] = [] if seat == "spectator" else listed(game, own, seat, include, language)
    return answer
