"""gunicorn's worker, with its own refusals told as every other problem is."""

from __future__ import annotations

import socket
from secrets import token_hex
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.workers.gthread import ThreadWorker

from app.wire.edge import ALWAYS
from app.wire.problems import kinds
from app.wire.replies import encoded

CODES = (
    (LimitRequestLine, "uri-too-long"),
    (LimitRequestHeaders, "headers-too-large"),
    (ParseException, "bad-request"),
)
REASONS = {
    400: "Bad Request",
    414: "URI Too Long",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
}
PATIENCE = 0.5


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """Threads that answer what breaks HTTP itself with a problem document, before any application saw it."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Tell the client what was wrong, and close."""
        code = next((code for kind, code in CODES if isinstance(exc, kind)), "internal-error")
        if code == "internal-error":
            self.log.error("a request failed outside the application", exc_info=exc)
        else:
            self.log.warning("refused: %s", type(exc).__name__)
        try:
            client.settimeout(PATIENCE)
            client.sendall(refusal(code, str(exc) if code != "internal-error" else ""))
            client.shutdown(socket.SHUT_WR)
        except OSError:
            self.log.debug("the client has gone")


def refusal(code: str, detail: str) -> bytes:
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
