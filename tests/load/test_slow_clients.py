"""Clients that send or read a byte a second hold a connection, never a thread, and give way when there are too many."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import orjson
import pytest

from tests.load.callers import POSITION, Reply, Tally, ask, asked, connected, keep_asking, read, request
from tests.running import RunningServer

SLOW = 100
LISTING = asked("legal-actions")
ANSWER = orjson.dumps({"id": 1, "op": "legal-actions", "game": "maha-yodha", "body": {"state": POSITION}})
LARGE = request("POST", "/v1/batch", b"\n".join([ANSWER] * 20), "Content-Type: application/x-ndjson")


async def dribble(url: str, sent: bytes, whole: int) -> Reply:
    """All but the rest of a request at once, the rest a byte a second, until there is an answer."""
    async with connected(url) as (reader, writer):
        writer.write(sent[:whole])
        answer = asyncio.create_task(read(reader))
        for byte in sent[whole:]:
            await asyncio.wait([answer], timeout=1.0)
            if answer.done():
                break
            writer.write(bytes([byte]))
        return await answer


async def sip(url: str, sent: bytes, seconds: float) -> int:
    """Ask for a lot through a narrow window and read a byte a second; how many came."""
    place, loop = urlsplit(url), asyncio.get_running_loop()
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.settimeout(0)
        await loop.sock_connect(line, (place.hostname, place.port))
        await loop.sock_sendall(line, sent)
        came, end = 0, loop.time() + seconds
        while loop.time() < end and (part := await loop.sock_recv(line, 1)):
            came += len(part)
            await asyncio.sleep(1.0)
        return came


async def measured(url: str, seconds: float) -> Tally:
    """How ten ordinary clients fare."""
    tally = Tally()
    end = time.monotonic() + seconds
    await asyncio.gather(*(keep_asking(url, [LISTING], end, tally) for _ in range(10)))
    return tally


async def besieged(url: str) -> tuple[Tally, Tally, list[Reply], list[int]]:
    """Ordinary clients alone, then beside slow ones of three kinds."""
    alone = await measured(url, 3)
    in_heads = [asyncio.create_task(dribble(url, LISTING, 30)) for _ in range(SLOW)]
    in_bodies = [asyncio.create_task(dribble(url, LISTING, len(LISTING) - 60)) for _ in range(SLOW)]
    readers = [asyncio.create_task(sip(url, LARGE, 20)) for _ in range(SLOW)]
    await asyncio.sleep(3)
    beside = await measured(url, 10)
    assert not [task for task in (*in_heads, *in_bodies, *readers) if task.done()]
    return alone, beside, await asyncio.gather(*in_heads, *in_bodies), await asyncio.gather(*readers)


@pytest.mark.slow
@pytest.mark.server
def test_three_hundred_slow_clients_do_not_stop_the_others(
    start_server: Callable[..., RunningServer], record_property: Callable[[str, object], None]
) -> None:
    server = start_server()

    alone, beside, late, sipped = asyncio.run(besieged(server.url))

    record_property(
        "told",
        f"slow clients: {alone.answers / 3:.0f} answers/s alone, {beside.answers / 10:.0f} beside {3 * SLOW}; "
        f"p99 {alone.slowest(0.99):.3f} s -> {beside.slowest(0.99):.3f} s",
    )
    assert alone.troubles == beside.troubles == []
    assert set(beside.statuses) == {200}
    assert beside.slowest(0.99) < max(4 * alone.slowest(0.99), 0.5)
    assert {(reply.status, orjson.loads(reply.body)["code"]) for reply in late} == {(408, "request-timeout")}
    assert all(came > 5 for came in sipped)


@pytest.fixture
def many_files() -> Iterator[None]:
    """As many open files in this process as it may have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 8192), hard), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.slow
@pytest.mark.server
@pytest.mark.usefixtures("many_files")
def test_more_silent_clients_than_there_are_places_give_way(start_server: Callable[..., RunningServer]) -> None:
    server = start_server()
    place = urlsplit(server.url)

    with ExitStack() as crowd:
        for number in range(2_500):
            line = crowd.enter_context(socket.create_connection((place.hostname, place.port), timeout=10))
            line.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n" if number % 2 else b"")
        answers = [asyncio.run(ask(server.url, LISTING)).status for _ in range(20)]

    assert answers == [200] * 20


@pytest.mark.server
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_request_in_pieces_is_the_same_request(server: RunningServer, size: int) -> None:
    async def in_pieces(sent: bytes) -> bytes:
        async with connected(server.url) as (reader, writer):
            for start in range(0, len(sent), size):
                writer.write(sent[start : start + size])
                await asyncio.sleep(0)
            return (await read(reader)).body

    whole = asyncio.run(ask(server.url, LISTING)).body

    assert asyncio.run(in_pieces(LISTING)) == whole
    assert asyncio.run(in_pieces(chunked(LISTING))) == whole


def chunked(sent: bytes) -> bytes:
    """The same request in chunks, with a trailer."""
    head, _, body = sent.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.startswith(b"Content-Length")]
    parts = [body[start : start + 300] for start in range(0, len(body), 300)]
    written = b"".join(b"%x;note=1\r\n%s\r\n" % (len(part), part) for part in parts)
    return b"\r\n".join([*lines, b"Transfer-Encoding: chunked", b"", b""]) + written + b"0\r\nA: b\r\n\r\n"


@pytest.mark.server
def test_requests_that_come_at_once_are_answered_in_their_order(server: RunningServer) -> None:
    paths = ["/livez", "/nothing", "/version", "/v1/games/chess", "/livez"]

    async def all_at_once() -> list[int]:
        async with connected(server.url) as (reader, writer):
            writer.write(b"".join(request("GET", path) for path in paths))
            return [(await read(reader)).status for _ in paths]

    assert asyncio.run(all_at_once()) == [200, 404, 200, 404, 200]


@pytest.mark.server
def test_a_client_that_waits_to_be_asked_for_its_body_is_asked_once(server: RunningServer) -> None:
    head, _, body = LISTING.partition(b"\r\n\r\n")

    async def waiting() -> tuple[bytes, Reply]:
        async with connected(server.url) as (reader, writer):
            writer.write(head + b"\r\nExpect: 100-continue\r\n\r\n")
            told = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
            writer.write(body)
            return told, await read(reader)

    told, reply = asyncio.run(waiting())

    assert told == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert reply.status == 200


@pytest.mark.server
def test_a_body_beyond_all_limits_is_refused_before_it_is_sent(server: RunningServer) -> None:
    sent = (
        b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: 50000000\r\n\r\n"
    )

    reply = asyncio.run(ask(server.url, sent))

    assert (reply.status, orjson.loads(reply.body)["code"], reply.ends) == (413, "body-too-large", True)
