"""The cards and sections of one game by the names that people write."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from registry.plain_text import normal

SUGGESTIONS = 3
LONGEST_NAME = 200
"""What is longer is like no name, and to compare it would take long."""


def folded(text: str) -> str:
    """Give text without case, accents, tone marks and punctuation, words apart by single blanks; đ is d."""
    plain = normal("NFD", text).casefold().replace("đ", "d").replace("ß", "ss")
    letters = (" " if not char.isalnum() else char for char in plain if not _is_dropped(char))
    return " ".join("".join(letters).split())


def _is_dropped(char: str) -> bool:
    return char in "'’" or unicodedata.combining(char) != 0


class Shelf:
    """Finds cards and sections by key, name or alias, and never guesses."""

    def __init__(self, game: str, sections: Sequence[str], cards: Mapping[str, Iterable[str]]) -> None:
        """Take the keys of the cards with all the names that each goes by."""
        self.game = game
        self.sections = list(sections)
        self.names = {card: list(names) for card, names in cards.items()}
        self._exact: defaultdict[str, set[str]] = defaultdict(set)
        self._folded: defaultdict[str, set[str]] = defaultdict(set)
        for card, names in self.names.items():
            for name in (card, *names):
                self._exact[normal("NFC", name)].add(card)
                self._folded[folded(name)].add(card)

    def find(self, name: str) -> list[str]:
        """Give the cards that go by this name: by key, as printed, or without regard to case and marks."""
        if name in self.names:
            return [name]
        exact = self._exact.get(normal("NFC", name), set())
        return sorted(exact or self._folded.get(folded(name), set()))

    def is_printed(self, name: str) -> bool:
        """Whether a card goes by exactly this name."""
        return normal("NFC", name) in self._exact

    def near(self, name: str) -> list[str]:
        """Give the names of a few cards that are written alike."""
        if len(name) > LONGEST_NAME:
            return []
        found = get_close_matches(folded(name), self._folded, SUGGESTIONS)
        return [self.label(card) for each in found for card in sorted(self._folded[each])][:SUGGESTIONS]

    def label(self, card: str) -> str:
        """Give the name to write for a card: its first one if that finds it again, otherwise its key."""
        printed = self.names[card][:1]
        return printed[0] if printed and self.find(printed[0]) == [card] else card

    def section(self, heading: str) -> str | None:
        """Give the section of a heading, however it is spelt."""
        wanted = _squeezed(heading)
        return next((name for name in self.sections if _squeezed(name) == wanted), None)

    def near_sections(self, heading: str) -> list[str]:
        """Give the sections that are written like a heading, or all of them."""
        near = get_close_matches(heading, self.sections, SUGGESTIONS) if len(heading) <= LONGEST_NAME else []
        return near or self.sections


def _squeezed(text: str) -> str:
    return folded(text.replace("_", " ")).replace(" ", "")
