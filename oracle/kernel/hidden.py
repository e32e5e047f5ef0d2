"""What is hidden in a state: words for what an answer hangs on, pointers to what is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from .errors import HiddenStateNeeded, Undetermined

if TYPE_CHECKING:
    from .state import Zone
    from .table import Table
    from .texts import Texts


class Doubt(str):
    """What an answer hangs on, in words that tell the asking seat nothing: English, and any language."""

    __slots__ = ("facts", "key")
    key: str
    facts: dict[str, Any]

    def say(self, texts: Texts, language: str) -> str:
        """The same in a language."""
        return texts.say("hidden", self.key, language, self.facts)


def doubt(table: Table[Any, Any], key: str, **facts: Any) -> Undetermined:
    """The error of an answer that hangs on a hidden part; `key` names its template."""
    words = Doubt(table.game.texts.say("hidden", key, "en", facts))
    words.key, words.facts = key, facts
    return Undetermined([words])


def not_known(table: Table[Any, Any], thing: Any) -> Undetermined:
    """The error of an answer that hangs on which card an object is."""
    error = doubt(table, "card") if thing.id is UNSET else doubt(table, "object", object=thing.id)
    error.thing = thing
    return error


def in_words(depends_on: list[str], texts: Texts, language: str) -> list[str]:
    """What an answer hangs on, in a language."""
    return [words.say(texts, language) if isinstance(words, Doubt) else words for words in depends_on]


def some(table: Table[Any, Any], things: Iterable[Any], test: Callable[[Any], bool]) -> bool:
    """Whether a card among these passes; raises `Undetermined` where only a hidden one could."""
    unknown = None
    for thing in things:
        if thing.card is None:
            unknown = thing
        elif test(thing):
            return True
    if unknown is not None:
        raise not_known(table, unknown)
    return False


def is_unknown(card: Any) -> bool:
    """Whether an entry of a zone is a card that is not known here."""
    return card is None or (not isinstance(card, str) and card.card is None)


# -- where it stands -------------------------------------------------------------------------------


def located(state: Any, zone: Zone) -> Iterator[tuple[int | None, Any, str]]:
    """The cards of a zone with their seats and pointers."""
    for seat, things in zone.lists(state):
        if not things:
            continue
        if seat is None:
            base = "/".join(("", *zone.path, zone.name))
            pointers = [base] if zone.single else [f"{base}/{i}" for i in range(len(things))]
        else:
            pointers = zone.pointers(state.players[seat], f"/players/{seat}")
        for thing, at in zip(things, pointers, strict=True):
            yield seat, thing, at


def place_of(table: Table[Any, Any], cards: list[Any]) -> tuple[int | None, Zone]:
    """Whose list of cards this is, and of which zone."""
    for zone in table.game.zones.values():
        for seat, things in zone.lists(table.state):
            if things is cards:
                return seat, zone
    raise AssertionError("the list stands in a zone")


def needed(table: Table[Any, Any], cards: list[Any], *, first: bool = False) -> HiddenStateNeeded:
    """The error of work that needs the hidden cards of a list (the first of them only) in the state as it was sent."""
    seat, zone = place_of(table, cards)
    left = sum(map(is_unknown, cards))
    sent = table.state if table.sent is None else table.sent
    found = unknown_in(sent, zone, seat)
    if left > len(found):
        others = (other for other in table.game.zones.values() if other is not zone)
        found += [at for other in others for at in unknown_in(sent, other, seat)]
    else:
        found = found[-left:]
    return HiddenStateNeeded(found[:1] if first else found)


def unknown_in(state: Any, zone: Zone, seat: int | None) -> list[str]:
    """The pointers of the cards of a seat's zone that are not known."""
    return [
        pointer_to_card(at, zone)
        for holder, thing, at in located(state, zone)
        if holder == seat and is_unknown(thing)
    ]  # fmt: skip


def needed_for(table: Table[Any, Any], error: Undetermined) -> HiddenStateNeeded:
    """The error of work that came upon a card that is not known."""
    thing = error.thing
    for state in (table.sent, table.state):
        for zone in table.game.object_zones if state is not None else ():
            for _, other, at in located(state, zone):
                if other is thing or (thing is not None and thing.id is not UNSET and other.id == thing.id):
                    return HiddenStateNeeded([pointer_to_card(at, zone)])
    return HiddenStateNeeded(list(every_unknown(table)))


def every_unknown(table: Table[Any, Any]) -> Iterator[str]:
    """The pointers of all objects that are not known."""
    state = table.state if table.sent is None else table.sent
    for zone in table.game.object_zones:
        for _, thing, at in located(state, zone):
            if thing.card is None:
                yield pointer_to_card(at, zone)


def pointer_to_card(at: str, zone: Zone) -> str:
    """The pointer of the `null` itself."""
    return at if zone.holds is None else f"{at}/card"
