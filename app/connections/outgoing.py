"""What goes to a client: as much as it takes at once, the rest kept for it, so that no thread waits for it."""

from __future__ import annotations

from collections.abc import Callable
from socket import socket
from threading import BoundedSemaphore, Condition, Lock

KEPT = 4 * 1024 * 1024
MOST_KEPT = 16 * KEPT
PATIENCE = 10.0


class Outgoing:
    """The way to a client, in the place of a socket. `late` is called when something has to be kept.

    Beyond `KEPT` bytes the answering thread waits for the reader, if one of the permits to do so is left; a client
    that takes nothing for too long is given up.
    """

    def __init__(self, sock: socket, late: Callable[[], None], permits: BoundedSemaphore) -> None:
        self.sock = sock
        self.late = late
        self.permits = permits
        self.kept = bytearray()
        self.gone = False
        self.lock = Lock()
        self.room = Condition(self.lock)

    def sendall(self, data: bytes) -> None:
        """Send, or keep what the client does not take now; raises `OSError` for one that has gone."""
        with self.lock:
            if self.gone:
                raise BrokenPipeError
            begins = not self.kept
            sent = self._send(data) if begins else 0
            self.kept += data[sent:]
            kept = len(self.kept)
        if kept and begins:
            self.late()
        if kept > KEPT:
            self._wait(kept)

    def send(self, data: bytes) -> int:
        """Nothing: gunicorn sends only `100 Continue` this way, and that was said before it saw the request."""
        return len(data)

    def flush(self) -> bool:
        """Send what the client takes now; whether nothing is left to send."""
        with self.lock:
            if not self.gone:
                del self.kept[: self._send(self.kept)]
                self.room.notify_all()
            return self.gone or not self.kept

    def give_up(self) -> None:
        """Send no more."""
        with self.lock:
            self.gone = True
            self.kept.clear()
            self.room.notify_all()

    def shutdown(self, _: int) -> None:
        """What gunicorn calls in the middle of an answer that failed: the client must not take it for a whole one."""
        self.give_up()
        raise BrokenPipeError

    def close(self) -> None:
        """Nothing: the connection is closed where it was opened."""

    def _send(self, data: bytes | bytearray) -> int:
        try:
            return self.sock.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self.gone = True
            self.kept.clear()
            return len(data)

    def _wait(self, kept: int) -> None:
        if self.permits.acquire(blocking=False):
            try:
                with self.lock:
                    self.room.wait_for(lambda: self.gone or len(self.kept) <= KEPT, PATIENCE)
                    kept = len(self.kept)
            finally:
                self.permits.release()
            if kept <= KEPT:
                return
        elif kept <= MOST_KEPT:
            return
        self.give_up()
        raise TimeoutError
