"""What `legal-actions` costs over HTTP, beside a view that only reads the same body and sends it back.

    python benchmarks/legal_actions_http.py [rounds]

Two gunicorn servers with one worker each answer in turn on loopback, round by round, so that whatever else the machine
does falls on both. Counted is the processor time of each worker (what a server is bought for) and the time on the
clock; printed is the ratio of the best rounds. The digest of the answers shows what was computed.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson
from flask import Flask, Response, request

ROOT = Path(__file__).resolve().parents[1]
POSITION = ROOT / "tests" / "http" / "position.json"
PATH = os.environ.get("BENCHMARK_PATH", "/v1/games/maha-yodha/legal-actions")
REQUESTS = 400
LIMIT = 2.0
TICK = os.sysconf("SC_CLK_TCK")


def create_echo() -> Flask:
    """The floor: a Flask view that parses the body with orjson and sends it back."""
    app = Flask(__name__)

    @app.post(PATH)
    def echo() -> Response:
        return Response(orjson.dumps(orjson.loads(request.get_data())), mimetype="application/json")

    return app


class Server:
    """A gunicorn with one worker, and one connection to it."""

    def __init__(self, application: str, port: int) -> None:
        command = [sys.executable, "-m", "gunicorn", application, "--bind", f"127.0.0.1:{port}", "--workers", "1"]
        self.process = subprocess.Popen(
            [
                *command,
                "--worker-class",
                "gthread",
                "--threads",
                "4",
                "--keep-alive",
                "60",
                "--no-control-socket",
                "--log-level",
                "error",
            ],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'benchmarks'}"},
        )
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)

    def wait(self) -> None:
        """Return once it answers."""
        for _ in range(200):
            try:
                self.connection.request("GET", "/")
                self.connection.getresponse().read()
            except OSError:
                self.connection.close()
                time.sleep(0.05)
            else:
                return
        raise TimeoutError("the server does not answer")

    def processor(self) -> float:
        """Seconds of processor time that the worker has used so far."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return sum(used(int(pid)) for pid in children)

    def ask(self, body: bytes) -> bytes:
        """One request."""
        self.connection.request("POST", PATH, body, {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        told = response.read()
        assert response.status == 200, told
        return told

    def stop(self) -> None:
        """End it and its worker."""
        self.connection.close()
        self.process.terminate()
        self.process.wait(10)


def used(pid: int) -> float:
    """Seconds of processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


@contextmanager
def serving() -> Iterator[dict[str, Server]]:
    """Both servers, while they are needed."""
    servers = {
        "echo": Server("legal_actions_http:create_echo()", free_port()),
        "oracle": Server("app.server:application()", free_port()),
    }
    try:
        for server in servers.values():
            server.wait()
        yield servers
    finally:
        for server in servers.values():
            server.stop()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def measured(server: Server, body: bytes) -> tuple[float, float]:
    """Microseconds of processor and clock that one request costs, over a round."""
    processor, clock = server.processor(), time.perf_counter()
    for _ in range(REQUESTS):
        server.ask(body)
    spent, passed = server.processor() - processor, time.perf_counter() - clock
    return spent / REQUESTS * 1e6, passed / REQUESTS * 1e6


def main(rounds: int) -> int:
    """Measure, print, and end with 1 when the ratio of processor time is above the limit."""
    return compare(orjson.dumps({"state": orjson.loads(POSITION.read_bytes())}), rounds, LIMIT)


def compare(body: bytes, rounds: int, limit: float) -> int:
    """Ask both servers in turn, print what a request costs, and end with 1 above the limit."""
    with serving() as servers:
        digests = {name: hashlib.sha256(server.ask(body)).hexdigest()[:16] for name, server in servers.items()}
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in servers}
        for _ in range(rounds):
            for name, server in servers.items():
                taken[name].append(measured(server, body))
    for name, costs in taken.items():
        processor, clock = (min(cost[kind] for cost in costs) for kind in (0, 1))
        print(f"{name:<14} {processor:7.0f} us processor {clock:7.0f} us clock   answer {digests[name]}")
    ratios = [
        min(cost[kind] for cost in taken["oracle"]) / min(cost[kind] for cost in taken["echo"]) for kind in (0, 1)
    ]
    print(f"ratio          {ratios[0]:7.2f}    processor {ratios[1]:7.2f}    clock   (at most {limit:g})")
    return int(ratios[0] > limit)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8))
