"""The oracle calls as addresses: parse, ask, answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, request

from app.board import board
from app.decks.references import with_decks, with_lists
from app.decks.views import NAMING
from app.watch.hooks import spend, verdict_counted
from app.wire.bodies import NDJSON
from app.wire.languages import language
from app.wire.operations import Operation, View, operation
from app.wire.queries import Language
from app.wire.replies import reply
from app.wire.streams import lines, wants_lines

from . import asks, replaying, schemas, shapes
from .batch import answered, items

PLAIN = "text/plain"

SETUP_PROBLEMS = (
    "invalid-setup",
    "invalid-cards",
    "unknown-set",
    "set-unavailable",
    "script-refused",
    *NAMING,
)
STATE_PROBLEMS = (
    "invalid-state",
    "edition-not-served",
    *SETUP_PROBLEMS,
    "digest-mismatch",
    "seed-missing",
    "match-not-legal",
    "request-budget-exceeded",
    "effect-budget-exceeded",
)
ACTION_PROBLEMS = ("malformed-action", *STATE_PROBLEMS)
SAMPLE_PROBLEMS = ("hidden-state-needed", *STATE_PROBLEMS)
CHANCE_PROBLEMS = ("hidden-state-needed", *ACTION_PROBLEMS)

batches = Blueprint("batches", __name__, url_prefix="/v1")
calls = Blueprint("calls", __name__, url_prefix="/v1/games/<game>")


def call(
    id: str, body: Any, answer: Any, problems: tuple[str, ...], limit: str, also: dict[str, str] | None = None
) -> Callable[[View], Operation]:
    """An operation that asks the oracle; all of them choose their language alike."""
    return operation(
        id,
        tag="oracle",
        also=also or {},
        body=body,
        query=Language if body is not schemas.Checking else schemas.Reasons,
        answer=answer,
        problems=problems,
        limit=limit,
    )


@batches.post("/batch")
@operation("runBatch", tag="oracle", lines=True, media=NDJSON, answer="BatchAnswers", limit="batch_body")
def batch(raw: bytes) -> Response:
    """Many calls, each `{"id", "op", "game", "body"}` on a line; answered in order by `{"id", "status", "body"}`."""
    limits = current_app.extensions["config"].limits
    found = items(raw, limits)
    spend(max(len(found) - 1, 0))
    return lines(answered(found, limits))


@calls.post("/start")
@call("startMatch", schemas.Starting, shapes.Held, SETUP_PROBLEMS, "body")
def start(game: Any, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """The first state of a match."""
    setup = with_decks(asked, game)
    return reply(asks.start(game, setup, language(request, game.languages)))


@calls.post("/legal-actions")
@call("listLegalActions", schemas.Listing, shapes.LegalActions, STATE_PROBLEMS, "state_body")
def legal_actions(game: Any, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """Everything that may be done now."""
    return reply(asks.legal_actions(game, asked, language(request, game.languages)))


@calls.post("/check")
@call("checkActions", schemas.Checking, shapes.Verdicts, ACTION_PROBLEMS, "state_body")
def check(game: Any, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """A verdict on each action, with every clause that it breaks."""
    asked["explain"] = query["explain"] == "true"
    return reply(asks.check(game, asked, language(request, game.languages)))


@calls.post("/explain")
@call("explainActions", schemas.Explaining, shapes.Explanations, STATE_PROBLEMS, "state_body")
def explain(game: Any, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """Why each type of action is or is not possible now."""
    return reply(asks.explain(game, asked, language(request, game.languages)))


@calls.post("/resolve")
@call("resolveActions", schemas.Resolving, shapes.Resolved, CHANCE_PROBLEMS, "state_body")
def resolve(game: Any, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """What actions lead to; all of them are carried out, or none."""
    return reply(asks.resolve(game, asked, language(request, game.languages)))


@calls.post("/view")
@call("viewState", schemas.Viewing, shapes.Viewed, STATE_PROBLEMS, "state_body", also={PLAIN: "BoardText"})
def view(game: Any, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """The state as one seat, or a spectator, may know it; as `text/plain` a board of 80 columns."""
    if request.accept_mimetypes[PLAIN] > request.accept_mimetypes["application/json"]:
        state = asks.seen(game, asked)
        return Response(board(game, state, language(request, game.languages)), mimetype=PLAIN)
    return reply(asks.view(game, asked, language(request, game.languages)))


@calls.post("/validate")
@call("validateState", schemas.Validating, shapes.Validated, (), "state_body")
def validate(game: Any, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """The state in its full form, or everything that is impossible in it."""
    return reply(asks.validate(game, asked, language(request, game.languages)))


@calls.post("/replay")
@call("replayMatch", schemas.Replaying, shapes.Replayed, CHANCE_PROBLEMS, "replay_body", also={NDJSON: "ReplayLines"})
def replay(game: Any, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """The verdict on a whole match; as NDJSON step by step."""
    tongue = language(request, game.languages)
    if wants_lines(request):
        return lines(verdict_counted(game, replaying.followed(game, asked, tongue, stepwise=True)))
    return reply(replaying.replay(game, asked, tongue))


@calls.post("/outcomes")
@call("listOutcomes", schemas.Foreseeing, shapes.Foreseen, CHANCE_PROBLEMS, "state_body")
def outcomes(game: Any, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """Everything that can come of one action, with exact probabilities, or a seeded sample of it."""
    return reply(asks.outcomes(game, asked, language(request, game.languages)))


@calls.post("/sample")
@call("sampleStates", schemas.Sampling, shapes.Sampled, SAMPLE_PROBLEMS, "state_body")
def sample(game: Any, query: dict[str, Any], asked: dict[str, Any]) -> Response:
    """Full states that one seat cannot tell from the real one."""
    asked = with_lists(asked, game)
    return reply(asks.sample(game, asked, language(request, game.languages)))
