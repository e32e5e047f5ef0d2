"""The registry of this process: opened when it is first needed, so that the oracle never waits for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from threading import Lock
from typing import Any

from app.config import Config
from registry import Registry, RegistryMisconfigured, RegistryUnavailable, SetUnavailable, open_registry

from .misses import Misses

HASH = re.compile(r"[0-9a-f]{64}")


class Store:
    """Opens the registry that the configuration names."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.keeping = config.keeping
        self.misses = Misses(self.keeping.misses)
        self.opened: Registry | None = None
        self.lock = Lock()

    @property
    def registry(self) -> Registry:
        """The registry; raises `RegistryUnavailable` as long as it cannot be opened."""
        with self.lock:
            if self.opened is None:
                self.opened = self._open()
            return self.opened

    def brought(self, game: str, name: str) -> Mapping[str, Any] | None:
        """The cards of a set from a user, for the oracle; `None` where there is no such set."""
        if not HASH.fullmatch(name):
            return None
        try:
            found = self.registry
        except RegistryUnavailable as error:
            raise SetUnavailable(name) from error
        return found.sets.brought(game, name)

    def health(self) -> str:
        """`ok`, or why decks cannot be reached, in a word."""
        try:
            self.registry.ping()
        except RegistryMisconfigured:
            return "misconfigured"
        except RegistryUnavailable:
            return "unavailable"
        return "ok"

    def _open(self) -> Registry:
        try:
            return open_registry(
                self.config.registry_url or None,
                self.config.data,
                appendfsync=self.keeping.appendfsync,
                replicas=self.keeping.replicas,
                policy=self.keeping.policy,
            )
        except OSError as error:
            raise RegistryUnavailable(f"The deck store cannot be opened: {error.strerror}.") from error
