"""A cluster of three primaries and three replicas, formed with plain CLUSTER commands."""

from __future__ import annotations

from tests.registry.servers import NODE_TIMEOUT_MS, Fleet, Server, durable, free_port, until

SLOTS = 16384
PRIMARIES = 3


class Cluster:
    """Six nodes; node n + 3 begins as the replica of node n."""

    def __init__(self, fleet: Fleet) -> None:
        self.bus_ports = [free_port() for _ in range(2 * PRIMARIES)]
        self.servers = [node_of(fleet, f"node-{n}", port) for n, port in enumerate(self.bus_ports)]
        for server in self.servers:
            server.wait()
        self._share_slots()
        self._meet()
        self._follow()

    @property
    def url(self) -> str:
        """Where the registry finds it."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{server.port}" for server in self.servers[:PRIMARIES])

    def _share_slots(self) -> None:
        bounds = [SLOTS * n // PRIMARIES for n in range(PRIMARIES + 1)]
        for n, server in enumerate(self.servers[:PRIMARIES]):
            ask(server, "CLUSTER", "ADDSLOTSRANGE", bounds[n], bounds[n + 1] - 1)
            ask(server, "CLUSTER", "SET-CONFIG-EPOCH", n + 1)

    def _meet(self) -> None:
        for server, bus_port in zip(self.servers[1:], self.bus_ports[1:], strict=True):
            ask(self.servers[0], "CLUSTER", "MEET", "127.0.0.1", server.port, bus_port)
        until(lambda: all(known_nodes(server) == len(self.servers) for server in self.servers))
        until(lambda: all("cluster_state:ok" in said(server, "CLUSTER", "INFO") for server in self.servers))

    def _follow(self) -> None:
        for primary, replica in zip(self.servers[:PRIMARIES], self.servers[PRIMARIES:], strict=True):
            ask(replica, "CLUSTER", "REPLICATE", said(primary, "CLUSTER", "MYID"))
        until(lambda: all(is_following(replica) for replica in self.servers[PRIMARIES:]))


def node_of(fleet: Fleet, name: str, bus_port: int) -> Server:
    """Start a node that belongs to no cluster yet."""
    return fleet.start(
        name,
        *durable(),
        *("--cluster-enabled", "yes", "--cluster-port", str(bus_port)),
        *("--cluster-node-timeout", str(NODE_TIMEOUT_MS), "--repl-diskless-sync-delay", "0"),
    )


def ask(server: Server, *words: object) -> object:
    """Ask one node."""
    with server.client() as client:
        answer: object = client.execute_command(*words)
    return answer


def said(server: Server, *words: object) -> str:
    """What one node says, as text."""
    return str(ask(server, *words))


def known_nodes(server: Server) -> int:
    """How many nodes a node has shaken hands with."""
    return sum("handshake" not in line for line in said(server, "CLUSTER", "NODES").splitlines())


def is_following(server: Server) -> bool:
    """Whether a replica has caught up with its primary."""
    with server.client() as client:
        status: object = client.info("replication").get("master_link_status")
    return status == "up"
