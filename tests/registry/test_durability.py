"""What was acknowledged stays, whoever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
import redis

from registry import Deck, Registry, RegistryUnavailable, keys, open_registry, store
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT

pytestmark = [pytest.mark.server, pytest.mark.slow]

T = TypeVar("T")
Tell = Callable[[str], None]

KILLS = 100
MANY_KILLS = 1000
PATIENCE = 60.0
ROUNDS = 5
ROOT = Path(__file__).parents[2]


@pytest.fixture
def data_dir(tmp_path: Path) -> Iterator[Path]:
    """A data directory whose server is ended after the test."""
    directory = tmp_path / "data"
    yield directory
    store.stop(directory, wait=PATIENCE)


@pytest.fixture
def registry(data_dir: Path) -> Iterator[Registry]:
    """A registry on the embedded store."""
    opened = open_registry(data_dir=data_dir, judge=SmallJudge(), settings=PATIENT)
    yield opened
    opened.close()


def kill_store(data_dir: Path) -> None:
    pid = store.pid(data_dir)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def test_a_deck_survives_a_restart_of_the_store(data_dir: Path, registry: Registry) -> None:
    made = registry.create(small_deck()).deck

    store.stop(data_dir)

    assert registry.get(made.id) == made


def test_no_acknowledged_deck_is_lost_when_the_store_is_killed_after_it(
    data_dir: Path, registry: Registry, tell: Tell
) -> None:
    assert lost_of(KILLS, data_dir, registry, tell) == []


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_no_acknowledged_deck_is_lost_in_a_thousand_kills(data_dir: Path, registry: Registry, tell: Tell) -> None:
    assert lost_of(MANY_KILLS, data_dir, registry, tell) == []


def sooner_or_later(ask: Callable[[], T]) -> T:
    """Ask until the store is back; on a busy machine that takes longer than a call waits."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except RegistryUnavailable:
            assert time.monotonic() < end, "the store does not come back"
            time.sleep(0.05)


def lost_of(kills: int, data_dir: Path, registry: Registry, tell: Tell) -> list[str]:
    """Kill the store right after each of so many acknowledged decks; give the names of those that are lost."""
    made: list[Deck] = []
    for number in range(kills):
        made.append(sooner_or_later(partial(registry.create, small_deck(name=f"N{number}"))).deck)
        kill_store(data_dir)
    lost = [deck.record.name for deck in made if sooner_or_later(partial(registry.get, deck.id)) != deck]
    tell(f"{kills} kills of the store, {len(lost)} of {len(made)} acknowledged decks lost")
    return lost


def test_a_change_survives_a_kill_right_after_it(data_dir: Path, registry: Registry) -> None:
    made = registry.create(small_deck())
    deck = made.deck

    for number in range(20):
        deck = registry.patch(deck.id, {"name": f"N{number}"}, token=made.token, etag=deck.etag)
        kill_store(data_dir)
        assert sooner_or_later(partial(registry.get, deck.id)) == deck
    registry.delete(deck.id, token=made.token, etag=deck.etag)
    kill_store(data_dir)
    assert registry.get(sooner_or_later(partial(registry.create, small_deck())).deck.id).revision == 1


def test_nothing_is_lost_or_half_written_when_writer_and_store_are_killed(data_dir: Path, registry: Registry) -> None:
    acknowledged: list[str] = []
    for _ in range(ROUNDS):
        acknowledged += _written_until_both_are_killed(data_dir)

    assert len(acknowledged) > ROUNDS
    for deck_id in acknowledged:
        assert registry.get(deck_id).record.name == "Changed"
    with redis.Redis.from_url(store.ensure(data_dir), decode_responses=True) as client:
        heads = list(client.scan_iter("{d:*}:head"))
        for head in heads:
            deck_id = head[3:-6]
            revisions = [keys.revision(deck_id, n + 1) for n in range(int(client.hget(head, "revision") or 0))]
            assert client.exists(keys.tokens(deck_id), *revisions) == 1 + len(revisions)


def _written_until_both_are_killed(data_dir: Path) -> list[str]:
    """Give the ids that the writer printed before it and its store were killed in the middle of their work."""
    command = [sys.executable, "-m", "tests.registry.writer", str(data_dir)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        printed = [writer.stdout.readline() for _ in range(20)]
        assert all(printed), "the writer ended by itself"
        kill_store(data_dir)
        writer.kill()
        printed += writer.stdout.readlines()
    return [line.strip() for line in printed if line.endswith("\n")]
