"""The examples of the contract are what a real server answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import oracle
from app.wire.problems import kinds
from tests.contract.compatibility import read
from tests.contract.story import RECORDED, told
from tests.contract.tools import CONTRACT

Document = dict[str, Any]

KEPT: Document = json.loads(RECORDED.read_text("utf-8"))


@pytest.mark.server
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_recorded_answers_and_problems_are_told_again(tmp_path: Path) -> None:
    again = told(tmp_path)

    for part in ("answers", "problems"):
        for name, document in KEPT[part].items():
            assert without_games(again[part][name]) == without_games(document), f"{name}: tests.contract.story"
    assert {name: again[name].keys() for name in again} == {name: KEPT[name].keys() for name in KEPT}


def without_games(document: Document) -> str:
    """A document without the list of games, which grows, and how a connection failed, which is chance."""
    games = [game.key for game in oracle.games()]
    return (
        re.sub(r" \(\w+Error\)", "", json.dumps(document)).replace(", ".join(games), "").replace(json.dumps(games), "")
    )


def test_every_problem_was_told() -> None:
    assert kinds().keys() == KEPT["problems"].keys()


def test_every_operation_has_an_example_of_its_answer_in_every_form() -> None:
    without = [
        (operation["operationId"], media)
        for operations in read(CONTRACT)["paths"].values()
        for operation in operations.values()
        for status, answer in operation["responses"].items()
        if status in ("200", "201")
        for media, told in answer["content"].items()
        if "examples" not in told
    ]

    assert without == []
