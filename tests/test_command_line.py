"""The command `rules-oracle`, as a person or a service manager runs it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli import COMMANDS, main
from app.cli.data import default_data
from app.server import Place, keeper
from app.version import VERSION
from registry import store
from tests.running import COMMAND, ROOT, RunningServer

Start = Callable[..., RunningServer]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def workers_of(running: RunningServer) -> list[int]:
    """The processes of its two workers; the second may still be on its way when the first answers."""
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    end = time.monotonic() + 10
    while len(found := children.read_text().split()) < 2:
        assert time.monotonic() < end, found
        time.sleep(0.02)
    return [int(child) for child in found]


def end_within(seconds: float, pids: list[int]) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any(is_running(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    answer = CliRunner().invoke(main, [name, "--help"])

    assert answer.exit_code == 0
    assert answer.output.startswith(f"Usage: main {name}")


def test_the_version_is_printed() -> None:
    assert run("version").stdout == f"{VERSION}\n"


def test_data_of_a_checkout_stands_in_the_checkout() -> None:
    assert default_data() == ROOT / "data"


def test_data_of_an_installation_stands_with_the_persons_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("app.cli.data.ROOT", tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))

    assert default_data() == tmp_path / "share" / "rules-oracle"


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),  # noqa: S104 - nothing listens
        ("::", "http://[::1]:8000"),
        ("oracle.example", "http://oracle.example:8000"),
    ],
)
def test_the_address_printed_can_be_typed_on_this_machine(host: str, url: str) -> None:
    assert Place(host, 8000).url == url


def test_the_password_of_a_registry_is_not_printed() -> None:
    said = keeper({"registry_url": "redis://oracle:secret@store.example:6379/1", "data": "data"})

    assert said == "at redis://store.example:6379/1"


def test_a_registry_without_a_store_to_start_is_one_plain_line(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file stands where the folder should be")

    answer = run("serve", "--port", "0", "--data", str(tmp_path / "data" / "inside"), REGISTRY_URL="")

    assert answer.returncode == 1
    assert answer.stderr.startswith("Error: ")
    assert answer.stderr.count("\n") == 1


def test_a_port_in_use_is_one_plain_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        answer = run("serve", "--port", str(port), "--data", str(tmp_path))

    assert answer.returncode == 1
    assert (
        answer.stderr == f"Error: cannot listen on 127.0.0.1 port {port}: Address already in use; try another --port\n"
    )


def test_stop_says_when_there_is_nothing_to_stop(tmp_path: Path) -> None:
    answer = run("stop", "--data", str(tmp_path))

    assert (answer.returncode, answer.stdout) == (0, f"No store runs in {tmp_path}\n")


@pytest.mark.server
def test_the_line_that_serve_prints_works_when_pasted(server: RunningServer) -> None:
    line = next(line for line in server.said.splitlines() if line.startswith("Try:"))

    with urllib.request.urlopen(line.split()[-1]) as answer:
        games = json.load(answer)
    assert line.split()[1] == "curl"
    assert games


@pytest.mark.server
def test_what_serve_prints_has_no_colour_in_a_file(server: RunningServer) -> None:
    assert "\x1b" not in server.said


@pytest.mark.server
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_and_every_worker_and_leaves_the_store(
    start_server: Start, how: signal.Signals
) -> None:
    running = start_server()
    workers = workers_of(running)

    status = running.stop(how)

    assert status == 0
    assert end_within(5, workers)
    assert store.pid(running.data)


@pytest.mark.server
def test_workers_end_by_themselves_when_the_server_is_killed(start_server: Start) -> None:
    running = start_server()
    workers = workers_of(running)

    running.stop(signal.SIGKILL)

    assert end_within(10, workers)


@pytest.mark.server
def test_stop_ends_the_store_and_the_next_serve_starts_it_again(start_server: Start) -> None:
    first = start_server()
    first.stop()
    before = store.pid(first.data)

    stopped = run("stop", "--data", str(first.data))

    assert stopped.stdout == f"Stopped the store in {first.data}\n"
    assert store.pid(first.data) is None
    start_server()
    assert store.pid(first.data) not in {None, before}


@pytest.mark.server
def test_the_contract_in_the_file_is_what_the_server_serves(server: RunningServer) -> None:
    with urllib.request.urlopen(f"{server.url}/openapi.yaml") as answer:
        served = answer.read()

    assert (ROOT / "openapi.yaml").read_bytes() == served


def test_a_contract_that_differs_is_shown_and_refused(tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    assert CliRunner().invoke(main, ["openapi", "--write", "--file", str(file)]).exit_code == 0
    file.write_text(file.read_text().replace("openapi:", "openapy:", 1))

    answer = CliRunner().invoke(main, ["openapi", "--check", "--file", str(file)])

    assert answer.exit_code == 1
    assert "-openapy:" in answer.stderr
    assert "rules-oracle openapi --write" in answer.stderr
