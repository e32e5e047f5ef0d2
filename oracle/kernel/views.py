"""Views: a state as one seat, or a spectator, may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from .hidden import is_unknown
from .state import Object, State, Viewer, Zone

if TYPE_CHECKING:
    from .game import Game


def view(game: Game[Any, Any], state: State[Any, Any, Any], viewer: Viewer) -> Any:
    """The state with everything hidden that `viewer` may not know; a view of a view stays the same."""
    seen = game.copy(state)
    for seat, player in enumerate(seen.players):
        player.unseen = unseen(game, state.players[seat]) if seat == viewer else UNSET
        for zone in game.zones.values():
            if not zone.shared and not visible(zone, own=seat == viewer):
                hide(state, zone, player)
    for zone in game.zones.values():
        if zone.shared and zone.seen != "all":
            hide_shared(state, seen, zone, viewer)
    seen.agenda = [frame.seen_by(viewer) for frame in seen.agenda]
    seen.stack = [entry.seen_by(viewer) if hasattr(entry, "seen_by") else entry for entry in seen.stack]
    seen.chance.seed = None
    if game.hides is not None:
        game.hides(seen, viewer)
    return seen


def visible(zone: Zone, *, own: bool) -> bool:
    """Whether the cards of a zone show to its own seat, or to the others."""
    return zone.seen == "all" or (own and zone.seen == "owner")


def hide(state: Any, zone: Zone, player: Any) -> None:
    """Hide what lies in a seat's zone."""
    zone.lay(player, [hidden(state, zone, card) for card in zone.of(player)])


def hide_shared(state: Any, seen: Any, zone: Zone, viewer: Viewer) -> None:
    """Hide what lies in a zone of no seat, except from the one who laid it there, where its owner may look."""
    cards = get_shared(seen, zone)
    own = zone.seen == "owner"
    set_shared(seen, zone, [card if own and laid_by(card) == viewer else hidden(state, zone, card) for card in cards])


def laid_by(thing: Any) -> Any:
    """The seat to which an object in a zone of no seat belongs."""
    return getattr(thing, "controller", thing.owner)


def hidden(state: Any, zone: Zone, card: Any) -> Any:
    """A card that does not show: `null` in a pile of keys, in a hand no id and nothing else."""
    if zone.holds is None:
        return None
    if zone.face_down is not None and not zone.face_down(state, card):
        return card
    if zone.shows_ids:
        seen = card.__copy__()
        seen.card = None
        return seen
    return zone.holds(card=None)


def unseen(game: Game[Any, Any], player: Any) -> Any:
    """The seat's own cards that it may not look at, sorted; unset where they are not known."""
    cards = [
        card
        for zone in game.zones.values()
        if not zone.shared and zone.seen == "nobody"
        for card in zone.of(player)
    ]  # fmt: skip
    known = [card if isinstance(card, str) else card.card for card in cards if not is_unknown(card)]
    if len(known) < len(cards) and player.unseen is UNSET:
        return UNSET
    return sorted(known + (player.unseen or []))


def shows_to(zone: Zone, seat: int | None, viewer: Any) -> bool:
    """Whether an object standing there, known or face down, has an id for that viewer."""
    return viewer == "chance" or zone.shows_ids or visible(zone, own=seat == viewer)


def sees(zone: Zone, place: Any, state: Any, viewer: Any) -> bool:
    """Whether a viewer sees which card an object is, where it stands."""
    holder = laid_by(place.object) if zone.shared else place.seat
    if viewer == "chance" or visible(zone, own=holder == viewer):
        return True
    return zone.face_down is not None and not zone.face_down(state, place.object)


def get_shared(state: Any, zone: Zone) -> list[Any]:
    """The list of a zone that no seat owns; its name may be a path."""
    return zone.lists(state)[0][1]


def set_shared(state: Any, zone: Zone, cards: list[Any]) -> None:
    """Replace the list of a zone that no seat owns."""
    place = state
    for part in zone.path:
        place = getattr(place, part)
    setattr(place, zone.name, cards)


def events_for(events: list[dict[str, Any]], viewer: Viewer) -> list[dict[str, Any]]:
    """The events that `viewer` may see."""
    return [event for event in events if "seats" not in event or viewer in event["seats"]]


__all__ = ["Object", "events_for", "get_shared", "sees", "set_shared", "shows_to", "view", "visible"]
