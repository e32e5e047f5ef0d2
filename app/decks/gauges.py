"""Numbers about the store, measured when somebody asks for the numbers of the service."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from flask import current_app

from registry import RegistryUnavailable

from .store import Store


@cache
def gauges() -> dict[str, Any]:
    """The gauges by name; made when first used, as the library then knows whether there are several workers."""
    library, own = import_module("prometheus_client"), import_module("app.watch.metrics").OWN
    told = {
        "up": "Whether the store of the decks answers.",
        "decks": "Decks in the store, as counted.",
        "bytes": "Memory of the store's primaries.",
        "decks_ceiling": "The ceiling on decks, 0 for none.",
        "bytes_ceiling": "The ceiling on bytes, 0 for none.",
    }
    return {
        name: library.Gauge(f"rules_oracle_registry_{name}", meaning, registry=own, multiprocess_mode="mostrecent")
        for name, meaning in told.items()
    }


def measure() -> None:
    """Bring the gauges up to date; they are made here at the latest."""
    store: Store = current_app.extensions["store"]
    known, policy = gauges(), store.keeping.policy
    known["decks_ceiling"].set(policy.decks)
    known["bytes_ceiling"].set(policy.bytes)
    try:
        usage = store.registry.ceilings.usage()
    except RegistryUnavailable:
        known["up"].set(0)
        return
    known["up"].set(1)
    known["decks"].set(usage.decks)
    known["bytes"].set(usage.bytes)
