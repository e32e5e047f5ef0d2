"""Many clients at once in one process, each on a plain connection of its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from urllib.parse import urlsplit

import orjson

from tests.http.talking import GAME, JSON

POSITION = orjson.loads(Path(__file__).parents[1].joinpath("http", "position.json").read_bytes())
PATIENCE = 60.0


@dataclass(frozen=True)
class Reply:
    """What came back on a connection."""

    status: int
    fields: dict[str, str]
    body: bytes

    @property
    def ends(self) -> bool:
        """Whether the server closes the connection behind it."""
        return self.fields.get("connection") == "close"


@dataclass
class Tally:
    """What many clients met."""

    statuses: dict[int, int] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def note(self, reply: Reply, seconds: float) -> None:
        """Count an answer."""
        self.statuses[reply.status] = self.statuses.get(reply.status, 0) + 1
        self.seconds.append(seconds)

    @property
    def answers(self) -> int:
        """How many answers came."""
        return sum(self.statuses.values())

    def slowest(self, share: float) -> float:
        """The time within which that share of the answers came."""
        return sorted(self.seconds)[min(int(len(self.seconds) * share), len(self.seconds) - 1)]


def request(method: str, path: str, body: bytes = b"", *more: str) -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *more]
    if body:
        lines += [f"Content-Length: {len(body)}", *([] if any("Content-Type" in m for m in more) else [TYPE])]
    return "\r\n".join([*lines, "", ""]).encode() + body


TYPE = f"Content-Type: {JSON}"


def asked(call: str, **body: object) -> bytes:
    """A call of the oracle about the position of these tests."""
    return request("POST", f"{GAME}/{call}", orjson.dumps({"state": POSITION, **body}))


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Line]:
    """A connection to the server, closed at the end."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=2**20)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def read(reader: asyncio.StreamReader) -> Reply:
    """The next answer on a connection; raises where it is not whole."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    status = int(first.split()[1])
    if fields.get("transfer-encoding") == "chunked":
        return Reply(status, fields, await _chunks(reader))
    return Reply(status, fields, await reader.readexactly(int(fields.get("content-length", 0))))


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += (await reader.readexactly(size + 2))[:-2]
    await reader.readexactly(2)
    return body


async def ask(url: str, sent: bytes) -> Reply:
    """One answer on a connection of its own."""
    async with connected(url) as (reader, writer):
        writer.write(sent)
        return await asyncio.wait_for(read(reader), PATIENCE)


async def keep_asking(url: str, requests: list[bytes], end: float, tally: Tally) -> None:
    """Ask one thing after another on one connection until the time is over; whatever fails is noted."""
    asked = iter(cycle(requests))
    try:
        while time.monotonic() < end:
            async with connected(url) as line:
                await one_after_another(line, asked, end, tally)
    except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
        tally.troubles.append(repr(error))


async def one_after_another(line: Line, asked: Iterator[bytes], end: float, tally: Tally) -> None:
    """Ask on one connection until the time is over or the server closes it."""
    reader, writer = line
    while time.monotonic() < end:
        begun = time.monotonic()
        writer.write(next(asked))
        reply = await asyncio.wait_for(read(reader), PATIENCE)
        tally.note(reply, time.monotonic() - begun)
        if reply.ends:
            return
