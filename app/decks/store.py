"""The registry of this process: opened when it is first needed, so that the oracle never waits for it."""

from __future__ import annotations

from threading import Lock

from app.config import Config
from registry import Registry, RegistryMisconfigured, RegistryUnavailable, open_registry

from .misses import Misses


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
