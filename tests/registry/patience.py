"""How long the registries of tests wait for their store, and a store that lets them wait."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from registry import Settings, store

PATIENT = Settings(timeout=5.0)
"""For tests of what the registry does, not of how soon: a busy machine's disk may hold a store up for a second."""


@contextmanager
def held_up(data_dir: Path, seconds: float) -> Iterator[None]:
    """The embedded store of a data directory stands still for so long."""
    pid = store.pid(data_dir)
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    release = threading.Timer(seconds, os.kill, (pid, signal.SIGCONT))
    release.start()
    try:
        yield
    finally:
        release.join()
