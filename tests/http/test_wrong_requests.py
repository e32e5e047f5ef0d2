"""Each wrong request gets the very problem that the table holds, from a real server, over a socket of its own."""

from __future__ import annotations

import socket
from collections import Counter
from urllib.parse import urlsplit

import pytest
import yaml

from app.wire.problems import kinds
from tests.http.wrong import ANSWERS, CHECK, Kept, answer, exchanged, post, registered, requests
from tests.running import RunningServer

EXPECTED = yaml.safe_load(ANSWERS.read_text("utf-8"))
NAMES = list(requests(Kept("id", "token", '"v1"')))


@pytest.fixture(scope="module")
def deck(server: RunningServer) -> Kept:
    """A deck to ask about."""
    return registered(server)


@pytest.mark.server
@pytest.mark.parametrize("says", NAMES)
def test_it_gets_its_problem(server: RunningServer, deck: Kept, says: str) -> None:
    assert answer(server, deck, requests(deck)[says]) == EXPECTED[says]


def test_the_table_is_whole() -> None:
    groups = Counter(name.partition(":")[0] for name in NAMES)

    assert list(EXPECTED) == NAMES
    assert len(NAMES) >= 60
    assert {"method", "path", "type", "coding", "JSON", "field", "size", "state", "token", "header", "HTTP"} <= {
        *groups
    }


@pytest.mark.parametrize("says", NAMES)
def test_each_is_told_as_the_page_of_its_problem_has_it(says: str) -> None:
    told = EXPECTED[says]
    problem, kind = told["problem"], kinds()[told["problem"]["code"]]

    assert (told["status"], told["type"], told["open"]) == (kind.status, "application/problem+json", "*")
    assert 400 <= kind.status < 500
    assert (problem["type"], problem["title"], problem["status"]) == (f"/problems/{kind.code}", kind.title, kind.status)
    assert problem["detail"]


@pytest.mark.server
def test_what_is_smuggled_is_never_answered(server: RunningServer) -> None:
    inner = b"GET /version HTTP/1.1\r\nHost: x\r\n\r\n"
    ways = [
        CHECK + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner,
        CHECK + b"Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}" + inner,
        CHECK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n" + inner,
        CHECK + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + inner,
    ]

    for sent in ways:
        assert whole(server, sent).count(b"HTTP/1.1 ") == 1


@pytest.mark.server
def test_an_answer_reaches_a_client_that_is_still_sending(server: RunningServer) -> None:
    status, _, body = exchanged(server, post("/v1/games/maha-yodha/check", b" " * 20 * 2**20))

    assert (status, b"body-too-large" in body) == (413, True)


def whole(server: RunningServer, sent: bytes) -> bytes:
    """Everything that comes back for these bytes."""
    place = urlsplit(server.url)
    with socket.create_connection((place.hostname, place.port), timeout=10) as line:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        came = b""
        while part := line.recv(65_536):
            came += part
    return came
