"""Views: a state as one seat, or a spectator, may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from .state import Object, State, Viewer, Zone

if TYPE_CHECKING:
    from .game import Game


def view(game: Game[Any, Any], state: State[Any, Any, Any], viewer: Viewer) -> Any:
    """The state with everything hidden that `viewer` may not know; a view of a view stays the same."""
    seen = game.copy(state)
    for seat, player in enumerate(seen.players):
        own = seat == viewer
        if not own or player.unseen is UNSET:
            player.unseen = unseen(game, state.players[seat]) if own else UNSET
        for zone in game.zones.values():
            if not zone.shared and not visible(zone, own=own):
                setattr(player, zone.name, [hidden(zone, card) for card in getattr(player, zone.name)])
    for zone in game.zones.values():
        if zone.shared and zone.seen == "nobody":
            set_shared(seen, zone, [hidden(zone, card) for card in get_shared(seen, zone)])
    seen.chance.seed = None
    if game.hides is not None:
        game.hides(seen, viewer)
    return seen


def visible(zone: Zone, *, own: bool) -> bool:
    """Whether the cards of a zone show to its own seat, or to the others."""
    return zone.seen == "all" or (own and zone.seen == "owner")


def hidden(zone: Zone, card: Any) -> Any:
    """A card that does not show: `null` in a pile of keys, no id and no owner elsewhere."""
    return None if zone.holds is None else Object(card=None) if zone.holds is Object else zone.holds(card=None)


def unseen(game: Game[Any, Any], player: Any) -> Any:
    """The seat's own cards that it may not look at, sorted; unset where they are not known."""
    keys: list[Any] = []
    for zone in game.zones.values():
        if not zone.shared and zone.seen == "nobody":
            keys += [card if zone.holds is None else card.card for card in getattr(player, zone.name)]
    return UNSET if None in keys else sorted(keys)


def get_shared(state: Any, zone: Zone) -> list[Any]:
    """The list of a zone that no seat owns; its name may be a path."""
    place = state
    for part in zone.path:
        place = getattr(place, part)
    cards: list[Any] = getattr(place, zone.name)
    return cards


def set_shared(state: Any, zone: Zone, cards: list[Any]) -> None:
    """Replace the list of a zone that no seat owns."""
    place = state
    for part in zone.path:
        place = getattr(place, part)
    setattr(place, zone.name, cards)


def events_for(events: list[dict[str, Any]], viewer: Viewer) -> list[dict[str, Any]]:
    """The events that `viewer` may see."""
    return [event for event in events if "seats" not in event or viewer in event["seats"]]
