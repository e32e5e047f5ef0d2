"""Debian's nginx with the shipped settings: only where it listens, where it writes and whom it asks differ."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tests.deploy.manifests import DEPLOY
from tests.registry.servers import free_port, until

SHIPPED = DEPLOY / "nginx.conf"
NGINX = "/usr/sbin/nginx"
SPOOLS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Proxy:
    """One nginx in front of replicas on this machine; what is `in_front` of it is believed."""

    def __init__(self, folder: Path, replicas: Sequence[int], in_front: str | None = None) -> None:
        self.port = free_port()
        self.settings = folder / "nginx.conf"
        shipped = SHIPPED.read_text("utf-8")
        shipped = believing(shipped, in_front) if in_front else shipped
        self.settings.write_text(settled(shipped, folder, self.port, replicas), encoding="utf-8")
        self.command = [NGINX, "-p", str(folder), "-e", str(folder / "errors.log"), "-c", str(self.settings)]

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def checked(self) -> str:
        """What nginx says of the settings; the test fails where it refuses them."""
        done = subprocess.run([*self.command, "-t"], check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def __enter__(self) -> Self:
        self.process = subprocess.Popen([*self.command, "-g", "daemon off;"])
        until(self.settings.with_name("nginx.pid").exists)
        return self

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.wait(20)


def believing(shipped: str, in_front: str) -> str:
    """The shipped settings with another proxy in front, as their comments have it."""
    for left_out, wanted in (
        ("    default 0;\n", f"    default 0;\n    {in_front} 1;\n"),
        ("# set_real_ip_from 10.1.2.3;", f"set_real_ip_from {in_front};"),
    ):
        assert shipped.count(left_out) == 1
        shipped = shipped.replace(left_out, wanted)
    return shipped


def settled(shipped: str, folder: Path, port: int, replicas: Sequence[int]) -> str:
    """The shipped settings for this machine; Docker's name server is replaced by what it would answer."""
    servers = "\n".join(f"server 127.0.0.1:{each} max_fails=1 fail_timeout=2s;" for each in replicas)
    spools = "\n".join(f"{each}_temp_path {folder}/{each};" for each in SPOOLS)
    changes = (
        (r"server app:8000 resolve max_fails=1 fail_timeout=2s;", servers),
        (r"resolver 127\.0\.0\.11 valid=5s;", spools),
        (r"listen 8080;", f"listen 127.0.0.1:{port};"),
        (r"/dev/stdout", f"{folder}/access.log"),
        (r"/dev/stderr", f"{folder}/errors.log"),
        (r"^worker_processes auto;", f"worker_processes 2;\nuser root;\npid {folder}/nginx.pid;"),
    )
    for pattern, wanted in changes:
        shipped, count = re.subn(pattern, lambda _, wanted=wanted: wanted, shipped, flags=re.MULTILINE)  # type: ignore[misc]
        assert count == 1, f"{pattern} stands {count} times in the shipped settings"
    return shipped
