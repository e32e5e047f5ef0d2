"""Every address that holds an id, by every method and under every condition: private and absent decks answer alike."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from flask import Flask

from app import create_app
from app.decks.settings import Keeping

NOBODY = "0000-0000-0000-0000"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
PARTS = {"<number>": "1", "<revision>": "1", "<token>": "7K3MQ0TZ", "<hash>": "0" * 20}
CONDITIONS: tuple[dict[str, str], ...] = (
    {},
    {"If-None-Match": "*"},
    {"If-None-Match": '"1"'},
    {"If-Match": '"1"'},
    {"Range": "bytes=0-1"},
    {"If-Modified-Since": "Mon, 30 Nov 2026 07:00:00 GMT"},
    {"Accept": "text/html"},
    {"Accept": "text/plain"},
    {"Authorization": "Bearer x", "If-Match": "*"},
)


@pytest.fixture(scope="module")
def quiet(application: Flask) -> Flask:
    """The service without a bound on misses, on the store of the other tests."""
    data = application.extensions["config"].data
    return create_app({"data": data, "registry_url": "", "keeping": Keeping(misses=0)})


def told(client: Any, method: str, rule: str, name: str, condition: dict[str, str]) -> Any:
    """Everything that an answer says but the id that was asked for and that of the request."""
    path = rule.replace("<id>", name)
    for part, value in PARTS.items():
        path = path.replace(part, value)
    body: dict[str, Any] = {"json": {}} if method in {"POST", "PUT", "PATCH"} else {}
    answer = client.open(path, method=method, headers=condition, **body)
    fields = dict(answer.headers)
    request = fields.pop("X-Request-Id")
    said = answer.get_data(as_text=True).replace(request, "").replace(name, "")
    return answer.status_code, said, {field: value.replace(name, "") for field, value in fields.items()}


def test_no_address_tells_a_private_deck_from_none(quiet: Flask, deck: dict[str, Any]) -> None:
    client = quiet.test_client()
    private = client.post("/v1/decks", json={"deck": deck, "visibility": "private"}).get_json()["id"]
    rules = sorted({rule.rule for rule in quiet.url_map.iter_rules() if "<id>" in rule.rule})

    different = [
        (method, rule, condition)
        for method, rule, condition in product(METHODS, rules, CONDITIONS)
        if told(client, method, rule, private, condition) != told(client, method, rule, NOBODY, condition)
    ]

    assert len(rules) > 10
    assert different == []
