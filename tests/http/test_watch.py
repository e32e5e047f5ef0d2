"""What the operator sees, and how much each client may ask."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from app import create_app
from app.watch.logs import JsonLines
from app.watch.quotas import Counting, Quotas, client, grouped, read
from registry import store
from tests.http.talking import GAME, Api, InProcess
from tests.http.test_refused_connections import exchanged
from tests.running import RunningServer

State = dict[str, Any]
METRICS = "/metrics"
END = {"type": "end_placement", "player": 0}


def number(text: str, name: str, **labels: str) -> float:
    """The number of one series."""
    wanted = {f'{label}="{value}"' for label, value in labels.items()}
    for line in text.splitlines():
        found = re.fullmatch(rf"{name}\{{(.*)\}} (\S+)", line)
        if found and wanted <= set(re.findall(r'\w+="[^"]*"', found[1])):
            return float(found[2])
    return 0.0


def test_requests_are_counted_by_rule_game_and_verdict(api: Api, state: State) -> None:
    rule = "/v1/games/<game>/check"
    labels = {"rule": rule, "game": "maha-yodha"}
    before = api.get(METRICS).raw.decode()

    api.asked("check", state=state, actions=[END, {**END, "player": 1}])
    answer = api.get(METRICS)
    after = answer.raw.decode()

    def grown(name: str, **more: str) -> float:
        return number(after, name, **labels, **more) - number(before, name, **labels, **more)

    assert answer.headers["Content-Type"].startswith("text/plain")
    assert grown("rules_oracle_requests_total", status="200", method="POST") == 1
    assert grown("rules_oracle_verdicts_total", verdict="legal") == 1
    assert grown("rules_oracle_verdicts_total", verdict="illegal") == 1


def test_verdicts_of_a_batch_are_counted_by_game(api: Api, state: State) -> None:
    labels = {"rule": "/v1/batch", "game": "maha-yodha", "verdict": "legal"}
    name = "rules_oracle_verdicts_total"
    before = number(api.get(METRICS).raw.decode(), name, **labels)
    body = {"id": 1, "op": "check", "game": "maha-yodha", "body": {"state": state, "action": END}}

    api.raw("/v1/batch", json.dumps(body).encode(), content_type="application/x-ndjson")

    assert number(api.get(METRICS).raw.decode(), name, **labels) == before + 1


def test_the_verdict_of_a_streamed_replay_is_counted_once(api: Api, setup: State) -> None:
    rule = f"{GAME.replace('maha-yodha', '<game>')}/replay"
    name, labels = "rules_oracle_verdicts_total", {"rule": rule, "game": "maha-yodha"}
    first = api.asked("start", **setup, include=["legal_actions"])["legal_actions"][0]["action"]
    before = api.get(METRICS).raw.decode()

    answers = [
        api.post(f"{GAME}/replay", {"start": setup, "actions": actions}, accept="application/x-ndjson")
        for actions in ([first], [first, first])
    ]
    after = api.get(METRICS).raw.decode()

    told = [json.loads(answer.raw.splitlines()[-1])["verdict"] for answer in answers]
    assert told == ["legal", "illegal"]
    for verdict in told:
        assert number(after, name, **labels, verdict=verdict) == number(before, name, **labels, verdict=verdict) + 1


def test_problems_in_the_lines_of_a_batch_are_counted(api: Api) -> None:
    name, labels = "rules_oracle_refused_total", {"rule": "/v1/batch", "code": "unknown-game"}
    before = number(api.get(METRICS).raw.decode(), name, **labels)

    api.raw("/v1/batch", b'{"op": "start", "game": "chess", "body": {}}\n' * 2, content_type="application/x-ndjson")

    assert number(api.get(METRICS).raw.decode(), name, **labels) == before + 2


@pytest.mark.server
@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"hello\r\n\r\n", 400, "bad-request"),
        (b"GET /" + b"x" * 5_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri-too-long"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"x" * 9_000 + b"\r\n\r\n", 431, "headers-too-large"),
    ],
)
def test_what_the_server_itself_refuses_is_counted(server: RunningServer, sent: bytes, status: int, code: str) -> None:
    def counted() -> tuple[float, float]:
        text = exchanged(server, b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")[2].decode()
        requests = number(text, "rules_oracle_requests_total", method="other", rule="none", status=str(status))
        return requests, number(text, "rules_oracle_refused_total", rule="none", code=code)

    before = counted()
    for _ in range(6):
        exchanged(server, sent)

    assert counted() == (before[0] + 6, before[1] + 6)


def test_paths_are_no_labels(api: Api) -> None:
    api.get("/v1/games/maha-yodha/cards/secret-name")
    api.get("/some/secret-name")
    api.send("BREW", "/v1/games")

    text = api.get(METRICS).raw.decode()

    assert "secret-name" not in text
    assert "BREW" not in text
    assert number(text, "rules_oracle_refused_total", rule="none", code="not-found") >= 1


@pytest.fixture
def bounded(tmp_path: Path) -> Iterator[Flask]:
    """A service with three requests a minute, and a key with five, behind one proxy."""
    keys = tmp_path / "keys"
    keys.write_text("the-key 5\n")
    quotas = Quotas.of({"REQUESTS_A_MINUTE": "3", "TRUSTED_PROXIES": "127.0.0.0/8, ::1/128", "CLIENT_KEYS": str(keys)})
    yield create_app({"data": str(tmp_path / "data"), "registry_url": "", "quotas": quotas})
    store.stop(tmp_path / "data")


@pytest.fixture
def phone(bounded: Flask) -> Api:
    """A client of it."""
    return Api(InProcess(bounded.test_client()))


def test_who_asks_too_often_is_told_what_and_how_long(phone: Api) -> None:
    answers = [phone.get("/v1/games", x_forwarded_for="203.0.113.9") for _ in range(4)]

    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert answers[0].headers["RateLimit-Policy"] == '"address";q=3;w=60'
    assert re.fullmatch(r'"address";r=2;t=\d+', answers[0].headers["RateLimit"])
    assert "Retry-After" not in answers[0].headers
    last = answers[3]
    assert last.json["code"] == "too-many-requests"
    assert (last.json["policy"], last.json["quota"]) == ("address", 3)
    assert last.headers["Retry-After"] == str(last.json["seconds"])
    assert last.headers["Access-Control-Allow-Origin"] == "*"


def test_each_address_is_counted_apart(phone: Api) -> None:
    for number in range(8):
        assert phone.get("/v1/games", x_forwarded_for=f"203.0.113.{number}").status == 200
        assert phone.get("/v1/games", x_forwarded_for=f"2001:db8:0:{number}::7").status == 200


def test_a_key_has_a_rate_of_its_own(phone: Api) -> None:
    more = {"x_forwarded_for": "203.0.113.9", "x_client_key": "the-key"}

    assert [phone.get("/v1/games", **more).status for _ in range(6)] == [200] * 5 + [429]
    assert phone.get("/v1/games", x_forwarded_for="203.0.113.9", x_client_key="a-guess").status == 200


def test_a_batch_costs_its_lines(phone: Api) -> None:
    answer = phone.raw("/v1/batch", b"{}\n" * 4, content_type="application/x-ndjson", x_forwarded_for="203.0.113.1")

    assert answer.status == 429


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics", "/version"])
def test_health_is_never_counted(phone: Api, path: str) -> None:
    assert [phone.get(path, x_forwarded_for="203.0.113.9").status for _ in range(8)] == [200] * 8


def test_loopback_is_not_bounded_without_a_key(api: Api) -> None:
    assert "RateLimit" not in api.get("/v1/games").headers


def test_a_window_ends() -> None:
    now = [0.0]
    counting = Counting(Quotas(a_minute=2), lambda: now[0])
    asking = {"REMOTE_ADDR": "203.0.113.1"}
    shares = []
    for now[0] in (0.0, 30.0, 59.0, 61.0):
        shares.append(counting.spend(asking, 1))

    assert [share.exceeded for share in shares if share] == [False, False, True, False]
    assert [share.seconds for share in shares if share] == [60, 30, 1, 60]


def test_forwarded_addresses_count_only_behind_proxies_that_are_believed() -> None:
    asking = {"REMOTE_ADDR": "203.0.113.1", "HTTP_X_FORWARDED_FOR": "198.51.100.1, 10.0.0.2"}
    trusted = Quotas.of({"TRUSTED_PROXIES": "203.0.113.1/32,10.0.0.0/8"}).trusted

    assert str(client(asking, ())) == "203.0.113.1"
    assert str(client(asking, trusted)) == "198.51.100.1"
    assert str(client({**asking, "HTTP_X_FORWARDED_FOR": "junk"}, trusted)) == "203.0.113.1"


def test_a_64_of_ipv6_is_one_client() -> None:
    first, second, third = (read(text) for text in ("2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1"))
    assert first
    assert second
    assert third

    assert grouped(first) == grouped(second) != grouped(third)
    assert str(read("::ffff:203.0.113.1")) == "203.0.113.1"


def test_counting_forgets_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.watch.quotas.MOST_CLIENTS", 10)
    counting = Counting(Quotas(a_minute=2))

    for number in range(50):
        counting.spend({"REMOTE_ADDR": f"203.0.113.{number}"}, 1)

    assert len(counting.spent) == 10


def test_requests_are_logged_without_secrets(
    application: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.watch.hooks.as_json", lambda: None)
    config = application.extensions["config"]
    told = create_app({"data": config.data, "registry_url": "", "logs": "json"})
    api = Api(InProcess(told.test_client()))
    caplog.set_level(logging.INFO, "app.requests")

    api.get("/v1/decks/AAAA-secret?token=secret", authorization="Bearer secret", x_request_id="mine")
    api.post(f"{GAME}/check", {"secret": "secret"})

    lines = [json.loads(JsonLines().format(record)) for record in caplog.records if record.name == "app.requests"]
    assert "secret" not in json.dumps(lines)
    assert (lines[0]["request_id"], lines[0]["rule"]) == ("mine", "/v1/decks/<id>")
    assert (lines[1]["status"], lines[1]["problem"]) == (422, "invalid-request")
    assert {"time", "level", "message", "milliseconds", "received", "method"} <= set(lines[0])
