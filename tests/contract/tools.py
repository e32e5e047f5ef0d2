"""The tools of strangers that the contract must satisfy, and how they are started."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.running import ROOT

CONTRACT = ROOT / "openapi.yaml"
CLIENTS = ROOT / "tests/contract/clients"
NODE = ROOT / ".venv/node/node_modules/.bin"
BESIDE = Path(sys.executable).parent

# Nothing is told to anybody, and nobody is asked whether there is something newer.
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1", "CI": "1"}


def ran(command: Sequence[object], *, seconds: float, within: Path = ROOT, **environment: str) -> str:
    """What a command says; it must succeed."""
    paths = f"{BESIDE}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    done = subprocess.run(
        [str(word) for word in command],
        cwd=within,
        env={**os.environ, **QUIET, "PATH": paths, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, f"{command[0]} ends with {done.returncode}:\n{done.stdout}"
    return done.stdout
