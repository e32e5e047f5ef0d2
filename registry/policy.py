"""What an operator decides about strangers' things."""

from __future__ import annotations

from dataclasses import dataclass

from registry.keys import REVISIONS_KEPT

INDEX_MODES = ("off", "reviewed", "on")


@dataclass(frozen=True, slots=True)
class Policy:
    """Ceilings, and who gets into the public index.

    `decks` and `bytes` are ceilings on everything that is stored, 0 for none; `revisions` and `tokens` hold for one
    deck, `sets_a_day` for one client. With `reviewed` a public deck is listed once an operator approved its revision,
    and a card set or map once it was approved.
    """

    public_index: str = "on"
    decks: int = 0
    bytes: int = 0
    revisions: int = REVISIONS_KEPT
    tokens: int = 20
    sets_a_day: int = 100
