"""`rules-oracle cards`: check a set of cards, and play a designer's own scenarios against it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

import oracle
from app.cli.console import say
from oracle import CardsReport, Finding, given_reading
from oracle.scenarios import Scenario, ScenarioFault, load, run

GAMES = [game.key for game in oracle.games()]
SHOWN = 50

the_set = click.argument("path", metavar="SET", type=click.Path(exists=True, dir_okay=False, path_type=Path))
the_game = click.option("--game", type=click.Choice(GAMES), help="The game, where the set does not name it.")


@click.group()
def cards() -> None:
    """Check card sets, and test them with scenarios."""


@cards.command()
@the_set
@the_game
@click.option("--language", help="The language of the texts.  [default: all of the game's]")
def check(path: Path, game: str | None, language: str | None) -> None:
    """Tell every fault of SET (YAML or JSON) with its line, or what each of its cards says; 1 when there are faults."""
    report = report_of(game_of(path, game), path, language)
    for found in [*report.faults, *report.warnings][:SHOWN]:
        say(escape(line(path, found)))
    if report.faults:
        raise click.ClickException(f"{len(report.faults)} faults in {path.name}")
    for card in report.cards:
        for tongue, text in card.text.items():
            say(escape(f"{card.name[tongue]}: {text or '–'}"))
    say(f"{len(report.cards)} cards, no faults")


@cards.command()
@the_set
@click.argument(
    "scenarios", metavar="SCENARIOS...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
@the_game
def test(path: Path, scenarios: tuple[Path, ...], game: str | None) -> None:
    """Play SCENARIOS (files or folders) with the cards of SET; 1 when one of them does not hold."""
    judge = game_of(path, game)
    report = report_of(judge, path, "en")
    if report.faults:
        raise click.ClickException("\n".join(line(path, found) for found in report.faults[:SHOWN]))
    own = {card["key"]: card for card in cards_in(path)}
    failed = 0
    cases = [(scenario, failures_of(judge, own, scenario)) for scenario in all_of(scenarios)]
    for scenario, failures in cases:
        failed += bool(failures)
        say(escape(f"{'fails' if failures else 'holds'}  {scenario.id}  {scenario.name}"))
        for failure in failures:
            say(escape(f"       {failure}"))
    if failed:
        raise click.ClickException(f"{failed} of {len(cases)} scenarios do not hold")
    say(f"{len(cases)} scenarios hold")


def game_of(path: Path, named: str | None) -> oracle.Game[Any, Any]:
    """The game that is asked for, or the one that the set names; a `ClickException` without either."""
    document = given_reading(path.read_bytes(), None).value
    written = document.get("set") if isinstance(document, dict) else None
    key = named or str(written or "").partition("/")[0]
    if key not in GAMES:
        raise click.ClickException(f"{path.name} names no game; say --game {'|'.join(GAMES)}")
    return oracle.game(key)


def report_of(game: oracle.Game[Any, Any], path: Path, language: str | None) -> CardsReport:
    """The verdict on a set file."""
    if language is not None and language not in game.languages:
        raise click.ClickException(f"{game.name} speaks {', '.join(game.languages)}")
    return game.check_cards(path.read_bytes(), language)


def line(path: Path, found: Finding) -> str:
    """A fault in one line, as compilers write them."""
    return f"{path.name}:{found.line}:{found.column}: {found.message} [{found.code} at {found.pointer or '/'}]"


def cards_in(path: Path) -> list[dict[str, Any]]:
    """The definitions of a set that has no faults."""
    document = given_reading(path.read_bytes(), None).value
    written = document.get("cards", document) if isinstance(document, dict) else document
    if isinstance(written, dict):
        return [{"key": key, **card} for key, card in written.items()]
    return list(written)


def all_of(paths: tuple[Path, ...]) -> list[Scenario]:
    """The scenarios of files, and of every file in folders."""
    files = [file for path in paths for file in (sorted(path.glob("*.yaml")) if path.is_dir() else [path])]
    return [scenario for file in files if file.name != "defaults.yaml" for scenario in read(file)]


def read(file: Path) -> list[Scenario]:
    """The scenarios of a file; a `ClickException` for one that cannot be read."""
    try:
        return load(file)
    except ScenarioFault as fault:
        raise click.ClickException(str(fault)) from None


def failures_of(game: oracle.Game[Any, Any], own: dict[str, Any], scenario: Scenario) -> list[str]:
    """What is not as a scenario says, with the set's cards on the table."""
    given = scenario.given
    beside = given.get("cards", {})
    if scenario.kind == "given" and isinstance(beside, dict):
        given = {**given, "cards": {**own, **beside}}
    try:
        return run(game, replace(scenario, given=given))
    except ScenarioFault as fault:
        return [str(fault)]
