"""The nodes of the cluster are replaced one by one under load, each handing over first, as their manifest has it."""

from __future__ import annotations

import os
import stat
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from registry import RegistryUnavailable, Settings, open_registry
from tests.deploy.manifests import called, pod
from tests.registry.clusters import Cluster, is_following, said
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.servers import Fleet, Server, until

pytestmark = [pytest.mark.server, pytest.mark.slow]

WRITERS = 3


def hand_over(node: Server, folder: Path) -> None:
    """What Kubernetes does before it stops a node; the node's own client is Debian's here."""
    container = pod(called("StatefulSet", "rules-oracle-store"))["containers"][0]
    client = folder / "valkey-cli"
    client.write_text(f'#!/bin/sh\ncase "$1" in -h) exec redis-cli "$@";; esac\nexec redis-cli -p {node.port} "$@"\n')
    client.chmod(client.stat().st_mode | stat.S_IXUSR)
    command = container["lifecycle"]["preStop"]["exec"]["command"]
    subprocess.run(command, check=True, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}, timeout=60)


def test_nodes_are_replaced_under_load_and_nothing_is_lost(tmp_path: Path, tell: Callable[[str], None]) -> None:
    with Fleet(tmp_path / "cluster") as fleet:
        cluster = Cluster(fleet)
        registry = open_registry(cluster.url, judge=SmallJudge(), settings=Settings(timeout=3.0))
        stop, answers, made = threading.Event(), Counter[str](), []

        def write() -> None:
            while not stop.is_set():
                try:
                    made.append(registry.create(small_deck()).deck)
                    answers["written"] += 1
                    registry.get(made[-1].id)
                    answers["read"] += 1
                except RegistryUnavailable:
                    answers["refused"] += 1
                    time.sleep(0.01)

        writers = [threading.Thread(target=write) for _ in range(WRITERS)]
        for writer in writers:
            writer.start()
        for node in cluster.servers:
            hand_over(node, tmp_path)
            assert "slave" in said(node, "ROLE")
            node.stop()
            node.start()
            node.wait()
            until(lambda node=node: is_following(node))  # type: ignore[misc]
        stop.set()
        for writer in writers:
            writer.join()
        lost = [deck.id for deck in made if registry.get(deck.id) != deck]
        registry.close()
        tell(f"six nodes of a cluster replaced under load: {dict(answers)}, {len(lost)} of {len(made)} decks lost")

    assert lost == []
    assert answers["refused"] <= answers["written"] / 50
