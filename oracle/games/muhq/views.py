"""What of a state follows from the rest of it: for what is written by hand, and for views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .maps import DEFAULT, pinned
from .records import MuhqCard
from .shorthand import complete_stack


def complete(document: dict[str, Any], cards: Mapping[str, MuhqCard]) -> None:
    """Fill in what a state that is written by hand may leave out."""
    name = document.get("map", DEFAULT)
    document["map"] = pinned(name) if isinstance(name, str) else name
    document.setdefault("phase", "actions")
    document.setdefault("turn", 1)
    document.setdefault("round", 1)
    document.setdefault("active", 0)
    document.setdefault("first_player", 0)
    complete_stack(document, cards)
    document.setdefault("sub", part_of(document))
    pieces = document.get("permanents")
    if isinstance(pieces, list):
        document["permanents"] = [complete_piece(each, i, cards) for i, each in enumerate(pieces)]
        link(document["permanents"])
    pieces = document.get("permanents")
    seqs = [each.get("seq", 0) for each in pieces if isinstance(each, dict)] if isinstance(pieces, list) else []
    if "seq_counter" not in document:
        document["seq_counter"] = max([seq for seq in seqs if isinstance(seq, int)], default=0) + 1


def part_of(document: dict[str, Any]) -> str:
    """Which part of its step a state is in: units are paid for in the upkeep, unless something else is under way."""
    agenda = document.get("agenda")
    frames = [each for each in agenda if isinstance(each, dict)] if isinstance(agenda, list) else []
    if document["phase"] != "upkeep":
        return "main"
    if any(frame.get("name") == "pre_pay" for frame in frames):
        return "pre_pay"
    return "main" if any(frame.get("step") == "turn" for frame in frames) else "pay"


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
    by_id = {each["id"]: each for each in pieces if isinstance(each, dict) and type(each.get("id")) is int}
    for number, each in by_id.items():
        base = by_id.get(each["on"]) if type(each.get("on")) is int else None
        if base is not None and isinstance(base.setdefault("stack", []), list) and number not in base["stack"]:
            base["stack"] = [*base["stack"], number]
    for number, each in by_id.items():
        for other in stack_of(each):
            if type(other) is int and other in by_id:
                by_id[other].setdefault("on", number)


def stack_of(piece: dict[str, Any]) -> list[Any]:
    """The stack of a permanent, if it is written as one."""
    stack = piece.get("stack")
    return stack if isinstance(stack, list) else []
