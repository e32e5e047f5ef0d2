"""Reads of a deck through the API beside a bare Flask view that does one GET of the same bytes.

Run `python benchmarks/registry_http.py`. Both are served by one worker with this project's settings, from the same
store, and asked in short turns over one kept connection each, so that what is loud on the machine meets both. The
ratio is that of the medians over all turns; the processor time of the server processes is told beside it. It ends with
1 when the API reads less than 70 % as often.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import re
import signal
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import redis
from flask import Flask, Response

import oracle
from app import create_app, samples
from app.decks.settings import Keeping
from app.server import Place, Server, settings
from registry import open_registry, store

ROUND = 20
LEAST = 0.70
KEY = "benchmark:bytes"
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


class Bare(Server):
    """A server of one view that does one GET."""

    def load(self) -> Flask:
        """Make the application."""
        app = Flask("bare")
        client = redis.Redis.from_url(self.config["url"])

        @app.get("/bare")
        def bare() -> Response:
            return Response(client.get(KEY), mimetype="application/json")

        return app


def main() -> None:
    """Measure, print the figures, and judge them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=400)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data")
        try:
            ratio = measured(data, asked.rounds)
        finally:
            store.stop(data)
    sys.exit(ratio < LEAST)


def measured(data: Path, rounds: int) -> float:
    """Give the ratio of reads through the API to bare reads."""
    registry = open_registry(data_dir=data)
    made = registry.create(samples.registrable(oracle.games()[0]))
    address = f"/v1/decks/{made.deck.shown_id}"
    body = create_app({"data": str(data), "registry_url": ""}).test_client().get(address).get_data()
    url = store.ensure(data)
    with redis.Redis.from_url(url) as client:
        client.set(KEY, body)
    patient = {"data": str(data), "registry_url": "", "compress": "off", "keeping": Keeping(timeout=10_000)}
    api = Served(Server, patient, address)
    bare = Served(Bare, {"url": url}, "/bare")
    try:
        return compared(api, bare, body, rounds)
    finally:
        api.stop()
        bare.stop()


def compared(api: Served, bare: Served, body: bytes, rounds: int) -> float:
    """Ask both in turns; print and give the ratio of the medians."""
    assert api.ask() == bare.ask() == body, "the two do not answer the same bytes"
    rates: dict[Served, list[float]] = {api: [], bare: []}
    for each in rates:
        each.begun = each.processor()
    for _ in range(rounds):
        for each, found in rates.items():
            found.append(each.rate(ROUND))
    ours, theirs = (statistics.median(found) for found in rates.values())
    digest = hashlib.sha256(body).hexdigest()[:12]
    print(f"{len(body)} bytes ({digest}), {rounds} turns of {ROUND} each")
    print(f"  API  {ours:7.0f} reads/s    bare {theirs:7.0f} reads/s    ratio {ours / theirs:.2f} (at least {LEAST})")
    used, least = (each.processor() / (rounds * ROUND) * 1e6 for each in rates)
    print(f"  API  {used:7.0f} µs of processor a read    bare {least:7.0f} µs    ratio {least / used:.2f}")
    return ours / theirs


class Served:
    """A server in a process of its own, and a connection to it."""

    def __init__(self, kind: type[Server], config: dict[str, Any], address: str) -> None:
        place = Place("127.0.0.1", free_port())
        self.process = multiprocessing.get_context("fork").Process(target=run, args=(kind, place, config))
        self.process.start()
        self.line = connected(place)
        self.begun = 0.0
        self.request = f"GET {address} HTTP/1.1\r\nHost: bench\r\n\r\n".encode()

    def ask(self) -> bytes:
        """Give the body of one answer."""
        self.line.sendall(self.request)
        said = self.line.recv(65536)
        while (end := said.find(b"\r\n\r\n")) < 0:
            said += self.line.recv(65536)
        found = LENGTH.search(said, 0, end)
        assert found, said
        whole = end + 4 + int(found[1])
        while len(said) < whole:
            said += self.line.recv(65536)
        assert said.startswith(b"HTTP/1.1 200"), said[:200]
        return said[end + 4 :]

    def rate(self, times: int) -> float:
        """Give how many answers came in a second."""
        begun = time.perf_counter()
        for _ in range(times):
            self.ask()
        return times / (time.perf_counter() - begun)

    def processor(self) -> float:
        """Give the seconds of processor that the server and its worker used since they answered first."""
        return seconds(self.process.pid) - self.begun

    def stop(self) -> None:
        """End the server."""
        self.line.close()
        assert self.process.pid
        os.kill(self.process.pid, signal.SIGTERM)
        self.process.join()


def run(kind: type[Server], place: Place, config: dict[str, Any]) -> None:
    """Serve until told to stop."""
    sys.argv = sys.argv[:1]
    kind(settings(place, 1), config).run()


def seconds(server: int | None) -> float:
    """Give the seconds of processor of a process and its children."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    rows = [Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split() for process in (server, *children)]
    return sum(int(row[11]) + int(row[12]) for row in rows) / os.sysconf("SC_CLK_TCK")


def connected(place: Place) -> socket.socket:
    """Connect as soon as somebody listens."""
    end = time.monotonic() + 30
    while True:
        try:
            return socket.create_connection((place.host, place.port))
        except ConnectionRefusedError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def free_port() -> int:
    """Give a port that nobody has now."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port: int = line.getsockname()[1]
    return port


if __name__ == "__main__":
    main()
