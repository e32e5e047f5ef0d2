"""Which cards a state can name: those of its sets, and those it carries inline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from .cards import content_hash
from .errors import Fault, InvalidCards, UnknownSet
from .meter import CURRENT
from .shapes import pointer

if TYPE_CHECKING:
    from .game import Game

MOST_KEPT = 4_000
MAX_INLINE = 250
CARD_STEPS = 500

Foreign = Callable[[str, str], Mapping[str, Any] | None]
"""Gives the card definitions by key of a set that does not ship with a game: by the game's key and the set's name,
which must stand for its content once and for all; `None` where there is no such set."""

_foreign: ContextVar[Foreign | None] = ContextVar("foreign", default=None)


class Kept:
    """Compiled cards that do not ship, by what they were compiled from; past `MOST_KEPT` the oldest are let go."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.known: dict[Any, tuple[Mapping[str, Any], int]] = {}
        self.count = 0

    def get(self, key: Any) -> Mapping[str, Any] | None:
        """The cards of a key, if they are still there."""
        found = self.known.get(key)
        return None if found is None else found[0]

    def keep(self, key: Any, cards: Mapping[str, Any], compiled: int) -> None:
        """Keep cards, of which so many had to be compiled."""
        with self.lock:
            if key not in self.known:
                self.known[key] = (cards, compiled)
                self.count += compiled
            while self.count > MOST_KEPT and len(self.known) > 1:
                self.count -= self.known.pop(next(iter(self.known)))[1]


_merged = Kept()
_inline = Kept()


def cards_of(game: Game[Any, Any], names: tuple[str, ...], inline: Mapping[str, Any]) -> Mapping[str, Any]:
    """The compiled cards by key; raises `UnknownSet` or `InvalidCards`."""
    try:
        shipped = cards_of_sets(game.key, names, game.builtin_sets)
    except UnknownSet:
        shipped = with_foreign(game, names)
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


def know_sets(foreign: Foreign | None) -> None:
    """From here on, in this thread or task, sets that do not ship are asked of this function."""
    _foreign.set(foreign)


@contextmanager
def foreign_sets(foreign: Foreign) -> Iterator[None]:
    """Within this block sets that do not ship are asked of this function."""
    before = _foreign.set(foreign)
    try:
        yield
    finally:
        _foreign.reset(before)


def with_foreign(game: Game[Any, Any], names: tuple[str, ...]) -> Mapping[str, Any]:
    """The cards of sets of which some do not ship: asked for each time, compiled once; raises `UnknownSet`."""
    foreign = _foreign.get()
    known = {each for made in game.builtin_sets for each in (made.id, made.id.partition("@")[0])}
    brought = {name: foreign(game.key, name) if foreign else None for name in names if name not in known}
    for name, definitions in brought.items():
        if definitions is None:
            raise UnknownSet(name, [card_set.id for card_set in game.builtin_sets])
    key = (game.key, names)
    found = _merged.get(key)
    if found is None:
        found = merged(game, names, brought)
        _merged.keep(key, found, sum(len(definitions or ()) for definitions in brought.values()))
    return found


def merged(
    game: Game[Any, Any], names: tuple[str, ...], brought: Mapping[str, Mapping[str, Any] | None]
) -> Mapping[str, Any]:
    """The compiled cards of sets in their order, later ones over earlier ones."""
    cards: dict[str, Any] = {}
    for name in names:
        definitions = brought.get(name)
        if definitions is None:
            cards.update(cards_of_sets(game.key, (name,), game.builtin_sets))
        else:
            cards.update(compile_inline(game, cards, definitions))
    return cards


def with_inline(
    game: Game[Any, Any], names: tuple[str, ...], shipped: Mapping[str, Any], inline: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Shipped cards with inline ones over them, compiled once per content."""
    key = (game.key, names, content_hash(inline))
    found = _inline.get(key)
    if found is None:
        if len(inline) > MAX_INLINE:
            raise InvalidCards([Fault(code="too_many", at="/cards", message=f"At most {MAX_INLINE} inline cards.")])
        found = {**shipped, **compile_inline(game, shipped, inline)}
        _inline.keep(key, found, len(inline))
    return found


def compile_inline(game: Game[Any, Any], shipped: Mapping[str, Any], inline: Mapping[str, Any]) -> dict[str, Any]:
    """Compile the cards that a state carries; raises `InvalidCards` with every fault."""
    faults: list[Fault] = []
    cards: dict[str, Any] = {}
    meter = CURRENT.get()
    if meter is not None:
        meter.spend(CARD_STEPS * len(inline))

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
