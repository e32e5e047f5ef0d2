"""Quotas over several workers: counted together through the store, alone while it is away."""

from __future__ import annotations

import http.client
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from app.watch.quotas import Counting, Quotas
from registry import RegistryUnavailable
from tests.running import RunningServer

ASKING = {"REMOTE_ADDR": "203.0.113.1"}
QUOTA = 40


class Board:
    """The counts that several processes share, as a store would keep them."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.asked = 0
        self.away = False

    def add(self, name: str, cost: int, window: float) -> tuple[int, float]:
        """Count more under a name."""
        self.asked += 1
        if self.away:
            raise RegistryUnavailable("away")
        self.counts[name] = self.counts.get(name, 0) + cost
        return self.counts[name], window


def passed(workers: list[Counting], times: int) -> int:
    """How many of so many requests, to each worker in turn, are let through."""
    shares = [workers[number % len(workers)].spend(ASKING, 1) for number in range(times)]
    return sum(not share.exceeded for share in shares if share)


def test_workers_count_together() -> None:
    board, clock = Board(), lambda: 1_000.0
    workers = [Counting(Quotas(a_minute=1_000), clock, board.add) for _ in range(4)]

    let_through = passed(workers, 4_000)

    assert 1_000 <= let_through <= 1_000 + 4 * 1_000 // 50
    assert board.asked <= 4 * 60


def test_what_others_counted_is_told_at_the_next_request() -> None:
    board, now = Board(), [1_000.0]
    one, other = (Counting(Quotas(a_minute=100), lambda: now[0], board.add) for _ in range(2))

    for _ in range(60):
        one.spend(ASKING, 1)
    now[0] += 2
    share = other.spend(ASKING, 1)

    assert share is not None
    assert 39 <= share.left <= 41


def test_while_the_store_is_away_each_counts_for_itself_and_asks_seldom() -> None:
    board, now = Board(), [1_000.0]
    worker = Counting(Quotas(a_minute=100), lambda: now[0], board.add)
    board.away = True

    assert passed([worker], 150) == 100
    assert board.asked == 1

    board.away, now[0] = False, now[0] + 6
    assert passed([worker], 1) == 0
    assert board.asked == 2


@pytest.mark.server
def test_a_running_server_counts_over_its_workers_and_goes_on_without_its_store(
    start_server: Callable[..., RunningServer],
) -> None:
    limits = {"REQUESTS_A_MINUTE": str(QUOTA), "TRUSTED_PROXIES": "127.0.0.0/8"}
    server = start_server(workers=3, environment=limits)

    def asked(address: str) -> tuple[int, str]:
        line = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
        line.request("GET", "/v1/games", headers={"X-Forwarded-For": address})
        reply = line.getresponse()
        reply.read()
        line.close()
        return reply.status, reply.headers["RateLimit"]

    told = [asked("198.51.100.7") for _ in range(2 * QUOTA)]
    statuses = [status for status, _ in told]

    assert QUOTA <= statuses.count(200) <= QUOTA + 3
    assert statuses.count(429) == 2 * QUOTA - statuses.count(200)
    assert all(re.fullmatch(r'"address";r=\d+;t=\d+', field) for _, field in told)

    server.stop_store()
    assert {asked("198.51.100.8")[0] for _ in range(10)} == {200}
