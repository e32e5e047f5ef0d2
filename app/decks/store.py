"""The registry of this process: opened when it is first needed, so that the oracle never waits for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from threading import Lock
from typing import Any

import oracle
from app.config import Config
from registry import (
    Registry,
    RegistryMisconfigured,
    RegistryUnavailable,
    Sets,
    Settings,
    SetUnavailable,
    open_registry,
)

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

    def lend(self) -> None:
        """Let the oracle ask here for card sets and maps that do not ship with a game."""
        oracle.know_sets(self.brought)
        oracle.know_maps(self.brought_map)

    def brought(self, game: str, name: str) -> Mapping[str, Any] | None:
        """The cards of a set from a user, for the oracle; `None` where there is no such set."""
        return self._sets(name).brought(game, name) if HASH.fullmatch(name) else None

    def brought_map(self, game: str, name: str) -> Any:
        """A map from a user, for the oracle; `None` where there is no such map."""
        return self._sets(name).brought_map(game, name) if HASH.fullmatch(name) else None

    def _sets(self, name: str) -> Sets:
        try:
            return self.registry.sets
        except RegistryUnavailable as error:
            raise SetUnavailable(name) from error

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
                settings=Settings(self.keeping.timeout / 1000, self.keeping.replicas),
                policy=self.keeping.policy,
            )
        except OSError as error:
            raise RegistryUnavailable(f"The deck store cannot be opened: {error.strerror}.") from error
