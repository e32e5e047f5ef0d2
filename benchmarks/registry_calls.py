"""What a call of the registry costs beside a bare GET of the same bytes, and how much memory a deck takes.

Run `python benchmarks/registry_calls.py`; `--decks` and `--rounds` set the size. Reads and bare GETs take turns in one
run on one embedded store, so that their ratio holds on a noisy machine.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import redis

from registry import Created, Fault, Legality, Registry, keys, open_registry, store

CARDS = {f"card-{n:02}": f"A CARD OF SOME NAME {n:02}" for n in range(17)}
ROUND = 200


class Nodding:
    """A judge that finds every deck legal, so that the oracle's own cost is left out."""

    def games(self) -> list[str]:
        """Give the one game."""
        return ["game"]

    def basis(self, game: str) -> str:
        """Give the edition that never moves."""
        return "1.0"

    def card_name(self, game: str, card: str, sets: list[str]) -> str | None:
        """Give the name of a card."""
        return CARDS.get(card)

    def content_faults(self, game: str, kind: str, content: object) -> list[Fault]:
        """Nod."""
        return []

    def verdict(self, deck: dict[str, Any], edition: str | None = None) -> Legality:
        """Nod."""
        return Legality("legal", [], [], "1.0")


DECK = {
    "game": "game",
    "format": "standard",
    "name": "A deck of thirty cards",
    "sections": {"deck": [{"card": card, "count": 2} for card in CARDS]},
}


def main() -> None:
    """Measure on an embedded store in a temporary directory, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=20)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            for policy in ("everysec", "always"):
                measure(Path(folder, policy), policy, asked.decks, asked.rounds)
        finally:
            for policy in ("everysec", "always"):
                store.stop(Path(folder, policy))


def measure(data_dir: Path, policy: str, decks: int, rounds: int) -> None:
    """Print what calls cost under one policy."""
    registry = open_registry(data_dir=data_dir, judge=Nodding(), appendfsync=policy)
    with redis.Redis.from_url(store.ensure(data_dir)) as bare:
        empty = int(bare.info("memory")["used_memory"])
        made, create = timed_creation(registry, decks)
        size = (int(bare.info("memory")["used_memory"]) - empty) / decks
        read, get = side_by_side(registry, bare, made, rounds)
    change = each(lambda: registry.patch(made.deck.id, {"name": str(time.time())}, token=made.token, etag="*"), ROUND)
    print(f"appendfsync {policy}, {decks} decks of {len(CARDS)} lines")
    print(f"  create {create:6.0f} µs   change {change:6.0f} µs   memory a deck {size:6.0f} bytes")
    print(f"  read   {read:6.0f} µs   bare GET {get:4.0f} µs   ratio {read / get:.2f}")
    registry.close()


def timed_creation(registry: Registry, decks: int) -> tuple[Created, float]:
    """Register decks; give the last one, and the microseconds that each took."""
    begun = time.perf_counter()
    for _ in range(decks):
        made = registry.create(DECK)
    return made, (time.perf_counter() - begun) / decks * 1e6


def side_by_side(registry: Registry, bare: redis.Redis, made: Created, rounds: int) -> tuple[float, float]:
    """Give the median microseconds of a read, and of a GET of the same revision, taken in turns."""
    key = keys.revision(made.deck.id, 1)
    reads, gets = [], []
    for _ in range(rounds):
        reads.append(each(lambda: registry.get(made.deck.id), ROUND))
        gets.append(each(lambda: bare.get(key), ROUND))
    return statistics.median(reads), statistics.median(gets)


def each(call: Callable[[], object], times: int) -> float:
    """Give the microseconds that a call takes on average."""
    begun = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - begun) / times * 1e6


if __name__ == "__main__":
    main()
