"""What breaks HTTP itself is refused by the server with a problem document too."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import orjson
import pytest

from tests.running import RunningServer

pytestmark = pytest.mark.server

HOST = b"Host: x\r\n"
POST = b"POST /v1/games/maha-yodha/check HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"


def exchanged(server: RunningServer, sent: bytes) -> tuple[int, dict[str, str], bytes]:
    """What comes back for these bytes."""
    place = urlsplit(server.url)
    with socket.create_connection((place.hostname, place.port), timeout=10) as connection:
        connection.sendall(sent)
        raw = b""
        while part := connection.recv(65_536):
            raw += part
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines)
    return int(first.split()[1]), fields, body


@pytest.mark.parametrize(
    ("says", "sent", "status", "code"),
    [
        ("no HTTP at all", b"hello\r\n\r\n", 400, "bad-request"),
        ("another protocol", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, "bad-request"),
        ("a version that is not there", b"GET / HTTP/9.9\r\n" + HOST + b"\r\n", 400, "bad-request"),
        ("a field without a colon", b"GET / HTTP/1.1\r\n" + HOST + b"nonsense\r\n\r\n", 400, "bad-request"),
        ("a field name with a blank", b"GET / HTTP/1.1\r\n" + HOST + b"A b: c\r\n\r\n", 400, "bad-request"),
        ("a folded field", b"GET / HTTP/1.1\r\n" + HOST + b"A: b\r\n c\r\n\r\n", 400, "bad-request"),
        ("two lengths", POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400, "bad-request"),
        ("a negative length", POST + b"Content-Length: -2\r\n\r\n{}", 400, "bad-request"),
        ("two types", POST + b"Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", 400, "bad-request"),
        ("a long address", b"GET /" + b"x" * 5_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414, "uri-too-long"),
        ("a long field", b"GET / HTTP/1.1\r\n" + HOST + b"A: " + b"x" * 9_000 + b"\r\n\r\n", 431, "headers-too-large"),
        ("many fields", b"GET / HTTP/1.1\r\n" + HOST + b"A: b\r\n" * 150 + b"\r\n", 431, "headers-too-large"),
    ],
)
def test_it_is_told_as_a_problem(server: RunningServer, says: str, sent: bytes, status: int, code: str) -> None:
    answered, fields, body = exchanged(server, sent)

    assert (answered, fields["Content-Type"]) == (status, "application/problem+json"), body
    problem = orjson.loads(body)
    assert (problem["code"], problem["status"]) == (code, status)
    assert problem["instance"] == fields["X-Request-Id"]
    assert fields["Access-Control-Allow-Origin"] == "*"


def test_a_smuggled_request_is_not_answered_twice(server: RunningServer) -> None:
    smuggled = b"0\r\n\r\nGET /livez HTTP/1.1\r\n" + HOST + b"\r\n"

    sent = POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + smuggled
    answered, _, body = exchanged(server, sent)

    assert answered == 400
    assert b"ok" not in body
