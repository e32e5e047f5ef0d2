"""The HTTP server: gunicorn with the settings that this service was measured with."""

from __future__ import annotations

import gc
import http.client
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from gunicorn.app.base import BaseApplication
from rich.markup import escape

from app import create_app
from app.cli.console import say
from app.version import VERSION

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - names them, does not listen there
PATIENCE = 30.0
GARBAGE = (20_000, 20, 20)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server listens."""

    host: str
    port: int

    @property
    def bind(self) -> str:
        """The address as gunicorn writes it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def near(self) -> Place:
        """The same place as seen from this machine."""
        return Place(EVERYWHERE.get(self.host, self.host), self.port)

    @property
    def url(self) -> str:
        """The address that a person on this machine types."""
        return f"http://{self.near.bind}"


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn ships no types
    """gunicorn, told its settings by us: it reads no file, no environment and no command line."""

    def __init__(self, settings: Mapping[str, Any], config: Mapping[str, str]) -> None:
        self.settings = settings
        self.config = config
        super().__init__()

    def load_config(self) -> None:
        """Hand our settings over; gunicorn calls this first."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Make the application, once in each worker."""
        return application(self.config)


def application(config: Mapping[str, str] | None = None) -> Flask:
    """The application as a server keeps it: what is there at the start is never looked through for garbage again."""
    app = create_app(None if config is None else dict(config))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    return app


def settings(place: Place, workers: int) -> dict[str, Any]:
    """What gunicorn is told. Threads and port sharing were measured; the rest keeps it quiet and self-contained."""
    return {
        "bind": place.bind,
        "workers": workers,
        "worker_class": "app.worker.Worker",
        "threads": 4,
        "reuse_port": True,
        "preload_app": False,
        "graceful_timeout": 30,
        "keepalive": 30,
        "sendfile": False,
        "control_socket_disable": True,
        "loglevel": "warning",
        "proc_name": "rules-oracle",
    }


def run(place: Place, workers: int, config: Mapping[str, str]) -> None:
    """Serve until told to stop; the process that calls this becomes gunicorn's arbiter and does not return."""

    def first_worker_announces(worker: Any) -> None:
        if worker.age == 1:
            Thread(target=announce, args=(place, config), daemon=True).start()

    def forget_numbers(_: Any, worker: Any) -> None:
        import_module("prometheus_client.multiprocess").mark_process_dead(worker.pid)

    # The folder ends with this process: numbers of an earlier run are never read.
    with TemporaryDirectory(prefix="rules-oracle-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        hooks = {"post_worker_init": first_worker_announces, "child_exit": forget_numbers}
        Server({**settings(place, workers), **hooks}, config).run()


def announce(place: Place, config: Mapping[str, str]) -> None:
    """Say where the service is and how to talk to it, once it answers there."""
    if not answers(place.near):
        say(f"[red]Nothing answers at {escape(place.url)}/livez[/] after {PATIENCE:.0f} seconds.")
        return
    say(f"Rules Oracle {VERSION} answers at [bold]{escape(place.url)}[/]")
    say(f"Decks are kept {escape(keeper(config))}")
    say(f"Try:  [bold]curl {escape(place.url)}/v1/games[/]")


def keeper(config: Mapping[str, str]) -> str:
    """Where decks are kept, in words without a password."""
    url = urlsplit(config["registry_url"])
    if url.scheme:
        return f"at {url.scheme}://{url.netloc.rpartition('@')[2]}{url.path}"
    return f"in {config['data']}, by a store that goes on after Ctrl-C until `rules-oracle stop`"


def answers(place: Place) -> bool:
    """Whether `/livez` says 200 there before patience ends."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if is_live(place):
            return True
        time.sleep(0.05)
    return False


def is_live(place: Place) -> bool:
    """Whether `/livez` says 200 there now."""
    connection = http.client.HTTPConnection(place.host, place.port, timeout=1)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
