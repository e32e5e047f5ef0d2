"""One way to ask the store, whatever engine is behind it."""

from __future__ import annotations

import contextlib
import logging
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from redis.cluster import RedisCluster
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as ConnectionFailed
from redis.exceptions import TimeoutError as TimedOut

from registry.engines import connect, is_shared
from registry.errors import RegistryError, RegistryUnavailable, StoreSilent, TooFewReplicas
from registry.fitness import each_server, is_on_its_way, refuse_unfit, translated
from registry.keys import Script

TIMEOUT_SECONDS = 0.25
REST_SECONDS = 0.5
_JITTER_SECONDS = 0.05
_BETWEEN_COMPLAINTS_SECONDS = 1.0

_SILENCE = (ConnectionFailed, TimedOut, RedisClusterException, RegistryError)
_WAITED = (TimedOut, StoreSilent)
_TRIED_AGAIN = (ConnectionFailed, *_WAITED, RedisClusterException, MovedError)
_MOVING = (AskError, TryAgainError)

_log = logging.getLogger(__name__)

Word = str | bytes | int
Command = tuple[Word, ...]
Asked = Any
"""A connection as it is asked: its methods bear no types."""


@dataclass(frozen=True)
class Settings:
    """How long to wait for an answer, and how many replicas must have a write before it is acknowledged.

    `timeout` is in seconds; 0 is as long as suits where the store is.
    """

    timeout: float = 0
    replicas: int = 0
    accept_eviction: bool = False


class Client:
    """Runs scripts in the store; whatever goes wrong there is RegistryUnavailable, within a second.

    `locate` gives the URL of the store and is asked again after a broken connection, so that an embedded store which
    died is started anew. A store that does not answer is left alone for half a second, in which calls fail at once;
    then one call tries it, and all others go on failing at once until that one was answered, so that no more than one
    thread ever waits for a store that is known to be silent.
    """

    def __init__(self, locate: Callable[[], str], settings: Settings | None = None) -> None:
        self._locate = locate
        self._settings = settings or Settings()
        self._timeout = self._settings.timeout or TIMEOUT_SECONDS
        self._shared: Asked | None = None
        self._own = threading.local()
        self._all: WeakSet[Asked] = WeakSet()
        self._rest_until = 0.0
        self._is_silent = False
        self._why = ""
        self._lock = threading.Lock()
        self._silent_until = 0.0

    def run(self, script: Script, keys: Sequence[str], words: Sequence[Word] = ()) -> Any:
        """Run a script whose keys share one slot and give its answer; it is asked once more if none comes."""
        if script.writes and self._settings.replicas:
            return self._ask(lambda connection: self._run_replicated(connection, script, keys, words))
        return self._ask(lambda connection: _run(connection, script, keys, words))

    def ping(self) -> None:
        """Return when the store answers; RegistryUnavailable says why it does not."""
        self._ask(lambda connection: connection.ping())

    def run_many(self, script: Script, calls: Sequence[tuple[Sequence[str], Sequence[Word]]]) -> list[Any]:
        """Run a script many times and give the answers in order; where one server has all keys, in one round trip."""
        answers: list[Any] = self._ask(lambda connection: _run_many(connection, script, calls))
        return answers

    def keys(self, pattern: str) -> Iterator[str]:
        """Go through the keys of a pattern on every primary; one that moves meanwhile may come twice or late."""
        try:
            for key in self._ask(lambda connection: connection.scan_iter(pattern, count=1000)):
                yield key.decode()
        except (RedisError, RedisClusterException) as error:
            raise translated(error) from error

    def bytes_used(self) -> int:
        """Give the bytes of memory that the primaries use."""
        used: int = self._ask(lambda store: sum(int(info["used_memory"]) for info in each_server(store)))
        return used

    def close(self) -> None:
        """Let go of the connections; the next call makes new ones."""
        self._forget()
        for connection in list(self._all):
            with contextlib.suppress(RedisError, RedisClusterException):
                connection.close()
        self._all.clear()

    def _ask(self, question: Callable[[Asked], Any]) -> Any:
        if self._is_silent and not self._may_try():
            raise RegistryUnavailable(
                f"The deck store did not answer a moment ago ({self._why}); try again in a second."
            )
        try:
            answer = self._ask_twice(question)
        except (RedisError, RedisClusterException, RegistryError) as error:
            self._is_silent = isinstance(error, _SILENCE) and not self._is_partial(error)
            self._rest_until, self._why = time.monotonic() + REST_SECONDS, type(error).__name__
            self._complain(error)
            known = translated(error)
            if known is error:
                raise
            raise known from error
        self._is_silent = False
        return answer

    def _may_try(self) -> bool:
        """Whether this call is the one that tries a silent store; the next one may when this one's time is over."""
        with self._lock:
            now = time.monotonic()
            if now < self._rest_until:
                return False
            self._rest_until = now + max(REST_SECONDS, 2 * self._timeout)
            return True

    def _complain(self, error: Exception) -> None:
        """Log a failure, but not each one of a flood."""
        if time.monotonic() > self._silent_until:
            self._silent_until = time.monotonic() + _BETWEEN_COMPLAINTS_SECONDS
            _log.warning("the deck store cannot be asked: %s", type(error).__name__)

    def _ask_twice(self, question: Callable[[Asked], Any]) -> Any:
        try:
            return self._ask_once(question)
        except (*_TRIED_AGAIN, ResponseError) as error:
            if not isinstance(error, (*_TRIED_AGAIN, *_MOVING)) and not is_on_its_way(error):
                raise
            if self._is_silent and isinstance(error, _WAITED):
                raise  # one wait is enough to learn that it still is
        time.sleep(random.uniform(0, _JITTER_SECONDS))  # noqa: S311  spreads retries, guards nothing
        return self._ask_once(question)

    def _ask_once(self, question: Callable[[Asked], Any]) -> Any:
        try:
            return question(self._connected())
        except _TRIED_AGAIN as error:
            if not isinstance(error, _WAITED) and not self._is_partial(error):
                self._forget()
            raise

    def _is_partial(self, error: Exception) -> bool:
        """Whether the store may answer other questions: one node of a cluster is silent, or replicas are missing."""
        one_node = isinstance(self._shared, RedisCluster) and not isinstance(error, RedisClusterException)
        return one_node or isinstance(error, TooFewReplicas)

    def _connected(self) -> Asked:
        """Give the connection: the thread's own, or that of all; who finds none makes one, and the last one stays."""
        known = self._shared or getattr(self._own, "connection", None)
        return known if known is not None else self._made()

    def _made(self) -> Asked:
        connection = connect(self._located(), self._timeout, alone=True)
        self._all.add(connection)
        refuse_unfit(connection, accept_eviction=self._settings.accept_eviction)
        if is_shared(connection):
            self._shared = connection
        else:
            self._own.connection = connection
        return connection

    def _located(self) -> str:
        try:
            return self._locate()
        except OSError as error:  # the folder of an embedded store is gone, full or closed
            raise RegistryUnavailable(f"The deck store cannot be found: {error.strerror}.") from error

    def _forget(self) -> None:
        """Ask over a new connection next time; a shared one is not closed: others may be in the middle of a call."""
        self._shared = self._own.connection = None

    def _run_replicated(self, connection: Asked, script: Script, keys: Sequence[str], words: Sequence[Word]) -> Any:
        """Run a write and wait for the replicas on the same connection, as WAIT demands."""
        wanted, patience = self._settings.replicas, int(self._timeout * 1000 / 2)
        wait = ("WAIT", wanted, patience)
        with _learning(connection):
            answer, reached = _run_with(_node(connection, keys[0]), [], script, keys, words, wait)
            if isinstance(answer, (MovedError, ClusterDownError)):
                raise answer
        if isinstance(answer, AskError):
            asked = connection.get_redis_connection(connection.get_node(answer.host, answer.port))
            answer, reached = _run_with(asked, [("ASKING",)], script, keys, words, wait)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(reached, Exception) or reached < wanted:
            raise TooFewReplicas(0 if isinstance(reached, Exception) else reached, wanted)
        return answer


@contextlib.contextmanager
def _learning(connection: Asked) -> Iterator[None]:
    """Ask a cluster anew who has what when a node is gone or has no say: the library does so for its own calls only."""
    try:
        yield
    except (ConnectionFailed, TimedOut, MovedError, ClusterDownError):
        if isinstance(connection, RedisCluster):
            with contextlib.suppress(RedisError, RedisClusterException):
                connection.nodes_manager.initialize()
        raise


def _run_with(
    server: Asked, before: Sequence[Command], script: Script, keys: Sequence[str], words: Sequence[Word], after: Command
) -> tuple[Any, Any]:
    """Run a script between other commands, all in one round trip; give what it and the last one answered."""
    answer = reached = None
    for verb, text in (("EVALSHA", script.sha), ("EVAL", script.text)):
        pipeline = server.pipeline(transaction=False)
        for command in (*before, (verb, text, len(keys), *keys, *words), after):
            pipeline.execute_command(*command)
        *_, answer, reached = pipeline.execute(raise_on_error=False)
        if not isinstance(answer, NoScriptError):
            break
    return answer, reached


def _run(connection: Asked, script: Script, keys: Sequence[str], words: Sequence[Word]) -> Any:
    try:
        return connection.execute_command("EVALSHA", script.sha, len(keys), *keys, *words)
    except NoScriptError:
        return connection.execute_command("EVAL", script.text, len(keys), *keys, *words)


def _run_many(connection: Asked, script: Script, calls: Sequence[tuple[Sequence[str], Sequence[Word]]]) -> list[Any]:
    if isinstance(connection, RedisCluster):
        return [_run(connection, script, names, words) for names, words in calls]
    pipeline = connection.pipeline(transaction=False)
    pipeline.execute_command("SCRIPT LOAD", script.text)
    for names, words in calls:
        pipeline.execute_command("EVALSHA", script.sha, len(names), *names, *words)
    answers: list[Any] = pipeline.execute()
    return answers[1:]


def _node(connection: Asked, key: str) -> Any:
    """Give the connection to the server that holds the key."""
    if not isinstance(connection, RedisCluster):
        return connection
    cluster: Any = connection
    return cluster.get_redis_connection(cluster.get_node_from_key(key))
