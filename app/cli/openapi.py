"""`rules-oracle openapi`: the HTTP contract as a file, and the comparison that keeps it true."""

from __future__ import annotations

import difflib
from itertools import islice
from pathlib import Path

import click

from app import create_app
from app.cli.console import say
from app.cli.data import ROOT


@click.command()
@click.option("--check", is_flag=True, help="Compare with the file and show what differs; 1 when anything does.")
@click.option("--write", is_flag=True, help="Write the file.")
@click.option(
    "--file",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "openapi.yaml",
    show_default="openapi.yaml in the checkout",
    help="The file.",
)
def openapi(check: bool, write: bool, path: Path) -> None:
    """Print the contract that this release serves, or --write it, or --check the file against it."""
    contract = served()
    if write:
        path.write_bytes(contract)
        say(f"Wrote {path.name}")
    elif check:
        compare(path, contract)
    else:
        click.echo(contract, nl=False)


def served() -> bytes:
    """The bytes that a running server answers on `/openapi.yaml`."""
    answer = create_app().test_client().get("/openapi.yaml")
    if answer.status_code != 200:
        raise click.ClickException(f"/openapi.yaml answers {answer.status_code}")
    return answer.get_data()


def compare(path: Path, contract: bytes) -> None:
    """Say whether the file holds the contract byte for byte; a `ClickException` with the difference when not."""
    kept = path.read_bytes() if path.is_file() else b""
    if kept == contract:
        say(f"{path.name} is what the server serves.")
        return
    lines = difflib.unified_diff(
        kept.decode().splitlines(), contract.decode().splitlines(), str(path.name), "served", lineterm="", n=1
    )
    click.echo("\n".join(islice(lines, 60)), err=True)
    raise click.ClickException(f"{path.name} is not what the server serves: run `rules-oracle openapi --write`")
