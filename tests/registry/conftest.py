from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from registry import Registry, open_registry, stop_store
from tests.registry.certificates import Certificates
from tests.registry.clusters import Cluster
from tests.registry.judges import SmallJudge
from tests.registry.patience import PATIENT
from tests.registry.sentinels import Watched
from tests.registry.servers import PASSWORD, Fleet, durable

settings.register_profile("unhurried", deadline=None)  # other tests run beside these
settings.load_profile("unhurried")

ENGINES = ("embedded", "plain", "sentinel", "cluster")


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data directory of an embedded store that the tests of one process share."""
    directory = tmp_path_factory.mktemp("embedded")
    yield directory
    stop_store(directory)


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of one Redis with a password, which speaks nothing but TLS."""
    directory = tmp_path_factory.mktemp("plain")
    known = Certificates(directory / "certificates")
    with Fleet(directory) as fleet:
        server = fleet.start("server", *durable(), *known.settings(), "--requirepass", PASSWORD, secure=True)
        server.wait(password=PASSWORD, ssl=True, ssl_ca_certs=str(known.authority))
        yield known.url(server.port, PASSWORD)


@pytest.fixture(scope="session")
def sentinel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a primary with two replicas behind three Sentinels."""
    with Fleet(tmp_path_factory.mktemp("sentinel")) as fleet:
        yield Watched(fleet).url


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of three primaries and three replicas."""
    with Fleet(tmp_path_factory.mktemp("cluster")) as fleet:
        yield Cluster(fleet).url


@pytest.fixture
def fleet(tmp_path: Path) -> Iterator[Fleet]:
    """Starts servers that one test may spoil, kill or change."""
    with Fleet(tmp_path) as started:
        yield started


@pytest.fixture
def judge() -> SmallJudge:
    """A judge whose cards and edition a test may change."""
    return SmallJudge()


@pytest.fixture(params=ENGINES)
def registry(request: pytest.FixtureRequest, judge: SmallJudge) -> Iterator[Registry]:
    """A registry on each engine in turn."""
    engine = request.getfixturevalue(request.param)
    where = {"data_dir": engine} if isinstance(engine, Path) else {"url": engine}
    opened = open_registry(judge=judge, settings=PATIENT, **where)
    yield opened
    opened.close()
