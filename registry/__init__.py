"""Decks kept and shared by address: the registry's public functions, and nothing else.

`open_registry` gives a `Registry`; its methods take and give plain documents or the frozen records `Deck` and
`Created`, and raise the errors below, each with a stable `code`.
"""

from __future__ import annotations

from registry.deck import Created, Deck
from registry.decks import Registry
from registry.errors import (
    DeckGone,
    DeckNotFound,
    Diagnostic,
    Fault,
    IdempotencyKeyReused,
    IllegalDeck,
    InvalidCode,
    InvalidDeck,
    InvalidIdempotencyKey,
    InvalidText,
    PreconditionFailed,
    PreconditionRequired,
    RegistryError,
    RegistryMisconfigured,
    RegistryUnavailable,
    RevisionNotFound,
    TokenRefused,
    TokenRequired,
)
from registry.ids import parse_id, show_id
from registry.legality import Judge, Legality
from registry.opening import open_registry
from registry.store import stop as stop_store

__all__ = [
    "Created",
    "Deck",
    "DeckGone",
    "DeckNotFound",
    "Diagnostic",
    "Fault",
    "IdempotencyKeyReused",
    "IllegalDeck",
    "InvalidCode",
    "InvalidDeck",
    "InvalidIdempotencyKey",
    "InvalidText",
    "Judge",
    "Legality",
    "PreconditionFailed",
    "PreconditionRequired",
    "Registry",
    "RegistryError",
    "RegistryMisconfigured",
    "RegistryUnavailable",
    "RevisionNotFound",
    "TokenRefused",
    "TokenRequired",
    "open_registry",
    "parse_id",
    "show_id",
    "stop_store",
]
