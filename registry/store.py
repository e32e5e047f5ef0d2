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

from registry.errors import RegistryMisconfigured, StoreSilent
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


def ensure(
    data_dir: Path, *, appendfsync: str = "always", wait: float = START_SECONDS, start: float | None = None
) -> str:
    """Adopt the server of this directory, or start it; give its URL.

    `appendfsync` is the server's: `always` (each acknowledged write survives a power cut), `everysec` or `no`; the
    process that starts the server decides. Raises StoreSilent when a server is there and does not answer within `wait`
    seconds, or one that had to be started within `start` (as many, if not given), RegistryMisconfigured when none can
    be started.
    """
    if appendfsync not in APPEND_FSYNC:
        raise RegistryMisconfigured(f"appendfsync is one of {', '.join(APPEND_FSYNC)}, not {appendfsync}.")
    deadline = time.monotonic() + wait
    directory = own_directory(data_dir)
    path = socket_path(directory)
    if _ping(path, deadline) is not _Answer.READY:
        with _locked(directory / "store.lock", deadline):
            _await_ready(directory, path, appendfsync, deadline, wait if start is None else start)
    return f"unix://{quote(str(path))}"


def stop(data_dir: Path, *, wait: float = START_SECONDS) -> bool:
    """End the server of this directory after everything is on disk; False when there was none.

    Raises StoreSilent when it still runs after `wait` seconds.
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


def _await_ready(directory: Path, path: Path, appendfsync: str, deadline: float, start: float) -> None:
    """Wait until the server answers, and start it where nobody is there; one that is dying may still seem busy."""
    silent = f"The embedded store in {directory} does not answer (yet)."
    if _answered(path, deadline, silent) is _Answer.READY:
        return
    _start(directory, path, appendfsync, deadline)
    deadline = max(deadline, time.monotonic() + start)
    while _answered(path, deadline, silent) is _Answer.ABSENT:
        if not _is_running(directory):
            raise RegistryMisconfigured(f"The embedded store ended while starting: {_last_words(directory)}")
        _pause(deadline, silent)


def _answered(path: Path, deadline: float, silent: str) -> _Answer:
    """Ask until the server is ready or nobody is there."""
    while (answer := _ping(path, deadline)) is _Answer.BUSY:
        _pause(deadline, silent)
    return answer


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


def _ping(path: Path, deadline: float) -> _Answer:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(max(_PAUSE, min(_PATIENCE, deadline - time.monotonic())))
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
    """Hold a lock file; StoreSilent says `held` when it is not free before the deadline."""
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
        _pause(deadline, otherwise)


def _pause(deadline: float, otherwise: str) -> None:
    if time.monotonic() > deadline:
        raise StoreSilent(otherwise)
    time.sleep(_PAUSE)
