"""A process that knows nothing of a match but what each line tells it: a state, an action, JSON both ways.

`python -m tests.laws.stranger` reads one request a line and answers one line; `Stranger` talks to it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from typing import IO, Any, Self

import msgspec

import oracle
from tests.running import ROOT


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Decode the state, apply the action, encode what came of it."""
    game = oracle.game(request["game"])
    state = game.decode(request["state"].encode())
    outcome = game.apply(state, game.action(request["action"]), request["script"])
    legal = [msgspec.to_builtins(action) for action in game.legal_actions(outcome.state)]
    return {
        "state": game.encode(outcome.state).decode(),
        "digest": game.digest(outcome.state),
        "events": outcome.events,
        "legal": legal,
    }


def serve(lines: Iterable[bytes], out: IO[bytes]) -> None:
    """Answer every line until there are no more."""
    for line in lines:
        out.write(msgspec.json.encode(answer(msgspec.json.decode(line))) + b"\n")
        out.flush()


class Stranger:
    """Such a process, begun again after `patience` answers, each time with another hash seed."""

    def __init__(self, patience: int = 40) -> None:
        self.patience = patience
        self.begun = 0
        self.left = 0
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def ask(self, game: str, state: bytes, action: Any, script: Any = None) -> dict[str, Any]:
        """What that process answers."""
        if self.left == 0:
            self.stop()
            self.process = self.start()
        self.left -= 1
        assert self.process
        assert self.process.stdin
        assert self.process.stdout
        request = {"game": game, "state": state.decode(), "action": action, "script": script}
        self.process.stdin.write(msgspec.json.encode(request) + b"\n")
        self.process.stdin.flush()
        told: dict[str, Any] = msgspec.json.decode(self.process.stdout.readline())
        return told

    def start(self) -> subprocess.Popen[bytes]:
        """A fresh process."""
        self.begun += 1
        self.left = self.patience
        return subprocess.Popen(
            [sys.executable, "-m", "tests.laws.stranger"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(self.begun)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.communicate(timeout=30)
            self.process = None


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
