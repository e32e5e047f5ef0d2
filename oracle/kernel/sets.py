"""Which cards a state can name: those of its sets, and those it carries inline."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from .cards import content_hash
from .errors import Fault, InvalidCards, UnknownSet
from .shapes import pointer

if TYPE_CHECKING:
    from .game import Game

INLINE_CACHE = 256
MAX_INLINE = 250

_inline: dict[tuple[str, tuple[str, ...], str], Mapping[str, Any]] = {}


def cards_of(game: Game[Any, Any], names: tuple[str, ...], inline: Mapping[str, Any]) -> Mapping[str, Any]:
    """The compiled cards by key; raises `UnknownSet` or `InvalidCards`."""
    shipped = cards_of_sets(game.key, names, game.builtin_sets)
    return with_inline(game, names, shipped, inline) if inline else shipped


@lru_cache(maxsize=64)
def cards_of_sets(game: str, names: tuple[str, ...], known: tuple[Any, ...]) -> Mapping[str, Any]:
    """The cards of several sets, later ones over earlier ones."""
    by_id = {card_set.id: card_set for card_set in known}
    by_id.update({card_set.id.partition("@")[0]: card_set for card_set in known})
    cards: dict[str, Any] = {}
    for name in names:
        if name not in by_id:
            raise UnknownSet(name, [card_set.id for card_set in known])
        cards.update(by_id[name].cards)
    return cards


def with_inline(
    game: Game[Any, Any], names: tuple[str, ...], shipped: Mapping[str, Any], inline: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Shipped cards with inline ones over them, compiled once per content."""
    key = (game.key, names, content_hash(inline))
    found = _inline.get(key)
    if found is None:
        found = {**shipped, **compile_inline(game, shipped, inline)}
        if len(_inline) >= INLINE_CACHE:
            _inline.pop(next(iter(_inline)))
        _inline[key] = found
    return found


def compile_inline(game: Game[Any, Any], shipped: Mapping[str, Any], inline: Mapping[str, Any]) -> dict[str, Any]:
    """Compile the cards that a state carries; raises `InvalidCards` with every fault."""
    faults: list[Fault] = []
    cards: dict[str, Any] = {}
    if len(inline) > MAX_INLINE:
        raise InvalidCards([Fault(code="too_many", at="/cards", message=f"At most {MAX_INLINE} inline cards.")])

    def known(name: str) -> bool:
        return name in shipped or name in inline

    for name, document in inline.items():
        at = pointer("/cards", name)
        if isinstance(document, dict) and document.get("key", name) != name:
            faults.append(Fault(code="other_key", at=pointer(at, "key"), message=f"The key is {name} here."))
        plain = {"key": name, **document} if isinstance(document, dict) else document
        card, found = game.compile_card(plain, at, known)
        faults += found
        if card is not None:
            cards[name] = card
    if faults:
        raise InvalidCards(faults)
    return cards


def plain_cards(inline: Mapping[str, Any]) -> dict[str, Any]:
    """Inline definitions as plain data."""
    copied: dict[str, Any] = msgspec.to_builtins(dict(inline))
    return copied
