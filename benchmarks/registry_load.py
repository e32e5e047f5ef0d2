"""Loads many decks by the importer, and tells memory a deck, decks a second, and how long a page of a listing takes.

Run `python benchmarks/registry_load.py --decks 1000000`. One deck in ten is public. Pages are asked for at the
beginning and deep inside of the listing, at each tenth of the load: their time must not grow with it. The time that a
page takes inside of the store is told beside it, as what else runs on the machine does not show there.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
import redis

import oracle
from app import samples
from registry import Asked, Registry, Settings, open_registry, store
from registry.ids import new_id

PUBLIC = 10
PAGES = 30


def main() -> None:
    """Load and measure on an embedded store in a temporary directory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=100_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            measure(Path(folder, "data"), asked.decks)
        finally:
            store.stop(Path(folder, "data"))


def measure(data: Path, decks: int) -> None:
    """Load in ten steps and print what each showed."""
    registry = open_registry(data_dir=data, appendfsync="everysec", settings=Settings(timeout=10.0))
    lines = generated(registry)
    empty = registry.ceilings.usage().bytes
    bare = redis.Redis.from_url(store.ensure(data))
    print(f"{'decks':>10} {'decks/s':>9} {'bytes/deck':>11} {'first page':>11} {'deep page':>11} {'in the store':>12}")
    for step in range(1, 11):
        begun = time.perf_counter()
        outcomes = registry.backup.restore(islice(lines, decks // 10))
        count = sum(outcome.word == "written" for outcome in outcomes)
        rate = count / (time.perf_counter() - begun)
        usage = registry.ceilings.usage()
        size = (usage.bytes - empty) / (decks // 10 * step)
        bare.config_resetstat()
        first, deep = pages(registry)
        inside = bare.info("commandstats")["cmdstat_evalsha"]["usec_per_call"]
        told = f"{first:>8.0f} µs {deep:>8.0f} µs {inside:>9.0f} µs"
        print(f"{usage.decks:>10,} {rate:>9,.0f} {size:>11,.0f} {told}", flush=True)
    bare.close()
    registry.close()


def generated(registry: Registry) -> Iterator[bytes]:
    """Give lines of a backup without end: one deck, under ever new ids and moments."""
    made = registry.create(samples.registrable(oracle.games()[0]))
    model = next(line for line in registry.backup.lines() if line.id == made.deck.id)
    moment = made.deck.created - 10_000_000
    number = 0
    while True:
        number += 1
        visibility = "public" if number % PUBLIC == 0 else "unlisted"
        head = {**model.head, "visibility": visibility, "updated": str(moment + number)}
        yield msgspec.json.encode(msgspec.structs.replace(model, id=new_id(), head=head))


def pages(registry: Registry) -> tuple[float, float]:
    """Give the median microseconds of a first page and of pages some way inside."""
    first = [timed(registry, None)[0] for _ in range(PAGES)]
    deep, cursor = [], None
    for _ in range(PAGES):
        took, cursor = timed(registry, cursor)
        deep.append(took)
    return statistics.median(first), statistics.median(deep[1:])


def timed(registry: Registry, cursor: str | None) -> tuple[float, str | None]:
    """Give the microseconds of a page, and the cursor of the next one."""
    begun = time.perf_counter()
    page = registry.listing(Asked(game=oracle.games()[0].key, cursor=cursor))
    return (time.perf_counter() - begun) * 1e6, page.next


if __name__ == "__main__":
    main()
