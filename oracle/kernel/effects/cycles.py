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
    found = []
    for link in links:
        circle = circle_from(link, links)
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


def circle_from(start: Link, links: list[Link]) -> list[Link]:
    """A shortest circle that leads from a link back to itself; nothing where there is none."""
    paths = [[start]]
    seen: set[int] = set()
    while paths:
        path = paths.pop(0)
        for link in links:
            if not leads(path[-1], link):
                continue
            if link is start:
                return path
            if id(link) not in seen:
                seen.add(id(link))
                paths.append([*path, link])
    return []


def leads(one: Link, other: Link) -> bool:
    """Whether an ability surely sets off another: one that watches everybody, or itself by what it does to itself."""
    return any(
        event == other.event and (other.watches or (own and one.card == other.card)) for event, own in one.sets_off
    )
