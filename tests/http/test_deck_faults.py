"""Decks while something breaks: restarts in the middle of writes, a silent store, tokens that must not be seen."""

from __future__ import annotations

import http.client
import logging
import signal
import socket
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
import pytest
from flask import Flask

from app import create_app
from registry import open_registry
from registry.client import Client
from tests.http.talking import GAME, Api, InProcess
from tests.registry.patience import PATIENT, held_up
from tests.running import RunningServer

RESTARTS = 3
REST = 0.25
HELD_UP = 0.3
BACK_SECONDS = 20.0
BUSY_ROUNDS = 3
"""How often a wait is measured before it counts as too long: a busy machine only adds to it."""
PROMPT = {"REGISTRY_TIMEOUT": "0"}
"""The patience that an operator gets who sets none."""
ROUNDS = 40


@pytest.fixture
def silent() -> Iterator[str]:
    """The URL of somebody who takes calls and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}"


@pytest.mark.server
@pytest.mark.slow
def test_no_half_written_deck_is_seen_when_the_server_restarts_amid_writes(
    deck: Any, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    acknowledged: list[dict[str, Any]] = []
    for number in range(RESTARTS):
        server = RunningServer(tmp_path, workers=2).wait()
        stop = threading.Event()
        writers = [threading.Thread(target=write, args=(server.url, deck, acknowledged, stop)) for _ in range(3)]
        for writer in writers:
            writer.start()
        time.sleep(1.0)
        server.stop(signal.SIGKILL if number % 2 else signal.SIGTERM)
        stop.set()
        for writer in writers:
            writer.join()

    registry = open_registry(data_dir=tmp_path, settings=PATIENT)
    complaints = [complaint for complaint in registry.backup.verify() if complaint]
    lost = [made["id"] for made in acknowledged if registry.get(made["id"]).record.name != "Changed"]
    tell(f"{RESTARTS} restarts, {len(acknowledged)} acknowledged, {len(lost)} lost, {len(complaints)} torn")
    registry.close()
    server.stop_store()
    assert acknowledged
    assert lost == []
    assert complaints == []


def test_a_silent_store_leaves_the_oracle_as_fast_as_it_was(
    application: Flask, silent: str, state: Any, tell: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(*next(iter(PROMPT.items())))
    sound = Api(InProcess(application.test_client()))
    muted = Api(InProcess(create_app({"registry_url": silent}).test_client()))
    begun = time.monotonic()
    answer = muted.get("/v1/decks/0000-0000-0000-0000")
    waited = time.monotonic() - begun

    asked: list[object] = []
    monkeypatch.setattr(Client, "_ask", lambda *question: asked.append(question))
    took: dict[int, list[float]] = {id(sound): [], id(muted): []}
    for _ in range(ROUNDS):
        for api in (sound, muted):
            begun = time.perf_counter()
            assert api.post(f"{GAME}/legal-actions", {"state": state}).status == 200
            took[id(api)].append(time.perf_counter() - begun)
    before, now = (min(times) for times in took.values())

    tell(f"503 after {waited:.2f} s; a listing takes {now / before:.2f} of the time with a sound store")
    assert (answer.status, answer.json["code"]) == (503, "registry-unavailable")
    assert "Retry-After" in answer.headers
    assert waited < 1.0
    assert asked == []  # what never asks the store never waits for it


@pytest.mark.server
@pytest.mark.slow
def test_callers_of_a_silent_store_hold_no_more_than_one_thread(
    silent: str, tmp_path: Path, state: Any, tell: Callable[[str], None]
) -> None:
    """While many ask for decks that cannot be had, the oracle answers in time: one thread of four may wait for them."""
    server = RunningServer(tmp_path, workers=1, environment={"REGISTRY_URL": silent, **PROMPT}).wait()
    stop = threading.Event()
    statuses: Counter[int] = Counter()
    waits: list[float] = []

    def ask_for_decks() -> None:
        while not stop.is_set():
            status, took = asked(server.url)
            statuses[status] += 1
            waits.append(took)
            time.sleep(0.05)

    callers = [threading.Thread(target=ask_for_decks) for _ in range(8)]
    first = asked(server.url)
    quiet = [listed(server.url, state) for _ in range(ROUNDS)]
    for caller in callers:
        caller.start()
    time.sleep(1.0)
    amid = [listed(server.url, state) for _ in range(ROUNDS)]
    stop.set()
    for caller in callers:
        caller.join()
    server.stop()
    alone, beside = (statistics.median(each) * 1e3 for each in (quiet, amid))
    tell(
        f"store black-holed under 8 callers: {statuses[503]} answers 503, the first after {first[1]:.2f} s, "
        f"the slowest later one after {max(waits):.2f} s; "
        f"a listing beside them {beside:.1f} ms, without them {alone:.1f} ms"
    )

    assert {first[0], *statuses} == {503}
    assert max(waits) < 1.0
    assert statistics.median(amid) < REST


def asked(url: str) -> tuple[int, float]:
    """The status of an answer to who asks for a deck, and how many seconds it took."""
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=10)
    begun = time.monotonic()
    line.request("GET", "/v1/decks/0000-0000-0000-0000")
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status, time.monotonic() - begun


def listed(url: str, state: Any) -> float:
    """How many seconds a list of legal actions takes."""
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=10)
    begun = time.monotonic()
    line.request("POST", f"{GAME}/legal-actions", orjson.dumps({"state": state}), {"Content-Type": "application/json"})
    answer = line.getresponse()
    answer.read()
    line.close()
    assert answer.status == 200
    return time.monotonic() - begun


@pytest.mark.server
@pytest.mark.slow
def test_a_disk_that_holds_the_embedded_store_up_for_a_moment_costs_patience_and_no_deck(
    start_server: Callable[..., RunningServer], deck: Any
) -> None:
    server = start_server(environment=PROMPT)
    with ThreadPoolExecutor(8) as callers:
        warmed = [*callers.map(lambda _: registered(server.url, deck), range(16))]
        with held_up(server.data, HELD_UP):
            statuses = [*callers.map(lambda _: registered(server.url, deck), range(16))]

    assert warmed == statuses == [201] * 16


@pytest.mark.server
@pytest.mark.slow
def test_an_embedded_store_that_does_not_answer_is_told_within_a_second(
    start_server: Callable[..., RunningServer], deck: Any, tell: Callable[[str], None]
) -> None:
    server = start_server(environment=PROMPT)
    assert registered(server.url, deck) == 201  # the store starts with the first deck
    waits: list[float] = []
    while min(waits, default=1.0) >= 1.0 and len(waits) < BUSY_ROUNDS:
        with held_up(server.data, 2.5):
            begun = time.monotonic()
            assert registered(server.url, deck) == 503
            waits.append(time.monotonic() - begun)
        assert_comes_back(server, deck)

    tell(f"embedded store held up: 503 after {min(waits):.2f} s")
    assert min(waits) < 1.0


def assert_comes_back(server: RunningServer, deck: Any) -> None:
    """Fail unless decks are taken again, at the latest when the client's rest is over."""
    end = time.monotonic() + BACK_SECONDS
    while registered(server.url, deck) != 201:
        assert time.monotonic() < end
        time.sleep(REST)


def registered(url: str, deck: Any) -> int:
    """The status of the answer to a new deck."""
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
    line.request("POST", "/v1/decks", orjson.dumps({"deck": deck}), {"Content-Type": "application/json"})
    status = line.getresponse().status
    line.close()
    return status


def test_no_token_is_seen_in_logs_errors_or_pages(
    client: Api, deck: Any, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG):
        made = client.post("/v1/decks", {"deck": deck}).json
        token, address = made["token"], f"/v1/decks/{made['id']}"
        bearer = {"authorization": f"Bearer {token}"}
        answers = [
            client.get(address, **bearer),
            client.send("PATCH", address, {"name": "x"}, **bearer),
            client.send("PATCH", address, {"nmae": "x"}, if_match="*", **bearer),
            client.send("DELETE", f"{address}x", if_match="*", **bearer),
            client.get(f"{address}/tokens", **bearer),
            client.get(made["url"], **bearer),
            client.post(f"{GAME}/decks/check", {"deck": {"id": "nonsense", "token": token}}),
            client.post(f"{GAME}/decks/check", {"deck": {"id": 7, "token": token}}),
            client.get("/metrics", **bearer),
        ]

    said = caplog.text + "".join(capfd.readouterr())
    assert token not in said
    assert all(token.encode() not in answer.raw for answer in answers)
    assert client.get(made["url"]).headers["Referrer-Policy"] == "no-referrer"


def write(url: str, deck: dict[str, Any], acknowledged: list[dict[str, Any]], stop: threading.Event) -> None:
    """Register and rename decks until told to stop; keep what was acknowledged twice."""
    while not stop.is_set():
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=5)
        try:
            while not stop.is_set():
                made = sent(connection, "POST", "/v1/decks", {"deck": deck}, {})
                headers = {"Authorization": f"Bearer {made['token']}", "If-Match": "*"}
                sent(connection, "PATCH", f"/v1/decks/{made['id']}", {"name": "Changed"}, headers)
                acknowledged.append(made)
        except (OSError, http.client.HTTPException, KeyError):
            time.sleep(0.02)
        finally:
            connection.close()


def sent(connection: http.client.HTTPConnection, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
    """Send a document; give the answer's, which must be a deck."""
    connection.request(method, path, orjson.dumps(body), {"Content-Type": "application/json", **headers})
    document = orjson.loads(connection.getresponse().read())
    assert isinstance(document["deck"], dict)
    return document
