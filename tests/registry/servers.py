"""Real stores for the tests, started on loopback and stopped by process id: the program's own Valkey, or a Redis.

The Redis is the one on PATH (Debian's), a second make of engine and one that speaks TLS itself.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Self

import redis

from registry.store_binary import store_binary

PATIENCE = 20.0
PASSWORD = "open sesame/äö"  # noqa: S105  of a server that lives as long as a test
REDIS = "redis-server"
SERVICE = "decks"
NODE_TIMEOUT_MS = 1000
FIRST_PORT = 12_000
PORTS_EACH = 2_000
WORKERS = 10


class Server:
    """One server process on a free port of loopback."""

    def __init__(self, directory: Path, *settings: str, port: int | None = None, secure: bool = False) -> None:
        self.port = port or free_port()
        self._directory = directory
        ports = ("--port", "0", "--tls-port", str(self.port)) if secure else ("--port", str(self.port))
        binary = REDIS if secure else str(store_binary())
        self._command = [binary, *settings, *ports, "--bind", "127.0.0.1", "--dir", str(directory)]
        directory.mkdir(parents=True, exist_ok=True)
        self.start()

    def start(self) -> None:
        """Start it, also again after it was killed."""
        with (self._directory / "said.log").open("ab") as said:
            self.process = subprocess.Popen(self._command, stdout=said, stderr=said)

    def client(self, **settings: Any) -> redis.Redis:
        """A client for this very server."""
        return redis.Redis("127.0.0.1", self.port, decode_responses=True, **settings)

    def wait(self, **settings: Any) -> Server:
        """Return once it answers."""
        with contextlib.closing(self.client(**settings)) as client:
            until(lambda: answers(client))
        return self

    def pause(self) -> None:
        """Make it hang, with its connections open."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it, whatever state it is in."""
        self.resume()
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()


def answers(client: redis.Redis) -> bool:
    """Whether the server says anything."""
    try:
        client.ping()
    except (redis.ConnectionError, redis.TimeoutError):
        return False
    return True


def free_port() -> int:
    """A port that nobody has now, that no client is given, and that nobody else is told here."""
    return next(port for port in PORTS if is_free(port))


def own_ports() -> Iterator[int]:
    """The ports of this process of a parallel run, one by one, below those that clients are handed."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = FIRST_PORT + worker % WORKERS * PORTS_EACH
    begin = os.getpid() % PORTS_EACH
    return cycle((*range(first + begin, first + PORTS_EACH), *range(first, first + begin)))


def is_free(port: int) -> bool:
    """Whether a server could listen there now."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


PORTS = own_ports()


def until(done: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + patience
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


class Fleet:
    """Starts servers and stops them all at the end, the last one first."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.servers: list[Server] = []

    def start(self, name: str, *settings: str, port: int | None = None, secure: bool = False) -> Server:
        """Start one with a directory of its own; a `secure` one is a Redis that takes nothing but TLS."""
        server = Server(self.directory / name, *settings, port=port, secure=secure)
        self.servers.append(server)
        return server

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for server in reversed(self.servers):
            server.stop()


def durable() -> tuple[str, ...]:
    """Settings of a server that logs every write before it answers and never evicts."""
    return ("--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxmemory-policy", "noeviction")
