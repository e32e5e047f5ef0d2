"""Two hundred clients at once for half a minute, against the server as it ships."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from tests.load.callers import POSITION, Tally, ask, asked, keep_asking, request
from tests.running import RunningServer

CLIENTS = 200
WARM_UP = 8.0
SECONDS = 30.0

MATCH = orjson.dumps({"state": POSITION, "actions": [{"type": "end_placement", "player": 0}]})
LINE = orjson.dumps({"id": 1, "op": "check", "game": "maha-yodha", "body": orjson.loads(MATCH)})
DECK = {
    "game": "maha-yodha",
    "name": "Load",
    "format": "preconstructed",
    "sections": {"deck": [{"card": "rama", "count": 2}]},
    "options": {"army": "aditya"},
}
REGISTER = request("POST", "/v1/decks", orjson.dumps({"deck": DECK}))
REQUESTS = [
    asked("legal-actions"),
    asked("check", action={"type": "end_placement", "player": 0}),
    asked("resolve", action={"type": "end_placement", "player": 0}, include=["state", "legal_actions", "events"]),
    asked("view", player=1),
    asked("legal-actions", plaier=0),
    request("GET", "/v1/games"),
    request("GET", "/v1/games/maha-yodha/cards", b"", "Accept-Encoding: gzip"),
    request("POST", "/v1/games/maha-yodha/replay", MATCH, "Accept: application/x-ndjson"),
    request("POST", "/v1/batch", b"\n".join([LINE] * 3), "Content-Type: application/x-ndjson"),
    request("GET", "/nothing", b"", "Accept: text/html"),
]
EXPECTED = {200, 201, 404, 422}
WRITES = 3


def memory(pid: int) -> int:
    """The kilobytes that the workers of a server hold for themselves."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(held(Path(f"/proc/{child}/status").read_text()) for child in children)


def held(status: str) -> int:
    """The resident memory of a process."""
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def about_decks(made: dict[str, str]) -> list[bytes]:
    """Decks that are kept, read and changed; each write waits for the disk."""
    here, owner = f"/v1/decks/{made['id']}", (f"Authorization: Bearer {made['token']}", "If-Match: *")
    change = request("PATCH", here, orjson.dumps({"name": "Heavy load"}), *owner)
    return [request("GET", here), change, *[REGISTER] * WRITES]


async def crowd(url: str, seconds: float, tally: Tally) -> None:
    """All clients at once, each beginning with another request."""
    requests = [*REQUESTS, *about_decks(orjson.loads((await ask(url, REGISTER)).body))]
    end = time.monotonic() + seconds
    turned = [requests[number % len(requests) :] + requests[: number % len(requests)] for number in range(CLIENTS)]
    await asyncio.gather(*(keep_asking(url, each, end, tally) for each in turned))


@pytest.mark.slow
@pytest.mark.server
def test_two_hundred_clients_for_half_a_minute(
    start_server: Callable[..., RunningServer], record_property: Callable[[str, object], None]
) -> None:
    server = start_server()
    warm, tally = Tally(), Tally()
    asyncio.run(crowd(server.url, WARM_UP, warm))
    before = memory(server.pid)

    asyncio.run(crowd(server.url, SECONDS, tally))
    after = memory(server.pid)

    record_property(
        "told",
        f"load: {CLIENTS} connections, {SECONDS:.0f} s, {tally.answers} answers, {tally.statuses[201]} decks kept, "
        f"p50 {tally.slowest(0.5):.3f} s, "
        f"p99 {tally.slowest(0.99):.3f} s, memory {before} -> {after} kB ({after / before - 1:+.1%})",
    )
    assert warm.troubles == tally.troubles == []
    assert set(tally.statuses) <= EXPECTED, tally.statuses
    assert tally.answers > CLIENTS * 5
    assert tally.statuses[201] * 10 > tally.answers
    assert after <= before * 1.10
