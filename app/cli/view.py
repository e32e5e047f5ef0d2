"""`rules-oracle view`: a state as text, as one seat or a spectator sees it."""

from __future__ import annotations

from typing import Any, BinaryIO

import click
import orjson

import oracle
from app.board import board


@click.command()
@click.argument("source", type=click.File("rb"), default="-")
@click.option("--player", help="A seat's number, or `spectator`; without it the state is shown in full.")
@click.option("--lang", default="en", show_default=True, help="The language of names and prompts.")
def view(source: BinaryIO, player: str | None, lang: str) -> None:
    """Print the state in a JSON file (SOURCE, or standard input) as a board of 80 columns.

    An answer of the service that carries a `state` is read as well.
    """
    document = read(source)
    game = game_of(document)
    if lang not in game.languages:
        raise click.BadParameter(f"this game speaks: {', '.join(game.languages)}", param_hint="--lang")
    try:
        state = game.load(document)
    except oracle.OracleError as error:
        raise click.ClickException(str(error)) from error
    if player is not None:
        state = game.view(state, seat_of(state, player))
    click.echo(board(game, state, lang), nl=False)


def read(source: BinaryIO) -> dict[str, Any]:
    """The state in the file; a `ClickException` where there is none."""
    try:
        document = orjson.loads(source.read())
    except orjson.JSONDecodeError as error:
        raise click.ClickException(f"this is not JSON: {error}") from error
    if isinstance(document, dict) and isinstance(document.get("state"), dict):
        document = document["state"]
    if not isinstance(document, dict):
        raise click.ClickException("this is not a state: expected an object")
    return document


def game_of(document: dict[str, Any]) -> Any:
    """The game of a state."""
    try:
        return oracle.game(str(document.get("game")))
    except KeyError:
        known = ", ".join(game.key for game in oracle.games())
        raise click.ClickException(f"{document.get('game')!r} is no game of this oracle; known: {known}") from None


def seat_of(state: Any, player: str) -> int | str:
    """The seat that is meant."""
    if player == "spectator":
        return player
    if player.isascii() and player.isdigit() and int(player) < len(state.players):
        return int(player)
    seats = ", ".join(str(number) for number in range(len(state.players)))
    raise click.BadParameter(f"seats are {seats} and spectator", param_hint="--player")
