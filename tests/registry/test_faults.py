"""A store that is slow, gone, full, or not to be trusted: a clear answer within a second, and no lost deck."""

from __future__ import annotations

import contextlib
import logging
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from registry import (
    Deck,
    DeckNotFound,
    Registry,
    RegistryMisconfigured,
    RegistryUnavailable,
    Settings,
    fitness,
    open_registry,
)
from registry.client import REST_SECONDS
from tests.registry.certificates import Certificates
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.servers import Fleet, durable, free_port, until

pytestmark = pytest.mark.server

SOON = 1.0


@pytest.fixture
def silent() -> Iterator[str]:
    """The URL of somebody who takes calls and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}"


def opened(url: str, replicas: int = 0) -> Registry:
    return open_registry(url, judge=SmallJudge(), settings=Settings(replicas=replicas))


def seconds_to_fail(call: Callable[[], object]) -> float:
    begun = time.monotonic()
    with pytest.raises(RegistryUnavailable):
        call()
    return time.monotonic() - begun


def rested() -> None:
    """Wait until the client asks its store again."""
    time.sleep(REST_SECONDS)


def test_a_silent_store_is_given_up_within_a_second(silent: str) -> None:
    begun = time.monotonic()
    registry = opened(silent)
    assert time.monotonic() - begun < SOON
    rested()

    with ThreadPoolExecutor(8) as pool:
        took = list(pool.map(lambda _: seconds_to_fail(lambda: registry.get("0" * 16)), range(8)))

    assert max(took) < SOON
    assert seconds_to_fail(lambda: registry.create(small_deck())) < 0.1
    registry.close()


def test_a_store_that_hangs_and_comes_back_is_used_again(fleet: Fleet) -> None:
    server = fleet.start("server", *durable()).wait()
    registry = opened(f"redis://127.0.0.1:{server.port}")
    made = registry.create(small_deck()).deck

    server.pause()
    assert seconds_to_fail(lambda: registry.get(made.id)) < SOON
    server.resume()
    rested()

    assert registry.get(made.id) == made
    registry.close()


def test_a_store_that_is_not_there_yet_is_used_once_it_is(fleet: Fleet) -> None:
    port = free_port()
    registry = opened(f"redis://127.0.0.1:{port}")
    rested()
    assert seconds_to_fail(registry.ping) < SOON

    fleet.start("late", *durable(), port=port).wait()
    rested()

    registry.get(registry.create(small_deck()).deck.id)
    registry.close()


@pytest.mark.parametrize("scheme", ["redis", "redis+sentinel", "redis+cluster"])
def test_a_registry_opens_without_its_store_and_says_so_soon(scheme: str) -> None:
    nobody = f"{scheme}://127.0.0.1:{free_port()}" + ("/decks" if scheme == "redis+sentinel" else "")
    begun = time.monotonic()
    registry = opened(nobody)
    assert time.monotonic() - begun < SOON
    rested()

    assert seconds_to_fail(registry.ping) < SOON
    assert seconds_to_fail(lambda: registry.get("0" * 16)) < SOON
    registry.close()


def test_a_cluster_that_is_not_there_yet_is_used_once_it_is(fleet: Fleet) -> None:
    port, settings = free_port(), ("--cluster-enabled", "yes", "--cluster-port", str(free_port()))
    registry = opened(f"redis+cluster://127.0.0.1:{port}")
    server = fleet.start("late", *durable(), *settings, port=port).wait()
    with server.client() as client:
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        until(lambda: "cluster_state:ok" in str(client.execute_command("CLUSTER", "INFO")))
    rested()

    registry.get(registry.create(small_deck()).deck.id)
    registry.close()


def test_a_wrong_password_is_refused_at_the_start_without_being_shown(fleet: Fleet) -> None:
    server = fleet.start("server", *durable(), "--requirepass", "right").wait(password="right")  # noqa: S106  a test's own

    for login in ("", ":wr0ng@", "ana:wr0ng@"):
        with pytest.raises(RegistryMisconfigured, match="password") as caught:
            opened(f"redis://{login}127.0.0.1:{server.port}")
        assert "wr0ng" not in str(caught.value)


def test_an_engine_that_evicts_is_refused_at_the_start(fleet: Fleet, caplog: pytest.LogCaptureFixture) -> None:
    server = fleet.start("server", "--maxmemory-policy", "allkeys-lru").wait()
    url = f"redis://127.0.0.1:{server.port}"

    with pytest.raises(RegistryMisconfigured, match=r"allkeys-lru.*noeviction"):
        opened(url)
    with caplog.at_level(logging.WARNING):
        open_registry(url, judge=SmallJudge(), settings=Settings(accept_eviction=True)).close()
    assert "throws decks away" in caplog.text


def test_an_engine_that_evicts_is_refused_when_it_comes_late(fleet: Fleet) -> None:
    port = free_port()
    registry = opened(f"redis://127.0.0.1:{port}")
    fleet.start("late", "--maxmemory-policy", "volatile-ttl", port=port).wait()
    rested()

    with pytest.raises(RegistryMisconfigured, match="volatile-ttl"):
        registry.create(small_deck())
    registry.close()


def test_an_engine_that_is_too_old_is_refused() -> None:
    with pytest.raises(RegistryMisconfigured, match=r"6\.2\.14"):
        fitness._refuse_old({"redis_version": "6.2.14"})


def test_a_full_store_still_reads(fleet: Fleet) -> None:
    server = fleet.start("server", *durable()).wait()
    registry = opened(f"redis://127.0.0.1:{server.port}")
    made = registry.create(small_deck())
    with server.client() as client:
        client.config_set("maxmemory", "1mb")

    assert seconds_to_fail(lambda: registry.create(small_deck())) < SOON
    assert seconds_to_fail(lambda: registry.patch(made.deck.id, {"name": "x"}, token=made.token, etag="*")) < SOON
    assert registry.get(made.deck.id) == made.deck
    with server.client() as client:
        client.config_set("maxmemory", "0")
    registry.create(small_deck())
    registry.close()


def test_a_read_only_replica_reads_and_says_that_it_cannot_write(fleet: Fleet) -> None:
    primary = fleet.start("primary", *durable()).wait()
    follow = ("--replicaof", f"127.0.0.1 {primary.port}", "--repl-diskless-sync-delay", "0")
    replica = fleet.start("replica", *durable(), *follow).wait()
    at_primary = open_registry(f"redis://127.0.0.1:{primary.port}", judge=SmallJudge(), settings=Settings(replicas=1))
    made = _once_followed(at_primary)
    at_replica = opened(f"redis://127.0.0.1:{replica.port}")

    assert at_replica.get(made.id) == made
    assert seconds_to_fail(lambda: at_replica.create(small_deck())) < SOON
    at_primary.close()
    at_replica.close()


def test_a_write_that_too_few_replicas_have_is_not_acknowledged(fleet: Fleet) -> None:
    server = fleet.start("server", *durable()).wait()
    registry = opened(f"redis://127.0.0.1:{server.port}", replicas=1)

    with pytest.raises(RegistryUnavailable, match="0 of 1 replicas"):
        registry.create(small_deck())
    with pytest.raises(DeckNotFound):
        registry.get("0" * 16)
    registry.close()


def test_somebody_who_is_no_store_is_told_apart() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as pool:
        pool.submit(_serve_pages, listener)
        registry = opened(f"redis://127.0.0.1:{listener.getsockname()[1]}")
        rested()
        assert seconds_to_fail(registry.ping) < SOON
        registry.close()
        listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1", "redis+sentinel://127.0.0.1", "127.0.0.1:6379", "redis://127.0.0.1:port", "redis+magic://h/s"],
)
def test_a_url_that_names_no_store_is_refused(url: str) -> None:
    with pytest.raises(RegistryMisconfigured, match="REGISTRY_URL"):
        opened(url)


def _once_followed(registry: Registry) -> Deck:
    """Register a deck as soon as a replica follows."""
    made: list[Deck] = []

    def done() -> bool:
        with contextlib.suppress(RegistryUnavailable):
            made.append(registry.create(small_deck()).deck)
        return bool(made)

    until(done)
    return made[0]


def _serve_pages(listener: socket.socket) -> None:
    """Answer every call as a web server would, until the listener is closed."""
    with contextlib.suppress(OSError):
        while True:
            with listener.accept()[0] as line:
                line.recv(1000)
                line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def test_a_store_whose_certificate_nobody_vouches_for_is_not_spoken_to(fleet: Fleet, tmp_path: Path) -> None:
    known, others = Certificates(tmp_path / "known"), Certificates(tmp_path / "others")
    server = fleet.start("server", *durable(), *known.settings(), secure=True)
    server.wait(ssl=True, ssl_ca_certs=str(known.authority))
    trusting = opened(known.url(server.port))
    made = trusting.create(small_deck()).deck

    assert trusting.get(made.id) == made
    for url in (others.url(server.port), f"redis://127.0.0.1:{server.port}"):
        wary = opened(url)
        rested()
        assert seconds_to_fail(wary.ping) < 2 * SOON  # a handshake is two waits
        wary.close()
    trusting.close()
