"""From a URL to a connection: one Redis or Valkey, Sentinel, or a cluster."""

from __future__ import annotations

from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlencode, urlsplit

from redis import Redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.retry import Retry
from redis.sentinel import Sentinel

Connection = Redis | RedisCluster

PLAIN = ("redis", "rediss", "unix")
SCHEMES = (*PLAIN, "redis+sentinel", "rediss+sentinel", "redis+cluster", "rediss+cluster")
_sentinel_of: Any = Sentinel  # bears no types
_node_of: Any = ClusterNode  # the same
_SENTINEL_PORT = 26379
_STORE_PORT = 6379


class _Cluster(RedisCluster):
    """A client of a cluster that lets itself be sent also to a node that is not listed yet: a new one without slots."""

    def get_node(self, host: Any = None, port: Any = None, node_name: Any = None) -> Any:
        """Give a node by its address or name."""
        known = super().get_node(host, port, node_name)  # type: ignore[no-untyped-call]  # the library leaves it bare
        if known is not None or not (host or node_name):
            return known
        name, _, number = (node_name or f"{host}:{port}").rpartition(":")
        return _node_of(name, int(number))


def connect(url: str, timeout: float, *, alone: bool = False) -> Connection:
    """Make a client for the URL; ValueError says what is wrong with it.

    One that is used `alone`, by a single thread, keeps one connection and saves the work of a pool. It connects at
    once, as that of a cluster does; others do when they are first asked. Sentinel and clusters share theirs.

    `redis+sentinel://[user:password@]host[:port][,host[:port]…]/service[/db]` and
    `redis+cluster://[user:password@]host[:port][,host[:port]…]` name several hosts. `?ca=file` names a certificate
    authority for TLS; a Sentinel that wants a password gets it from `?sentinel_password=`.
    """
    parts = urlsplit(url)
    if parts.scheme in PLAIN:
        return _plain(parts, url, timeout, alone=alone)
    if parts.scheme.endswith("+sentinel") and parts.scheme in SCHEMES:
        return _sentinel(parts, timeout)
    if parts.scheme.endswith("+cluster") and parts.scheme in SCHEMES:
        return _cluster(parts, timeout)
    raise ValueError(f"A registry URL begins with one of {', '.join(s + '://' for s in SCHEMES)}.")


def check(url: str, timeout: float) -> None:
    """Raise ValueError for a URL that nobody could connect to; the engine is not asked, and need not be there."""
    parts = urlsplit(url)
    if parts.scheme.endswith("+cluster") and parts.scheme in SCHEMES:
        _hosts(parts, _STORE_PORT)
    else:
        connect(url, timeout).close()


def is_shared(connection: Connection) -> bool:
    """Whether threads share a client."""
    return isinstance(connection, RedisCluster) or connection.connection is None


def _plain(parts: SplitResult, url: str, timeout: float, *, alone: bool) -> Redis:
    """Make a client for one server; what else its URL asks for is the library's own."""
    settings = _patience(timeout) | {"single_connection_client": alone}
    if parts.scheme != "rediss":
        return Redis.from_url(url, **settings)
    asked = parse_qs(parts.query)
    authority = {"ssl_ca_certs": asked.pop("ca")[0]} if "ca" in asked else {}
    plain = parts._replace(query=urlencode(asked, doseq=True)).geturl()
    return Redis.from_url(plain, **settings, **authority)


def _patience(timeout: float) -> dict[str, Any]:
    """Give the time limits; the one retry is the client's own, so the library makes none."""
    return {
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": Retry(NoBackoff(), 0),
        "client_name": "rules-oracle",
    }


def _sentinel(parts: SplitResult, timeout: float) -> Redis:
    service, _, db = parts.path.strip("/").partition("/")
    if not service:
        raise ValueError("A redis+sentinel:// URL names its service as the path: redis+sentinel://host:26379/service.")
    asked = parse_qs(parts.query)
    of_sentinel = _patience(timeout) | _tls(parts) | {"password": asked.get("sentinel_password", [None])[0]}
    sentinel = _sentinel_of(_hosts(parts, _SENTINEL_PORT), sentinel_kwargs=of_sentinel)
    primary: Redis = sentinel.master_for(
        unquote(service), **_patience(timeout), **_tls(parts), **_login(parts), db=int(db or 0)
    )
    return primary


def _cluster(parts: SplitResult, timeout: float) -> RedisCluster:
    nodes = [_node_of(host, port) for host, port in _hosts(parts, _STORE_PORT)]
    settings = _patience(timeout) | _tls(parts) | _login(parts)
    return _Cluster(startup_nodes=nodes, **settings)


def _hosts(parts: SplitResult, default_port: int) -> list[tuple[str, int]]:
    listed = parts.netloc.rpartition("@")[2].split(",")
    each = [urlsplit(f"//{host}") for host in listed if host]
    return [(host.hostname or "localhost", host.port or default_port) for host in each]


def _login(parts: SplitResult) -> dict[str, Any]:
    credentials = parts.netloc.rpartition("@")[0]
    user, _, password = credentials.partition(":")
    return {"username": unquote(user) or None, "password": unquote(password) or None}


def _tls(parts: SplitResult) -> dict[str, Any]:
    if not parts.scheme.startswith("rediss"):
        return {}
    authority = parse_qs(parts.query).get("ca", [None])[0]
    return {"ssl": True} | ({"ssl_ca_certs": authority} if authority else {})
