"""Where the embedded store keeps its files and its socket."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from registry.errors import RegistryMisconfigured

_ONLY_MINE = 0o700
_LONGEST_SOCKET_PATH = 100  # systems allow 103 to 107 bytes
_SHORT_ROOT = Path("/tmp")  # noqa: S108  the folder made in it is checked to be ours alone


def own_directory(data_dir: Path) -> Path:
    """Make the data directory if need be, closed to others; RegistryMisconfigured when it cannot be used."""
    try:
        data_dir.mkdir(_ONLY_MINE, parents=True, exist_ok=True)
        if data_dir.stat().st_uid == os.geteuid():
            data_dir.chmod(_ONLY_MINE)
    except OSError as error:
        raise RegistryMisconfigured(f"The data directory {data_dir} cannot be used: {error.strerror}.") from error
    return data_dir.resolve()


def socket_path(directory: Path) -> Path:
    """Give the socket of a data directory: in it, or, where that path is too long for a socket, under a short one."""
    inside = directory / "store.sock"
    if len(os.fsencode(inside)) <= _LONGEST_SOCKET_PATH:
        return inside
    name = hashlib.sha256(os.fsencode(directory)).hexdigest()[:32]
    return _short_directory() / f"{name}.sock"


def _short_directory() -> Path:
    directory = _SHORT_ROOT / f"rules-oracle-{os.geteuid()}"
    directory.mkdir(_ONLY_MINE, exist_ok=True)
    found = directory.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise RegistryMisconfigured(f"{directory} is not a directory that only this user can enter; remove it.")
    return directory
