"""A step of a match, and what can be asked of it: whose cards fought, what bears a keyword, what waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from oracle.kernel.effects.lasting import has_keyword
from oracle.kernel.table import Place
from tests.laws.matches import GameT, Moment

Sight = Callable[["Scene"], bool]

WHERE = {"mantle-magika": {"mantle"}, "machai": {"hand", "zones", "stack"}}
NAMED = ("target", "target_summon", "permanent", "unit", "attacker")


class Scene(NamedTuple):
    """A step with what is asked of it: the table before it, who decided, the clauses that refusals beside it cited."""

    game: GameT
    moment: Moment
    table: Any
    player: Any
    cited: set[str]

    def place(self, number: Any) -> Place | None:
        """Where an object was before the step."""
        found = self.table.place(number) if type(number) is int else None
        return found if found is not None and found.object.card is not None else None

    def owner(self, number: Any) -> int | None:
        """The seat of an object before the step."""
        place = self.place(number)
        return None if place is None else seat_of(place)

    def bears(self, place: Place | None, word: str) -> bool:
        """Whether a card bears a bare keyword."""
        return place is not None and bears(self.game, self.table, place.object.id, word)

    def events(self, kind: str, *rules: str) -> Iterator[dict[str, Any]]:
        """The events of a type, by these clauses if any are named."""
        for event in self.moment.events:
            if event["type"] == kind and (not rules or event.get("rule") in rules):
                yield event

    def fought(self) -> Iterator[Place]:
        """The cards that met another seat: they attacked it, blocked its Attack, were damaged or aimed at by it."""
        for event in self.moment.events:
            for number in met_in(event):
                place = self.place(number)
                other = event.get("source") if event["type"] == "damage" else None
                if place is not None and (other is None or self.owner(other) != seat_of(place)):
                    yield place
        for value in self.named():
            place = self.place(value)
            if place is not None and type(self.player) is int and seat_of(place) != self.player:
                yield place

    def named(self) -> list[Any]:
        """The objects at which the action is aimed."""
        document = msgspec.to_builtins(self.moment.action)
        said = [document.get(name) for name in NAMED]
        return [one.get("object") if isinstance(one, dict) else one for one in [*said, document.get("ref")]]

    def answered(self) -> Iterator[tuple[Any, list[Any]]]:
        """The entries of other seats that wait on the stack while this seat decides, with their sentences."""
        cards = self.game.cards_of(self.moment.state)
        for entry in getattr(self.moment.state, "stack", ()):
            if entry.card is not None and type(self.player) is int and entry.controller != self.player:
                yield entry, [cards[entry.card].abilities[i] for i in entry.abilities]


def met_in(event: dict[str, Any]) -> tuple[Any, ...]:
    """The objects that an event of a fight is about."""
    target = event.get("target")
    aimed = target.get("object") if isinstance(target, dict) else None
    if event["type"] == "attack":
        return (event.get("object"), event.get("attacker"), aimed)
    return (event.get("object"),) if event["type"] == "block" else (aimed,) if event["type"] == "damage" else ()


def bears(game: GameT, table: Any, number: Any, word: str) -> bool:
    """Whether a value is the number of an object that bears a bare keyword."""
    place = table.place(number) if type(number) is int else None
    if place is None or place.object.card is None or place.zone not in in_play(game):
        return False
    return (game.vocabulary.bears or has_keyword)(table, place, word)


def in_play(game: GameT) -> set[str]:
    """The zones in which keywords work."""
    return WHERE.get(game.key) or {zone.name for zone in game.object_zones if zone.field}


def seat_of(place: Place) -> int | None:
    """Whose card it is."""
    controller = getattr(place.object, "controller", None)
    return controller if isinstance(controller, int) else place.seat
