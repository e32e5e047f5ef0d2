"""Whether an engine may keep decks, and what its refusals mean."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Iterator
from typing import Any

from redis.cluster import RedisCluster
from redis.exceptions import (
    AskError,
    AuthenticationError,
    AuthenticationWrongNumberOfArgsError,
    AuthorizationError,
    ClusterError,
    InvalidResponse,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as ConnectionFailed
from redis.exceptions import TimeoutError as TimedOut

from registry.engines import Connection
from registry.errors import RegistryError, RegistryMisconfigured, RegistryUnavailable

OLDEST_MAJOR = 7
_FORBIDDEN = (AuthenticationError, AuthenticationWrongNumberOfArgsError, AuthorizationError, NoPermissionError)
_PASSING = (
    AskError,
    ConnectionFailed,
    TimedOut,
    ClusterError,
    InvalidResponse,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    TryAgainError,
)
_PASSING_WORDS = ("MISCONF", "NOREPLICAS", "BUSY", "UNBLOCKED")
_ON_ITS_WAY = "access a non local key in a cluster node"

_OF_SEVERAL = re.compile(r"^Command # \d+ .* of pipeline caused error: ", re.DOTALL)

_log = logging.getLogger(__name__)


def refuse_unfit(connection: Connection, *, accept_eviction: bool) -> None:
    """Raise RegistryMisconfigured when a server behind the connection is too old or would evict decks."""
    for info in each_server(connection):
        _refuse_old(info)
        _refuse_evicting(info, accept_eviction=accept_eviction)


def translated(error: Exception) -> Exception:
    """Give the registry's own error for what an engine said; an error that only a bug can cause stays as it is."""
    if isinstance(error, RegistryError):
        return error
    if isinstance(error, _FORBIDDEN) or isinstance(error.__cause__, _FORBIDDEN):
        return RegistryMisconfigured("The deck store refuses the user or password of REGISTRY_URL.")
    if isinstance(error, _PASSING) or is_on_its_way(error) or _said_of(error).startswith(_PASSING_WORDS):
        return RegistryUnavailable(f"The deck store cannot do this now ({type(error).__name__}); try again soon.")
    return error


def is_on_its_way(error: Exception) -> bool:
    """Whether a script was refused because its keys are moving to another node of a cluster."""
    return isinstance(error, ResponseError) and _ON_ITS_WAY in str(error)


def _said_of(error: Exception) -> str:
    """Give what the engine itself said, without what the library puts before the refusal of one command of several."""
    return _OF_SEVERAL.sub("", str(error)) if isinstance(error, ResponseError) else ""


def each_server(connection: Connection) -> Iterator[dict[str, Any]]:
    """Ask each server for what it is; of a cluster, the primaries that answer."""
    if not isinstance(connection, RedisCluster):
        yield connection.info()
        return
    cluster: Any = connection
    for node in cluster.get_primaries():
        with contextlib.suppress(ConnectionFailed, TimedOut):
            yield cluster.info(target_nodes=node)


def _refuse_old(info: dict[str, Any]) -> None:
    version = str(info["redis_version"])
    if int(version.partition(".")[0]) < OLDEST_MAJOR:
        raise RegistryMisconfigured(f"The deck store is of version {version}; it must be Redis 7 or newer, or Valkey.")


def _refuse_evicting(info: dict[str, Any], *, accept_eviction: bool) -> None:
    policy = info.get("maxmemory_policy", "noeviction")
    if policy == "noeviction":
        return
    complaint = f"The deck store's maxmemory-policy is {policy}, which throws decks away; set it to noeviction."
    if not accept_eviction:
        raise RegistryMisconfigured(complaint)
    _log.warning(complaint)
