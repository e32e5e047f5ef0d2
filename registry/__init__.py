"""Decks kept and shared by address: the registry's public functions, and nothing else.

`open_registry` gives a `Registry`; its methods take and give plain documents or the frozen records `Deck` and
`Created`, and raise the errors below, each with a stable `code`.
"""

from __future__ import annotations

from registry import forms
from registry.backup_lines import write_line
from registry.client import Settings
from registry.deck import Created, Deck
from registry.decks import Registry
from registry.errors import (
    DeckGone,
    DeckHidden,
    DeckNotFound,
    Diagnostic,
    EditionUnknown,
    Fault,
    IdempotencyKeyReused,
    IllegalDeck,
    InvalidCode,
    InvalidCursor,
    InvalidDeck,
    InvalidIdempotencyKey,
    InvalidText,
    InvalidWish,
    LastAdminToken,
    PreconditionFailed,
    PreconditionRequired,
    RegistryError,
    RegistryFull,
    RegistryMisconfigured,
    RegistryUnavailable,
    RevisionNotFound,
    TokenNotFound,
    TokenRefused,
    TokenRequired,
    TooMany,
)
from registry.ids import parse_id, show_id
from registry.index import Asked, Entry, Listing
from registry.keyring import Key
from registry.legality import Judge, Legality
from registry.opening import open_registry
from registry.policy import Policy
from registry.set_errors import SetGone, SetNotFound, SetUnavailable
from registry.sets import CardSet, Sets
from registry.store import stop as stop_store
from registry.tallies import Tallies, open_tallies

__all__ = [
    "Asked",
    "CardSet",
    "Created",
    "Deck",
    "DeckGone",
    "DeckHidden",
    "DeckNotFound",
    "Diagnostic",
    "EditionUnknown",
    "Entry",
    "Fault",
    "IdempotencyKeyReused",
    "IllegalDeck",
    "InvalidCode",
    "InvalidCursor",
    "InvalidDeck",
    "InvalidIdempotencyKey",
    "InvalidText",
    "InvalidWish",
    "Judge",
    "Key",
    "LastAdminToken",
    "Legality",
    "Listing",
    "Policy",
    "PreconditionFailed",
    "PreconditionRequired",
    "Registry",
    "RegistryError",
    "RegistryFull",
    "RegistryMisconfigured",
    "RegistryUnavailable",
    "RevisionNotFound",
    "SetGone",
    "SetNotFound",
    "SetUnavailable",
    "Sets",
    "Settings",
    "Tallies",
    "TokenNotFound",
    "TokenRefused",
    "TokenRequired",
    "TooMany",
    "forms",
    "open_registry",
    "open_tallies",
    "parse_id",
    "show_id",
    "stop_store",
    "write_line",
]
