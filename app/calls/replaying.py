"""Whole matches: their verdict, and the way there step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import oracle
from app.wire import errors
from app.wire.problems import Complaint
from app.wire.schemas import refused

from . import answers
from .answers import Answer, Change
from .positions import actions, expected, one_of, setup


def replay(game: Any, asked: Answer, language: str) -> Answer:
    """The verdict on a whole match, or on what follows a state."""
    *_, last = followed(game, asked, language)
    return last


def followed(game: Any, asked: Answer, language: str, *, stepwise: bool = False) -> Iterator[Answer]:
    """The match step by step, if that is wanted, and its verdict last."""
    one_of(asked, "start", "state")
    start = asked["state"] if "state" in asked else setup(game, asked["start"], "/start")
    moves = actions(game, asked["actions"], "")
    at, kept, done = asked.get("at"), None, None
    if at is not None and at > len(moves):
        raise refused([Complaint("out_of_range", f"The match has {len(moves)} actions.", "/at")], 1)
    try:
        for done in game.follow(start, moves, asked.get("script")):
            kept = game.copy(done.state) if done.steps == at and kept is None else kept
            if stepwise:
                yield step(game, done, moves, asked, language)
    except oracle.InvalidSetup as error:
        raise refused(errors.complaints(error.faults, "invalid-setup", "/start"), 50) from None
    yield verdict(game, done, kept, asked, language)


def step(game: Any, done: Any, moves: list[Any], asked: Answer, language: str) -> Answer:
    """One step of a match: what was done, what happened and what is to be decided."""
    told: Answer = {"steps": done.steps, "verdict": "legal" if done.refused is None else "illegal"}
    if done.refused is not None:
        return told | {"action": moves[done.steps], "violations": done.refused.violations}
    if done.steps:
        told["action"] = moves[done.steps - 1]
    include = answers.included(asked) - {"state", "legal_actions"}
    wanted = {**asked, "include": include}
    return told | answers.told(game, done.state, None, wanted, language, Change(done.events))


def verdict(game: Any, done: Any, kept: Any, asked: Answer, language: str) -> Answer:
    """What the match came to."""
    told: Answer = {"verdict": "legal", "steps": done.steps}
    if done.refused is not None:
        told |= {"verdict": "illegal", "index": done.steps, "violations": done.refused.violations}
    else:
        expected(game.digest(done.state), asked)
    shown = done.state if kept is None else kept
    return told | answers.held(game, shown, asked, language, Change(None, asked.get("state")))
