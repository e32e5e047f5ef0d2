"""Chromium, told what to do over its own protocol through two pipes: nothing is installed for it, no port is opened."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe", "--hide-scrollbars",
)  # fmt: skip
PATIENCE = 60.0


class Browser:
    """One browser with one page."""

    def __init__(self, profile: Path) -> None:
        """Start it, with a profile of its own."""
        told, self.out = os.pipe()
        self.heard, says = os.pipe()
        command = " ".join(["exec chromium", *OPTIONS, f"--user-data-dir={profile}", f"3<&{told} 4>&{says}"])
        self.process = subprocess.Popen(
            ["bash", "-c", command], pass_fds=(told, says), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(told)
        os.close(says)
        self.rest = b""
        self.number = 0
        self.events: list[dict[str, Any]] = []
        self.session = ""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.session = ""
        self.ask("Browser.close")
        self.process.wait(PATIENCE)
        os.close(self.out)
        os.close(self.heard)

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send one command and return its result."""
        self.number += 1
        message: dict[str, Any] = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        raw = json.dumps(message).encode() + b"\0"
        while raw:
            raw = raw[os.write(self.out, raw) :]
        for told in self._messages():
            if told.get("id") == self.number:
                assert "error" not in told, told
                result: dict[str, Any] = told["result"]
                return result
            self.events.append(told)
        raise AssertionError("the browser said nothing more")

    def open(self, url: str) -> None:
        """Load a page to its end."""
        self.events.clear()
        self.ask("Page.navigate", url=url)
        end = time.monotonic() + PATIENCE
        while self.evaluate("document.readyState") != "complete" or self.evaluate("location.href") == "about:blank":
            assert time.monotonic() < end
            time.sleep(0.05)

    def evaluate(self, script: str) -> Any:
        """The value of an expression in the page; a promise is waited for."""
        told = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def look(self, scheme: str, width: int = 1000, height: int = 800) -> None:
        """Look at pages in light or dark, in a window of that size."""
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )

    def without_scripts(self, *, off: bool = True) -> None:
        """Let pages run no scripts."""
        self.ask("Emulation.setScriptExecutionDisabled", value=off)

    def picture(self, place: Path) -> None:
        """Save what is seen."""
        place.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    @property
    def asked_for(self) -> list[str]:
        """Every address that the page asked for."""
        return [each["params"]["request"]["url"] for each in self._of("Network.requestWillBeSent")]

    @property
    def complaints(self) -> list[str]:
        """What the console complained of."""
        said = [each["params"]["entry"]["text"] for each in self._of("Log.entryAdded")]
        said += [json.dumps(each["params"]["args"]) for each in self._of("Runtime.consoleAPICalled")]
        return said + [json.dumps(each["params"]) for each in self._of("Runtime.exceptionThrown")]

    def _of(self, method: str) -> Iterator[dict[str, Any]]:
        return (each for each in self.events if each.get("method") == method)

    def _messages(self) -> Iterator[dict[str, Any]]:
        while True:
            raw, found, rest = self.rest.partition(b"\0")
            if found:
                self.rest = rest
                yield json.loads(raw)
                continue
            part = os.read(self.heard, 2**20)
            if not part:
                return
            self.rest += part


@contextmanager
def browsing(profile: Path) -> Iterator[Browser]:
    """A browser for a block."""
    with Browser(profile) as browser:
        yield browser
