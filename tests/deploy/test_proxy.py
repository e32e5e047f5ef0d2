"""What the shipped proxy tells the service of its clients, and what it lets nobody claim."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import orjson
import pytest

from tests.deploy.proxies import Proxy
from tests.registry.servers import free_port
from tests.running import RunningServer

pytestmark = pytest.mark.server

TLS = {"X-Forwarded-Proto": "https", "Host": "oracle.example.org"}


@pytest.fixture(scope="module")
def replica(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A service that believes the proxies of this machine."""
    server = RunningServer(
        tmp_path_factory.mktemp("replica"), workers=1, environment={"TRUSTED_PROXIES": "127.0.0.1/32"}
    ).wait()
    yield server
    server.stop()
    server.stop_store()


def asked(
    port: int, method: str, path: str, body: Any = None, fields: dict[str, str] | None = None
) -> tuple[int, bytes]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Content-Type": "application/json", **(fields or {})}
    line.request(method, path, None if body is None else orjson.dumps(body), headers)
    answer = line.getresponse()
    raw = answer.read()
    line.close()
    return answer.status, raw


def behind(replica: RunningServer) -> int:
    port = urlsplit(replica.url).port
    assert port
    return port


def registered(port: int, deck: dict[str, Any]) -> str:
    status, raw = asked(port, "POST", "/v1/decks", {"deck": deck})
    assert status == 201, raw
    return str(orjson.loads(raw)["id"])


def embedded(port: int, page: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
    status, raw = asked(port, "GET", f"/oembed?url={quote(page, safe='')}", None, fields)
    return status, orjson.loads(raw).get("html", "")


def test_addresses_of_decks_name_the_proxy_as_clients_know_it(
    replica: RunningServer, tmp_path: Path, deck: dict[str, Any]
) -> None:
    with Proxy(tmp_path, [behind(replica)]) as proxy:
        name = registered(proxy.port, deck)
        page = f"{proxy.url}/d/{name}"

        assert f'content="{page}"' in asked(proxy.port, "GET", f"/d/{name}")[1].decode()
        status, frame = embedded(proxy.port, page)

    assert status == 200
    assert f"{proxy.url}/embed/{name}" in frame


def test_a_deck_that_the_proxy_compressed_is_changed_by_the_tag_it_was_read_with(
    tmp_path: Path, deck: dict[str, Any]
) -> None:
    """A proxy that compresses weakens a tag (W/); the shipped one does, as the service leaves that to it."""
    plain = RunningServer(tmp_path / "plain", workers=1, environment={"COMPRESS": "off"}).wait()
    with Proxy(tmp_path, [behind(plain)]) as proxy:
        _, raw = asked(proxy.port, "POST", "/v1/decks", {"deck": deck})
        made = orjson.loads(raw)
        line = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=20)
        line.request("GET", f"/v1/decks/{made['id']}", headers={"Accept-Encoding": "gzip"})
        answer = line.getresponse()
        answer.read()
        line.close()
        fields = {"Authorization": f"Bearer {made['token']}", "If-Match": answer.headers["ETag"]}
        status, raw = asked(proxy.port, "PATCH", f"/v1/decks/{made['id']}", {"name": "Next"}, fields)
    plain.stop()
    plain.stop_store()

    assert answer.headers["Content-Encoding"] == "gzip"
    assert status == 200, raw


def test_every_plain_address_answers_through_the_proxy_as_it_does_alone(replica: RunningServer, tmp_path: Path) -> None:
    paths = orjson.loads(asked(behind(replica), "GET", "/openapi.json")[1])["paths"]
    plain = [path for path, item in paths.items() if "get" in item and "{" not in path and path != "/metrics"]
    with Proxy(tmp_path, [behind(replica)]) as proxy:
        through = {path: asked(proxy.port, "GET", path)[0] for path in plain}
        told = asked(proxy.port, "GET", "/metrics")[0]

    assert "/v1/games" in through
    assert through == {path: asked(behind(replica), "GET", path)[0] for path in plain}
    assert told == 403


@pytest.mark.parametrize(
    "path",
    ["/metrics", "/metrics?x=1", "//metrics", "/./metrics", "/v1/../metrics", "/%6Detrics", "/metrics/", "/METRICS"],
)
def test_the_metrics_are_closed_however_they_are_written(replica: RunningServer, tmp_path: Path, path: str) -> None:
    with Proxy(tmp_path, [behind(replica)]) as proxy:
        status, told = asked(proxy.port, "GET", path)

    assert b"# HELP" in asked(behind(replica), "GET", "/metrics")[1]
    assert status in (403, 404)
    assert b"# HELP" not in told


def test_no_client_claims_a_scheme_or_an_address(replica: RunningServer, tmp_path: Path, deck: dict[str, Any]) -> None:
    claims = {**TLS, "X-Forwarded-For": "203.0.113.7", "Forwarded": "for=203.0.113.7;proto=https"}
    with Proxy(tmp_path, [behind(replica)]) as proxy:
        name = registered(proxy.port, deck)

        status, frame = embedded(proxy.port, f"http://oracle.example.org/d/{name}", claims)

    assert status == 200
    assert f"http://oracle.example.org/embed/{name}" in frame


def test_the_scheme_of_a_client_is_taken_from_whoever_ends_tls_in_front(
    replica: RunningServer, tmp_path: Path, deck: dict[str, Any]
) -> None:
    with Proxy(tmp_path, [behind(replica)], in_front="127.0.0.1") as proxy:
        name = registered(proxy.port, deck)
        page = f"https://oracle.example.org/d/{name}"

        shown = asked(proxy.port, "GET", f"/d/{name}", None, TLS)[1].decode()
        status, frame = embedded(proxy.port, page, TLS)

    assert f'content="{page}"' in shown
    assert f'content="https://oracle.example.org/og/{name}-' in shown
    assert status == 200
    assert f"https://oracle.example.org/embed/{name}" in frame


def test_a_client_behind_two_proxies_is_counted_as_itself(replica: RunningServer, tmp_path: Path) -> None:
    """Each address has a quota of its own; what a client puts before the proxies' word is not read."""
    with Proxy(tmp_path, [behind(replica)], in_front="127.0.0.1") as proxy:
        left = [
            quota_left(proxy.port, said)
            for said in ("198.51.100.1", "198.51.100.1", "198.51.100.2", "9.9.9.9, 198.51.100.2")
        ]

    assert left[1] == left[0] - 1
    assert left[3] == left[2] - 1


def quota_left(port: int, forwarded: str) -> int:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    line.request("GET", "/v1/games", headers={"X-Forwarded-For": forwarded})
    answer = line.getresponse()
    answer.read()
    line.close()
    policy = answer.headers["RateLimit"]
    return int(policy.partition("r=")[2].partition(";")[0])


# -- what the proxy says itself --------------------------------------------------------------------


def said(port: int, method: str, path: str, body: bytes = b"") -> tuple[http.client.HTTPResponse, Any]:
    """What the proxy answers, and its document."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    line.request(method, path, body or None, {"Content-Type": "application/json"})
    answer = line.getresponse()
    document = orjson.loads(answer.read())
    line.close()
    return answer, document


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [("GET", "/metrics", b"", 403), ("POST", "/v1/decks", b" " * (6 * 1024 * 1024), 413)],
    ids=["closed", "too large"],
)
def test_what_the_proxy_refuses_is_a_problem_that_pages_may_read(
    replica: RunningServer, tmp_path: Path, method: str, path: str, body: bytes, status: int
) -> None:
    with Proxy(tmp_path, [behind(replica)]) as proxy:
        answer, document = said(proxy.port, method, path, body)

    assert_is_problem(answer, document, status)


def test_a_service_that_is_away_is_a_problem_that_pages_may_read(tmp_path: Path) -> None:
    with Proxy(tmp_path, [free_port()]) as proxy:
        answer, document = said(proxy.port, "GET", "/v1/games")

    assert_is_problem(answer, document, 503)
    assert answer.headers["Retry-After"] == "1"


@pytest.mark.parametrize("is_there", [True, False])
def test_the_logs_of_the_proxy_say_who_asked_and_neither_for_what_nor_by_which_token(
    replica: RunningServer, tmp_path: Path, *, is_there: bool
) -> None:
    secrets = {"Authorization": "Bearer rodeck_SECRET", "Referer": "http://x/d/SECRET", "Cookie": "SECRET=1"}
    with Proxy(tmp_path, [behind(replica) if is_there else free_port()]) as proxy:
        for path in ("/d/SECRET", "/v1/decks/SECRET?q=SECRET", "/metrics?SECRET"):
            asked(proxy.port, "GET", path, None, secrets)

    lines = (tmp_path / "access.log").read_text("utf-8").splitlines()
    assert [line.split()[1] for line in lines] == ["127.0.0.1"] * 3
    assert "SECRET" not in "".join(lines) + (tmp_path / "errors.log").read_text("utf-8")


def assert_is_problem(answer: http.client.HTTPResponse, document: Any, status: int) -> None:
    """A problem document of this status, open to pages from anywhere, with the request's id."""
    assert (answer.status, document["status"]) == (status, status)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert document["instance"] == answer.headers["X-Request-Id"]
