"""What no card that shows can be: without a face, or without an id to name it by."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import UNSET

from oracle.kernel.errors import Fault
from oracle.kernel.hidden import located
from oracle.kernel.shapes import fault
from oracle.kernel.state import Zone

from .state import Muhq

Invariant = Callable[[Muhq], Iterator[Fault]]
KINDS = {"play_unit": "unit", "play_artifact": "artifact", "play_equipment": "equipment", "play_spell": "spell"}


def is_shown(table: Muhq) -> bool:
    """Whether all cards show as they must, looked at once and quickly, without saying where not."""
    found: bool = table.once("shown", lambda: all(shows(table, zone) for zone in laid_in(table)))
    return found


def laid_in(table: Muhq) -> list[Zone]:
    """The zones in which cards lie as they are: all but the stack."""
    return [zone for zone in table.game.object_zones if zone.name != "stack"]


def shows(table: Muhq, zone: Zone) -> bool:
    """Whether what lies open there is some card, and each card that is known has an id."""
    is_open = zone.seen == "all"
    for _, things in zone.lists(table.state):
        for thing in things:
            if is_open if thing.card is None else thing.id is UNSET:
                return False
    return True


def faces_are_shown(table: Muhq) -> Iterator[Fault]:
    """What lies open is some card, and a card that is known has an id."""
    if is_shown(table):
        return
    for zone in laid_in(table):
        for _, thing, at in located(table.state, zone):
            if thing.card is None and zone.seen == "all":
                yield fault("missing", f"{at}/card", "Everybody sees which card lies here.", rule="MQ-R90")
            if thing.card is not None and thing.id is UNSET:
                yield fault("missing", f"{at}/id", "A card that is known has an id.")


def declared_as_they_are(table: Muhq) -> Iterator[Fault]:
    """A card on the stack is there as what its type says."""
    for i, entry in enumerate(table.state.stack):
        card = table.cards.get(entry.card or "")
        if entry.is_card and (card is None or KINDS.get(entry.kind) != card.type):
            yield fault("wrong_kind", f"/stack/{i}/kind", f"{entry.card} is not declared so.", rule="MQ-11.3")


def once_shown(invariant: Invariant) -> Invariant:
    """An invariant that looks at cards: asked only where all that lies open is known."""

    def checked(table: Muhq) -> Iterator[Fault]:
        if is_shown(table):
            yield from invariant(table)

    return checked
