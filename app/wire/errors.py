"""Every exception becomes a problem document (RFC 9457) here, and nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

import oracle
from app.watch.hooks import count_problem
from registry import InvalidDeck, InvalidWish, RegistryError, RegistryUnavailable, TokenRequired

from . import places
from .edge import REQUEST_ID
from .pages import POLICY, SHARING, page, wants_page
from .problems import Complaint, Kind, Problem, kinds
from .replies import encoded
from .yaml_bodies import placed

log = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"

HTTP_CODES = {
    404: "not-found",
    405: "method-not-allowed",
    412: "precondition-failed",
    413: "body-too-large",
    414: "uri-too-long",
    415: "unsupported-media-type",
    428: "precondition-required",
    429: "too-many-requests",
    431: "headers-too-large",
}


def register(app: Flask) -> None:
    """Make every exception that a view can raise leave as a problem document."""
    app.register_error_handler(Exception, _handle)


def _handle(error: Exception) -> Response:
    return answer(problem_of(error))


def answer(problem: Problem, module: str = "") -> Response:
    """The response that tells a problem: JSON, or a page if a person's browser asks for one, with a script if named."""
    kind = kinds()[problem.code]
    g.problem = problem.code
    told = document(problem, kind)
    if wants_page() and not request.path.startswith("/v1/"):
        policy = SHARING if module else POLICY
        shown = page("problem.html", kind.status, policy, kind=kind, problem=told, module=module)
        shown.headers.update(problem.headers)
        return shown
    return Response(encoded(told), kind.status, problem.headers, mimetype=PROBLEM_JSON)


def problem_document(error: Exception) -> dict[str, Any]:
    """The document of the problem behind an exception, for answers that hold several; each is counted."""
    problem = problem_of(error)
    count_problem(problem.code)
    return document(problem, kinds()[problem.code])


def document(problem: Problem, kind: Kind) -> dict[str, Any]:
    """The fields of RFC 9457 and ours."""
    return {
        "type": f"/problems/{kind.code}",
        "title": kind.title,
        "status": kind.status,
        "detail": problem.detail,
        "instance": request.environ.get(REQUEST_ID, ""),
        "code": kind.code,
        "errors": [each.document() | placed(each.at) for each in problem.errors],
        **problem.more,
    }


def problem_of(error: Exception) -> Problem:
    """The problem behind an exception; what nobody foresaw is logged and told without a trace."""
    for kind in type(error).__mro__:
        if kind in TRANSLATIONS:
            return TRANSLATIONS[kind](error)
    log.error("request %s failed", request.environ.get(REQUEST_ID), exc_info=error)
    return Problem("internal-error", "The service failed; nothing was changed. Please report it.")


def _http(error: HTTPException) -> Problem:
    status = error.code or 500
    fallback = "bad-request" if status < 500 else "internal-error"
    kept = {name: in_order(value) for name, value in error.get_headers() if name in {"Allow", "Retry-After"}}
    tell = DETAILS.get(status)
    detail = tell(kept) if tell is not None else error.description or ""
    return Problem(HTTP_CODES.get(status, fallback), detail, headers=kept)


def in_order(methods: str) -> str:
    """A list of methods in one and the same order each time."""
    return ", ".join(sorted(methods.split(", ")))


def _no_such_address(_: dict[str, str]) -> str:
    return f"{request.path[:200]} is no address of this service; /openapi.json lists them all."


def _no_such_method(headers: dict[str, str]) -> str:
    return f"{request.method} is not served here; served: {headers.get('Allow', 'nothing')}."


DETAILS: dict[int, Callable[[dict[str, str]], str]] = {404: _no_such_address, 405: _no_such_method}


def complaints(faults: list[oracle.Fault], problem: str, under: str = "") -> list[Complaint]:
    """The oracle's faults as complaints about a part of the request."""
    return [Complaint(each.code, each.message, under + each.at, each.data or None, problem) for each in faults]


def _faulty(code: str) -> Callable[[Any], Problem]:
    def translate(error: Any) -> Problem:
        told = complaints(error.faults, code)
        return Problem(code, "; ".join(each.detail for each in told[:3]), told)

    return translate


def _edition(error: oracle.EditionNotServed) -> Problem:
    detail = f"Edition {error.asked} is not served; served are: {', '.join(error.served)}."
    told = Complaint("edition_not_served", detail, "/state/rules")
    return Problem("edition-not-served", detail, [told], {"served": error.served})


def _unknown_set(error: oracle.UnknownSet) -> Problem:
    at, place = places.of_set(error.name)
    told = Complaint("unknown_set", f"{error}.", at, {"set": error.name, "known": error.known}, place=place)
    return Problem("unknown-set", f"{error}.", [told], {"set": error.name, "known": error.known})


def _hidden(error: oracle.HiddenStateNeeded) -> Problem:
    told = [Complaint("hidden", "This is hidden.", f"/state{at}") for at in error.pointers]
    return Problem("hidden-state-needed", f"{error}.", told)


def _script(error: oracle.ScriptError) -> Problem:
    at, place = places.of_script()
    told = [
        Complaint(each.code, each.message, at, {**(each.data or {}), "rule": each.rule}, place=place)
        for each in error.violations
    ]
    return Problem("script-refused", str(error), told, {"violations": error.violations})


def _budget(error: oracle.BudgetExceeded) -> Problem:
    more = {"abilities": error.abilities, "limit": {"name": "steps", "value": error.limit}}
    whole = "one request" if error.code == "request_budget_exceeded" else "one action"
    detail = f"This takes more than {error.limit} steps of work, which is all that is done for {whole} or one list."
    return Problem(error.code.replace("_", "-"), detail, more=more)


def _registry(error: RegistryError) -> Problem:
    return Problem(error.code, f"{error}", more=_facts(error), headers=_fields(error))


def _facts(error: Any) -> dict[str, Any]:
    told = {name: getattr(error, name) for name in FACTS if hasattr(error, name)}
    if hasattr(error, "limit"):
        told["limit"] = {"name": getattr(error, "what", "stored"), "value": error.limit}
    return told


FACTS = ("set", "legality", "latest", "etag", "reason", "offset", "diagnostics", "served")


def _fields(error: Any) -> dict[str, str]:
    if isinstance(error, TokenRequired):
        return {"WWW-Authenticate": 'Bearer realm="decks"'}
    return {"Retry-After": str(error.retry_after)} if isinstance(error, RegistryUnavailable) else {}


def _deck(error: InvalidDeck) -> Problem:
    under = "" if isinstance(error, InvalidWish) else "/deck"
    told = [Complaint(each.code, each.message, under + each.at, each.data or None) for each in error.faults]
    return Problem(error.code, f"{error}", told)


TRANSLATIONS: dict[type, Callable[[Any], Problem]] = {
    Problem: lambda problem: problem,
    HTTPException: _http,
    oracle.InvalidState: _faulty("invalid-state"),
    oracle.MalformedAction: _faulty("malformed-action"),
    oracle.InvalidSetup: _faulty("invalid-setup"),
    oracle.InvalidCards: _faulty("invalid-cards"),
    oracle.EditionNotServed: _edition,
    oracle.UnknownSet: _unknown_set,
    oracle.HiddenStateNeeded: _hidden,
    oracle.ScriptError: _script,
    oracle.BudgetExceeded: _budget,
    InvalidDeck: _deck,
    RegistryError: _registry,
}
