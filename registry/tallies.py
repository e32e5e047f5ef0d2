"""Counts that several processes share: how much each client asked for within a window.

They are no records: under a prefix of their own (`q:`), forgotten when their window ends, never waited for by replicas,
and they may lie in another store than the decks, one that evicts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from registry import store
from registry.client import Client, Settings
from registry.keys import Script

TIMEOUT_SECONDS = 0.1
SETTINGS = Settings(timeout=TIMEOUT_SECONDS, accept_eviction=True)

ADD = Script(
    """
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[2])
  redis.call('PEXPIRE', KEYS[1], left)
end
return {count, left}
"""
)


class Tallies:
    """Counts by name, in a store."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, name: str, cost: int, window: float) -> tuple[int, float]:
        """Count more under a name: how much there is now, and how many seconds its window still has.

        Raises `RegistryUnavailable` at once where the store does not answer.
        """
        count, left = self._client.run(ADD, [key(name)], [cost, round(window * 1000)])
        return int(count), int(left) / 1000


def key(name: str) -> str:
    """The key of a count; the name, which may be an address, is not kept."""
    return f"q:{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def open_tallies(url: str | None = None, data_dir: Path | str = "data") -> Tallies:
    """Counts at a URL or, without one, in the embedded store of a data directory; asked for when first needed."""
    locate: Callable[[], str] = (lambda: url) if url else (lambda: store.ensure(Path(data_dir), wait=TIMEOUT_SECONDS))
    return Tallies(Client(locate, SETTINGS))
