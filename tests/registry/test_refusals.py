"""Whatever an engine refuses is told as a refusal of the registry, and nothing of it as a failure of the service."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from redis import exceptions

from registry import RegistryMisconfigured, RegistryUnavailable
from registry.client import Client
from registry.fitness import translated
from registry.keys import READ

PASSING = [
    exceptions.ConnectionError("Connection reset by peer"),
    exceptions.TimeoutError("Timeout reading from socket"),
    exceptions.BusyLoadingError("Valkey is loading the dataset in memory"),
    exceptions.MaxConnectionsError("Too many connections"),
    exceptions.ReadOnlyError("You can't write against a read only replica."),
    exceptions.ClusterDownError("CLUSTERDOWN The cluster is down"),
    exceptions.MasterDownError("MASTERDOWN Link with MASTER is down"),
    exceptions.TryAgainError("TRYAGAIN Multiple keys request during rehashing of slot"),
    exceptions.AskError("1 127.0.0.1:7000"),
    exceptions.MovedError("1 127.0.0.1:7000"),
    exceptions.SlotNotCoveredError("Slot 1 is not covered"),
    exceptions.RedisClusterException("Redis Cluster cannot be connected"),
    exceptions.OutOfMemoryError("command not allowed when used memory > 'maxmemory'."),
    exceptions.InvalidResponse("Protocol Error"),
    exceptions.ResponseError("MISCONF Valkey is configured to save RDB snapshots, but it cannot"),
    exceptions.ResponseError("NOREPLICAS Not enough good replicas to write."),
    exceptions.ResponseError("BUSY Valkey is busy running a script."),
    exceptions.ResponseError("Command # 2 (EVALSHA 0 1 {d:0}:head) of pipeline caused error: MISCONF Errors writing"),
    exceptions.ResponseError("Attempted to access a non local key in a cluster node script: on @user_script:10."),
    exceptions.ResponseError("Script attempted to access a non local key in a cluster node script: 0"),
]
FORBIDDEN = [
    exceptions.AuthenticationError("WRONGPASS invalid username-password pair"),
    exceptions.AuthenticationWrongNumberOfArgsError("wrong number of arguments for 'auth' command"),
    exceptions.NoPermissionError("NOPERM this user has no permissions to run the 'evalsha' command"),
]


@pytest.mark.parametrize("error", PASSING, ids=lambda error: f"{type(error).__name__} {error}"[:50])
def test_what_passes_is_no_failure(error: Exception) -> None:
    known = translated(error)

    assert isinstance(known, RegistryUnavailable)
    assert not isinstance(known, RegistryMisconfigured)


@pytest.mark.parametrize("error", FORBIDDEN, ids=lambda error: type(error).__name__)
def test_what_is_forbidden_is_a_wrong_setting(error: Exception) -> None:
    assert isinstance(translated(error), RegistryMisconfigured)


def test_a_mistake_of_a_script_stays_one() -> None:
    mistake = exceptions.ResponseError("user_script:3: attempt to index a nil value script: 0")

    assert translated(mistake) is mistake


def test_a_data_folder_that_cannot_be_read_is_no_failure() -> None:
    def locate() -> str:
        raise OSError(30, "Read-only file system")

    with pytest.raises(RegistryUnavailable, match="Read-only file system"):
        Client(locate).run(READ, ["{d:0}:head", "{d:0}:tok"])


def test_a_store_that_falls_silent_amid_its_keys_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def scan(*_: object, **__: object) -> Iterator[bytes]:
        yield b"{d:0}:head"
        raise exceptions.ConnectionError("gone")

    client = Client(lambda: "redis://127.0.0.1:1")
    monkeypatch.setattr(client, "_connected", lambda: SimpleNamespace(scan_iter=scan))
    found = client.keys("*")

    assert next(found) == "{d:0}:head"
    with pytest.raises(RegistryUnavailable):
        next(found)
