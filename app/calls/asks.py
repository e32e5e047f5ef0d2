"""What each oracle call asks, as a function from what was read to what is answered."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

import oracle

from . import answers
from .answers import Answer
from .positions import acting, expected, one_of, position, replayed, seated, setup
from .selection import page, selected


def start(game: Any, asked: Answer, language: str) -> Answer:
    """The first state of a match; only here the service itself draws a seed, if none is given."""
    told = {name: asked[name] for name in asked if name not in {"views", "include", "script"}}
    chance = {"mode": "seeded", **told.get("chance", {})}
    if chance["mode"] == "seeded" and not chance.get("seed"):
        chance["seed"] = token_hex(16)
    outcome = game.start({**told, "chance": chance}, asked.get("script"))
    return answers.held(game, outcome.state, asked, language, outcome.events)


def legal_actions(game: Any, asked: Answer, language: str) -> Answer:
    """The decision and what may be done, all of it or a page."""
    state = position(game, asked)
    seat = seated(state, asked["player"], "/player") if "player" in asked else None
    listed = selected(game, game.listed(state, seat, language), asked)
    include = answers.included(asked)
    shown, following = page(listed, asked)
    answer = answers.about(game, state, language)
    answer["actions"] = [answers.worded(each, include) for each in shown]
    answer |= {"total": len(listed), "next": following}
    if "views" in asked:
        wanted = {**asked, "include": include | {"legal_actions"}}
        answer["views"] = answers.views(game, state, wanted, language, None)
    return answer


def check(game: Any, asked: Answer, language: str, *, explain: bool) -> Answer:
    """A verdict for each action, each judged on its own."""
    state = position(game, asked)
    verdicts = [game.judge(state, action, language, explain=explain) for action in acting(state, asked)]
    told = verdicts if asked["detail"] == "reasons" else [{"verdict": v.verdict} for v in verdicts]
    return {"verdicts": told, **answers.about(game, state, language)}


def explain(game: Any, asked: Answer, language: str) -> Answer:
    """Why each type of action is or is not possible now."""
    state = position(game, asked)
    seat = seated(state, asked["player"], "/player")
    explanations = game.explain(state, seat, asked.get("object"), language)
    return {"explanations": explanations, **answers.about(game, state, language)}


def resolve(game: Any, asked: Answer, language: str) -> Answer:
    """The actions carried out, all or none."""
    state = position(game, asked)
    try:
        outcome = game.resolve(state, acting(state, asked), asked.get("script"), language)
    except oracle.Undetermined as error:
        told: Answer = {"verdict": "undetermined", "depends_on": error.depends_on}
        return {**told, **answers.about(game, state, language)}
    if isinstance(outcome, oracle.Refusal):
        told = {"verdict": "illegal", "index": outcome.index, "violations": outcome.violations}
        return {**told, **answers.about(game, state, language)}
    return {"verdict": "legal", **answers.held(game, outcome.state, asked, language, outcome.events)}


def view(game: Any, asked: Answer, language: str) -> Answer:
    """What one seat, or a spectator, may know."""
    state = position(game, asked)
    own = game.view(state, seated(state, asked["player"], "/player"))
    return {"state": answers.carried(game, own), **answers.about(game, own, language)}


def validate(game: Any, asked: Answer, language: str) -> Answer:
    """The state in full, and everything that is impossible in it."""
    state, faults = game.validate(asked["state"])
    if state is None or faults:
        return {"valid": False, "state": None, "faults": faults}
    known = answers.about(game, state, language)
    return {"valid": True, "state": answers.carried(game, state), "faults": [], **known}


def replay(game: Any, asked: Answer, language: str) -> Answer:
    """The verdict on a whole match, or on what follows a state."""
    one_of(asked, "start", "state")
    start = asked["state"] if "state" in asked else setup(asked["start"], "/start")
    done = replayed(game, start, asked, "")
    told: Answer = {"verdict": done.verdict, "steps": done.steps}
    if done.verdict != "legal":
        told |= {"index": done.index, "violations": done.violations}
    else:
        expected(done.digest, asked)
    return {**told, **answers.held(game, done.state, asked, language)}
