"""An authority made for the moment, and what a store needs to speak TLS itself."""

from __future__ import annotations

import subprocess
from pathlib import Path
from urllib.parse import quote


class Certificates:
    """An authority, and a certificate of it for 127.0.0.1, good for a day."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.authority, key = directory / "ca.pem", directory / "ca.key"
        self.certificate, self.key = directory / "server.pem", directory / "server.key"
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1")
        openssl("req", "-x509", *curve, "-subj", "/CN=authority", "-keyout", key, "-out", self.authority)
        openssl(
            *("req", "-x509", *curve, "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-CA", self.authority, "-CAkey", key, "-keyout", self.key, "-out", self.certificate),
        )

    def settings(self) -> tuple[str, ...]:
        """The settings with which a Redis shows its certificate and asks clients for none."""
        files = {"cert": self.certificate, "key": self.key, "ca-cert": self.authority}
        each = (word for name, path in files.items() for word in (f"--tls-{name}-file", str(path)))
        return (*each, "--tls-auth-clients", "no")

    def url(self, port: int, password: str = "") -> str:
        """Where a registry that knows this authority finds a store."""
        login = f":{quote(password, safe='')}@" if password else ""
        return f"rediss://{login}127.0.0.1:{port}?ca={self.authority}"


def openssl(*words: object) -> None:
    """Run openssl; the tests fail where it is missing."""
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
