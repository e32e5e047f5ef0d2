"""The embedded store: one Valkey server for a data directory, shared by every process that asks for it.

The server outlives the processes that use it; `stop` ends it. Two locks guard a directory: `store.lock` is held while
somebody looks or starts, `store.running` is held by the server itself for as long as it lives, however it dies.
"""

from __future__ import annotations

import contextlib
import enum
import fcntl
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

from registry.errors import RegistryMisconfigured, RegistryUnavailable
from registry.store_binary import store_binary
from registry.store_places import own_directory, socket_path

START_SECONDS = 10.0
APPEND_FSYNC = ("always", "everysec", "no")
_PATIENCE = 0.25
_PAUSE = 0.01


class _Answer(enum.Enum):
    """What a PING on the socket brought."""

    READY = "ready"
    BUSY = "busy"
    ABSENT = "absent"


def ensure(data_dir: Path, *, appendfsync: str = "always", wait: float = START_SECONDS) -> str:
    """Adopt the server of this directory, or start it; give its URL.

    `appendfsync` is the server's: `always` (each acknowledged write survives a power cut), `everysec` or `no`; the
    process that starts the server decides. Raises RegistryUnavailable when no server answers within `wait` seconds,
    RegistryMisconfigured when none can be started.
    """
    if appendfsync not in APPEND_FSYNC:
        raise RegistryMisconfigured(f"appendfsync is one of {', '.join(APPEND_FSYNC)}, not {appendfsync}.")
    deadline = time.monotonic() + wait
    directory = own_directory(data_dir)
    path = socket_path(directory)
    with _locked(directory / "store.lock", deadline):
        _await_ready(directory, path, appendfsync, deadline)
    return f"unix://{quote(str(path))}"


def stop(data_dir: Path, *, wait: float = START_SECONDS) -> bool:
    """End the server of this directory after everything is on disk; False when there was none.

    Raises RegistryUnavailable when it still runs after `wait` seconds.
    """
    deadline = time.monotonic() + wait
    directory = data_dir.resolve()
    with _locked(directory / "store.lock", deadline) if directory.is_dir() else contextlib.nullcontext():
        if not (directory.is_dir() and _is_running(directory)):
            return False
        _poll(_ending(directory), deadline, f"The embedded store in {directory} does not end.")
    return True


def _ending(directory: Path) -> Callable[[], bool]:
    """Tell the server to end, and whether it has; one that has just started may not have said yet who it is."""
    told: set[int] = set()

    def ended() -> bool:
        number = pid(directory)
        if number is not None and number not in told:
            told.add(number)
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGTERM)
        return not _is_running(directory)

    return ended


def pid(data_dir: Path) -> int | None:
    """Give the process id of this directory's server, or None when none runs."""
    directory = data_dir.resolve()
    with contextlib.suppress(OSError, ValueError):
        return int((directory / "store.pid").read_text()) if _is_running(directory) else None
    return None


def _start(directory: Path, path: Path, appendfsync: str, deadline: float) -> None:
    """Start a server once no other one lives; it inherits the lock that says that it lives."""
    with _locked(directory / "store.running", deadline, held=_unreachable(directory)) as lock:
        command = [*_command(directory, path), "--appendfsync", appendfsync]
        outcome = subprocess.run(  # noqa: S603  the arguments are this module's own
            command,
            pass_fds=(lock,),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            start_new_session=True,
            umask=0o077,
            check=False,
        )
    if outcome.returncode:
        said = (outcome.stderr or outcome.stdout).decode(errors="replace").strip()
        raise RegistryMisconfigured(f"The embedded store does not start: {said}")


def _command(directory: Path, path: Path) -> list[str]:
    """Spell the start of a server that only this user reaches, that logs every write and never evicts."""
    settings = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(directory),
        "appendonly": "yes",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "yes",
        "pidfile": str(directory / "store.pid"),
        "logfile": str(directory / "store.log"),
    }
    return [str(store_binary()), *(word for name, value in settings.items() for word in (f"--{name}", value))]


def _await_ready(directory: Path, path: Path, appendfsync: str, deadline: float) -> None:
    """Start the server when nobody is there, and wait until it answers; one that is dying may still seem busy."""
    started = False

    def ready() -> bool:
        nonlocal started
        answer = _ping(path)
        if answer is _Answer.ABSENT and not started:
            _start(directory, path, appendfsync, deadline)
            started = True
        elif answer is _Answer.ABSENT and not _is_running(directory):
            raise RegistryMisconfigured(f"The embedded store ended while starting: {_last_words(directory)}")
        return answer is _Answer.READY

    _poll(ready, deadline, f"The embedded store in {directory} does not answer (yet).")


def _last_words(directory: Path) -> str:
    with contextlib.suppress(OSError):
        lines = (directory / "store.log").read_text(errors="replace").strip().splitlines()
        return " / ".join(lines[-3:])
    return "it left no log."


def _unreachable(directory: Path) -> str:
    return (
        f"A store already runs on {directory}, but not on its socket. If it does not end by itself, end the process "
        f"named in {directory / 'store.pid'}."
    )


def _ping(path: Path) -> _Answer:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(_PATIENCE)
        try:
            line.connect(str(path))
            line.sendall(b"PING\r\n")
            said = line.recv(64)
        except (FileNotFoundError, ConnectionRefusedError):
            return _Answer.ABSENT
        except OSError:
            return _Answer.BUSY
    return _Answer.READY if said.startswith(b"+PONG") else _Answer.BUSY


def _is_running(directory: Path) -> bool:
    """Whether a server holds its lock; looking takes the lock for a moment only."""
    with contextlib.ExitStack() as stack:
        file = os.open(directory / "store.running", os.O_RDWR | os.O_CREAT, 0o600)
        stack.callback(os.close, file)
        return not _take(file, fcntl.LOCK_SH)


@contextlib.contextmanager
def _locked(path: Path, deadline: float, held: str = "Another process is starting the store.") -> Iterator[int]:
    """Hold a lock file; RegistryUnavailable says `held` when it is not free before the deadline."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _poll(lambda: _take(file, fcntl.LOCK_EX), deadline, held)
        yield file
    finally:
        os.close(file)


def _take(file: int, kind: int) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _poll(done: Callable[[], bool], deadline: float, otherwise: str) -> None:
    while not done():
        if time.monotonic() > deadline:
            raise RegistryUnavailable(otherwise)
        time.sleep(_PAUSE)
