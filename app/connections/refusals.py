"""What a client is told whose request no application can see: the same problem documents as everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException

from app.wire.edge import ALWAYS
from app.wire.problems import kinds
from app.wire.replies import encoded

from .framing import HEAD, Framing

HOST_NEEDED = (1, 1)
CODES = (
    (LimitRequestLine, "uri-too-long"),
    (LimitRequestHeaders, "headers-too-large"),
    (ParseException, "bad-request"),
)
REASONS = {
    400: "Bad Request",
    408: "Request Timeout",
    414: "URI Too Long",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """The problem that such a client is told."""

    code: str
    detail: str = ""

    @property
    def status(self) -> int:
        """The status of its answer."""
        return kinds()[self.code].status

    def answer(self) -> bytes:
        """A whole answer of HTTP that tells it."""
        return answered(self.code, self.detail)


class NoHost(ParseException):  # type: ignore[misc]  # gunicorn ships no types
    """A request of HTTP/1.1 that does not say which host it means (RFC 9112, 3.2)."""

    def __str__(self) -> str:
        """What to do about it."""
        return "A request of HTTP/1.1 needs the field Host."


def look_for_host(asked: Any) -> None:
    """Refuse a request that has to name its host and does not."""
    if asked.version >= HOST_NEEDED and not any(name == "HOST" for name, _ in asked.headers):
        raise NoHost


def refusal_of(error: Exception) -> Refusal:
    """The problem behind an exception of the parser."""
    code = next((code for kind, code in CODES if isinstance(error, kind)), "internal-error")
    return Refusal(code, str(error) if code != "internal-error" else "")


def cut_off(framing: Framing) -> Refusal:
    """The problem of a request of which no more is read: its head has no end, or it came to none."""
    if framing.is_endless:
        return Refusal("headers-too-large", f"The head of the request has more than {HEAD} bytes.")
    return Refusal("bad-request", "The request ends before it is whole.")


def answered(code: str, detail: str) -> bytes:
    """An answer that tells a problem, and that the connection ends."""
    kind, name = kinds()[code], token_hex(12)
    told = {
        "type": f"/problems/{code}",
        "title": kind.title,
        "status": kind.status,
        "detail": detail[:200] or kind.meaning,
        "instance": name,
        "code": code,
        "errors": [],
    }
    body = encoded(told)
    fields = [
        *ALWAYS,
        ("X-Request-Id", name),
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
    ]
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    return f"HTTP/1.1 {kind.status} {REASONS[kind.status]}\r\n{head}\r\n".encode() + body
