"""What is done around every request: it is counted, bounded and logged."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from flask import Flask, Response, current_app, g, request

from app.config import Config
from app.wire.edge import REQUEST_ID
from app.wire.present import present
from app.wire.problems import Problem
from registry import open_tallies

from .logs import as_json
from .quotas import Counting, Shared

log = logging.getLogger("app.requests")

BEGUN = "rules_oracle.begun"
NOTHING: dict[str, Any] = {}
FREE = frozenset({"/livez", "/readyz", "/metrics", "/version"})


def watch(app: Flask, config: Config) -> None:
    """Watch over an application."""
    app.extensions["metrics"] = import_module("app.watch.metrics")
    app.extensions["quotas"] = Counting(config.quotas, shared=_shared(config))
    if config.logs == "json":
        as_json()
    app.before_request(partial(_begin, app.extensions["quotas"]))
    app.after_request(partial(_end, app.extensions["metrics"], config.logs == "json"))


def _shared(config: Config) -> Shared | None:
    """Counts shared through a store, where there is one that other workers use too."""
    if not (config.sharing or config.quota_url):
        return None
    return open_tallies(config.quota_url or config.registry_url or None, config.data).add


def spend(cost: int) -> None:
    """Count what a request asks for; a `Problem` where it is too much."""
    _spend(current_app.extensions["quotas"], request.environ, cost)


def _spend(counting: Counting, environ: Mapping[str, Any], cost: int) -> None:
    share = counting.spend(environ, cost)
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


def _begin(counting: Counting) -> None:
    environ = request.environ
    environ[BEGUN] = time.perf_counter()
    if environ["PATH_INFO"] not in FREE:
        _spend(counting, environ, 1)


def _end(metrics: Any, is_logging: bool, response: Response) -> Response:  # noqa: FBT001  bound, never called by hand
    now, known, asked = time.perf_counter(), g.__dict__, present()
    if "share" in known:
        response.headers.update(known["share"].fields)
    matched = asked.url_rule
    rule = "none" if matched is None else matched.rule
    seconds = now - asked.environ.get(BEGUN, now)
    game = getattr((asked.view_args or NOTHING).get("game"), "key", "")
    metrics.count("other" if matched is None else asked.method, rule, game, response.status_code, seconds)
    if known:
        _count(metrics, rule, game, known)
    if is_logging:
        log.info("answered", extra=_told(rule, response, seconds))
    return response


def count_problem(code: str) -> None:
    """Count a problem that is told inside of an answer."""
    current_app.extensions["metrics"].count_problem(_rule(), code)


def verdict_counted(game: Any, documents: Iterable[Any]) -> Iterator[Any]:
    """The same documents about a game; the last, which says what all of them came to, is counted by its verdict."""
    document = None
    for document in documents:
        yield document
    current_app.extensions["metrics"].count_answer(_rule(), game.key, document)


def _rule() -> str:
    return "none" if request.url_rule is None else request.url_rule.rule


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
