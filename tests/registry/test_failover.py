"""A primary dies under a load of writers: what was acknowledged stays, and writing goes on by itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from registry import Deck, Registry, RegistryUnavailable, Settings, open_registry
from registry.ceilings import COUNTER
from tests.registry.clusters import PRIMARIES, SLOTS, Cluster, said
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.sentinels import Watched
from tests.registry.servers import Fleet, Server, until

pytestmark = [pytest.mark.server, pytest.mark.slow]

Tell = Callable[[str], None]

WRITERS = 4
CALM_SECONDS = 1.0
PATIENCE = 30.0


def test_no_acknowledged_deck_is_lost_when_a_clusters_primary_is_killed(fleet: Fleet, tell: Tell) -> None:
    """The primary is the one whose silence the writers hear first: it has the count of decks, and nobody reads."""
    cluster = Cluster(fleet)
    slot = int(said(cluster.servers[0], "CLUSTER", "KEYSLOT", COUNTER))
    number = slot * PRIMARIES // SLOTS
    victim, heir = cluster.servers[number], cluster.servers[number + PRIMARIES]

    tell(f"primary of a cluster killed: {survives(cluster.url, lambda: victim, lambda: is_primary(heir))}")


def test_no_acknowledged_deck_is_lost_when_a_watched_primary_is_killed(fleet: Fleet, tell: Tell) -> None:
    watched = Watched(fleet)

    before = watched.primary()

    told = survives(watched.url, watched.primary, lambda: watched.primary() is not before)

    tell(f"primary under Sentinel killed: {told}")


def test_a_clusters_other_nodes_answer_while_one_hangs(fleet: Fleet, tell: Tell) -> None:
    cluster = Cluster(fleet)
    registry = open_registry(cluster.url, judge=SmallJudge())
    made = [registry.create(small_deck()).deck for _ in range(60)]

    cluster.servers[0].pause()
    took, answered = zip(*(timed(registry, deck) for deck in made[:20]), strict=True)

    tell(f"one of three primaries hangs: {sum(answered)} of 20 reads answered, the slowest took {max(took):.2f} s")
    assert max(took) < 1.0
    assert sum(answered) >= 5
    registry.close()


def is_primary(server: Server) -> bool:
    return "master" in said(server, "ROLE")


def survives(url: str, primary: Callable[[], Server], is_succeeded: Callable[[], bool]) -> str:
    """Write from several threads, kill the primary, and read back what was acknowledged; the figures.

    It comes back once another one has taken its place: that one needs a replica to acknowledge writes.
    """
    registry = open_registry(url, judge=SmallJudge(), settings=Settings(replicas=1))
    log = Log()
    with ThreadPoolExecutor(WRITERS) as pool:
        writing = [pool.submit(write, registry, log) for _ in range(WRITERS)]
        time.sleep(CALM_SECONDS)
        victim = primary()
        victim.kill()
        killed = time.monotonic()
        try:
            until(is_succeeded, PATIENCE)
            victim.start()
            recovered = log.calm_since(killed)
        finally:
            log.stop.set()
        for each in writing:
            each.result()

    registry.close()
    reader = open_registry(url, judge=SmallJudge())
    lost = [deck.id for deck in log.acknowledged if reader.get(deck.id) != deck]
    reader.close()
    assert lost == []
    assert log.refusals
    told = f"{len(log.acknowledged)} acknowledged, {log.refusals} refused, {len(lost)} lost"
    return f"{told}; every write succeeds again {recovered:.1f} s after the kill"


class Log:
    """What the writers were told."""

    def __init__(self) -> None:
        self.acknowledged: list[Deck] = []
        self.refusals = 0
        self.last_refusal = 0.0
        self.stop = threading.Event()

    def calm_since(self, killed: float) -> float:
        """Wait for a calm of a second after the kill; give the seconds from the kill to its beginning."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() - max(killed + CALM_SECONDS, self.last_refusal) < CALM_SECONDS:
            assert time.monotonic() < end, "the writers never recovered"
            time.sleep(0.05)
        return self.last_refusal - killed


def write(registry: Registry, log: Log) -> None:
    """Register decks until told to stop, and keep what was acknowledged."""
    while not log.stop.is_set():
        try:
            log.acknowledged.append(registry.create(small_deck()).deck)
        except RegistryUnavailable:
            log.refusals += 1
            log.last_refusal = time.monotonic()
            time.sleep(0.02)


def timed(registry: Registry, deck: Deck) -> tuple[float, bool]:
    """How long a read took, and whether it answered truly."""
    begun = time.monotonic()
    try:
        answered = registry.get(deck.id) == deck
    except RegistryUnavailable:
        answered = False
    return time.monotonic() - begun, answered
