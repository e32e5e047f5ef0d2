"""`rules-oracle maps`: check a map before anybody plays on it."""

from __future__ import annotations

from pathlib import Path

import click
from rich.markup import escape

import oracle
from app.cli.cards import SHOWN, line
from app.cli.console import say

GAMES = [game.key for game in oracle.games() if game.checks_map is not None]

the_map = click.argument("path", metavar="MAP", type=click.Path(exists=True, dir_okay=False, path_type=Path))
the_game = click.option("--game", type=click.Choice(GAMES), default=next(iter(GAMES), None), required=not GAMES)


@click.group()
def maps() -> None:
    """Check maps."""


@maps.command()
@the_map
@the_game
def check(path: Path, game: str) -> None:
    """Tell every fault of MAP (YAML or JSON) with its line; 1 when there are faults."""
    report = oracle.game(game).check_map(path.read_bytes())
    for found in report.faults[:SHOWN]:
        say(escape(line(path, found)))
    if report.faults:
        raise click.ClickException(f"{len(report.faults)} faults in {path.name}")
    say("no faults")
