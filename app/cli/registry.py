"""`rules-oracle registry`: what an operator does with decks that others registered."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.markup import escape
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

import oracle
from app.cli.backup import exported, imported
from app.cli.console import OUT, say
from app.cli.data import data_option
from app.decks.settings import Keeping
from registry import DeckNotFound, Entry, Registry, RegistryError, Settings, open_registry, show_id

PATIENCE_SECONDS = 10.0
WITH_STORE = (
    data_option,
    click.option(
        "--registry-url",
        envvar=["RULES_ORACLE_REGISTRY_URL", "REGISTRY_URL"],
        default="",
        help="The Redis or Valkey that keeps the decks, instead of the embedded store. Also $REGISTRY_URL.",
    ),
)


@click.group()
def registry() -> None:
    """Look after the decks, card sets and maps that others registered."""


def with_store(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say where the store is."""
    for option in reversed(WITH_STORE):
        command = option(command)
    return command


@contextmanager
def opened(data: Path, registry_url: str) -> Iterator[Registry]:
    """The registry; whatever it refuses ends the command with its reason."""
    try:
        keeping = Keeping.of(os.environ)
        found = open_registry(
            registry_url or None,
            data.resolve(),
            appendfsync=keeping.appendfsync,
            settings=Settings(timeout=PATIENCE_SECONDS, replicas=keeping.replicas),
            policy=keeping.policy,
        )
        try:
            yield found
        finally:
            found.close()
    except DeckNotFound as error:
        raise click.ClickException("No deck of this id is in the store.") from error
    except (RegistryError, OSError) as error:
        raise click.ClickException(str(error)) from error


@registry.command()
@click.argument("name", metavar="ID|HASH")
@click.option("--reason", required=True, help="Why; whoever asks for it is told.")
@with_store
def hide(name: str, reason: str, data: Path, registry_url: str) -> None:
    """Let a deck, card set or map answer 451 with the reason; it stays stored and in backups."""
    with opened(data, registry_url) as found:
        moderator(found, name).hide(name, reason)
    say(f"Hidden: {shown(name)}")


@registry.command()
@click.argument("name", metavar="ID|HASH")
@with_store
def show(name: str, data: Path, registry_url: str) -> None:
    """Undo `hide`."""
    with opened(data, registry_url) as found:
        moderator(found, name).show(name)
    say(f"Shown again: {shown(name)}")


@registry.command()
@click.argument("name", metavar="ID|HASH")
@click.option("--reason", required=True, help="Why; it is written to this terminal only.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_store
def delete(name: str, reason: str, yes: bool, data: Path, registry_url: str) -> None:
    """Take a deck, card set or map away for good; its address answers 410."""
    if not yes:
        click.confirm(f"Delete {shown(name)} for good?", abort=True)
    with opened(data, registry_url) as found:
        moderator(found, name).delete(name)
    say(f"Deleted: {shown(name)} ({reason})")


@registry.command()
@click.argument("names", nargs=-1, metavar="[ID|HASH]...")
@with_store
def approve(names: tuple[str, ...], data: Path, registry_url: str) -> None:
    """Let decks, card sets and maps into a reviewed index (PUBLIC_INDEX=reviewed); without a name, list what waits."""
    with opened(data, registry_url) as found:
        for name in names:
            revision = moderator(found, name).approve(name)
            say(f"Approved: {shown(name)}" + (f", revision {revision}" if revision else ""))
        if not names:
            entries = list(waiting(found))
            for entry in entries:
                say(f"{shown(entry.id)}  {entry.game}  {escape(repr(entry.name))}")
            if not entries:
                say("Nothing waits for approval.")


@registry.command()
@with_store
def stats(data: Path, registry_url: str) -> None:
    """Count decks, bytes and what is listed."""
    with opened(data, registry_url) as found:
        usage = found.ceilings.usage()
        say(f"decks   {usage.decks:>14,}   ceiling {found.policy.decks or 'none'}")
        say(f"bytes   {usage.bytes:>14,}   ceiling {found.policy.bytes or 'none'}")
        for game in oracle.games():
            say(f"listed  {found.listed(game.key):>14,}   {game.key}")


@registry.command("export")
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
@with_store
def export(path: Path, data: Path, registry_url: str) -> None:
    """Write everything to PATH, one line of JSON a record; one that was cut off is gone on with."""
    with opened(data, registry_url) as found, bar("Exporting", decks_in(found)) as step:
        count = exported(found, path, step)
    say(f"{count} records in {path}")


@registry.command("import")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@with_store
def import_(path: Path, data: Path, registry_url: str) -> None:
    """Read a backup back, ids, tokens and history unchanged; one that was cut off goes on where it stopped."""
    with opened(data, registry_url) as found, bar("Importing", path.stat().st_size, DownloadColumn()) as step:
        words = imported(found, path, step, say)
    say(", ".join(f"{count} {word}" for word, count in sorted(words.items())) or "nothing to do")
    if words["refused"]:
        raise click.exceptions.Exit(1)


@registry.command()
@with_store
def reindex(data: Path, registry_url: str) -> None:
    """Make the public index and the count of decks anew from the decks themselves."""
    listed = decks = 0
    with opened(data, registry_url) as found, bar("Indexing", decks_in(found)) as step:
        for is_listed in found.backup.reindex():
            decks, listed = decks + 1, listed + is_listed
            step(1)
    say(f"{decks} decks, {listed} of them listed")


@registry.command()
@with_store
def verify(data: Path, registry_url: str) -> None:
    """Look at every record for torn and foreign ones; 1 when there is any."""
    sound = faulty = 0
    with opened(data, registry_url) as found, bar("Looking", decks_in(found)) as step:
        for complaint in found.backup.verify():
            if complaint is None:
                sound += 1
                step(1)
            else:
                faulty += 1
                say(f"{complaint.key}: {complaint.why}")
    say(f"{sound} records looked at, {faulty} complaints")
    if faulty:
        raise click.exceptions.Exit(1)


def decks_in(found: Registry) -> int:
    """About how many records there are: decks as they are counted."""
    return found.ceilings.usage().decks


def moderator(found: Registry, name: str) -> Any:
    """Who moderates what this names: card sets and maps by a hash, decks by an id."""
    return found.sets if len(name) == 64 else found.moderation


def shown(name: str) -> str:
    """A name as people read it."""
    plain = name.replace("-", "").upper()
    return name if len(name) == 64 else show_id(plain)


def waiting(found: Registry) -> Iterator[Entry]:
    """Everything that waits for approval."""
    for game in oracle.games():
        cursor = None
        while True:
            page = found.waiting(game.key, cursor)
            yield from page.entries
            if (cursor := page.next) is None:
                break


@contextmanager
def bar(title: str, total: int, done: ProgressColumn | None = None) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal, with what is done in decks or otherwise; give what moves it on."""
    counted = done or MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), counted, TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=OUT, transient=True, disable=not OUT.is_terminal) as progress:
        task = progress.add_task(title, total=total)
        yield lambda amount: progress.advance(task, amount)
