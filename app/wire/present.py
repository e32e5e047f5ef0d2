"""The request at hand itself, for those who ask it for much: a proxy looks it up anew each time."""

from __future__ import annotations

from typing import Any

from flask import Request, request

PROXY: Any = request


def present() -> Request:
    """The request at hand."""
    found: Request = PROXY._get_current_object()  # noqa: SLF001  the way that the proxy's own documentation names
    return found
