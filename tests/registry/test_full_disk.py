"""A disk that is full, played by a bound on the size of the store's files: clear refusals, and nothing lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from registry import RegistryUnavailable, open_registry, stop_store
from registry.store_binary import store_binary
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT
from tests.registry.servers import answers, free_port, until

pytestmark = [pytest.mark.server, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
BLOCKS = 400  # of 512 bytes: what each file may grow to
MOST = 3000

WRITER = f"""
import resource, sys
from registry import RegistryError, open_registry
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
resource.setrlimit(resource.RLIMIT_FSIZE, ({BLOCKS * 512}, resource.RLIM_INFINITY))
registry = open_registry(data_dir=sys.argv[1], judge=SmallJudge())
for n in range({MOST}):
    try:
        print(registry.create(small_deck()).deck.id, flush=True)
    except RegistryError as error:
        print(error.code, file=sys.stderr)
        break
"""


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """The data directory of a store that is ended after the test."""
    yield tmp_path / "data"
    stop_store(tmp_path / "data")


def test_an_embedded_store_on_a_full_disk_refuses_and_loses_nothing(data: Path, tell: Callable[[str], None]) -> None:
    writer = subprocess.run(
        [sys.executable, "-c", WRITER, str(data)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    acknowledged = writer.stdout.split()

    assert writer.stderr.split()[-1] == "registry-unavailable"
    assert 0 < len(acknowledged) < MOST
    registry = open_registry(data_dir=data, judge=SmallJudge(), settings=PATIENT)
    lost = [deck_id for deck_id in acknowledged if registry.get(deck_id).id != deck_id]
    tell(f"disk full after {len(acknowledged)} acknowledged decks, {len(lost)} lost")
    registry.create(small_deck())
    registry.close()


def test_a_plain_store_on_a_full_disk_reads_and_says_that_it_cannot_write(tmp_path: Path) -> None:
    port = free_port()
    bounded = f'trap \'\' XFSZ; ulimit -f {BLOCKS}; exec "$0" "$@"'
    settings = ("--appendonly", "yes", "--appendfsync", "everysec", "--save", "")
    place = ("--port", str(port), "--bind", "127.0.0.1", "--dir", str(tmp_path), "--logfile", str(tmp_path / "log"))
    command = ["sh", "-c", bounded, str(store_binary()), *settings, *place]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            with redis.Redis(port=port) as client:
                until(lambda: answers(client))
            registry = open_registry(f"redis://127.0.0.1:{port}", judge=SmallJudge())
            acknowledged = fill(registry.create)

            assert 0 < len(acknowledged) < MOST
            assert all(registry.get(deck_id).id == deck_id for deck_id in acknowledged)
            with pytest.raises(RegistryUnavailable):
                registry.create(small_deck())
            registry.close()
        finally:
            server.kill()


def fill(create: object) -> list[str]:
    """Register decks until that is refused; give the ids of those that were acknowledged."""
    made: list[str] = []
    assert callable(create)
    for _ in range(MOST):
        try:
            made.append(create(small_deck()).deck.id)
        except RegistryUnavailable:
            break
    return made
