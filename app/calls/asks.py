"""What each oracle call asks, as a function from what was read to what is answered."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

import msgspec

import oracle

from . import answers
from .alternatives import nearest
from .answers import Answer, Change
from .positions import acting, named_seats, position, seated
from .selection import page, selected

COMPARED = 4


def start(game: Any, asked: Answer, language: str) -> Answer:
    """The first state of a match; only here the service itself draws a seed, if none is given."""
    told = {name: asked[name] for name in asked if name not in {"views", "include", "script", "expand"}}
    chance = {"mode": "seeded", **told.get("chance", {})}
    if chance["mode"] == "seeded" and not chance.get("seed"):
        chance["seed"] = token_hex(16)
    outcome = game.start({**told, "chance": chance}, asked.get("script"))
    return answers.held(game, outcome.state, asked, language, Change(outcome.events))


def legal_actions(game: Any, asked: Answer, language: str) -> Answer:
    """The decision and what may be done, all of it or a page."""
    state = position(game, asked)
    seat = seated(state, asked["player"], "/player") if "player" in asked else None
    include = answers.included(asked)
    found = [answers.worded(each, include) for each in game.listed(state, seat, language)]
    if "undetermined" in include:
        found += answers.doubtful(game, state, seat, include, language)
    found = selected(game, found, asked)
    shown, following = page(found, asked)
    answers.opened(game, state, shown, asked, language)
    answer = answers.about(game, state, language) | answers.noticed(asked)
    answer |= {"actions": shown, "total": len(found), "next": following}
    if "views" in asked:
        answer["views"] = answers.views(game, state, {**asked, "include": include | {"legal_actions"}}, language)
    return answer


def check(game: Any, asked: Answer, language: str) -> Answer:
    """A verdict for each action, each judged on its own."""
    state = position(game, asked)
    actions = acting(state, asked)
    explain = asked.get("explain", False)
    verdicts = [game.judge(state, action, language, explain=explain) for action in actions]
    told: list[Any] = verdicts
    if asked["detail"] == "verdict":
        told = [{"verdict": each.verdict} for each in verdicts]
    if asked["detail"] == "alternatives":
        told = with_alternatives(game, state, actions, verdicts, language)
    return {"verdicts": told, **answers.about(game, state, language), **answers.noticed(asked)}


def with_alternatives(game: Any, state: Any, actions: list[Any], verdicts: list[Any], language: str) -> list[Answer]:
    """The verdicts, and beside each that is not legal the legal actions that come nearest."""
    listed = game.listed(state, None, language)
    told = [msgspec.to_builtins(verdict) for verdict in verdicts]
    work = oracle.Meter.current()
    for action, verdict in zip(actions, told, strict=True):
        if verdict["verdict"] != "legal":
            if work is not None:
                work.spend(COMPARED * len(listed))
            verdict["alternatives"] = nearest(msgspec.to_builtins(action), listed)
    return told


def explain(game: Any, asked: Answer, language: str) -> Answer:
    """Why each type of action is or is not possible now."""
    state = position(game, asked)
    seat = seated(state, asked["player"], "/player")
    explanations = game.explain(state, seat, asked.get("object"), language)
    return {"explanations": explanations, **answers.about(game, state, language), **answers.noticed(asked)}


def resolve(game: Any, asked: Answer, language: str) -> Answer:
    """The actions carried out, all or none."""
    state = position(game, asked)
    actions, script = acting(state, asked), asked.get("script")
    try:
        if "passes" in asked:
            passes = named_seats(state, asked["passes"], "/passes")
            outcome = game.resolve_with_passes(state, actions, passes, script, language)
        else:
            outcome = game.resolve(state, actions, script, language)
    except oracle.Undetermined as error:
        told: Answer = {"verdict": "undetermined", "depends_on": error.depends_on}
        return {**told, **answers.about(game, state, language), **answers.noticed(asked)}
    if isinstance(outcome, oracle.Refusal):
        told = {"verdict": "illegal", "index": outcome.index, "violations": outcome.violations}
        return {**told, **answers.about(game, state, language), **answers.noticed(asked)}
    told = {"verdict": "legal"} | ({"applied": outcome.applied} if "passes" in asked else {})
    return told | answers.held(game, outcome.state, asked, language, Change(outcome.events, state))


def seen(game: Any, asked: Answer) -> Any:
    """The state as the seat that asks knows it."""
    state = position(game, asked)
    return game.view(state, seated(state, asked["player"], "/player"))


def view(game: Any, asked: Answer, language: str) -> Answer:
    """What one seat, or a spectator, may know."""
    own = seen(game, asked)
    return {"state": answers.carried(game, own), **answers.about(game, own, language), **answers.noticed(asked)}


def validate(game: Any, asked: Answer, language: str) -> Answer:
    """The state in full, and everything that is impossible in it."""
    state, faults = game.validate(asked["state"])
    if state is None or faults:
        return {"valid": False, "state": None, "faults": faults}
    known = answers.about(game, state, language)
    return {"valid": True, "state": answers.carried(game, state), "faults": [], **known}


def outcomes(game: Any, asked: Answer, language: str) -> Answer:
    """The chance tree of one action, or why there is none."""
    state = position(game, asked)
    (action,) = acting(state, asked)
    try:
        found = game.outcomes(state, action, asked["limit"], asked["seed"])
    except oracle.ScriptError:
        raise
    except oracle.IllegalAction as refused:
        told: Answer = {"verdict": "illegal", "violations": refused.violations}
        return told | answers.about(game, state, language) | answers.noticed(asked)
    except oracle.Undetermined as error:
        told = {"verdict": "undetermined", "depends_on": error.depends_on}
        return told | answers.about(game, state, language) | answers.noticed(asked)
    branches = [branch(game, each, state, asked, language) for each in found.branches]
    told = {"verdict": "legal", "kind": found.kind, "tries": found.tries, "outcomes": branches}
    return told | answers.about(game, state, language) | answers.noticed(asked)


def branch(game: Any, found: Any, before: Any, asked: Answer, language: str) -> Answer:
    """One outcome with its probability."""
    about = {"probability": found.probability, "scripts": found.scripts, "open": found.open}
    known = {name: asked[name] for name in asked if name in {"include", "views", "expand"}}
    return about | answers.held(game, found.state, known, language, Change(found.events, before))


def sample(game: Any, asked: Answer, language: str) -> Answer:
    """Full states that the seat of a view cannot tell from the real one."""
    state = position(game, asked)
    if "player" in asked:
        state = game.view(state, seated(state, asked["player"], "/player"))
    found = game.samples(state, asked.get("decks"), asked["seed"], asked["n"])
    told = [{"state": answers.carried(game, each), "digest": game.digest(each)} for each in found]
    return {"samples": told, **answers.about(game, state, language), **answers.noticed(asked)}
