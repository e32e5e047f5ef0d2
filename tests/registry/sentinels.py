"""A primary with two replicas, and three Sentinels that watch them."""

from __future__ import annotations

import redis

from tests.registry.servers import SERVICE, Fleet, Server, durable, free_port, until


class Watched:
    """One primary, two replicas, three Sentinels."""

    def __init__(self, fleet: Fleet) -> None:
        primary = fleet.start("primary", *durable())
        follow = ("--replicaof", f"127.0.0.1 {primary.port}", "--repl-diskless-sync-delay", "0")
        replicas = [fleet.start(f"replica-{n}", *durable(), *follow) for n in (1, 2)]
        self.stores = [primary.wait(), *(replica.wait() for replica in replicas)]
        until(lambda: connected_replicas(primary) == 2)
        self.sentinels = [_sentinel(fleet, f"sentinel-{n}", primary) for n in (1, 2, 3)]
        until(lambda: all(knows_everybody(sentinel) for sentinel in self.sentinels))

    @property
    def url(self) -> str:
        """Where the registry finds the primary."""
        hosts = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in self.sentinels)
        return f"redis+sentinel://{hosts}/{SERVICE}"

    def primary(self) -> Server:
        """The store that takes writes now."""
        with self.sentinels[0].client() as client:
            port = int(client.sentinel_get_master_addr_by_name(SERVICE)[1])
        return next(store for store in self.stores if store.port == port)


def _sentinel(fleet: Fleet, name: str, primary: Server) -> Server:
    port = free_port()
    settings = fleet.directory / f"{name}.conf"
    settings.write_text(
        f"port {port}\nsentinel monitor {SERVICE} 127.0.0.1 {primary.port} 2\n"
        f"sentinel down-after-milliseconds {SERVICE} 500\nsentinel failover-timeout {SERVICE} 2000\n"
    )
    return fleet.start(name, str(settings), "--sentinel", port=port).wait()


def connected_replicas(primary: Server) -> int:
    """How many replicas follow a primary and have caught up."""
    with primary.client() as client:
        info = client.info("replication")
    each = [info.get(f"slave{n}", {}) for n in range(2)]
    return sum(replica.get("state") == "online" for replica in each)


def knows_everybody(sentinel: Server) -> bool:
    """Whether a Sentinel has found the other two and both replicas."""
    with sentinel.client() as client:
        try:
            found = client.sentinel_master(SERVICE)
        except redis.ResponseError:
            return False
    return int(found["num-other-sentinels"]) == 2 and int(found["num-slaves"]) == 2
