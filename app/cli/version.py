"""`rules-oracle version`."""

from __future__ import annotations

import click

from app.version import VERSION


@click.command()
def version() -> None:
    """Print the version of this release."""
    click.echo(VERSION)
