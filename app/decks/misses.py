"""How often a client may ask for decks that are not there, so that nobody finds ids by trying."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from app.wire.problems import Problem

MINUTE = 60.0
CLIENTS = 10_000


class Misses:
    """Counts, in this process, the misses of each address within a minute; `most` 0 counts nothing."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.lock = threading.Lock()
        self.begun: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def note(self, client: str) -> None:
        """One more miss."""
        with self.lock:
            since, count = self._known(client)
            self.begun[client] = (since, count + 1)
            self.begun.move_to_end(client)
            if len(self.begun) > CLIENTS:
                self.begun.popitem(last=False)

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
