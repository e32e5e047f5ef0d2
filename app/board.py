"""A state as text for people: 80 columns, the same for every game, from its zones and counters alone."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

import msgspec

WIDTH = 80
INDENT = 4
NOTHING: tuple[Any, ...] = (None, 0, False, [], {})
SAID_ELSEWHERE = frozenset({"id", "card", "owner", "controller"})


def board(game: Any, state: Any, language: str = "en") -> str:
    """The board as it stands in that state, or in that view."""
    cards = game.cards_of(state)
    blocks = [heading(game, state, language)]
    drawn = game.sketch(state, language)
    blocks += [[part for line in drawn for part in wrap_wide(line)]] if drawn else []
    zones = [(owner, zone, things) for zone in game.zones.values() for owner, things in zone.lists(state)]
    for number in [*range(len(state.players)), None]:
        block = [] if number is None else seat(game, state, number)
        block += [
            line for owner, zone, things in zones if owner == number for line in pile(zone, things, cards, language)
        ]
        blocks += [block] if block else []
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def heading(game: Any, state: Any, language: str) -> list[str]:
    """The game, where the match is, and whose decision it is."""
    active = "" if state.active is None else f" · {name(state, state.active)}"
    lines = [f"{game.name} {state.rules} · turn {state.turn} · {plain(state.phase)}{active}"]
    decision = game.decision(state, language)
    if decision is not None:
        who = plain(decision.player) if isinstance(decision.player, str) else name(state, decision.player)
        lines.append(f"> {who}: {decision.prompt}")
    if state.result is not None:
        winners = ", ".join(name(state, each) for each in state.result.winners) or "nobody"
        lines.append(f"> over: {plain(state.result.outcome)}, {winners} ({plain(state.result.reason)})")
    return [part for line in lines for part in wrap(line, WIDTH, subsequent_indent="  ")]


def wrap_wide(line: str) -> list[str]:
    """A line as it is drawn, or in several where it is too long."""
    return [line] if len(line) <= WIDTH else wrap(line, WIDTH)


def seat(game: Any, state: Any, number: int) -> list[str]:
    """A seat and its counters."""
    player = state.players[number]
    facts = msgspec.to_builtins(player)
    counters = [
        f"{plain(key)} {told(value)}"
        for key, value in facts.items()
        if key != "name"
        and key not in game.zones
        and not isinstance(value, (list, dict))
        and value is not False
        and value is not None
    ]
    return wrap(f"[{number}] {player.name}  {'  '.join(counters)}", WIDTH, subsequent_indent=" " * INDENT)


def pile(zone: Any, things: list[Any], cards: Any, language: str) -> list[str]:
    """A zone with cards: how many lie in it, and which, unless it is a pile that nobody looks into."""
    things = [each for each in things if each is not None or zone.holds is None]
    if not things:
        return []
    head = f"{plain(' '.join((*zone.path, zone.name)))} ({len(things)})"
    if zone.holds is not None:
        head += ": " + ", ".join(shown(thing, cards, language) for thing in things)
    return wrap(head, WIDTH, initial_indent=" " * 2, subsequent_indent=" " * INDENT)


def shown(thing: Any, cards: Any, language: str) -> str:
    """An object: its card, its id, and what else is said of it."""
    facts = msgspec.to_builtins(thing)
    key = facts.get("card")
    title = "?" if key is None else cards[key].name(language) if key in cards else plain(key)
    number = f" #{facts['id']}" if "id" in facts else ""
    more = ", ".join(remarks(facts))
    return f"{title}{number}" + (f" ({more})" if more else "")


def remarks(facts: dict[str, Any]) -> Iterator[str]:
    """What an object's record says besides its card: marks that are set, in words."""
    for key, fact in facts.items():
        value = {inner: part for inner, part in fact.items() if part not in NOTHING} if isinstance(fact, dict) else fact
        if key in SAID_ELSEWHERE or value in NOTHING:
            continue
        yield plain(key) if value is True else f"{plain(key)} {told(value)}"


def told(value: Any) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " ".join(f"{plain(key)} {told(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return "/".join(told(each) for each in value)
    return "-" if value is None else plain(value)


def plain(word: Any) -> str:
    """A word of a document in plain letters."""
    return str(word).replace("_", " ")


def name(state: Any, number: int) -> str:
    """A player's name, or the seat's number."""
    return state.players[number].name or f"#{number}"
