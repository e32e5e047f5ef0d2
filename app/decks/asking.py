"""The registry of this service, and what of a request it hangs on."""

from __future__ import annotations

from flask import Request, Response, current_app, request

from app.config import Config
from app.watch.quotas import client, grouped
from app.wire import errors
from app.wire.problems import Problem
from registry import DeckNotFound, Registry

from .store import Store

UNKNOWN = "an unknown client"


def registry() -> Registry:
    """The registry, for clients that do not try out ids."""
    store: Store = current_app.extensions["store"]
    if store.misses.begun:
        store.misses.admit(who())
    return store.registry


def note_miss() -> None:
    """Count that the client asked for a deck that is not there."""
    store: Store = current_app.extensions["store"]
    store.misses.note(who(), current_app.extensions["quotas"].shared)


def missed(error: DeckNotFound, module: str = "") -> Response:
    """The answer to a miss, which is counted."""
    note_miss()
    return errors.answer(errors.problem_of(error), module)


def who() -> str:
    """The client as quotas count it: an address behind the proxies that are believed."""
    config: Config = current_app.extensions["config"]
    address = client(request.environ, config.quotas.trusted)
    return grouped(address) if address is not None else UNKNOWN


def bearer(asked: Request) -> str | None:
    """The token of the request, if it carries one."""
    if "HTTP_AUTHORIZATION" not in asked.environ:
        return None
    given = asked.authorization
    return given.token if given is not None and given.type == "bearer" else None


def numbered(text: str) -> int:
    """A revision number of a path; what is none is no address."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Problem("not-found", f"{text[:40]!r} is no number of a revision.")
    return int(text)
