"""One way to talk to the service, in this process or over real HTTP, for tests that do both."""

from __future__ import annotations

import http.client
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

import orjson
from flask.testing import FlaskClient

JSON = "application/json"
GAME = "/v1/games/maha-yodha"


class Fields(Protocol):
    """The header fields of an answer, whatever their case."""

    def __getitem__(self, name: str, /) -> str:
        """One field."""

    def __contains__(self, name: str, /) -> bool:
        """Whether the field is there."""


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Fields
    raw: bytes

    @property
    def json(self) -> Any:
        """The document of the answer."""
        return orjson.loads(self.raw)

    @property
    def pointers(self) -> list[str]:
        """Where the problem's errors point to."""
        return [error["pointer"] for error in self.json["errors"]]


class Talk(Protocol):
    """Sends one request."""

    def send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send a request as it stands."""


class Api:
    """The service as a client sees it."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for what is at a path; `if_none_match` in Python is `If-None-Match` on the wire."""
        return self.talk.send("GET", path, None, named(headers))

    def post(self, path: str, document: Any, **headers: str) -> Answer:
        """Send a document as JSON."""
        return self.send("POST", path, document, **headers)

    def send(self, method: str, path: str, document: Any = None, **headers: str) -> Answer:
        """Send a document with any method; nothing is sent without one."""
        if document is None:
            return self.talk.send(method, path, None, named(headers))
        return self.talk.send(method, path, orjson.dumps(document), {"Content-Type": JSON, **named(headers)})

    def raw(self, path: str, body: bytes, **headers: str) -> Answer:
        """Post bytes that need not be JSON."""
        return self.talk.send("POST", path, body, named(headers))

    def asked(self, call: str, **body: Any) -> Any:
        """The document that an oracle call of the game answers."""
        answer = self.post(f"{GAME}/{call}", body)
        assert answer.status == 200, answer.raw
        return answer.json


class InProcess:
    """Talks to the application without a network."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send a request as it stands."""
        response = self.client.open(path, method=method, data=body, headers=dict(headers))
        answer = Answer(response.status_code, response.headers, response.get_data())
        response.close()
        return answer


class OverHttp:
    """Talks to a real server over one connection that is kept open."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)

    def send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send a request as it stands."""
        self.connection.request(method, path, body, dict(headers))
        response = self.connection.getresponse()
        return Answer(response.status, response.headers, response.read())


def named(headers: Mapping[str, str]) -> dict[str, str]:
    """Python's names of header fields as they are on the wire."""
    return {name.replace("_", "-"): value for name, value in headers.items()}
