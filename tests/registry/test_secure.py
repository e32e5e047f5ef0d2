"""A cluster and a Sentinel that speak nothing but TLS, with passwords: by Redis itself, as the plain engine is."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from registry import Registry, RegistryMisconfigured, open_registry
from tests.registry.certificates import Certificates
from tests.registry.documents import small_deck
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT
from tests.registry.servers import PASSWORD, SERVICE, Fleet, Server, durable, free_port, until

pytestmark = pytest.mark.server

SECRET = quote(PASSWORD, safe="")


@pytest.fixture
def known(tmp_path: Path) -> Certificates:
    """An authority, and a certificate of it."""
    return Certificates(tmp_path / "certificates")


def waited(server: Server, known: Certificates, password: str | None = PASSWORD) -> Server:
    """The server, once it answers."""
    return server.wait(password=password, ssl=True, ssl_ca_certs=str(known.authority))


def keeps_decks(url: str) -> None:
    """Fails unless a registry at this URL keeps a deck and gives it back."""
    registry: Registry = open_registry(url, judge=SmallJudge(), settings=PATIENT)
    made = registry.create(small_deck())
    changed = registry.patch(made.deck.id, {"name": "Changed"}, token=made.token, etag=made.deck.etag)

    assert registry.get(made.deck.id) == changed
    registry.close()


def test_a_cluster_with_password_and_tls_keeps_decks(fleet: Fleet, known: Certificates) -> None:
    secure = ("--cluster-enabled", "yes", "--tls-cluster", "yes", "--cluster-port", str(free_port()))
    server = fleet.start("node", *durable(), *known.settings(), *secure, "--requirepass", PASSWORD, secure=True)
    waited(server, known)
    with server.client(password=PASSWORD, ssl=True, ssl_ca_certs=str(known.authority)) as client:
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        until(lambda: "cluster_state:ok" in str(client.execute_command("CLUSTER", "INFO")))

    keeps_decks(f"rediss+cluster://:{SECRET}@127.0.0.1:{server.port}?ca={known.authority}")
    with pytest.raises(RegistryMisconfigured, match="password"):
        open_registry(f"rediss+cluster://:wrong@127.0.0.1:{server.port}?ca={known.authority}", judge=SmallJudge())


def test_a_sentinel_with_passwords_and_tls_leads_to_the_primary(fleet: Fleet, known: Certificates) -> None:
    primary = fleet.start("primary", *durable(), *known.settings(), "--requirepass", PASSWORD, secure=True)
    waited(primary, known)
    settings = fleet.directory / "sentinel.conf"
    settings.write_text(
        f"sentinel monitor {SERVICE} 127.0.0.1 {primary.port} 1\n"
        f'sentinel auth-pass {SERVICE} "{PASSWORD}"\nrequirepass "watch"\ntls-replication yes\n',
        encoding="utf-8",
    )
    sentinel = fleet.start("sentinel", str(settings), "--sentinel", *known.settings(), secure=True)
    waited(sentinel, known, "watch")

    url = f"rediss+sentinel://:{SECRET}@127.0.0.1:{sentinel.port}/{SERVICE}?ca={known.authority}"
    keeps_decks(f"{url}&sentinel_password=watch")
