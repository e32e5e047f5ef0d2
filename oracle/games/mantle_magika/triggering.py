"""Triggers: which sentences an event sets off, and that they wait (MM-21.25 to MM-21.28; rulings R71, R73)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from oracle.kernel.effects.ability import Ability, Side
from oracle.kernel.rulebook import carries
from oracle.kernel.stack.records import Bound, Trigger
from oracle.kernel.table import Place

from .keywords import Sentence, is_link, negated, sentences
from .records import MagikaCard
from .state import Magika


def set_off(table: Magika, event: str, place: Place) -> None:
    """The sentences of a card on the Mantle that an event of its own sets off wait for the stack."""
    for sentence in ready(table, event, place):
        wait(table, sentence, place)


def ready(table: Magika, event: str, place: Place) -> list[Sentence]:
    """The sentences of a card that an event would set off: none of a Link, none that is Negated."""
    if is_link(place.object):
        return []
    found = [sentence for sentence in sentences(table, place) if sentence.ability.event == event]
    return [sentence for sentence in found if not negated(place.object, sentence.source, sentence.number)]


def wait(table: Magika, sentence: Sentence, place: Place, seen: Bound | None = None) -> None:
    """One sentence waits, its controller being the owner of the card that uses it."""
    assert place.seat is not None
    number: Any = place.object.id
    if holds(table, place.seat, number, sentence.ability):
        queue(table, place.seat, number, sentence.card, sentence.number, seen or {})


def holds(table: Magika, seat: int, source: int, ability: Ability) -> bool:
    """Whether the condition of a sentence is met."""
    return ability.condition is None or ability.condition(table, Side(seat, source))


def queue(table: Magika, seat: int, source: int, card: MagikaCard, number: int, seen: Bound) -> None:
    """A trigger waits, with what it saw."""
    trigger = Trigger(id=table.fresh_id(), player=seat, source=source, card=card.key, ability=number, bound=seen)
    table.state.trigger_queue = [*table.state.trigger_queue, trigger]


@carries("MM-21.26", "MM-18.3")
def set_off_ender(table: Magika, seat: int, source: int, key: str, silent: Collection[int] = ()) -> None:
    """Ender activates when its card was discarded, wherever from; a Token's too, none that is Negated (MM-R88)."""
    card = table.cards[key]
    for first in (abilities[0] for abilities in card.sentences.values()):
        ability = card.abilities[first]
        if ability.event == "ender" and first not in silent and holds(table, seat, source, ability):
            queue(table, seat, source, card, first, {})


@carries("MM-21.25")
def set_off_startup(table: Magika, place: Place) -> None:
    """Startup activates when its card is Summoned or played."""
    set_off(table, "startup", place)


@carries("MM-21.27")
def set_off_upkeep(table: Magika, place: Place, found: list[Sentence]) -> None:
    """Upkeep activates when its card is Summoned or played, and at the start of the turn."""
    for sentence in found:
        wait(table, sentence, place)


@carries("MM-21.28")
def set_off_victory(table: Magika, place: Place, found: list[Sentence], attacked: int) -> None:
    """Victory activates when the card's Attack has discarded a Summon, even if it falls itself."""
    for sentence in found:
        wait(table, sentence, place, {"attacked": [{"player": attacked}]})
