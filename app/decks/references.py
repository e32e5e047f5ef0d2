"""Decks that a request names instead of writing them out."""

from __future__ import annotations

import re
from typing import Any

from app.wire.problems import Complaint, Problem
from registry import DeckNotFound, forms

from .asking import registry

Document = dict[str, Any]

WAYS = ("id", "code", "text", "sections")
BY_REVISION = re.compile(r"(?P<id>[^/]+)/r/(?P<revision>[0-9]{1,9})")


def with_decks(asked: Document, game: Any, at: str = "") -> Document:
    """A setup, which stands at `at` in its request, with every deck written out."""
    players = [
        {**seat, "deck": written_out(seat["deck"], game, f"{at}/players/{n}/deck")} if "deck" in seat else seat
        for n, seat in enumerate(asked["players"])
    ]
    return {**asked, "players": players}


def with_lists(asked: Document, game: Any) -> Document:
    """A request whose assumed lists, where there are any, are written out."""
    if "decks" not in asked:
        return asked
    lists = enumerate(asked["decks"])
    decks = [deck if deck is None else written_out(deck, game, f"/decks/{n}") for n, deck in lists]
    return {**asked, "decks": decks}


def written_out(deck: Document, game: Any, at: str = "/deck") -> Document:
    """The deck itself: as it was sent, or what its id, revision, code or text stands for."""
    ways = [way for way in WAYS if way in deck]
    if len(ways) > 1:
        detail = f"A deck is named in one way, not by {' and '.join(ways)}."
        raise Problem("invalid-request", f"{at}: {detail}", [Complaint("ambiguous_deck", detail, at)])
    if "id" in deck:
        return registered(deck["id"], deck.get("token"))
    for way in ("code", "text"):
        if way in deck:
            return {**told_of(deck), **small(forms.read(game.key, way, deck[way], strict=True).deck, at)}
    return small(deck, at)


def small(deck: Document, at: str) -> Document:
    """The same deck, which is no larger than one that could be registered."""
    faults = forms.size_faults(deck.get("sections"))
    if faults:
        told = [Complaint(each.code, each.message, at + each.at, each.data, "invalid-deck") for each in faults]
        raise Problem("invalid-deck", f"{told[0].at}: {told[0].detail}", told)
    return deck


def registered(name: str, token: str | None) -> Document:
    """A registered deck by `id` or `id/r/n`."""
    by_revision = BY_REVISION.fullmatch(name)
    if "/" in name and by_revision is None:
        raise DeckNotFound
    if by_revision is None:
        return registry().get(name, token).record.document()
    return registry().get(by_revision["id"], token, revision=int(by_revision["revision"])).record.document()


def told_of(deck: Document) -> Document:
    """What stands beside a code or a text."""
    return {name: value for name, value in deck.items() if name not in {*WAYS, "token"}}
