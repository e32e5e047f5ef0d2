"""The names in a scenario: seats by name, cards as printed, objects by label.

A label is the text by which a scenario first names an object ("Kodanda #2"). It stays with the
card through its changes of zone, which the events tell (`object` before, `now` after).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from oracle.kernel.cards import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from oracle import Game

SEATS = ("Ana", "Ben", "Cid", "Dee")
HIDDEN = "?"
COPY = re.compile(r"\s*#\d+$")


class Names:
    """What the names of one scenario stand for, as the play goes on."""

    def __init__(self, game: Game[Any, Any], seats: Iterable[str], inline: Mapping[str, Any]) -> None:
        self.seats = {fold(name): seat for seat, name in enumerate(seats)}
        self.seat_names = tuple(seats)
        self.cards = _card_names(game, inline)
        self.labels: dict[str, list[int]] = {}
        self.history: dict[int, set[int]] = {}

    def seat(self, text: object) -> int | None:
        """The seat of that name, or None."""
        return self.seats.get(fold(text)) if isinstance(text, str) else None

    def key(self, text: str) -> str:
        """The key of a card by printed name, key or label; a text that is none stays as it is."""
        plain = fold(COPY.sub("", text))
        return self.cards.get(plain, text)

    def is_card(self, text: object) -> bool:
        """Whether the text names a card, with or without the number of a copy."""
        return isinstance(text, str) and fold(COPY.sub("", text)) in self.cards

    def register(self, label: str, number: int) -> None:
        """A label for the object with this id."""
        self.labels.setdefault(fold(label), []).append(number)
        self.history[number] = {number}

    def follow(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Carry the labels along with the cards that changed their zone."""
        for event in events:
            before, now = event.get("object"), event.get("now")
            if before is None or not now or before == now:
                continue
            for ids in self.labels.values():
                ids[:] = [now if number == before else number for number in ids]
            self.history[now] = self.history.pop(before, {before}) | {now}

    def known_as(self, text: str, document: Mapping[str, Any]) -> set[int]:
        """Every id that the object of this label, or any object of this card, has or had."""
        ids = self.labels.get(fold(text)) or list(self._of_card(text, document, None))
        return set().union(*(self.history.get(number, {number}) for number in ids))

    def find(self, text: str, document: Mapping[str, Any], seat: object) -> int | None:
        """The id of an object by its label, else by its card; that seat's own ones first."""
        own = set(self._of_seat(document, seat))
        labelled = self.labels.get(fold(text), [])
        named = [*self._of_card(text, document, seat), *self._of_card(text, document, None)]
        choices = sorted(labelled, key=lambda number: number not in own) + named
        return choices[0] if choices else None

    def _of_card(self, text: str, document: Mapping[str, Any], seat: object) -> Iterator[int]:
        if not self.is_card(text):
            return
        key = self.key(text)
        for owner, item in objects(document):
            if item.get("card") == key and "id" in item and seat in (None, owner):
                yield item["id"]

    def _of_seat(self, document: Mapping[str, Any], seat: object) -> Iterator[int]:
        return (item["id"] for owner, item in objects(document) if owner == seat and "id" in item)


def objects(document: Mapping[str, Any]) -> Iterator[tuple[int | None, Mapping[str, Any]]]:
    """Every object of a state document, with the seat in whose zone it is."""
    for seat, player in enumerate(document.get("players", [])):
        for value in player.values():
            yield from ((seat, item) for item in _records(value))
    for field, value in document.items():
        if field not in {"players", "agenda", "cards"}:
            yield from ((item.get("controller"), item) for item in _records(value))


def _records(value: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict) and "card" in item:
                yield item["card"] if isinstance(item["card"], dict) else item


def _card_names(game: Game[Any, Any], inline: Mapping[str, Any]) -> dict[str, str]:
    """Folded printed name or key to key, of the game's own cards and the inline ones."""
    documents = [dict(card.document) for card in game.cards()]
    documents += [{"key": key, **card} for key, card in inline.items() if isinstance(card, dict)]
    names: dict[str, str] = {}
    for document in documents:
        names[fold(document["key"])] = document["key"]
        printed = document.get("name", document["key"])
        for name in printed.values() if isinstance(printed, dict) else [printed]:
            names[fold(str(name))] = document["key"]
    return names
