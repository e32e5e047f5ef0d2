"""One connection, from the first byte to the last."""

from __future__ import annotations

from enum import Enum, auto
from socket import SHUT_WR, socket
from typing import Any

from gunicorn.http.parser import RequestParser

from .framing import Framing
from .outgoing import Outgoing

PART = 256 * 1024
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
PATIENCE = 30.0
LEAST_A_SECOND = 1024
LINGER = 2.0
DISCARDED = 64 * 1024 * 1024


class Stage(Enum):
    """What is waited for: the client's request, a thread's answer, the client's reading of it, or its good-bye."""

    READING = auto()
    ANSWERING = auto()
    SENDING = auto()
    LEAVING = auto()
    GONE = auto()


class Ended:
    """The source behind a request that is whole: there is nothing more in it."""

    def recv(self, _: int) -> bytes:
        """Nothing."""
        return b""


class Caller:
    """A client's connection; gunicorn reads `sock`, `client` and `server` of it."""

    sock: Outgoing

    def __init__(self, raw: socket, client: Any, server: Any, most: int, now: float) -> None:
        raw.settimeout(0)
        self.raw = raw
        self.client = client
        self.server = server
        self.most = most
        self.stage = Stage.READING
        self.received = bytearray()
        self.framing = Framing(most)
        self.since = now
        self.discarded = 0
        self.keeps = False

    def receive(self, now: float) -> int | None:
        """Take what has come: how many bytes (0: the client sends no more), `None` for nothing yet."""
        try:
            part = self.raw.recv(PART)
        except BlockingIOError:
            return None
        except OSError:
            return 0
        if not self.received:
            self.since = now
        self.received += part
        return len(part)

    def discard(self) -> bool:
        """Read on without a look, so that an answer is not lost to a client that still sends; whether to go on so."""
        try:
            part = self.raw.recv(PART)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.discarded += len(part)
        return bool(part) and self.discarded < DISCARDED

    def ends(self) -> int | None:
        """Where the first request received ends, once it does; a client that waits to be asked for a body is asked."""
        end = self.framing.ends(self.received)
        if end is None and self.framing.expects:
            self.framing.expects = False
            self.sock.sendall(CONTINUE)
        return end

    def skip(self) -> int:
        """Leave out empty lines before a request, which some clients send; how many bytes they were."""
        before = len(self.received)
        while not self.framing.seen and self.received[:2] == b"\r\n":
            del self.received[:2]
        return before - len(self.received)

    def take(self, end: int, cfg: Any) -> RequestParser:
        """The parser of the request, which finds all of it and nothing behind it."""
        parser = RequestParser(cfg, Ended(), self.client)
        parser.unreader.unread(bytes(self.received[:end]))
        del self.received[:end]
        return parser

    def begin(self, now: float) -> None:
        """Wait for the next request."""
        self.stage, self.since, self.keeps = Stage.READING, now, False
        self.framing = Framing(self.most)

    def leave(self, now: float) -> None:
        """Say that nothing more comes, and wait for the client to have read it."""
        self.stage, self.since = Stage.LEAVING, now
        self.received.clear()
        self.raw.shutdown(SHUT_WR)

    def is_late(self, now: float, idle: float) -> bool:
        """Whether the client has had the time that it has; `idle` is that between two requests."""
        waited = now - self.since
        if self.stage is Stage.READING:
            return waited > (PATIENCE + len(self.received) / LEAST_A_SECOND if self.received else idle)
        return (self.stage is Stage.SENDING and waited > PATIENCE) or (
            self.stage is Stage.LEAVING and waited > (LINGER if not self.discarded else PATIENCE)
        )
