"""Health, version, the contract and the pages of problems."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app

import oracle
from app.decks.gauges import measure
from app.openapi import contract, render
from app.version import VERSION
from app.wire.operations import operation
from app.wire.pages import page, wants_page
from app.wire.problems import Kind, Problem, kinds
from app.wire.replies import conditional, kept, reply

from . import shapes

service = Blueprint("service", __name__)


@service.get("/livez")
@operation("getLiveness", tag="service", answer=shapes.Alive)
def livez() -> Response:
    """Whether the process answers; touches nothing else."""
    return reply({"status": "ok"})


@service.get("/readyz")
@operation("getReadiness", tag="service", answer=shapes.Ready)
def readyz() -> Response:
    """Whether everything answers; `degraded` means that only decks cannot be reached."""
    store = current_app.extensions["store"].health()
    return reply({"status": "ok" if store == "ok" else "degraded", "oracle": "ok", "registry": store})


@service.get("/metrics")
@operation("getMetrics", tag="service", media="text/plain", answer="Text")
def metrics() -> Response:
    """Numbers for Prometheus: requests by rule, game and verdict, of all workers of this server."""
    measure()
    numbers = current_app.extensions["metrics"]
    return Response(numbers.exposition(), content_type=numbers.CONTENT_TYPE)


@service.get("/version")
@operation("getVersion", tagged=True, tag="service", answer=shapes.Version)
def version() -> Response:
    """Which release this is, and which editions of which games it judges."""
    games = {game.key: list(game.editions) for game in oracle.games()}
    return kept({"version": VERSION, "games": games})


@service.get("/openapi.json")
@operation("getContractAsJson", tagged=True, tag="service", answer="Contract")
def openapi_json() -> Response:
    """This contract as JSON."""
    return kept(contract())


@service.get("/openapi.yaml")
@operation("getContractAsYaml", tagged=True, tag="service", media="application/yaml", answer="Contract")
def openapi_yaml() -> Response:
    """This contract as YAML, byte for byte the project's own file."""
    return conditional(Response(render(), mimetype="application/yaml"), 300)


@service.get("/problems")
@operation("listProblems", tagged=True, also={"text/html": "Page"}, tag="service", answer=shapes.Problems)
def problems() -> Response:
    """Every problem that an answer can be."""
    if wants_page():
        return conditional(
            page("problems.html", kinds=sorted(kinds().values(), key=lambda kind: (kind.status, kind.code))), 300
        )
    return kept({"problems": [_told(kind) for kind in kinds().values()]})


@service.get("/problems/<code>")
@operation(
    "getProblem",
    tagged=True,
    also={"text/html": "Page"},
    tag="service",
    answer=shapes.ProblemKind,
    problems=("unknown-problem",),
)
def problem(code: str) -> Response:
    """What a problem means and what to do about it."""
    kind = _kind(code)
    if wants_page():
        return conditional(page("problem.html", kind=kind, problem=None), 300)
    return kept(_told(kind))


def _kind(code: str) -> Kind:
    if code not in kinds():
        raise Problem("unknown-problem", f"No problem has the code {code[:60]!r}.")
    return kinds()[code]


def _told(kind: Kind) -> dict[str, Any]:
    return {
        "code": kind.code,
        "status": kind.status,
        "title": kind.title,
        "meaning": kind.meaning,
        "remedy": kind.remedy,
    }
