"""How often a client may ask for decks that are not there, so that nobody finds ids by trying.

All processes count together, where they share counts at all: each tells its misses to the others and learns of theirs
as it does. To admit somebody nobody is asked, so through each process one more miss may pass.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from app.watch.quotas import ALONE, Shared
from app.wire.problems import Problem
from registry import RegistryError

MINUTE = 60.0
CLIENTS = 10_000


class Misses:
    """Counts the misses of each address within a minute; `most` 0 counts nothing."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.alone_until = 0.0
        self.lock = threading.Lock()
        self.begun: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def note(self, client: str, shared: Shared | None = None) -> None:
        """One more miss, which the others hear of through what is shared."""
        with self.lock:
            since, count = self._known(client)
            self._keep(client, since, count + 1)
        if self.most and shared is not None and time.monotonic() >= self.alone_until:
            self._tell(client, shared)

    def _keep(self, client: str, since: float, count: int) -> None:
        self.begun[client] = (since, count)
        self.begun.move_to_end(client)
        if len(self.begun) > CLIENTS:
            self.begun.popitem(last=False)

    def _tell(self, client: str, shared: Shared) -> None:
        try:
            count, left = shared(f"misses {client}", 1, MINUTE)
        except RegistryError:
            self.alone_until = time.monotonic() + ALONE
            return
        with self.lock:
            since, known = self._known(client)
            self._keep(client, min(since, time.monotonic() + left - MINUTE), max(count, known))

    def admit(self, client: str) -> None:
        """Return if the client may ask; a `Problem` with the seconds to wait otherwise."""
        if not self.most or not self.begun:
            return
        with self.lock:
            since, count = self._known(client)
        if count >= self.most:
            wait = max(1, int(since + MINUTE - time.monotonic()) + 1)
            detail = (
                f"{count} decks were asked for that are not there; {self.most} a minute are answered. Wait {wait} s."
            )
            raise Problem("too-many-requests", detail, headers={"Retry-After": str(wait)})

    def _known(self, client: str) -> tuple[float, int]:
        since, count = self.begun.get(client, (time.monotonic(), 0))
        return (since, count) if time.monotonic() - since < MINUTE else (time.monotonic(), 0)
