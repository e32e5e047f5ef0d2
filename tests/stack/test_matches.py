"""Random matches: carried through JSON into fresh processes they come to the same end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import msgspec
import pytest

from tests.running import ROOT
from tests.stack.game import KINDLING
from tests.stack.walks import moments


def test_stopped_at_every_decision_and_continued_elsewhere_a_match_is_the_same() -> None:
    lines, digests = [], []
    for moment in moments(KINDLING, range(40, 43), most=120):
        asked = {"state": KINDLING.encode(moment.state).decode(), "action": msgspec.to_builtins(moment.action)}
        lines.append(msgspec.json.encode(asked))
        digests.append(KINDLING.digest(moment.after))

    halves: list[list[str]] = []
    for half in (lines[::2], lines[1::2]):
        told = subprocess.run(
            [sys.executable, "-m", "tests.stack.fresh"], input=b"\n".join(half), capture_output=True, cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(len(halves))}, check=True, timeout=120,
        )  # fmt: skip
        halves.append(told.stdout.decode().split())

    assert halves == [digests[::2], digests[1::2]]


@pytest.mark.parametrize("mode", ["seeded", "manual"])
def test_random_play_meets_everything_that_the_stack_can_do(mode: str) -> None:
    met: Counter[str] = Counter()

    for moment in moments(KINDLING, range(100, 124), mode):
        met.update(type(frame).__name__ for frame in moment.after.agenda)
        met.update(f"{len(moment.after.stack)} on the stack" for _ in [0] if moment.after.stack)
        met.update(str(event["reason"]) for event in moment.events if event["type"] == "fizzle")
        met.update(entry.kind for entry in moment.after.stack)

    wanted = {
        "OpenWindow", "Declare", "Resolve", "RunTriggers", "countered", "negated", "target_gone", "all_targets_gone",
        "no_target", "card", "ability", "trigger", "3 on the stack",
    }  # fmt: skip
    assert wanted <= set(met)
