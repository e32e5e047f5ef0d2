"""Answers that come line by line (NDJSON): each line is sent as soon as it is known."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Any

from flask import Request, Response, current_app, request, stream_with_context

import oracle

from .bodies import NDJSON
from .compression import LEVEL, is_welcome
from .errors import problem_document
from .replies import encoded

END = object()


def wants_lines(asking: Request) -> bool:
    """Whether the client would rather have lines than one document."""
    accepted = asking.accept_mimetypes
    return bool(accepted[NDJSON] > accepted["application/json"])


def lines(documents: Iterable[Any]) -> Response:
    """A streamed answer; the first line is worked out before anything is sent, so that a problem can be one."""
    told = iter(counted(documents, oracle.Meter.current()))
    first = next(told, None)
    plain = stream_with_context(written(first, told))
    if not (current_app.extensions["config"].compress and is_welcome(request)):
        return Response(plain, mimetype=NDJSON)
    return Response(gzipped(plain), headers={"Content-Encoding": "gzip"}, mimetype=NDJSON)


def counted(documents: Iterable[Any], meter: oracle.Meter | None) -> Iterator[Any]:
    """The same documents, each worked out on the account of the request that asked for them."""
    told = iter(documents)
    while True:
        with meter if meter is not None else nullcontext():
            document = next(told, END)
        if document is END:
            return
        yield document


def written(first: Any, others: Iterator[Any]) -> Iterator[bytes]:
    """Each document on its line; what goes wrong on the way is told on the last one."""
    if first is None:
        return
    yield encoded(first) + b"\n"
    try:
        for document in others:
            yield encoded(document) + b"\n"
    except Exception as error:  # noqa: BLE001 - the answer has begun: whatever happens is told in it
        problem = problem_document(error)
        yield encoded({"status": problem["status"], "problem": problem}) + b"\n"


def gzipped(plain: Iterator[bytes]) -> Iterator[bytes]:
    """The same lines compressed, each complete when it is sent."""
    stream = zlib.compressobj(LEVEL, zlib.DEFLATED, 31)
    for line in plain:
        yield stream.compress(line) + stream.flush(zlib.Z_SYNC_FLUSH)
    yield stream.flush()
