"""Abilities that set each other off without end: found before a card is played.

A circle is told where every step of it is sure: each ability is triggered whatever happens to
anybody (or by what it does to itself), has no condition, no limit and nothing to decide, and its
steps surely set off the event of the next. Such cards are not refused: a rule of the game may end
the circle (an empty deck, a death). If none does, the call is cut by its budget.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from oracle.kernel.errors import Fault

from .ability import Ability

MOST_WARNINGS = 100


@dataclass(frozen=True, slots=True)
class Link:
    """A triggered ability as a link of a circle: its card, what triggers it, what it surely sets off."""

    card: str
    at: str
    event: str
    watches: bool
    sets_off: tuple[tuple[str, bool], ...]


def warnings(cards: Iterable[tuple[Any, str]]) -> list[Fault]:
    """A warning for every ability that is part of a circle; cards come with their pointers."""
    links = [link for card, at in cards for link in links_of(card, at)]
    events = Events(links)
    found: list[Fault] = []
    for link in links:
        circle = events.circle_from(link) if len(found) < MOST_WARNINGS else []
        if circle:
            names = " → ".join(dict.fromkeys(f"{other.card} ({other.event})" for other in circle))
            message = f"These abilities set each other off without end: {names}."
            found.append(
                Fault(
                    code="endless_triggers",
                    at=link.at,
                    message=message,
                    data={"circle": [other.at for other in circle]},
                )
            )
    return found


def links_of(card: Any, at: str) -> list[Link]:
    """The abilities of a card that surely answer each of their events."""
    found = []
    for number, ability in enumerate(card.abilities):
        if is_sure(ability):
            sets_off = tuple((cause.event, cause.own) for cause in ability.causes if cause.sure)
            watches = ability.subject is not None and not ability.subject.own
            found.append(Link(card.key, f"{at}/abilities/{number}", str(ability.event), watches, sets_off))
    return found


def is_sure(ability: Ability) -> bool:
    """Whether an ability is triggered by each of its events, whatever anybody decides."""
    subject = ability.subject
    free = ability.condition is None and not (ability.limit or ability.optional or ability.targets or ability.cost)
    return ability.kind == "triggered" and free and subject is not None and (subject.own or subject.wide)


# -- the graph of events ---------------------------------------------------------------------------

Spot = tuple[str, str]
"""Where triggers meet: an event that happens to anybody (no card), or one that happens to a card itself."""


def trigger_of(link: Link) -> Spot:
    """The spot that triggers a link."""
    return (link.event, "" if link.watches else link.card)


def spots_of(link: Link) -> list[Spot]:
    """The spots that a link surely reaches by what it sets off."""
    return list(dict.fromkeys((event, card) for event, own in link.sets_off for card in ("", link.card)[: 1 + own]))


class Events:
    """Which spots lead to which, each by the first link that does; and which of them lead back."""

    def __init__(self, links: list[Link]) -> None:
        self.ways: dict[Spot, dict[Spot, Link]] = {}
        for link in links:
            ways = self.ways.setdefault(trigger_of(link), {})
            for spot in spots_of(link):
                ways.setdefault(spot, link)
        self.group = groups({spot: list(ways) for spot, ways in self.ways.items()})

    def circle_from(self, start: Link) -> list[Link]:
        """A shortest circle that leads from a link back to itself; nothing where there is none."""
        end = trigger_of(start)
        here = self.group[end]
        last = {spot: [start] for spot in spots_of(start) if self.group.get(spot) == here}
        paths = dict(last)
        while last and end not in paths:
            last = {spot: path for spot, path in self.longer(last, here).items() if spot not in paths}
            paths.update(last)
        return paths.get(end, [])

    def longer(self, paths: dict[Spot, list[Link]], group: int) -> dict[Spot, list[Link]]:
        """The paths that are one link longer, within a group of spots."""
        return {
            other: [*path, link]
            for spot, path in paths.items()
            for other, link in self.ways[spot].items()
            if self.group.get(other) == group
        }


def groups(ways: dict[Spot, list[Spot]]) -> dict[Spot, int]:
    """A number for each spot, the same for two of them that lead to each other (Kosaraju's two walks)."""
    back: dict[Spot, list[Spot]] = {spot: [] for spot in ways}
    for spot, others in ways.items():
        for other in others:
            if other in back:
                back[other].append(spot)
    order: list[Spot] = []
    seen: set[Spot] = set()
    for spot in ways:
        order += walked(spot, ways, seen)
    seen.clear()
    return {spot: number for number, root in enumerate(reversed(order)) for spot in walked(root, back, seen)}


def walked(root: Spot, ways: dict[Spot, list[Spot]], seen: set[Spot]) -> list[Spot]:
    """What can be reached from a spot and was not seen before, each behind all that it leads to."""
    order: list[Spot] = []
    todo = [(root, False)]
    while todo:
        spot, done = todo.pop()
        if done:
            order.append(spot)
        elif spot in ways and spot not in seen:
            seen.add(spot)
            todo += [(spot, True), *((other, False) for other in ways[spot])]
    return order
