"""gunicorn's worker: its loop talks to the clients, its threads only answer requests that are whole.

So a client that sends or reads a byte a second holds a connection and never a thread; connections that are at the limit
give way, those first that have kept the others waiting longest.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from selectors import EVENT_READ, EVENT_WRITE
from threading import BoundedSemaphore
from typing import Any

from gunicorn.http.errors import NoMoreData
from gunicorn.workers.gthread import ThreadWorker

from app.connections.caller import Caller, Stage
from app.connections.outgoing import Outgoing
from app.connections.refusals import Refusal, cut_off, look_for_host, refusal_of

MOST_BODY = 4 * 1024 * 1024
BESIDE = 64 * 1024
MOST_HELD = 128 * 1024 * 1024
ACCEPTED = 64
SWITCH = 0.002
SPARE = 1.0
READY_TO_LEAVE = 2.0


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """Threads that answer, and one loop that reads and writes for all clients."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        self.callers: dict[int, Caller] = {}
        self.held = 0
        self.swept = 0.0
        self.most = MOST_BODY
        self.permits = BoundedSemaphore(max(self.cfg.threads - 1, 1))

    # -- the loop ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Serve until told to stop, then finish what was accepted."""
        sys.setswitchinterval(SWITCH)
        config = getattr(self.wsgi, "extensions", {}).get("config")
        self.most = BESIDE + (config.limits.longest_body if config is not None else MOST_BODY)
        self.poller.register(self.method_queue.fileno(), EVENT_READ, self.method_queue.run_callbacks)
        self.set_accept_enabled(True)
        while self.alive and self.is_parent_alive():
            self._turn(self.cfg.keepalive)
        self._finish()
        self.tpool.shutdown(wait=False)
        self.poller.close()
        self.method_queue.close()

    def _turn(self, idle: float) -> None:
        self.notify()
        self.wait_for_and_dispatch_events(timeout=SPARE if self.alive else 0.05)
        now = time.monotonic()
        if now - self.swept >= (SPARE if self.alive else 0.0):
            self.swept = now
            self._sweep(now, idle)

    def _finish(self) -> None:
        """Take in whoever stands in line, close the door, and let everybody finish who has begun."""
        for listener in self.sockets:
            while self._admit(listener):
                pass
        self.set_accept_enabled(False)
        for listener in self.sockets:
            listener.close()
        begun = time.monotonic()
        while self.callers and time.monotonic() - begun < self.cfg.graceful_timeout - SPARE:
            self._turn(READY_TO_LEAVE)
        for caller in [*self.callers.values()]:
            self._drop(caller)

    def _sweep(self, now: float, idle: float) -> None:
        for caller in [each for each in self.callers.values() if each.is_late(now, idle)]:
            if caller.stage is Stage.READING and caller.received:
                self._refuse(caller, "request-timeout")
            else:
                self._drop(caller)

    # -- connections -------------------------------------------------------------------------------

    def accept(self, listener: Any) -> None:
        """Take new clients in."""
        for _ in range(ACCEPTED):
            if not self._admit(listener):
                return

    def _admit(self, listener: Any) -> bool:
        try:
            raw, client = listener.accept()
        except OSError:
            return False
        while len(self.callers) >= self.worker_connections and self._make_room():
            pass
        caller = Caller(raw, client, listener.getsockname(), self.most, time.monotonic())
        caller.sock = Outgoing(raw, partial(self.method_queue.defer, self._write_later, caller), self.permits)
        self.callers[raw.fileno()] = caller
        self._listen(caller)
        return True

    def _make_room(self) -> bool:
        """Let the client go that has been silent or slow for longest; whether there is one."""
        waiting = [each for each in self.callers.values() if each.stage in {Stage.READING, Stage.LEAVING}]
        if waiting:
            self._drop(min(waiting, key=lambda each: each.since))
        return bool(waiting)

    def _listen(self, caller: Caller) -> None:
        self.poller.register(caller.raw, EVENT_READ, partial(self._hear, caller))

    def _drop(self, caller: Caller) -> None:
        """End a connection, whatever it is at."""
        if caller.stage is Stage.GONE:
            return
        self.callers.pop(caller.raw.fileno(), None)
        self._ignore(caller)
        self.held -= len(caller.received)
        caller.stage = Stage.GONE
        caller.sock.give_up()
        caller.raw.close()

    def _ignore(self, caller: Caller) -> None:
        if caller.raw.fileno() in self.poller.get_map():
            self.poller.unregister(caller.raw)

    # -- reading -----------------------------------------------------------------------------------

    def _hear(self, caller: Caller, _: Any) -> None:
        if caller.stage is Stage.LEAVING:
            if not caller.discard():
                self._drop(caller)
            return
        if caller.stage is not Stage.READING:
            return
        came = caller.receive(time.monotonic())
        if came is None:
            return
        self.held += came
        if came:
            self._look(caller)
        elif caller.received:
            caller.framing.stops(caller.received)
            self._hand_over(caller, len(caller.received))
        else:
            self._drop(caller)
        while self.held > MOST_HELD and self._shed():
            pass

    def _shed(self) -> bool:
        """Let the client go whose unfinished request takes most memory; whether there is one."""
        reading = [each for each in self.callers.values() if each.stage is Stage.READING and each.received]
        if reading:
            self._refuse(max(reading, key=lambda each: len(each.received)), "request-timeout")
        return bool(reading)

    def _look(self, caller: Caller) -> None:
        self.held -= caller.skip()
        end = caller.ends() if caller.received else None
        if end is not None:
            self._hand_over(caller, end)

    def _hand_over(self, caller: Caller, end: int) -> None:
        """Give a whole request to a thread."""
        self._ignore(caller)
        caller.stage = Stage.ANSWERING
        self.held -= end
        parser = caller.take(end, self.cfg)
        answer = self.tpool.submit(self._answer, caller, parser)
        answer.add_done_callback(lambda done: self.method_queue.defer(self._answered, caller, done))

    # -- answering, in a thread --------------------------------------------------------------------

    def _answer(self, caller: Caller, parser: Iterator[Any]) -> bool:
        """Answer one request; whether the connection can have another one."""
        asked = None
        try:
            asked = next(parser)
            look_for_host(asked)
            if caller.framing.short:
                raise NoMoreData  # noqa: TRY301 - told as every request that is cut off
            if caller.framing.broken:
                asked.force_close()
            if caller.framing.chunked:
                asked.body = BytesIO(asked.body.read())
            return bool(self.handle_request(asked, caller))
        except NoMoreData:
            self._tell(caller.sock, cut_off(caller.framing))
        except StopIteration:
            self.log.debug("an answer was cut off")
        except OSError:
            self.log.debug("the client has gone")
        except Exception as error:  # noqa: BLE001 - whatever breaks in here, the client is told
            self.handle_error(asked, caller.sock, caller.client, error)
        return False

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Tell the client what was wrong with its HTTP, before any application saw it."""
        refused = refusal_of(exc)
        if refused.code == "internal-error":
            self.log.error("a request failed outside the application", exc_info=exc)
        else:
            self.log.warning("refused: %s", type(exc).__name__)
        self._tell(client, refused)

    # -- writing -----------------------------------------------------------------------------------

    def _answered(self, caller: Caller, done: Any) -> None:
        if caller.stage is not Stage.ANSWERING:
            return
        caller.keeps = not done.cancelled() and done.exception() is None and done.result() and not caller.sock.gone
        caller.stage, caller.since = Stage.SENDING, time.monotonic()
        if caller.sock.flush():
            self._sent(caller)

    def _write_later(self, caller: Caller) -> None:
        if caller.stage in {Stage.ANSWERING, Stage.SENDING} and caller.raw.fileno() not in self.poller.get_map():
            self.poller.register(caller.raw, EVENT_WRITE, partial(self._write, caller))

    def _write(self, caller: Caller, _: Any) -> None:
        if caller.stage not in {Stage.ANSWERING, Stage.SENDING}:
            return
        caller.since = time.monotonic()
        if not caller.sock.flush():
            return
        self._ignore(caller)
        if caller.stage is Stage.SENDING:
            self._sent(caller)

    def _sent(self, caller: Caller) -> None:
        """The answer has gone: wait for the next request, or for the client's end."""
        self._ignore(caller)
        if caller.sock.gone:
            self._drop(caller)
        elif caller.keeps:
            caller.begin(time.monotonic())
            self._listen(caller)
            self._look_again(caller)
        else:
            self._part(caller)

    def _look_again(self, caller: Caller) -> None:
        if caller.received:
            self._look(caller)

    def _part(self, caller: Caller) -> None:
        try:
            self.held -= len(caller.received)
            caller.leave(time.monotonic())
            self._listen(caller)
        except OSError:
            self._drop(caller)

    def _refuse(self, caller: Caller, code: str) -> None:
        self._ignore(caller)
        self._tell(caller.sock, Refusal(code))
        self._part(caller)

    def _tell(self, client: Any, refused: Refusal) -> None:
        """Tell a client, if it is still there; the operator's numbers know of it in any case."""
        metrics = getattr(self.wsgi, "extensions", {}).get("metrics")
        if metrics is not None:
            metrics.count_refusal(refused.code, refused.status)
        try:
            client.sendall(refused.answer())
        except OSError:
            self.log.debug("the client has gone")
