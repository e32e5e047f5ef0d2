"""What is done around every request: it is counted, bounded and logged."""

from __future__ import annotations

import logging
import time
from importlib import import_module
from typing import Any

from flask import Flask, Response, current_app, g, request

from app.config import Config
from app.wire.edge import REQUEST_ID
from app.wire.problems import Problem

from .logs import as_json
from .quotas import Counting

log = logging.getLogger("app.requests")

NOTHING: dict[str, Any] = {}
FREE = frozenset({"/livez", "/readyz", "/metrics", "/version"})


def watch(app: Flask, config: Config) -> None:
    """Watch over an application."""
    app.extensions["metrics"] = import_module("app.watch.metrics")
    app.extensions["quotas"] = Counting(config.quotas)
    if config.logs == "json":
        as_json()
    app.before_request(_begin)
    app.after_request(_end)


def spend(cost: int) -> None:
    """Count what a request asks for; a `Problem` where it is too much."""
    counting: Counting = current_app.extensions["quotas"]
    share = counting.spend(request.environ, cost)
    if share is None:
        return
    g.share = share
    if share.exceeded:
        raise Problem(
            "too-many-requests",
            f"More than {share.quota} requests in a minute, counted by {share.policy}; "
            f"go on in {share.seconds} seconds.",
            more={"policy": share.policy, "quota": share.quota, "seconds": share.seconds},
            headers={"Retry-After": str(share.seconds)},
        )


def _begin() -> None:
    g.begun = time.perf_counter()
    if request.path not in FREE:
        spend(1)


def _end(response: Response) -> Response:
    now, known, matched = time.perf_counter(), g.__dict__, request.url_rule
    if "share" in known:
        response.headers.update(known["share"].fields)
    rule = "none" if matched is None else matched.rule
    extensions, seconds = current_app.extensions, now - known.get("begun", now)
    game = getattr((request.view_args or NOTHING).get("game"), "key", "")
    extensions["metrics"].count(
        "other" if matched is None else request.method, rule, game, response.status_code, seconds
    )
    _count(extensions["metrics"], rule, game, known)
    if extensions["config"].logs == "json":
        log.info("answered", extra=_told(rule, response, seconds))
    return response


def _count(metrics: Any, rule: str, game: str, known: dict[str, Any]) -> None:
    if "answered" in known:
        metrics.count_answer(rule, game, known["answered"])
    if "problem" in known:
        metrics.count_problem(rule, known["problem"])


def _told(rule: str, response: Response, seconds: float) -> dict[str, Any]:
    """What the log says of a request: its rule and not its path, which may name a private deck."""
    return {
        "request_id": request.environ.get(REQUEST_ID, ""),
        "method": request.method,
        "rule": rule,
        "status": response.status_code,
        "problem": g.get("problem"),
        "milliseconds": round(seconds * 1000, 3),
        "received": request.content_length or 0,
    }
