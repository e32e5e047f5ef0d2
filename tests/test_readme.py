"""The README is true: its calls are pasted into a shell, and answer what it says."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any

import pytest

from tests.running import ROOT, RunningServer

README = (ROOT / "README.md").read_text()
ADDRESS = "http://127.0.0.1:8000"
CALLS = re.findall(r"```sh\n(curl .*?)```\n\n```json\n(.*?)```", README, flags=re.DOTALL)


def differences(shown: Any, answered: Any, at: str = "") -> list[str]:
    """Where what is shown is not part of what was answered; lists may go on, objects may hold more."""
    if isinstance(shown, dict) and isinstance(answered, dict):
        missing = [f"{at}/{key} is not there" for key in shown if key not in answered]
        return missing + [
            d for key in shown if key in answered for d in differences(shown[key], answered[key], f"{at}/{key}")
        ]
    if isinstance(shown, list) and isinstance(answered, list):
        if len(shown) > len(answered):
            return [f"{at} has only {len(answered)} items"]
        pairs = zip(shown, answered, strict=False)
        return [d for i, (one, other) in enumerate(pairs) for d in differences(one, other, f"{at}/{i}")]
    return [] if shown == answered else [f"{at} is {answered!r}, not {shown!r}"]


def test_it_shows_the_three_calls_of_a_newcomer() -> None:
    called = [re.search(r"/v1/games/[\w-]+/([\w-]+)", command) for command, _ in CALLS]

    assert {found[1] for found in called if found} >= {"start", "legal-actions", "resolve"}


@pytest.mark.server
@pytest.mark.parametrize(("command", "shown"), CALLS, ids=[f"call {i}" for i in range(1, len(CALLS) + 1)])
def test_a_pasted_call_answers_what_it_says(server: RunningServer, command: str, shown: str) -> None:
    pasted = command.replace(ADDRESS, server.url)

    answer = subprocess.run(["bash", "-c", pasted], capture_output=True, check=True, text=True, timeout=30).stdout

    assert differences(json.loads(shown), json.loads(answer)) == []


def test_its_commands_are_targets_of_the_makefile() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)

    for command in re.findall(r"```sh\nmake (\w+)\n```", README):
        assert command in targets
