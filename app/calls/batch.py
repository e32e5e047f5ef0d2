"""Many calls in one request, a line each (NDJSON), answered line by line in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import orjson
from flask import current_app, request

from app.config import Limits
from app.decks import answers as deck_answers
from app.decks.asking import note_miss
from app.decks.references import with_decks, with_lists, written_out
from app.decks.schemas import DeckChecking
from app.wire.bodies import parse
from app.wire.errors import problem_document
from app.wire.fields import AtMost, Loose, OneOf, Scalar, Text
from app.wire.games import game_of
from app.wire.languages import language
from app.wire.problems import Problem
from app.wire.replies import encoded
from app.wire.schemas import Asked, load
from app.wire.work import Work
from registry import DeckNotFound

from . import asks, replaying, schemas

Answer = dict[str, Any]

RULE = "/v1/batch"


@dataclass(frozen=True, slots=True)
class Call:
    """What one word of `op` means: how its body is read, how it is answered, and how large it may be."""

    body: type[Asked]
    ask: Callable[[Any, Answer, str], Any]
    limit: str = "state_body"


def start(game: Any, asked: Answer, language: str) -> Answer:
    """The first state of a match, its decks written out."""
    return asks.start(game, with_decks(asked, game), language)


def sample(game: Any, asked: Answer, language: str) -> Answer:
    """Full states for a view, the assumed lists written out."""
    return asks.sample(game, with_lists(asked, game), language)


def check_deck(game: Any, asked: Answer, language: str) -> Any:
    """The verdict on a deck."""
    return deck_answers.verdict(game, written_out(asked["deck"], game), language)


CALLS = {
    "start": Call(schemas.Starting, start, "body"),
    "legal-actions": Call(schemas.Listing, asks.legal_actions),
    "check": Call(schemas.Checking, asks.check),
    "explain": Call(schemas.Explaining, asks.explain),
    "resolve": Call(schemas.Resolving, asks.resolve),
    "view": Call(schemas.Viewing, asks.view),
    "validate": Call(schemas.Validating, asks.validate),
    "replay": Call(schemas.Replaying, replaying.replay, "replay_body"),
    "outcomes": Call(schemas.Foreseeing, asks.outcomes),
    "sample": Call(schemas.Sampling, sample),
    "decks/check": Call(DeckChecking, check_deck, "body"),
}


class Line(Asked):
    """One line: what the answer is recognised by, what is asked, of which game, with which body."""

    id = Scalar(load_default=None, allow_none=True)
    op = Text(required=True, validate=OneOf(tuple(CALLS)))
    game = Text(required=True, validate=AtMost(60))
    body = Loose(required=True)


def items(raw: bytes, limits: Limits) -> list[bytes]:
    """The lines of a batch; raises where there are more than one batch may have."""
    found = [line for line in raw.splitlines() if line.strip()]
    if len(found) > limits.batch_items:
        raise Problem(
            "body-too-large",
            f"The batch has {len(found)} lines; {limits.batch_items} are answered at once.",
            more={"limit": {"name": "batch_items", "value": limits.batch_items}},
        )
    return found


def answered(lines: list[bytes], limits: Limits) -> Iterator[Answer]:
    """The answer to each line; whatever goes wrong in one stays there.

    Once the batch has used up the work that one request may be, the rest is not looked into.
    """
    work = Work.current()
    for line in lines:
        yield unread(line, limits) if work is not None and work.is_spent else one(line, limits)


def unread(raw: bytes, limits: Limits) -> Answer:
    """What a line gets for which no work is left."""
    detail = f"The lines before took the {limits.steps} steps, or the {limits.seconds} seconds, that a request has."
    more = {"limit": {"name": "steps", "value": limits.steps}}
    problem = problem_document(Problem("request-budget-exceeded", detail, more=more))
    return {"id": name_of(raw), "status": problem["status"], "body": problem}


def name_of(raw: bytes) -> str | int | None:
    """The id of a line, as far as it has one."""
    try:
        document = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    name = document.get("id") if isinstance(document, dict) else None
    return name if isinstance(name, (str, int)) else None


def one(raw: bytes, limits: Limits) -> Answer:
    """One line answered."""
    try:
        line = load(Line, parse(raw, limits.depth + 1), limits.errors)
        # Written here already: what cannot be written is one line's fault as well.
        return {"id": line["id"], "status": 200, "body": orjson.Fragment(encoded(asked(line, len(raw), limits)))}
    except Exception as error:  # noqa: BLE001 - one bad line never spoils the rest
        if isinstance(error, DeckNotFound):
            note_miss()
        problem = problem_document(error)
        return {"id": name_of(raw), "status": problem["status"], "body": problem}


def asked(line: Answer, size: int, limits: Limits) -> Any:
    """What the call of a line answers."""
    call = CALLS[line["op"]]
    most = getattr(limits, call.limit)
    if size > most:
        more = {"limit": {"name": call.limit, "value": most}}
        raise Problem(
            "body-too-large", f"The line is larger than {most} bytes, which is all this call reads.", more=more
        )
    game = game_of(line["game"])
    told = call.ask(game, load(call.body, line["body"], limits.errors, game), language(request, game.languages))
    current_app.extensions["metrics"].count_answer(RULE, game.key, told)
    return told
