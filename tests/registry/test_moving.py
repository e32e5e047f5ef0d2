"""The operator's commands on each engine; decks of the embedded default move there, though both ways are cut off."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import oracle
from app import samples
from app.cli import main
from registry import Created, DeckGone, DeckHidden, Registry, open_registry, stop_store, write_line
from registry.crockford import ALPHABET
from tests.registry.clusters import Cluster
from tests.registry.conftest import ENGINES
from tests.registry.patience import PATIENT
from tests.registry.sentinels import Watched
from tests.registry.servers import PASSWORD, Fleet, durable
from tests.running import ROOT

pytestmark = [pytest.mark.server, pytest.mark.slow]

COMMAND = [sys.executable, "-m", "app.cli", "registry"]
PATIENCE = 120.0
MANY = 2_500

Run = Callable[..., str]


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Registry]:
    """A registry on the embedded default."""
    opened = open_registry(data_dir=tmp_path / "source", settings=PATIENT)
    yield opened
    opened.close()
    stop_store(tmp_path / "source")


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where an engine of this test alone is; empty for the embedded one."""
    with Fleet(tmp_path / "fleet") as fleet:
        if request.param == "plain":
            fleet.start("plain", *durable(), "--requirepass", PASSWORD).wait(password=PASSWORD)
            port = fleet.servers[0].port
            yield f"redis://:{PASSWORD.replace(' ', '%20').replace('/', '%2F')}@127.0.0.1:{port}"
        elif request.param == "sentinel":
            yield Watched(fleet).url
        elif request.param == "cluster":
            yield Cluster(fleet).url
        else:
            yield ""
            stop_store(tmp_path / "target")


@pytest.fixture
def run(url: str, tmp_path: Path) -> Run:
    """Types a command for that engine and gives what it said."""

    def run(*words: str, status: int = 0) -> str:
        result = CliRunner().invoke(main, ["registry", *words], env=environment(url, tmp_path))
        assert result.exit_code == status, result.output
        return result.output

    return run


def environment(url: str, folder: Path) -> dict[str, str]:
    return {**os.environ, "REGISTRY_URL": url, "RULES_ORACLE_DATA": str(folder / "target")}


def filled(source: Registry) -> Created:
    """A deck with a history and two tokens."""
    made = source.create(samples.registrable(oracle.games()[0]), visibility="public")
    source.patch(made.deck.id, {"name": "Second"}, token=made.token, etag="*")
    source.history.lock(made.deck.id, 1, token=made.token)
    source.keyring.add(made.deck.id, made.token, {"scope": "read"})
    return made


def many(source: Registry) -> None:
    """Keep thousands of decks that are like that one but for their ids."""
    line = next(source.backup.lines())
    numbers = ("".join(ALPHABET[number >> 5 * place & 31] for place in range(16)) for number in range(MANY))
    lines = [write_line(msgspec.structs.replace(line, id=name)) for name in numbers]
    assert {outcome.word for outcome in source.backup.restore(lines)} == {"written"}


def exported_in_two_goes(path: Path, folder: Path) -> None:
    """A backup of the embedded default that was cut off by `kill -9` somewhere in the middle, and gone on with."""
    command, where = (
        [*COMMAND, "export", str(path)],
        {**environment("", folder), "RULES_ORACLE_DATA": str(folder / "source")},
    )
    partial = path.with_name(f"{path.name}.partial")
    first = subprocess.Popen(command, cwd=ROOT, env=where)
    wait(first, lambda: partial.exists() and partial.stat().st_size > 0)
    first.kill()
    assert first.wait() == -9
    begun = partial.read_bytes()
    assert 0 < begun.count(b"\n") < MANY
    assert not path.exists()

    subprocess.run(command, cwd=ROOT, env=where, check=True, timeout=PATIENCE)

    assert path.read_bytes().startswith(begun[: begun.rindex(b"\n")])
    assert not partial.exists()


def wait(process: subprocess.Popen[bytes], until: Callable[[], bool]) -> None:
    """Return as soon as something is so, or the process has ended."""
    end = time.monotonic() + PATIENCE
    while not until() and process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.002)


def on_a_terminal(words: list[str], environment: dict[str, str]) -> str:
    """What a command shows to somebody who sits before it."""
    mine, its = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *words], cwd=ROOT, env={**environment, "TERM": "xterm"}, stdin=its, stdout=its, stderr=its
    ) as process:
        os.close(its)
        said = b""
        while part := read(mine):
            said += part
        assert process.wait(PATIENCE) == 0, said
    os.close(mine)
    return said.decode()


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # so a terminal says that the other side is gone
        return b""


def test_a_backup_moves_into_an_engine_though_it_is_cut_off_and_is_looked_after_there(
    source: Registry, url: str, run: Run, tmp_path: Path
) -> None:
    made = filled(source)
    path, mark = tmp_path / "backup.ndjson", tmp_path / "backup.ndjson.progress"
    many(source)
    exported_in_two_goes(path, tmp_path)
    first = subprocess.Popen([*COMMAND, "import", str(path)], cwd=ROOT, env=environment(url, tmp_path))
    wait(first, mark.exists)
    first.kill()
    assert first.wait() == -9
    assert mark.exists()

    shown = on_a_terminal(["import", str(path)], environment(url, tmp_path))
    target = open_registry(url or None, tmp_path / "target", settings=PATIENT)

    assert "Importing" in shown
    assert "MB" in shown
    assert not mark.exists()
    assert "written" in shown
    assert f"decks            {MANY + 1:,}" in run("stats")
    assert target.get(made.deck.id) == source.get(made.deck.id)
    assert target.get(made.deck.id, revision=1).locked
    assert target.history.revisions(made.deck.id, None) == source.history.revisions(made.deck.id, None)
    held = target.keyring.listed(made.deck.id, made.token), source.keyring.listed(made.deck.id, made.token)
    assert sorted(key.grant.id for key in held[0]) == sorted(key.grant.id for key in held[1])
    assert f"{MANY + 1} records looked at, 0 complaints" in run("verify")
    moderated(run, target, made)
    assert f"{MANY + 1} decks, {MANY} of them listed" in run("reindex")
    assert f"{MANY + 1} records" in run("export", str(tmp_path / "again.ndjson"))
    broken(run, target)
    target.close()


def moderated(run: Run, target: Registry, made: Created) -> None:
    """Hide, show and delete."""
    run("hide", made.deck.shown_id, "--reason", "spam")
    with pytest.raises(DeckHidden, match="spam"):
        target.get(made.deck.id)
    run("show", made.deck.shown_id)
    assert target.get(made.deck.id).id == made.deck.id
    run("delete", made.deck.shown_id, "--reason", "asked to", "--yes")
    with pytest.raises(DeckGone):
        target.get(made.deck.id)


def broken(run: Run, target: Registry) -> None:
    """A torn record, a lonely part of one, and a key of somebody else are found."""
    torn, lonely = ALPHABET[1] + "0" * 15, ALPHABET[2] + "0" * 15
    target._client._ask(lambda store: store.delete(f"{{d:{torn}}}:rev:2"))
    target._client._ask(lambda store: store.delete(f"{{d:{lonely}}}:head"))
    target._client._ask(lambda store: store.set("somebody:else", "x"))

    said = run("verify", status=1)

    assert f"{{d:{torn}}}:head: revision 2 lacks" in said
    assert f"{{d:{lonely}}}:tok: it belongs to no record" in said
    assert "somebody:else: it is none of the registry's keys" in said
