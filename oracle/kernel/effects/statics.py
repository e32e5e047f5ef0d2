"""What a static ability selects, what it adds to stats there, which keywords it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import pointer

from .seats import compile_seats
from .selectors import compile_selector

if TYPE_CHECKING:
    from .parse import Parser


def compile_static(parser: Parser, document: dict[str, Any], at: str) -> dict[str, Any]:
    """What a static ability selects and what it changes there."""
    parts: dict[str, Any] = {}
    select, place = document["select"], pointer(at, "select")
    of_seat = isinstance(select, dict) and "player" in select
    if of_seat:
        parts["seats"] = compile_seats(parser, select, place)
    elif isinstance(select, str):
        parts["select"] = compile_selector(parser, {"is": select}, place)
    else:
        parts["select"] = compile_selector(parser, select, place, chosen=True)
    if "modify" not in document and "grant" not in document:
        parser.fault("missing", pointer(at, "modify"), "A static ability needs modify or grant.")
    if of_seat and "grant" in document:
        parser.fault("not_here", pointer(at, "grant"), "Keywords are granted to objects; a player has none.")
    stats = parser.vocabulary.player_stats if of_seat else parser.vocabulary.object_stats
    parts.update(compile_modify(parser, document.get("modify", {}), pointer(at, "modify"), stats))
    parts["grants"] = compile_grants(parser, document.get("grant", []), pointer(at, "grant"))
    return parts


def compile_modify(parser: Parser, value: Any, at: str, stats: tuple[str, ...]) -> dict[str, Any]:
    """What is added to which stats, and under which numbers of the game's own."""
    modify: dict[str, Any] = {}
    qualified: dict[str, dict[str, int]] = {}
    for name, amount in parser.record(value, at, stats).items():
        place = pointer(at, name)
        words = parser.vocabulary.qualifiers.get(name)
        if name not in stats:
            continue
        if words and isinstance(amount, dict) and "amount" in amount:
            parser.record(amount, place, ("amount", *words))
            qualified[name] = {
                word: parser.number(amount[word], pointer(place, word)) for word in words if word in amount
            }
            modify[name] = parser.amount(amount["amount"], pointer(place, "amount"))
        else:
            modify[name] = parser.amount(amount, place)
    return {"modify": modify, "qualified": qualified}


def compile_grants(parser: Parser, value: Any, at: str) -> dict[str, int]:
    """The keywords that a static ability gives, each with its number."""
    granted: dict[str, int] = {}
    for i, item in enumerate(parser.sequence(value, at)):
        place = pointer(at, i)
        document = {"kw": item} if isinstance(item, str) else parser.record(item, place, ("kw", "n"))
        if "kw" not in document:
            raise parser.missing(place, "kw", "A grant")
        part = compile_granted(parser, document, place)
        word, n = part["keyword"], part["n"]
        granted[word] = (granted[word] or 1) + (n or 1) if word in granted else n
    return granted


def compile_granted(parser: Parser, document: dict[str, Any], at: str) -> dict[str, Any]:
    """A keyword and its number."""
    word = parser.word(document["kw"], pointer(at, "kw"), parser.vocabulary.keywords, "keyword")
    parser.node(at)
    return {"keyword": word, "n": parser.number(document["n"], pointer(at, "n"), 1) if "n" in document else 0}
