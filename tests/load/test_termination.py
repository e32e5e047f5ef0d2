"""A server that is told to stop finishes everything that it was asked before."""

from __future__ import annotations

import asyncio
import math
import signal
import time
from collections.abc import Callable
from itertools import repeat

import orjson
import pytest

from tests.load.callers import POSITION, Tally, asked, connected, one_after_another, read, request
from tests.load.test_load import REGISTER
from tests.running import RunningServer

CLIENTS = 200
LINE = orjson.dumps({"id": 1, "op": "legal-actions", "game": "maha-yodha", "body": {"state": POSITION}})
LONG = request("POST", "/v1/batch", b"\n".join([LINE] * 150), "Content-Type: application/x-ndjson")
SHORT = asked("legal-actions")
ONCE = request("GET", "/v1/games", b"", "Connection: close")


async def until_told(url: str, sent: bytes, tally: Tally) -> None:
    """Ask until nobody takes a new connection any more."""
    try:
        while True:
            async with connected(url) as line:
                await one_after_another(line, repeat(sent), math.inf, tally)
    except ConnectionRefusedError:
        return
    except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
        tally.troubles.append(repr(error))


async def in_two_halves(url: str, told: asyncio.Event, tally: Tally) -> None:
    """A request whose second half comes after the signal."""
    async with connected(url) as (reader, writer):
        writer.write(SHORT[:500])
        await told.wait()
        await asyncio.sleep(1.0)
        try:
            writer.write(SHORT[500:])
            tally.note(await asyncio.wait_for(read(reader), 30), 0)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            tally.troubles.append(f"in two halves: {error!r}")


async def stopped_midway(server: RunningServer, tally: Tally) -> None:
    """All clients ask, and in the middle of it the server gets its signal."""
    told = asyncio.Event()
    kinds = [ONCE, *[SHORT] * 6, REGISTER, REGISTER, LONG]
    clients = [asyncio.create_task(until_told(server.url, kinds[n % len(kinds)], tally)) for n in range(CLIENTS)]
    clients += [asyncio.create_task(in_two_halves(server.url, told, tally)) for _ in range(5)]
    await asyncio.sleep(4.0)
    server.process.send_signal(signal.SIGTERM)
    told.set()
    await asyncio.gather(*clients)


@pytest.mark.slow
@pytest.mark.server
def test_a_signal_in_the_middle_finishes_every_request(
    start_server: Callable[..., RunningServer], record_property: Callable[[str, object], None]
) -> None:
    server, tally = start_server(), Tally()

    asyncio.run(stopped_midway(server, tally))
    begun = time.monotonic()

    assert tally.troubles == []
    assert set(tally.statuses) == {200, 201}
    assert server.process.wait(40) == 0
    record_property(
        "told",
        f"termination: {tally.answers} answers, {tally.statuses[201]} of them kept decks, to {CLIENTS} clients "
        f"around the signal, none lost; "
        f"ended {time.monotonic() - begun:.1f} s after the last",
    )
