"""Ceilings on everything that is stored.

How many decks there are is counted beside them and a moment late: each process notes what it made and deleted, and
tells the store every two seconds. Decks that nobody used any more go by themselves and are taken off the count by
`rules-oracle registry reindex`; until then the ceiling holds early, never late by more than those two seconds.
"""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import dataclass

from registry.client import Client
from registry.errors import RegistryFull, RegistryMisconfigured, RegistryUnavailable
from registry.keys import Script
from registry.policy import Policy

COUNTER = "n:decks"
LOOK_SECONDS = 2.0

# in: by how much    out: how many decks there are
COUNT = Script("return redis.call('INCRBY', KEYS[1], ARGV[1])")
# in: how many there are
SET_COUNT = Script("redis.call('SET', KEYS[1], ARGV[1])")


@dataclass(frozen=True, slots=True)
class Usage:
    """What is stored: decks as counted, bytes as the engine says of all its primaries."""

    decks: int
    bytes: int


class Ceilings:
    """Lets new decks in as long as there is room."""

    def __init__(self, client: Client, policy: Policy) -> None:
        self._client = client
        self._policy = policy
        self._lock = threading.Lock()
        self._pending = 0
        self._known = Usage(0, 0)
        self._looked = 0.0

    def admit(self) -> None:
        """Return if another deck may come; raises RegistryFull."""
        usage = self._recent()
        _refuse("decks", usage.decks, self._policy.decks)
        _refuse("bytes", usage.bytes, self._policy.bytes)

    def admit_more(self) -> None:
        """Return if there is room for anything else: a revision, a card set, a map; raises RegistryFull."""
        if self._policy.bytes:
            _refuse("bytes", self._recent().bytes, self._policy.bytes)

    def note(self, difference: int) -> None:
        """Note that decks came or went."""
        with self._lock:
            self._pending += difference

    def usage(self) -> Usage:
        """Ask what is stored now."""
        with self._lock:
            difference, self._pending = self._pending, 0
        try:
            self._known = Usage(int(self._client.run(COUNT, [COUNTER], [difference])), self._client.bytes_used())
        except RegistryUnavailable:
            self.note(difference)
            raise
        self._looked = time.monotonic()
        return self._known

    def tell(self) -> None:
        """Tell the store what was noted, if it can be told."""
        if self._pending:
            with contextlib.suppress(RegistryUnavailable):
                self.usage()

    def recount(self, decks: int) -> None:
        """Say how many decks there are."""
        with self._lock:
            self._pending = 0
        self._client.run(SET_COUNT, [COUNTER], [decks])

    def _recent(self) -> Usage:
        if time.monotonic() - self._looked > LOOK_SECONDS:
            try:
                return self.usage()
            except RegistryMisconfigured:
                raise
            except RegistryUnavailable:
                self._looked = time.monotonic()  # the write itself finds out whether its own part of the store answers
        return Usage(self._known.decks + self._pending, self._known.bytes)


def _refuse(what: str, used: int, most: int) -> None:
    if most and used >= most:
        raise RegistryFull(what, most)
