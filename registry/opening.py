"""Opening the registry from configuration."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from registry import store
from registry.client import TIMEOUT_SECONDS, Client, Settings
from registry.decks import Registry
from registry.engines import check
from registry.errors import RegistryMisconfigured, RegistryUnavailable
from registry.legality import Judge
from registry.oracle_judge import OracleJudge
from registry.policy import Policy

EMBEDDED_SECONDS = 0.35
"""How long an answer of the embedded store may take, waited for twice within a second: its disk may hold it up."""

_log = logging.getLogger(__name__)


def open_registry(
    url: str | None = None,
    data_dir: Path | str = "data",
    *,
    judge: Judge | None = None,
    appendfsync: str = "always",
    settings: Settings | None = None,
    policy: Policy | None = None,
) -> Registry:
    """Open the registry at a URL, or, without one, on the embedded store of a data directory, started if need be.

    A store that does not answer yet is no reason to fail: the registry recovers by itself, and its calls raise
    RegistryUnavailable until then. One that must not be used is: RegistryMisconfigured. `settings` says how long to
    wait for an answer and how many replicas must have a write, `appendfsync` is the embedded store's policy, `policy`
    the operator's.
    """
    settings = settings or Settings()
    settings = replace(settings, timeout=settings.timeout or (TIMEOUT_SECONDS if url else EMBEDDED_SECONDS))
    locate = _elsewhere(url) if url else _embedded(Path(data_dir), appendfsync, settings.timeout)
    client = Client(locate, settings)
    try:
        client.ping()
    except RegistryMisconfigured:
        raise
    except RegistryUnavailable as error:
        _log.warning("the registry starts without its store: %s", error)
    return Registry(client, judge or OracleJudge(), policy=policy)


def _elsewhere(url: str) -> Callable[[], str]:
    try:
        check(url, TIMEOUT_SECONDS)
    except ValueError as error:
        raise RegistryMisconfigured(f"REGISTRY_URL cannot be used: {error}") from error
    return lambda: url


def _embedded(data_dir: Path, appendfsync: str, wait: float) -> Callable[[], str]:
    """Find the store, which may take as long as an answer; give it all the time it needs when it starts at first."""
    seen = False

    def located() -> str:
        nonlocal seen
        url = store.ensure(data_dir, appendfsync=appendfsync, wait=wait, start=wait if seen else store.START_SECONDS)
        seen = True
        return url

    return located
