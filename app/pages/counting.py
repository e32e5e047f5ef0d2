"""What the pictures of a deck count: its curve and its make-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import structs

from .naming import heading, titled

SECTION = "section"
NONE, UNKNOWN = "none", "unknown"
LONGEST_CURVE = 13
MOST_PARTS = 8

Copies = Iterable[tuple[Any, int]]


class Bar(NamedTuple):
    """How many cards are alike."""

    label: str
    cards: int


class Tally(NamedTuple):
    """The cards of a deck, counted by one thing; a curve runs from the least to the most."""

    title: str
    bars: tuple[Bar, ...]
    is_curve: bool

    @property
    def told(self) -> str:
        """The whole of it in words."""
        return "; ".join(f"{bar.label}: {bar.cards}" for bar in self.bars)


def tallies(game: Any, record: Any, cards: Mapping[str, Any]) -> list[Tally]:
    """The pictures of a deck; `cards` are those of its cards that are known."""
    portrait = game.portrait
    pictures = [(name, curve) for name in portrait.curve] + [(name, parts) for name in portrait.makeup]
    return [
        Tally(heading(game, name), (*ordered(game, name, [*copies(game, name, record, cards)]),), ordered is curve)
        for name, ordered in pictures
    ]


def copies(game: Any, name: str, record: Any, cards: Mapping[str, Any]) -> Iterator[tuple[Any, int]]:
    """What each line of a deck is by one field, with its copies."""
    default = absent(game, name)
    for section, lines in record.sections.items():
        for line in lines:
            card = cards.get(line.card)
            if name == SECTION:
                yield titled(section), line.count
            elif card is None:
                yield UNKNOWN, line.count
            else:
                yield card.document.get(name, default), line.count


def absent(game: Any, name: str) -> Any:
    """What a card has whose definition does not say it."""
    found = {each.name: each.default for each in structs.fields(game.card_record)}.get(name)
    return found if isinstance(found, int | str) else None


def curve(game: Any, name: str, found: Copies) -> Iterator[Bar]:
    """Numbers from the least to the most without a gap, then what has none; sections stand as the game has them."""
    measure: Callable[[str], int | None] = game.measures.get(name, lambda _: None)
    numbers: Counter[int] = Counter()
    words: Counter[str] = Counter({titled(each): 0 for each in game.sections} if name == SECTION else {})
    for value, count in found:
        number = measure(value) if isinstance(value, str) else value
        if isinstance(number, int):
            numbers[number] += count
        else:
            words[value or NONE] += count
    yield from numbered(numbers)
    yield from (Bar(word, count) for word, count in words.items())


def numbered(numbers: Counter[int]) -> Iterator[Bar]:
    """A bar for each number; those that would be too many to draw stand in the first and the last one."""
    if not numbers:
        return
    least = max(min(0, *numbers), -1)
    most = min(max(numbers), least + LONGEST_CURVE - 1)
    for number in range(least, most + 1):
        yield Bar(str(number), numbers[number])
    beyond = sum(count for number, count in numbers.items() if number > most)
    if beyond:
        yield Bar(f"over {most}", beyond)
    below = sum(count for number, count in numbers.items() if number < least)
    if below:
        yield Bar(f"under {least}", below)


def parts(game: Any, name: str, found: Copies) -> Iterator[Bar]:
    """The kinds from the most frequent; the rarest together where there are many."""
    written = game.portrait.written.get(name)
    kinds: Counter[str] = Counter()
    for value, count in found:
        kinds[written(value) if written and value != UNKNOWN else titled(str(value or NONE))] += count
    ranked = kinds.most_common()
    shown = ranked if len(ranked) <= MOST_PARTS else ranked[: MOST_PARTS - 1]
    yield from (Bar(kind, count) for kind, count in shown)
    if len(ranked) > len(shown):
        yield Bar("Others", sum(count for _, count in ranked[len(shown) :]))
