"""What of a state follows from the rest of it: for what is written by hand, and for views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .maps import DEFAULT, pinned
from .piles import UNORDERED
from .records import MuhqCard


def complete(document: dict[str, Any], cards: Mapping[str, MuhqCard]) -> None:
    """Fill in what a state that is written by hand may leave out."""
    name = document.get("map", DEFAULT)
    document["map"] = pinned(name) if isinstance(name, str) else name
    document.setdefault("phase", "actions")
    document.setdefault("turn", 1)
    document.setdefault("round", 1)
    document.setdefault("active", 0)
    document.setdefault("first_player", 0)
    pieces = document.get("permanents")
    if isinstance(pieces, list):
        document["permanents"] = [complete_piece(each, i, cards) for i, each in enumerate(pieces)]
        link(document["permanents"])
    seqs = [each.get("seq", 0) for each in document.get("permanents", []) if isinstance(each, dict)]
    if "seq_counter" not in document:
        document["seq_counter"] = max([seq for seq in seqs if isinstance(seq, int)], default=0) + 1
    for player in document.get("players") or []:
        if isinstance(player, dict):
            sort_piles(player)


def complete_piece(piece: Any, place: int, cards: Mapping[str, MuhqCard]) -> Any:
    """A permanent: who owns and controls it, how old it is, how durable."""
    if not isinstance(piece, dict):
        return piece
    piece = dict(piece)
    whose = piece.get("controller", piece.get("owner"))
    piece.setdefault("controller", whose)
    piece.setdefault("owner", whose)
    piece.setdefault("seq", place + 1)
    key = piece.get("card")
    card = cards.get(key) if isinstance(key, str) else None
    if card is not None and card.is_equipment:
        piece.setdefault("durability", card.durability)
    return piece


def link(pieces: list[Any]) -> None:
    """What says on which it lies lies in that one's stack, in order of entering; and the other way round."""
    by_id = {each["id"]: each for each in pieces if isinstance(each, dict) and "id" in each}
    for each in by_id.values():
        base = by_id.get(each.get("on"))
        if base is not None and each["id"] not in base.get("stack", []):
            base["stack"] = [*base.get("stack", []), each["id"]]
    for each in by_id.values():
        for number in each.get("stack", []) if isinstance(each.get("stack"), list) else []:
            if number in by_id:
                by_id[number].setdefault("on", each["id"])


def sort_piles(player: dict[str, Any]) -> None:
    """Piles without an order, in the one order in which they are written."""
    for zone in UNORDERED:
        cards = player.get(zone)
        if isinstance(cards, list) and all(isinstance(each, dict) for each in cards):
            player[zone] = sorted(cards, key=lambda each: (str(each.get("card") or ""), each.get("id", 0)))
