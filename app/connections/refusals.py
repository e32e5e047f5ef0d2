"""What a client is told whose request no application can see: the same problem documents as everywhere."""

from __future__ import annotations

from secrets import token_hex

from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException

from app.wire.edge import ALWAYS
from app.wire.problems import kinds
from app.wire.replies import encoded

from .framing import HEAD, Framing

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


def refusal_of(error: Exception) -> tuple[str, bytes]:
    """The code of the problem behind an exception of the parser, and the answer that tells it."""
    code = next((code for kind, code in CODES if isinstance(error, kind)), "internal-error")
    return code, refusal(code, str(error) if code != "internal-error" else "")


def cut_off(framing: Framing) -> bytes:
    """The answer to a request of which no more is read: its head has no end, or it came to none."""
    if framing.is_endless:
        return refusal("headers-too-large", f"The head of the request has more than {HEAD} bytes.")
    return refusal("bad-request", "The request ends before it is whole.")


def refusal(code: str, detail: str = "") -> bytes:
    """A whole answer of HTTP that tells a problem."""
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
