"""Decks that a request names instead of writing them out."""

from __future__ import annotations

from typing import Any

from flask import current_app

Document = dict[str, Any]


def with_decks(asked: Document) -> Document:
    """A setup with every deck written out."""
    players = [{**seat, "deck": written_out(seat["deck"])} for seat in asked["players"]]
    return {**asked, "players": players}


def written_out(deck: Document) -> Document:
    """The deck itself: as it was sent, or as it is registered under its id."""
    if "id" not in deck:
        return deck
    kept = current_app.extensions["store"].registry.get(deck["id"], deck.get("token"))
    document: Document = kept.record.document()
    return document
