"""Numbers for Prometheus: requests by URL rule, game and verdict; shared by all workers of a server.

This module is imported when an application is made, not before: the library looks for the folder of the
workers' numbers (`PROMETHEUS_MULTIPROC_DIR`) only as it is imported.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

CONTENT_TYPE = CONTENT_TYPE_LATEST
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library leaves it bare

OWN = CollectorRegistry()
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

REQUESTS = Counter("rules_oracle_requests", "Requests answered.", ("method", "rule", "game", "status"), registry=OWN)
SECONDS = Histogram(
    "rules_oracle_request_seconds", "Time from request to answer.", ("rule",), registry=OWN, buckets=BUCKETS
)
VERDICTS = Counter("rules_oracle_verdicts", "Verdicts given.", ("rule", "game", "verdict"), registry=OWN)
REFUSED = Counter("rules_oracle_refused", "Requests that met a problem.", ("rule", "code"), registry=OWN)


def count(method: str, rule: str, game: str, status: int, seconds: float) -> None:
    """Count a request that was answered."""
    requests, took = series(method, rule, game, status)
    requests.inc()
    took.observe(seconds)


@cache
def series(method: str, rule: str, game: str, status: int) -> tuple[Any, Any]:
    """The two series of such requests; there are as many as rules, games and statuses."""
    return REQUESTS.labels(method, rule, game, str(status)), SECONDS.labels(rule)


def count_answer(rule: str, game: str, answer: Any) -> None:
    """Count what the answer says: its verdicts."""
    for verdict in verdicts(answer):
        VERDICTS.labels(rule, game, verdict).inc()


def count_problem(rule: str, code: str) -> None:
    """Count a problem."""
    REFUSED.labels(rule, code).inc()


def count_refusal(code: str, status: int) -> None:
    """Count a request that the server refused before the application saw it."""
    REQUESTS.labels("other", "none", "", str(status)).inc()
    count_problem("none", code)


def verdicts(answer: Any) -> Iterator[str]:
    """The verdicts that an answer holds."""
    if not isinstance(answer, dict):
        found = getattr(answer, "verdict", None)
        if isinstance(found, str):
            yield found
        return
    if isinstance(answer.get("verdict"), str):
        yield answer["verdict"]
    for each in answer.get("verdicts", ()):
        yield each["verdict"] if isinstance(each, dict) else each.verdict


def exposition() -> bytes:
    """All numbers in Prometheus's text format, those of every worker where there are several."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(OWN)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library leaves it bare
    return generate_latest(registry)
