"""`rules-oracle perft`: counts of the ways a match can go on, for comparing engines."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click
import orjson

import oracle
from app.cli.console import say


@click.command()
@click.argument("game", type=click.Choice([game.key for game in oracle.games()]))
@click.option("--depth", default=3, show_default=True, type=click.IntRange(0, 12), help="How many actions deep.")
@click.option("--divide", is_flag=True, help="Show the count behind each first action.")
@click.option("--seed", help="Draw chance from this seed; without it each outcome of chance is an action.")
@click.option("--decks", help="Keys of shipped decks, seat by seat, with commas; by default the first two.")
@click.option(
    "--state",
    "path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Begin at the state in this JSON file instead of at a fresh deal.",
)
def perft(game: str, depth: int, divide: bool, seed: str | None, decks: str | None, path: Path | None) -> None:
    """Count the sequences of legal actions in GAME to each depth; a finished match adds nothing further down."""
    rules = oracle.game(game)
    state = rules.decode(path.read_bytes()) if path else dealt(rules, seed, decks)
    if divide:
        for action, count in oracle.divide(rules, state, depth):
            say(f"{count:>12}  {orjson.dumps(action).decode()}")
        return
    for reached in range(depth + 1):
        begin = time.perf_counter()
        count = oracle.perft(rules, state, reached)
        say(f"depth {reached:>2}  {count:>14}  {time.perf_counter() - begin:8.2f} s")


def dealt(rules: oracle.Game[Any, Any], seed: str | None, decks: str | None) -> Any:
    """The first state of a match with these decks."""
    known = {deck["key"]: deck for card_set in rules.describe()["sets"] for deck in card_set["decks"]}
    keys = decks.split(",") if decks else list(known)[:2]
    strangers = [key for key in keys if key not in known]
    if strangers:
        raise click.BadParameter(f"no deck {strangers[0]}; known: {', '.join(known)}", param_hint="--decks")
    setup = {
        "players": [{"deck": deck_document(known[key])} for key in keys],
        "chance": {"mode": "seeded", "seed": seed} if seed else {"mode": "manual"},
    }
    return rules.start(setup).state


def deck_document(deck: dict[str, Any]) -> dict[str, Any]:
    """A shipped deck as a setup takes it."""
    return {word: deck[word] for word in ("format", "options", "sections")}
