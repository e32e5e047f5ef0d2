"""The whole of it as processes: three replicas behind the shipped proxy, on a cluster of six with append-only files.

Every replica is stopped and started again under load; nobody sees an error, and every deck is there afterwards.
"""

from __future__ import annotations

import http.client
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from registry import open_registry
from tests.deploy.proxies import Proxy
from tests.registry.clusters import Cluster
from tests.registry.patience import PATIENT
from tests.registry.servers import Fleet, free_port
from tests.running import RunningServer

pytestmark = [pytest.mark.server, pytest.mark.slow]

CLIENTS = 4
REPLICAS = 3
POSITION = Path(__file__).resolve().parents[1] / "http" / "position.json"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[str]:
    """The URL of a cluster."""
    with Fleet(tmp_path / "cluster") as fleet:
        yield Cluster(fleet).url


class Client(threading.Thread):
    """Registers, changes and reads decks and asks the oracle, until it is told to stop; counts what it was answered."""

    def __init__(self, port: int, deck: dict[str, Any], stop: threading.Event) -> None:
        super().__init__()
        self.port, self.deck, self.stop_now = port, deck, stop
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.made: list[str] = []
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=40)

    def run(self) -> None:
        """Go round and round."""
        state = orjson.loads(POSITION.read_bytes())
        while not self.stop_now.is_set():
            made = self.ask("POST", "/v1/decks", {"deck": self.deck})
            if made:
                self.made.append(made["id"])
                opened = {"Authorization": f"Bearer {made['token']}", "If-Match": "*"}
                self.ask("PATCH", f"/v1/decks/{made['id']}", {"name": "Changed"}, opened)
                self.ask("GET", f"/v1/decks/{made['id']}")
            for _ in range(3):
                self.ask("POST", "/v1/games/maha-yodha/legal-actions", {"state": state})
        self.line.close()

    def ask(self, method: str, path: str, body: Any = None, fields: dict[str, str] | None = None) -> Any:
        """Ask once; what is no success is counted by its status, what is no answer by its error."""
        headers = {"Content-Type": "application/json", **(fields or {})}
        try:
            self.line.request(method, path, None if body is None else orjson.dumps(body), headers)
            answer = self.line.getresponse()
            raw = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.line.close()
            self.answers[f"{method} {type(error).__name__}"] += 1
            return None
        good = answer.status in {200, 201}
        self.answers["ok" if good else f"{method} {path[:10]} {answer.status}"] += 1
        if not good:
            self.wrong.append(raw.decode(errors="replace"))
        return orjson.loads(raw) if good else None


def replica(folder: Path, port: int, store: str) -> RunningServer:
    """One replica, as its manifest has it."""
    settings = {
        "REGISTRY_URL": store,
        "REGISTRY_REPLICAS": "1",
        "REGISTRY_TIMEOUT": "3000",  # a machine that runs many tests at once may be slow
        "TRUSTED_PROXIES": "127.0.0.1",
        "COMPRESS": "off",
    }
    return RunningServer(folder, workers=1, port=port, environment=settings).wait()


def test_nginx_takes_the_shipped_settings(tmp_path: Path) -> None:
    assert "test is successful" in Proxy(tmp_path, [1, 2]).checked()


def test_replicas_are_replaced_under_load_and_nobody_sees_an_error(
    store: str, tmp_path: Path, deck: dict[str, Any], record_property: Any
) -> None:
    ports = [free_port() for _ in range(REPLICAS)]
    replicas = [replica(tmp_path, port, store) for port in ports]
    ended: list[RunningServer] = []
    stop = threading.Event()
    with Proxy(tmp_path, ports) as proxy:
        clients = [Client(proxy.port, deck, stop) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        try:
            for number, port in enumerate(ports):
                time.sleep(1.0)
                ended.append(replicas[number])
                assert replicas[number].stop() == 0
                replicas[number] = replica(tmp_path, port, store)
            time.sleep(1.0)
        finally:
            stop.set()
            for client in clients:
                client.join()
            for each in replicas:
                each.stop()
    answers = sum((client.answers for client in clients), Counter[str]())
    made = [name for client in clients for name in client.made]
    registry = open_registry(store, settings=PATIENT)
    lost = [name for name in made if registry.get(name).record.name != "Changed"]
    torn = [complaint for complaint in registry.backup.verify() if complaint]
    registry.close()
    told = f"{REPLICAS} replicas replaced under load: {dict(answers)}, {len(made)} decks, {len(lost)} lost"
    record_property("told", told)
    wrong = [each for client in clients for each in client.wrong]
    said = [each.said for each in (*ended, *replicas)]

    assert answers.keys() == {"ok"}, "\n".join([told, *wrong, *said])
    assert lost == []
    assert torn == []
