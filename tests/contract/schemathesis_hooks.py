"""Media types that schemathesis does not know by itself: lines of JSON, tables, pages."""

from __future__ import annotations

import json
from typing import Any

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(context: Any, value: Any) -> bytes:
    """A body of lines: text as it was made up, anything else as one line of JSON."""
    if isinstance(value, bytes):
        return value
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else json.dumps(value).encode()


@schemathesis.deserializer("application/x-ndjson", "text/csv", "text/html")
def text(context: Any, response: Any) -> str:
    """An answer that the contract calls a text."""
    return str(response.text)
