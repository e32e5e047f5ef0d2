"""`rules-oracle stop`."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.console import say
from app.cli.data import data_option
from registry import store
from registry.errors import RegistryError


@click.command()
@data_option
def stop(data: Path) -> None:
    """Stop the embedded store of a --data folder; what it keeps stays on disk."""
    data = data.resolve()
    try:
        stopped = store.stop(data)
    except RegistryError as error:
        raise click.ClickException(str(error)) from error
    say(f"Stopped the store in {data}" if stopped else f"No store runs in {data}")
