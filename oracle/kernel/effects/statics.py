"""What a static ability selects, what it adds to stats there, which keywords it gives."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from oracle.kernel.shapes import pointer

from .seats import compile_seats
from .selectors import compile_selector

if TYPE_CHECKING:
    from .parse import Parser


def compile_static(parser: Parser, document: dict[str, Any], at: str) -> dict[str, Any]:
    """What a static ability selects and what it changes there."""
    select = document["select"]
    of_seat = isinstance(select, dict) and "player" in select
    if "modify" not in document and "grant" not in document:
        parser.fault("missing", pointer(at, "modify"), "A static ability needs modify or grant.")
    if of_seat and "grant" in document:
        parser.fault("not_here", pointer(at, "grant"), "Keywords are granted to objects; a player has none.")
    stats = parser.vocabulary.player_stats if of_seat else parser.vocabulary.object_stats
    of, modify, grants = parser.every(
        lambda: compile_of(parser, select, pointer(at, "select")),
        lambda: compile_modify(parser, document.get("modify", {}), pointer(at, "modify"), stats),
        lambda: compile_grants(parser, document.get("grant", []), pointer(at, "grant")),
    )
    return {**of, **modify, "grants": grants}


def compile_of(parser: Parser, select: Any, at: str) -> dict[str, Any]:
    """Whom a static ability touches: seats, something named, or all that a selector finds."""
    if isinstance(select, dict) and "player" in select:
        return {"seats": compile_seats(parser, select, at)}
    if isinstance(select, str):
        return {"select": compile_selector(parser, {"is": select}, at)}
    return {"select": compile_selector(parser, select, at, chosen=True)}


def compile_modify(parser: Parser, value: Any, at: str, stats: tuple[str, ...]) -> dict[str, Any]:
    """What is added to which stats, and under which numbers of the game's own."""
    modify: dict[str, Any] = {}
    qualified: dict[str, dict[str, int]] = {}

    def change(name: str, amount: Any) -> None:
        place = pointer(at, name)
        words = parser.vocabulary.qualifiers.get(name)
        if words and isinstance(amount, dict) and "amount" in amount:
            parser.record(amount, place, ("amount", *words))
            said = [word for word in words if word in amount]
            numbers = [partial(parser.number, amount[word], pointer(place, word)) for word in said]
            much = partial(parser.amount, amount["amount"], pointer(place, "amount"))
            modify[name], *found = parser.every(much, *numbers)
            qualified[name] = dict(zip(said, found, strict=True))
        else:
            modify[name] = parser.amount(amount, place)

    written = parser.record(value, at, stats)
    parser.every(*(partial(change, name, amount) for name, amount in written.items() if name in stats))
    return {"modify": modify, "qualified": qualified}


def compile_grants(parser: Parser, value: Any, at: str) -> dict[str, int]:
    """The keywords that a static ability gives, each with its number."""
    granted: dict[str, int] = {}

    def grant(item: Any, place: str) -> None:
        if isinstance(item, str):
            part: dict[str, Any] = {"keyword": keyword(parser, item, place), "n": 0}
        else:
            part = compile_granted(parser, parser.parts(item, place, ("kw",), ("n",), "A grant"), place)
        word, n = part["keyword"], part["n"]
        granted[word] = (granted[word] or 1) + (n or 1) if word in granted else n

    parser.each(grant, parser.sequence(value, at), at)
    return granted


def compile_granted(parser: Parser, document: dict[str, Any], at: str) -> dict[str, Any]:
    """A keyword and its number."""
    word, n = parser.every(
        lambda: keyword(parser, document["kw"], pointer(at, "kw")),
        lambda: parser.number(document["n"], pointer(at, "n"), 1) if "n" in document else 0,
    )
    return {"keyword": word, "n": n}


def keyword(parser: Parser, value: Any, at: str) -> str:
    """A keyword of the game."""
    parser.node(at)
    return parser.word(value, at, parser.vocabulary.keywords, "keyword")
