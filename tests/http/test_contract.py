"""The contract says what the service does: every path, every example, byte for byte."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import orjson
import pytest
import yaml
from flask import Flask

import oracle
from app.openapi.documents import pascal
from app.wire.problems import kinds
from tests.http.talking import Api

ROOT = Path(__file__).resolve().parents[2]
CONTRACT: dict[str, Any] = yaml.safe_load((ROOT / "openapi.yaml").read_text("utf-8"))
OPERATIONS = [
    (method.upper(), path, operation)
    for path, found in CONTRACT["paths"].items()
    for method, operation in found.items()
]


def named(operation: tuple[str, str, dict[str, Any]]) -> str:
    return str(operation[2]["operationId"])


def filled(path: str, operation: dict[str, Any], **others: str) -> str:
    """The path with the examples of its parameters, or with others."""
    examples = {each["name"]: each["example"] for each in operation["parameters"] if each.get("in") == "path"}
    return path.format(**(examples | others))


def test_the_file_is_what_the_service_serves(client: Api) -> None:
    assert (ROOT / "openapi.yaml").read_bytes() == client.get("/openapi.yaml").raw
    assert client.get("/openapi.json").json == CONTRACT


def test_routes_and_paths_are_the_same_set(application: Flask) -> None:
    routes = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), method)
        for rule in application.url_map.iter_rules()
        if rule.endpoint != "static"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert routes == {(path, method) for method, path, _ in OPERATIONS}


def test_every_operation_has_an_id_of_its_own_a_summary_and_an_answer() -> None:
    assert len({operation["operationId"] for _, _, operation in OPERATIONS}) == len(OPERATIONS)
    for _, _, operation in OPERATIONS:
        assert operation["summary"].endswith((".", ",", ":")) or operation["summary"]
        assert any(status.startswith("2") for status in operation["responses"])


def test_every_reference_leads_somewhere() -> None:
    text = yaml.safe_dump(CONTRACT)
    for kind, name in set(re.findall(r"#/components/(\w+)/([\w.-]+)", text)):
        assert name in CONTRACT["components"][kind], name


def test_requests_are_closed_at_every_depth() -> None:
    bodies = [
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for _, _, operation in OPERATIONS
        if "application/json" in operation.get("requestBody", {"content": {}})["content"]
    ]
    assert bodies
    for name in bodies:
        assert CONTRACT["components"]["schemas"][name]["additionalProperties"] is False


def test_every_problem_stands_in_the_contract() -> None:
    examples = CONTRACT["components"]["examples"]
    assert {f"problem-{code}" for code in kinds()} <= set(examples)


def test_every_game_has_its_schemas_in_the_contract() -> None:
    for game in oracle.games():
        for kind in ("state", "action", "event", "card"):
            assert f"{pascal(game.key)}{kind.capitalize()}" in CONTRACT["components"]["schemas"]


@pytest.mark.server
@pytest.mark.parametrize("operation", [each for each in OPERATIONS if each[2]["tags"] != ["registry"]], ids=named)
def test_every_example_is_executed(over_http: Api, operation: tuple[str, str, dict[str, Any]]) -> None:
    method, path, told = operation
    if path.startswith(("/d/", "/embed/", "/og/", "/qr/")):
        return
    body, headers = None, {}
    if "requestBody" in told:
        media, content = next(iter(told["requestBody"]["content"].items()))
        value = content["examples"]["sample"]["value"]
        body, headers = value.encode() if isinstance(value, str) else orjson.dumps(value), {"Content-Type": media}

    answer = over_http.talk.send(method, filled(path, told), body, headers)

    assert str(answer.status) in told["responses"], answer.raw
    assert answer.status < 300
    for media, content in told["responses"][str(answer.status)]["content"].items():
        sample = content["examples"]["sample"]
        if "description" in sample:
            continue
        answer = over_http.talk.send(method, filled(path, told), body, {**headers, "Accept": media})
        assert answer.headers["Content-Type"].partition(";")[0] == media
        assert (answer.raw.decode() if isinstance(sample["value"], str) else answer.json) == sample["value"]


@pytest.mark.server
def test_an_answer_begins_as_its_abridged_example_says(over_http: Api) -> None:
    made = over_http.post("/v1/decks", registering()).json
    picture = re.search(rf"/og/{made['id']}-([0-9a-f]+)\.png", over_http.get(made["url"]).raw.decode())
    assert picture
    looked_at = 0

    for method, path, told in OPERATIONS:
        of_a_deck = {"id": made["id"], "number": "1", "hash": picture[1]} if "{id}" in path else {}
        for media, content in told["responses"].get("200", {"content": {}})["content"].items():
            sample = content["examples"]["sample"]
            if "description" not in sample:
                continue
            assert method == "GET"
            answer = over_http.get(filled(path, told, **of_a_deck), accept=media)
            assert (answer.status, answer.headers["Content-Type"].partition(";")[0]) == (200, media), path
            assert begins(sample["value"], answer), path
            looked_at += 1

    assert looked_at > 20


def begins(value: Any, answer: Any) -> bool:
    """Whether an answer begins as the example says."""
    if isinstance(value, str):
        return bool(answer.raw.startswith(value.encode("latin-1")))
    is_yaml = answer.headers["Content-Type"].startswith("application/yaml")
    return within(value, yaml.load(answer.raw, yaml.CSafeLoader) if is_yaml else answer.json)


def within(value: Any, whole: Any) -> bool:
    """Whether a document has what another shows, lists from their beginning."""
    if isinstance(value, dict):
        return all(name in whole and within(each, whole[name]) for name, each in value.items())
    if isinstance(value, list):
        return len(value) <= len(whole) and all(map(within, value, whole))
    return bool(value == whole)


def registering() -> Any:
    """The example of a deck to be kept."""
    told = CONTRACT["paths"]["/v1/decks"]["post"]["requestBody"]["content"]["application/json"]
    return told["examples"]["sample"]["value"]


def test_the_examples_of_the_registry_are_executed(client: Api) -> None:
    examples = {
        operation["operationId"]: operation["requestBody"]["content"]["application/json"]["examples"]["sample"]["value"]
        for _, _, operation in OPERATIONS
        if operation["tags"] == ["registry"]
        and "examples" in operation.get("requestBody", {"content": {}})["content"].get("application/json", {})
    }

    made = client.post("/v1/decks", examples["registerDeck"])
    address, owner = made.headers["Location"], {"authorization": f"Bearer {made.json['token']}", "if_match": "*"}

    assert made.status == 201
    assert client.send("PUT", address, examples["replaceDeck"], **owner).status == 200
    assert client.send("PATCH", address, examples["describeDeck"], **owner).status == 200
    assert client.get(address).status == 200
    assert client.get(made.json["url"]).status == 200
    assert client.send("DELETE", address, **owner).status == 204
