"""Pairs of states that differ only in what one viewer may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from oracle.kernel.state import Viewer, Zone
from oracle.kernel.views import get_shared, laid_by, set_shared, visible
from tests.laws.matches import GameT


def viewers(state: Any) -> list[Viewer]:
    """Everybody who may look: the seats, and a spectator."""
    return [*range(len(state.players)), "spectator"]


def hidden_zones(game: GameT, viewer: Viewer, seat: int) -> list[Zone]:
    """The zones of a seat whose cards the viewer does not see."""
    zones = [zone for zone in game.zones.values() if not zone.shared and not zone.single]
    return [zone for zone in zones if not visible(zone, own=seat == viewer)]


def lies_open(state: Any, zone: Zone, card: Any) -> bool:
    """Whether a card in a zone where only some lie face down is one that everybody sees."""
    return zone.face_down is not None and not zone.face_down(state, card)


def shared_zones(game: GameT) -> list[Zone]:
    """The zones of no seat that not everybody sees."""
    return [zone for zone in game.zones.values() if zone.shared and zone.seen != "all"]


def twin_of(game: GameT, state: Any, viewer: Viewer, rng: random.Random) -> Any:
    """The same state for that viewer: other cards, orders, ids and seed wherever it may not look."""
    twin = game.copy(state)
    ids = spare_ids(game, state, rng)
    for seat, player in enumerate(twin.players):
        deal_again(state, hidden_zones(game, viewer, seat), player, rng, ids)
    for zone in shared_zones(game):
        set_shared(twin, zone, dealt_again(zone, get_shared(twin, zone), viewer, rng, ids))
    if twin.chance.seed is not None:
        twin.chance.seed = f"other-{rng.random()}"
    return twin


def spare_ids(game: GameT, state: Any, rng: random.Random) -> Iterator[int]:
    """Ids below the next one that no object has, in no order."""
    used = set(game.ids(state))
    free = [number for number in range(1, state.next_id) if number not in used]
    return iter(rng.sample(free, len(free)))


def deal_again(state: Any, zones: list[Zone], player: Any, rng: random.Random, ids: Iterator[int]) -> None:
    """Deal a seat's own hidden cards anew over the places where they lie; what is another's stays."""
    places = [
        (zone, i, card)
        for zone in zones
        for i, card in enumerate(zone.of(player))
        if key_of(zone, card) is not None and not lies_open(state, zone, card)
    ]
    keys = shuffled([key_of(zone, card) for zone, _, card in places], rng)
    for zone in zones:
        zone.lay(player, list(zone.of(player)))
    for (zone, i, card), key in zip(places, keys, strict=True):
        zone.replace(player, i, key if zone.holds is None else with_key(zone, card, key, ids))


def dealt_again(zone: Zone, cards: list[Any], viewer: Viewer, rng: random.Random, ids: Iterator[int]) -> list[Any]:
    """The cards of a zone of no seat, those that the viewer did not lay there in another order."""
    hidden = [i for i, card in enumerate(cards) if zone.seen == "nobody" or laid_by(card) != viewer]
    dealt = list(cards)
    for i, other in zip(hidden, shuffled(hidden, rng), strict=True):
        dealt[i] = cards[other] if zone.holds is None else with_key(zone, cards[i], cards[other].card, ids)
    return dealt


def key_of(zone: Zone, card: Any) -> str | None:
    """The card's key where it is known and the seat's own."""
    if zone.holds is None:
        return card if isinstance(card, str) else None
    return None if card.owner is not UNSET else card.card


def with_key(zone: Zone, thing: Any, key: str, ids: Iterator[int]) -> Any:
    """The object with another card, and another id as long as one is free; what is pointed at keeps its own."""
    other = thing.__copy__()
    other.card = key
    if not zone.shows_ids:
        other.id = next(ids, thing.id)
    return other


def shuffled(cards: list[Any], rng: random.Random) -> list[Any]:
    """The cards in another order."""
    return rng.sample(cards, len(cards))


def hidden_half(game: GameT, state: Any, viewer: Viewer) -> list[Any]:
    """What the viewer may not see, for comparing."""
    own = [zone.of(player) for seat, player in enumerate(state.players) for zone in hidden_zones(game, viewer, seat)]
    return [own, [get_shared(state, zone) for zone in shared_zones(game)]]
