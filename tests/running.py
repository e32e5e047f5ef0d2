"""A real server, started as a person would start it, on a free port of this machine."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "app.cli"]
PATIENCE = 30.0


class RunningServer:
    """`rules-oracle serve` in its own process, and the embedded store of its data folder."""

    def __init__(
        self, data: Path, *, workers: int = 2, port: int = 0, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start it; `wait` for its address. `environment` is laid over this process's own."""
        self.data = data
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--port", str(port), "--data", str(data), "--workers", str(workers)],
            cwd=ROOT,
            env={**os.environ, "REGISTRY_URL": "", **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""
        self._heard = threading.Thread(target=self._listen, daemon=True)
        self._heard.start()

    @property
    def pid(self) -> int:
        """The process id of gunicorn's arbiter."""
        return self.process.pid

    @property
    def url(self) -> str:
        """The address that the server printed."""
        found = re.search(r"answers at (http://\S+)", self.said)
        assert found, self.said
        return found[1]

    def wait(self) -> RunningServer:
        """Return once it said where it answers and how to talk to it."""
        end = time.monotonic() + PATIENCE
        while not re.search(r"curl \S+\n", self.said):
            assert self.process.poll() is None, f"the server ended with {self.process.returncode}:\n{self.said}"
            assert time.monotonic() < end, f"the server did not answer:\n{self.said}"
            time.sleep(0.02)
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, and return the exit status once the process and its output ended."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self._heard.join(PATIENCE)
        return status

    def stop_store(self) -> None:
        """Stop the embedded store of the data folder."""
        subprocess.run([*COMMAND, "stop", "--data", str(self.data)], cwd=ROOT, check=True, capture_output=True)

    def _listen(self) -> None:
        assert self.process.stdout
        with self.process.stdout as output:
            for line in output:
                self.said += line
