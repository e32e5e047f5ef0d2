"""Positions with a stack, told in the words of scenario files."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracle.scenarios import Scenario, load, run
from tests.stack.game import KINDLING

CASES = [pytest.param(scenario, id=scenario.id) for scenario in load(Path(__file__).with_name("scenarios.yaml"))]


@pytest.mark.parametrize("scenario", CASES)
def test_scenario_holds(scenario: Scenario) -> None:
    failures = run(KINDLING, scenario)

    assert not failures, f"{scenario.name}\n" + "\n".join(failures)
