"""The outermost layer: what every answer carries, however badly the rest went."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from secrets import token_hex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REQUEST_ID = "rules_oracle.request_id"
ACCEPTABLE_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")

EXPOSED = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Link, X-Request-Id"
ALWAYS = [
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", EXPOSED),
    ("X-Content-Type-Options", "nosniff"),
]
PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),
    ("Access-Control-Max-Age", "7200"),
    ("Content-Length", "0"),
]
ASKED_FIELDS = (
    "Accept, Accept-Language, Authorization, Content-Encoding, Content-Type, Idempotency-Key, "
    "If-Match, If-None-Match, X-Client-Key, X-Request-Id"
)


class Edge:
    """Adds request ids and CORS around an application, outside its error handlers."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request; a preflight is answered here."""
        environ[REQUEST_ID] = _request_id(environ)
        environ.pop("HTTP_RANGE", None)  # everything here is small: always all of it, as RFC 9110 allows
        environ.pop("HTTP_UPGRADE", None)  # a wish that may be passed over, as RFC 9110 allows too
        started = _with_fields(start_response, [*ALWAYS, ("X-Request-Id", environ[REQUEST_ID])])
        if _is_preflight(environ):
            allowed = ("Access-Control-Allow-Headers", ASKED_FIELDS)
            started("204 No Content", [*PREFLIGHT, allowed])
            return []
        return self.application(environ, started)


def _request_id(environ: WSGIEnvironment) -> str:
    given = str(environ.get("HTTP_X_REQUEST_ID", ""))
    return given if ACCEPTABLE_ID.fullmatch(given) else token_hex(12)


def _is_preflight(environ: WSGIEnvironment) -> bool:
    return environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ


def _with_fields(start: StartResponse, more: list[tuple[str, str]]) -> Callable[..., Any]:
    def started(status: str, headers: list[tuple[str, str]], failure: Any = None) -> Any:
        return start(status, headers + more, failure)

    return started
