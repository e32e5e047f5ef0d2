"""What the guides for operators say can be looked up: numbers, settings, commands, problems, and the arithmetic."""

from __future__ import annotations

import json
import re
from typing import Any

import click
import pytest
import yaml
from flask import Flask

from app import create_app
from app.cli.registry import registry as commands
from app.wire.problems import kinds
from tests.deploy.manifests import DEPLOY
from tests.deploy.settings import READ

HOW_TO = DEPLOY.parent / "docs" / "how-to"
GROW, OPERATE, SERVE = ((HOW_TO / name).read_text("utf-8") for name in ("grow.md", "operate.md", "serve.md"))
METRIC = re.compile(r"rules_oracle_\w+")
LABELS = re.compile(r"(rules_oracle_\w+)\{(\w+)=~?")
GROUPED = re.compile(r"sum by \(([\w, ]+)\) \(rate\((rules_oracle_\w+)")
GIB = 2**30
ELSEWHERE = {"PORT", "DATA", "WORKERS"}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a service tells that has answered, refused and judged."""
    app: Flask = create_app(
        {"data": str(tmp_path_factory.mktemp("numbers") / "data"), "registry_url": "redis://127.0.0.1:1"}
    )
    client = app.test_client()
    client.get("/v1/games")
    client.post("/v1/games/maha-yodha/decks/check", json={"deck": {"format": "x", "sections": {}}})
    client.get("/nowhere")
    return client.get("/metrics").get_data(as_text=True)


def panels() -> list[tuple[str, str]]:
    """The titles and queries of the dashboard."""
    document: Any = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))
    return [(panel["title"], target["expr"]) for panel in document["panels"] for target in panel["targets"]]


def alerts() -> dict[str, Any]:
    """The alerts by name."""
    document: Any = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))
    return {rule["alert"]: rule for group in document["groups"] for rule in group["rules"]}


def queries() -> list[str]:
    return [query for _, query in panels()] + [rule["expr"] for rule in alerts().values()]


def test_every_number_that_is_asked_for_exists(told: str) -> None:
    named = {name for text in (*queries(), OPERATE, GROW) for name in METRIC.findall(text)}
    known = {line.split("{")[0].split(" ")[0] for line in told.splitlines() if not line.startswith("#")}
    known |= {line.split(" ")[2] for line in told.splitlines() if line.startswith("# TYPE")}

    assert len(named) > 8
    assert named - known == set()


@pytest.mark.parametrize("query", queries())
def test_every_query_is_whole_and_asks_by_labels_that_exist(told: str, query: str) -> None:
    pairs = LABELS.findall(query)
    pairs += [(name, label.strip()) for labels, name in GROUPED.findall(query) for label in labels.split(",")]

    assert all(query.count(each) == query.count(other) for each, other in ("()", "[]", "{}"))
    for name, label in pairs:
        assert re.search(rf"^{name}\{{[^}}]*\b{label}=", told, re.MULTILINE), (name, label)


def test_there_are_five_alerts_and_the_guide_tells_what_to_do_about_each() -> None:
    assert len(alerts()) == 5
    for name, rule in alerts().items():
        assert f"| `{name}` |" in OPERATE
        assert {"expr", "for", "annotations"} <= rule.keys()


@pytest.mark.parametrize("text", [GROW, OPERATE, SERVE], ids=["grow", "operate", "serve"])
def test_every_setting_command_problem_and_file_of_a_guide_exists(text: str) -> None:
    settings = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`", text)) - ELSEWHERE
    typed = set(re.findall(r"rules-oracle registry (\w+)", text))
    problems = set(re.findall(r"(?:^|\s)[45]\d\d `([a-z-]+)`", text)) | set(re.findall(r'code="([a-z-]+)"', text))
    links = set(re.findall(r"\]\(((?!http)[^)#]+)", text))

    assert settings - READ - {"MEMORY USAGE"} == set()
    assert isinstance(commands, click.Group)
    assert typed - commands.commands.keys() == set()
    assert problems - kinds().keys() == set()
    assert [link for link in links if not (HOW_TO / link).exists()] == []


def test_every_setting_is_told_in_a_guide() -> None:
    assert [name for name in sorted(READ) if name not in GROW + OPERATE + readme()] == []


def readme() -> str:
    return (DEPLOY.parent / "README.md").read_text("utf-8")


def test_the_arithmetic_of_growth_is_right() -> None:
    found = re.search(r"([\d.]+) × 2\^30 × ([\d.]+) / ([\d,]+) = ([\d.]+) × 10\^6 decks", GROW)
    assert found
    size, share, deck = float(found[1]), float(found[2]), number(found[3])
    primary = size * GIB * share / deck
    assert round(primary / 1e6, 1) == float(found[4])

    rows = re.findall(r"^\| 10\^(\d+) \| ([\d.]+) (GB|TB) \| ([\d,]+) \| ([\d,]+)", GROW, re.MULTILINE)
    assert [int(row[0]) for row in rows] == [6, 8, 9]
    for power, amount, unit, primaries, nodes in rows:
        decks = 10 ** int(power)
        assert float(amount) * {"GB": 1e9, "TB": 1e12}[unit] == pytest.approx(decks * deck, rel=0.05)
        assert number(primaries) == pytest.approx(decks / primary, rel=0.03, abs=1)
        assert number(nodes) == 2 * number(primaries)


def test_what_a_deck_takes_is_added_up_from_what_was_measured() -> None:
    first = re.search(r"^\| memory of a deck .*? \| ([\d,]+) bytes", GROW, re.MULTILINE)
    further = re.search(r"^\| each further revision .*? \| ([\d,]+) bytes", GROW, re.MULTILINE)
    summed = re.search(r"three revisions a deck takes about ([\d,]+) bytes", GROW)
    assert first
    assert further
    assert summed

    assert number(summed[1]) == pytest.approx(number(first[1]) + 2 * number(further[1]), rel=0.02)


def number(text: str) -> int:
    return int(text.replace(",", ""))
