"""An operation: a view with its documents declared, so that one table serves and describes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, update_wrapper
from typing import Any

from flask import current_app, request
from flask.typing import ResponseReturnValue
from marshmallow import Schema
from werkzeug.datastructures import MultiDict

from app.config import Config

from .bodies import MERGE_PATCH, json_body, lines_body, written_body
from .problems import Complaint, Problem
from .schemas import Asked, load, pointer
from .soundness import MOST_TOLD
from .yaml_bodies import either_body

View = Callable[..., ResponseReturnValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """What the contract says of an operation.

    An answer exists in the types of `also` too, each with the name of its component. A body that may be `either` is
    read from YAML as from JSON; one that is a `patch` may be called a merge patch. A `written` body is handed over as
    text, in JSON or YAML: the answer says what is wrong with it. One of `lines` is handed over as bytes. A `tagged`
    answer is asked for again with its `ETag`. What has `moved` is led to. What is `secured` needs a token.
    """

    id: str
    tag: str
    body: type[Asked] | None = None
    either: bool = False
    patch: bool = False
    written: bool = False
    lines: bool = False
    query: type[Asked] | None = None
    limit: str = "body"
    answer: type[Schema] | str | None = None
    status: int = 200
    media: str = "application/json"
    also: Mapping[str, str] = field(default_factory=dict)
    tagged: bool = False
    moved: bool = False
    problems: tuple[str, ...] = ()
    secured: bool = False
    headers: tuple[str, ...] = ()
    sends: tuple[str, ...] = ()


class Operation:
    """A view that is called with what its schemas read from the request."""

    __name__: str

    def __init__(self, view: View, described: Described) -> None:
        self.view = view
        self.described = described
        update_wrapper(self, view)

    def __call__(self, **path: Any) -> ResponseReturnValue:
        """Read what is declared, then ask the view."""
        config: Config = current_app.extensions["config"]
        read: dict[str, Any] = {}
        if self.described.query is not None:
            read["query"] = self._query(config, self.described.query)
        if self.described.body is not None:
            read["asked"] = self._body(config, path.get("game"))
        if self.described.written:
            read["written"] = written_body(request, self._limit(config))
        if self.described.lines:
            read["raw"] = lines_body(request, self._limit(config))
        return self.view(**path, **read)

    def _query(self, config: Config, query: type[Asked]) -> dict[str, Any]:
        if not request.query_string:
            return defaults(query)
        return load(query, once(request.args), config.limits.errors, place="query")

    def _body(self, config: Config, game: Any) -> dict[str, Any]:
        assert self.described.body is not None
        limit, depth = self._limit(config), config.limits.depth
        if self.described.either:
            document = either_body(request, limit, depth)
        else:
            document = json_body(request, limit, depth, *([MERGE_PATCH] if self.described.patch else []))
        return load(self.described.body, document, config.limits.errors, game)

    def _limit(self, config: Config) -> tuple[str, int]:
        name = self.described.limit
        return name, getattr(config.limits, name)


def once(given: MultiDict[str, str]) -> dict[str, str]:
    """What the query string says, if it says each thing once."""
    twice = [name for name, values in given.lists() if len(values) > 1]
    if twice:
        told = [
            Complaint(
                "duplicate_key",
                f"{name[:80]!r} stands twice behind the question mark.",
                pointer((name,)),
                place="query",
            )
            for name in twice[:MOST_TOLD]
        ]
        raise Problem("duplicate-key", "; ".join(each.detail for each in told), told)
    return given.to_dict()


@cache
def defaults(query: type[Asked]) -> dict[str, Any]:
    """What an address without a query string asks."""
    return load(query, {}, 1, place="query")


def operation(id: str, **described: Any) -> Callable[[View], Operation]:
    """Declare a view as an operation of the contract."""
    return lambda view: Operation(view, Described(id=id, **described))
