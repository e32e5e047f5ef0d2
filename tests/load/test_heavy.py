"""What one client may ask for ends within its budget, and the others hardly notice."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.load.callers import POSITION, Reply, Tally, ask, keep_asking
from tests.load.crowds import CROWDS
from tests.load.heavy import HEAVY, OF_THEIR_OWN, about, with_cards
from tests.load.test_load import memory
from tests.running import RunningServer

LISTING = about("legal-actions", POSITION)
LONGEST = 30.0


def processor(pid: int) -> float:
    """The seconds of the processor that the workers of a server have used."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    used = [Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:13] for child in children]
    return sum(int(ticks) for each in used for ticks in each) / os.sysconf("SC_CLK_TCK")


async def timed(url: str, sent: bytes) -> tuple[Reply, float]:
    """The answer to a request, and how long it took."""
    begun = time.monotonic()
    reply = await ask(url, sent)
    return reply, time.monotonic() - begun


@pytest.mark.slow
@pytest.mark.server
@pytest.mark.parametrize("says", HEAVY)
def test_each_ends_within_its_budget(server: RunningServer, says: str) -> None:
    before = processor(server.pid)
    reply = asyncio.run(ask(server.url, HEAVY[says]))

    assert processor(server.pid) - before < LONGEST
    assert reply.status in {200, 422}
    if reply.status == 422:
        told = orjson.loads(reply.body)
        assert told["code"] in {"request-budget-exceeded", "effect-budget-exceeded"}
        assert told["limit"]["name"] == "steps"


@pytest.mark.server
def test_abilities_without_measure_are_cut_before_they_have_taken_long(server: RunningServer) -> None:
    before = processor(server.pid)
    reply = asyncio.run(ask(server.url, HEAVY["an action that sets off 15,200 abilities about 1,900 objects"]))

    assert orjson.loads(reply.body)["code"] == "effect-budget-exceeded"
    assert processor(server.pid) - before < 10


LEGAL = {
    "maha-yodha": {"type": "play", "player": 0, "card": 2, "assign_to": 501},
    "mantle-magika": {"type": "pass", "player": 0},
    "muhq": {"type": "tap", "player": 0, "unit": 1},
}


@pytest.mark.server
@pytest.mark.parametrize("game", CROWDS)
def test_a_state_of_two_thousand_objects_is_valid_and_can_be_asked_about(server: RunningServer, game: str) -> None:
    state = CROWDS[game]()
    asked: dict[str, dict[str, Any]] = {
        "validate": {},
        "view": {"player": 0},
        "check": {"action": LEGAL[game]},
        "resolve": {"action": LEGAL[game]},
    }

    answers = {
        call: orjson.loads(asyncio.run(ask(server.url, about(call, state, **more))).body)
        for call, more in asked.items()
    }

    assert answers["validate"]["valid"] is True
    assert answers["validate"]["state"]["next_id"] > 1_900
    assert answers["view"]["state"]["players"][1].keys() == answers["validate"]["state"]["players"][1].keys()
    assert answers["check"]["verdicts"][0]["verdict"] == "legal"
    assert answers["resolve"]["verdict"] == "legal"


@pytest.mark.server
def test_the_rest_of_a_batch_is_refused_line_by_line(server: RunningServer) -> None:
    reply = asyncio.run(ask(server.url, HEAVY["500 lines as large as a batch may be"]))

    told = [orjson.loads(line) for line in reply.body.splitlines()]
    assert len(told) == 500
    assert {line["body"]["code"] for line in told if line["status"] == 422} == {"request-budget-exceeded"}
    assert told[-1]["status"] == 422


async def beside(url: str, heavy: list[bytes], seconds: float) -> tuple[Tally, Tally, Tally]:
    """Ordinary clients alone; then beside two clients that ask for as much as they may."""
    alone, with_others, burdens = Tally(), Tally(), Tally()
    await asyncio.gather(*(keep_asking(url, [LISTING], time.monotonic() + 3, alone) for _ in range(8)))
    end = time.monotonic() + seconds
    await asyncio.gather(
        *(keep_asking(url, heavy[start:] + heavy[:start], end, burdens) for start in (0, len(heavy) // 2)),
        *(keep_asking(url, [LISTING], end, with_others) for _ in range(8)),
    )
    return alone, with_others, burdens


@pytest.mark.slow
@pytest.mark.server
def test_the_others_hardly_notice(
    start_server: Callable[..., RunningServer], record_property: Callable[[str, object], None]
) -> None:
    server = start_server()

    alone, with_others, burdens = asyncio.run(beside(server.url, list(HEAVY.values()), 12))

    record_property(
        "told",
        f"beside {burdens.answers} heavy requests: p99 {alone.slowest(0.99):.3f} s -> "
        f"{with_others.slowest(0.99):.3f} s, the slowest heavy one {burdens.slowest(1):.1f} s",
    )
    assert alone.troubles == with_others.troubles == burdens.troubles == []
    assert set(with_others.statuses) == {200}
    assert set(burdens.statuses) <= {200, 422}
    assert with_others.slowest(0.99) < max(6 * alone.slowest(0.99), 0.75)


@pytest.mark.slow
@pytest.mark.server
@pytest.mark.parametrize("game", OF_THEIR_OWN)
def test_a_hundred_requests_with_as_many_sets_of_cards(
    start_server: Callable[..., RunningServer], record_property: Callable[[str, object], None], game: str
) -> None:
    server = start_server()

    async def all_sets(first: int) -> list[tuple[Reply, float]]:
        return [await timed(server.url, with_cards(number, game=game)) for number in range(first, first + 100)]

    warm = asyncio.run(all_sets(1000))
    before = memory(server.pid)
    told = asyncio.run(all_sets(0))

    slowest = max(seconds for _, seconds in told)
    record_property(
        "told",
        f"100 inline card sets of 100 cards, {game}: {slowest:.2f} s the slowest, memory {before} kB -> "
        f"{memory(server.pid)} kB",
    )
    assert {reply.status for reply, _ in warm + told} == {200}
    assert slowest < 5
    assert memory(server.pid) < before * 1.3
