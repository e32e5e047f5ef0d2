from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.running import RunningServer

LATER = ("server", "slow", "soak")
PATIENCE_MS = "5000"
"""How long registries wait for their store where a test is not about that: a busy machine's disk may hold one up."""


def pytest_configure() -> None:
    """Let every server that is started here, and every application, wait for its store."""
    os.environ.setdefault("REGISTRY_TIMEOUT", PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run what is fast first, so that a mistake shows within seconds."""
    items.sort(
        key=lambda item: max(
            (LATER.index(mark.name) + 1 for mark in item.iter_markers() if mark.name in LATER), default=0
        )
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests told, whichever process they ran in."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)]
    told = sorted({str(line) for report in reports for word, line in report.user_properties if word == "told"})
    if told:
        terminalreporter.section("figures")
    for line in told:
        terminalreporter.line(line)


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Tells a figure, which the run prints at its end."""
    return lambda line: record_property("told", line)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A running server that the tests of one process share; none of them may stop it."""
    running = RunningServer(tmp_path_factory.mktemp("server") / "data")
    try:
        yield running.wait()
    finally:
        running.stop()
        running.stop_store()


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., RunningServer]]:
    """Starts servers that a test may stop, kill and start again, by default on one data folder of its own."""
    started: list[RunningServer] = []

    def start(data: Path = tmp_path / "data", **settings: Any) -> RunningServer:
        started.append(RunningServer(data, **settings))
        return started[-1].wait()

    yield start
    for running in started:
        running.stop()
    for running in started:
        running.stop_store()
