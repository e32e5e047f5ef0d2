"""Nothing that a release promised is taken back, and the check that says so notices when something is."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.contract.compatibility import broken, latest, read, release

Document = dict[str, Any]
TODAY = release()
SCHEMAS = "components", "schemas"
LIST = "/v1/games/{game}/legal-actions"


def at(document: Document, *path: str) -> Any:
    """What stands at a path."""
    found: Any = document
    for step in path:
        found = found[step]
    return found


def test_nothing_was_taken_back_since_the_last_release() -> None:
    assert broken(read(latest()), TODAY) == []


def test_a_contract_keeps_all_that_it_promises_itself() -> None:
    assert broken(TODAY, TODAY) == []


TAKEN: list[tuple[str, Callable[[Document], Any], str]] = [
    ("an address", lambda d: d["paths"].pop("/v1/maps"), "GET /v1/maps: the operation is gone"),
    ("a method", lambda d: d["paths"]["/v1/decks"].pop("post"), "POST /v1/decks: the operation is gone"),
    (
        "a name",
        lambda d: at(d, "paths", LIST, "post").update(operationId="list"),
        f"POST {LIST}: listLegalActions is now called list",
    ),
    (
        "freedom from tokens",
        lambda d: at(d, "paths", "/v1/decks", "get").update(security=[{"editToken": []}]),
        "GET /v1/decks: it needs other tokens",
    ),
    (
        "a parameter",
        lambda d: at(d, "paths", "/v1/decks", "get")["parameters"].pop(0),
        "GET /v1/decks: game of the query is no longer read",
    ),
    (
        "the right to leave a parameter out",
        lambda d: at(d, "paths", "/v1/decks", "get")["parameters"][0].update(required=True),
        "GET /v1/decks: game of the query must now be sent",
    ),
    (
        "a field of requests",
        lambda d: at(d, *SCHEMAS, "Listing", "properties").pop("expand"),
        "/expand: the field is gone",
    ),
    (
        "the right to leave a field out",
        lambda d: at(d, *SCHEMAS, "Listing").update(required=["player"]),
        "/player: the field must now be sent",
    ),
    (
        "room in a field",
        lambda d: at(d, *SCHEMAS, "Listing", "properties", "limit").update(maximum=10),
        "/limit: maximum is now 10",
    ),
    (
        "a word",
        lambda d: at(d, *SCHEMAS, "Checking", "properties", "detail")["enum"].remove("verdict"),
        "/detail: verdict is no longer read",
    ),
    (
        "a type",
        lambda d: at(d, *SCHEMAS, "Listing", "properties", "type").update(type="integer"),
        "/type: string is now integer",
    ),
    (
        "a kind of seat",
        lambda d: at(d, *SCHEMAS, "Listing", "properties", "player")["anyOf"].pop(1),
        "/player: string is no longer one of the choices",
    ),
    (
        "a form of the body",
        lambda d: at(d, "paths", "/v1/games/{game}/cards/check", "post", "requestBody", "content").pop(
            "application/yaml"
        ),
        "application/yaml is no longer read",
    ),
    (
        "a field of answers",
        lambda d: at(d, *SCHEMAS, "LegalActions", "properties").pop("total"),
        "/total: the field is gone",
    ),
    (
        "a field's certainty",
        lambda d: at(d, *SCHEMAS, "LegalActions")["required"].remove("total"),
        "/total: the field may now be missing",
    ),
    (
        "a field's type in answers",
        lambda d: at(d, *SCHEMAS, "LegalActions", "properties", "total").update(type=["integer", "null"]),
        "/total: integer is now integer or null",
    ),
    (
        "a form of the answer",
        lambda d: at(d, "paths", "/v1/games/{game}/view", "post", "responses", "200", "content").pop("text/plain"),
        "text/plain is no longer answered",
    ),
    (
        "a header",
        lambda d: at(d, "paths", "/v1/decks", "post", "responses", "201", "headers").pop("Location"),
        "POST /v1/decks 201: the field Location is gone",
    ),
    ("a problem", lambda d: at(d, "components", "examples").pop("problem-too-deep"), "the problem too-deep is gone"),
    (
        "a field of a state",
        lambda d: at(d, *SCHEMAS, "MahaYodhaPlayer", "properties").pop("valor"),
        "/valor: the field is gone",
    ),
    (
        "a parameter of actions",
        lambda d: at(d, *SCHEMAS, "Action", "properties").pop("assign_to"),
        "/assign_to: the field is gone",
    ),
]


@pytest.mark.parametrize(("take", "told"), [each[1:] for each in TAKEN], ids=[each[0] for each in TAKEN])
def test_what_is_taken_back_is_noticed(take: Callable[[Document], Any], told: str) -> None:
    changed = copy.deepcopy(TODAY)

    take(changed)

    assert any(told in fault for fault in broken(TODAY, changed)), broken(TODAY, changed)


GIVEN: list[tuple[str, Callable[[Document], Any]]] = [
    ("an address", lambda d: d["paths"].update({"/v2": d["paths"]["/v1/maps"]})),
    (
        "a field that need not be sent",
        lambda d: at(d, *SCHEMAS, "Listing", "properties").update(more={"type": "string"}),
    ),
    ("a field of answers", lambda d: at(d, *SCHEMAS, "LegalActions", "properties").update(more={"type": "string"})),
    ("a word", lambda d: at(d, *SCHEMAS, "Checking", "properties", "detail")["enum"].append("more")),
    ("room in a field", lambda d: at(d, *SCHEMAS, "Listing", "properties", "limit").update(maximum=10_000)),
    ("a problem", lambda d: at(d, "components", "examples").update({"problem-new": {}})),
]


@pytest.mark.parametrize("give", [each[1] for each in GIVEN], ids=[each[0] for each in GIVEN])
def test_what_is_added_takes_nothing_back(give: Callable[[Document], Any]) -> None:
    changed = copy.deepcopy(TODAY)

    give(changed)

    assert broken(TODAY, changed) == []
