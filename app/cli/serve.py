"""`rules-oracle serve`: the store, then gunicorn in this very process."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import click

from app.cli.data import data_option
from app.server import Place, run
from registry import store
from registry.errors import RegistryError


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for every one.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one.")
@data_option
@click.option("--workers", type=click.IntRange(1), default=None, help="Processes. Default: one a core, at least two.")
@click.option(
    "--registry-url",
    envvar=["RULES_ORACLE_REGISTRY_URL", "REGISTRY_URL"],
    default="",
    help="A Redis or Valkey to keep decks in, instead of the embedded store. Also $REGISTRY_URL.",
)
def serve(host: str, port: int, data: Path, workers: int | None, registry_url: str) -> None:
    """Serve the oracle over HTTP until told to stop.

    Decks are kept by an embedded store in the --data folder, which goes on running when the server stops (end it with
    `rules-oracle stop`), or at --registry-url. SIGTERM and Ctrl-C let running requests finish.
    """
    place = Place(host, free_port(host, port))
    data = data.resolve()
    if not registry_url:
        start_store(data)
    run(place, workers or max(2, cores()), {"data": str(data), "registry_url": registry_url, "sharing": "on"})


def free_port(host: str, port: int) -> int:
    """The port, or a free one for 0; a `ClickException` when another program listens there.

    gunicorn cannot find out: with SO_REUSEPORT two servers share a port without a word.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise click.ClickException(
                f"cannot listen on {host} port {port}: {error.strerror}; try another --port"
            ) from None
        taken: int = probe.getsockname()[1]
        return taken


def start_store(data: Path) -> None:
    """Start the embedded store in `data`, or adopt the one that runs there; a `ClickException` when neither works."""
    try:
        store.ensure(data)
    except (RegistryError, OSError) as error:
        raise click.ClickException(str(error)) from error


def cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
