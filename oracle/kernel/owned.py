"""Whose cards are where: what a state shows of each seat's cards, and what its list says is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from .hidden import is_unknown, located

if TYPE_CHECKING:
    from .game import Game


def every_entry(game: Game[Any, Any], view: Any) -> Iterator[Any]:
    """Every card of the state, known or not."""
    for zone in game.zones.values():
        for _, entry, _ in located(view, zone):
            yield entry


def visible(game: Game[Any, Any], view: Any) -> list[Counter[str]]:
    """The cards that are known, by owner."""
    seen: list[Counter[str]] = [Counter() for _ in view.players]
    for zone in game.zones.values():
        for seat, entry, _ in located(view, zone):
            if is_unknown(entry) or (zone.holds is not None and not game.is_card(entry)):
                continue
            owner = seat if zone.holds is None or entry.owner is UNSET else entry.owner
            key = entry if zone.holds is None else entry.card
            seen[owner if owner is not None else getattr(entry, "controller", 0)][key] += 1
    return seen


def hidden_places(game: Game[Any, Any], player: Any) -> tuple[int, int]:
    """How many of a seat's places hide a card: those that nobody may look into, and the others.

    Piles that are a section of its list are not counted.
    """
    piles = held = 0
    for zone in game.zones.values():
        count = 0 if zone.shared or zone.section else sum(map(is_unknown, zone.of(player)))
        piles += count if zone.seen == "nobody" else 0
        held += count if zone.seen != "nobody" else 0
    return piles, held


def has_shared_pile(game: Game[Any, Any], view: Any) -> bool:
    """Whether a pile that belongs to nobody hides cards."""
    zones = (zone for zone in game.zones.values() if zone.shared)
    return any(is_unknown(entry) for zone in zones for _, entry, _ in located(view, zone))


def unaccounted(game: Game[Any, Any], state: Any, seat: int) -> Counter[str] | None:
    """The cards of a seat that nobody sees here; `None` where its list is not known."""
    cards = game.lists(state, seat)
    if cards is None:
        return None
    left = Counter(cards)
    left.subtract(visible(game, state)[seat])
    return None if any(count < 0 for count in left.values()) else +left
