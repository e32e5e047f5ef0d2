"""From the bytes of a request to one JSON document, or to the problem that prevents it."""

from __future__ import annotations

import zlib
from typing import Any, Literal, NamedTuple

import orjson
from flask import Request

from .problems import Problem
from .soundness import is_plainly_sound, refuse_unsound, too_deep

Document = Any
Syntax = Literal["json", "yaml"]


class Written(NamedTuple):
    """A body as it was written, for calls that tell what is wrong with it line by line."""

    raw: bytes
    syntax: Syntax


JSON = "application/json"
NDJSON = "application/x-ndjson"
SYNTAXES: dict[str, Syntax] = {
    JSON: "json",
    "application/yaml": "yaml",
    "application/x-yaml": "yaml",
    "text/yaml": "yaml",
}
MERGE_PATCH = "application/merge-patch+json"
CHARSETS = frozenset({"utf-8", "utf8", "us-ascii"})
CHUNK = 64 * 1024
MOST_MEMBERS = 1_000
MAGIC = b"\x1f\x8b"
PATIENCE = 8 * 1024 * 1024


def json_body(request: Request, limit: tuple[str, int], depth: int, *also: str) -> Document:
    """The document in the request's body; `limit` is the limit's name and its bytes, `also` are other names of JSON."""
    if request.environ.get("CONTENT_TYPE") != JSON:
        _expect(request, JSON, *also)
    return parse(_inflated(request, *limit), depth)


def written_body(request: Request, limit: tuple[str, int]) -> Written:
    """The text in the request's body, and whether it is declared as JSON or as YAML."""
    _expect(request, *SYNTAXES, told=(JSON, "application/yaml"))
    return Written(_inflated(request, *limit), SYNTAXES[request.mimetype])


def lines_body(request: Request, limit: tuple[str, int]) -> bytes:
    """The bytes of a body of lines."""
    _expect(request, NDJSON)
    return _inflated(request, *limit)


def parse(raw: bytes, depth: int) -> Document:
    """The one JSON document that the bytes hold: bounded in depth, no name twice."""
    try:
        document = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise _unparsed(error, raw, depth) from None
    if not is_plainly_sound(raw, document, depth):
        refuse_unsound(raw, document, depth)
    return document


def _expect(request: Request, *types: str, told: tuple[str, ...] = ()) -> None:
    if request.mimetype not in types:
        raise Problem("unsupported-media-type", f"{_given(request)}; this call reads {' and '.join(told or types)}.")
    if request.mimetype_params.get("charset", "utf-8").lower() not in CHARSETS:
        raise Problem("unsupported-media-type", f"{_given(request)}; bodies are read as UTF-8 only.")


def _given(request: Request) -> str:
    given = request.headers.get("Content-Type")
    return f"The Content-Type is {given[:80]!r}" if given else "The request has no Content-Type"


def _inflated(request: Request, name: str, limit: int) -> bytes:
    coding = request.environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower()
    if coding not in {"identity", "gzip", "x-gzip"}:
        raise Problem(
            "unsupported-encoding",
            f"Content-Encoding is {coding[:40]!r}; this service undoes gzip only.",
            headers={"Accept-Encoding": "gzip"},
        )
    raw = _received(request, name, limit)
    return raw if coding == "identity" else _gunzipped(raw, name, limit)


def _received(request: Request, name: str, limit: int) -> bytes:
    length = request.content_length
    raw = b"" if length is not None and length > limit else request.stream.read(limit + 1)
    if (length is not None and length > limit) or len(raw) > limit:
        _drain(request)
        raise _too_large(name, limit)
    if length is not None and len(raw) < length:
        raise Problem("bad-request", "The request ends before it is whole.")
    return raw


def _drain(request: Request) -> None:
    """Read on for a while: a client that is still sending does not see an early answer."""
    left = PATIENCE
    while left > 0 and (chunk := request.stream.read(min(CHUNK, left))):
        left -= len(chunk)


def _gunzipped(raw: bytes, name: str, limit: int) -> bytes:
    plain, at = bytearray(), 0
    for _ in range(MOST_MEMBERS):
        member, at = _member(raw, at, limit + 1 - len(plain))
        plain += member
        if len(plain) > limit:
            raise _too_large(name, limit)
        if at == len(raw):
            return bytes(plain)
        if not raw.startswith(MAGIC, at):
            raise Problem("malformed-encoding", "Something follows the end of the gzip stream.")
    raise Problem("malformed-encoding", f"The gzip stream has more than {MOST_MEMBERS} members.")


def _member(raw: bytes, at: int, most: int) -> tuple[bytes, int]:
    """What a member of a gzip stream (RFC 1952) holds, no more than so many bytes of it, and where it ends."""
    stream, plain = zlib.decompressobj(wbits=31), bytearray()
    try:
        while not stream.eof and len(plain) < most:
            part = stream.unconsumed_tail or raw[at : at + CHUNK]
            if not part:
                raise Problem("malformed-encoding", "The gzip stream ends before it is complete.")
            at += 0 if stream.unconsumed_tail else len(part)
            plain += stream.decompress(part, most - len(plain))
    except zlib.error as error:
        raise Problem("malformed-encoding", f"The gzip stream is broken: {error}.") from None
    return bytes(plain), at - len(stream.unused_data)


def _too_large(name: str, limit: int) -> Problem:
    return Problem(
        "body-too-large",
        f"The body is larger than {limit} bytes, which is all this call reads.",
        more={"limit": {"name": name, "value": limit}},
    )


def _unparsed(error: orjson.JSONDecodeError, raw: bytes, depth: int) -> Problem:
    if "depth limit" in error.msg or "recursion" in error.msg.lower():
        return too_deep(depth)
    if not raw:
        return Problem("malformed-json", "The body is empty; this call needs a JSON object.")
    if not error.doc:
        return Problem("malformed-json", "The body is not JSON: it is not UTF-8.")
    place = f"line {error.lineno}, column {error.colno}"
    return Problem("malformed-json", f"The body is not JSON: {error.msg} ({place}).")
