"""A card's face as a picture (SVG), drawn from its data alone: the same frame for every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from markupsafe import Markup

from .naming import stats, titled

WIDTH, HEIGHT = 630, 880
EDGE = 44
INNER = WIDTH - 2 * EDGE
NAME_SIZES = (46, 40, 34, 28)
TEXT_SIZES = (30, 27, 24, 21, 18, 16, 14, 12)
LEADING = 1.32
TEXT_TOP, TEXT_BOTTOM = 430, 818
NARROW, BROAD = frozenset("iljftrI.,:;'!|()[]/ "), frozenset("mwMWQOGD@%—–")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of writing at its place."""

    text: str
    y: float
    size: int
    weight: int = 400
    x: int = EDGE
    ink: str = "#1d2422"


def face(game: Any, card: Any, language: str) -> str:
    """The picture of a card; what it cannot hold stands in its description."""
    name, kind, text = card.name(language), titled(card.type), game.text(card, language)
    facts = stats(game, card.document)
    told = ". ".join([kind, *(f"{title} {value}" for title, value in facts), " ".join(text.split())])
    lines = [*heading(name), *facts_lines(kind, facts), *writing(text), footer(game)]
    body = Markup("").join(drawn(line) for line in lines)
    return str(FRAME.format(w=WIDTH, h=HEIGHT, name=name, told=told, hue=hue(card.type), body=body, lang=language))


FRAME = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="63mm" height="88mm" role="img" '
    'xml:lang="{lang}" aria-labelledby="name told">'
    '<title id="name">{name}</title><desc id="told">{told}</desc>'
    '<rect width="{w}" height="{h}" rx="28" fill="hsl({hue} 30% 34%)"/>'
    '<rect x="16" y="16" width="598" height="848" rx="18" fill="#fbfaf7"/>'
    '<rect x="16" y="180" width="598" height="216" fill="hsl({hue} 38% 90%)"/>'
    '<path d="M16 180H614M16 396H614" stroke="hsl({hue} 30% 34%)" stroke-width="3"/>'
    "<g font-family=\"system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif\">{body}</g></svg>"
)


def drawn(line: Line) -> Markup:
    """A line as SVG."""
    return Markup('<text x="{}" y="{:g}" font-size="{}" font-weight="{}" fill="{}">{}</text>').format(
        line.x, line.y, line.size, line.weight, line.ink, line.text
    )


def heading(name: str) -> Iterator[Line]:
    """The name in at most two lines, as large as it fits."""
    size, lines = fitted(name, NAME_SIZES, 2)
    top = 118 if len(lines) == 1 else 92
    return (Line(text, top + number * size * 1.15, size, 700) for number, text in enumerate(lines))


def facts_lines(kind: str, facts: Sequence[tuple[str, Any]]) -> Iterator[Line]:
    """The type, and the printed numbers and words in two columns."""
    yield Line(cut(kind, 30, INNER), 230, 30, 700)
    for number, (title, value) in enumerate(facts[:8]):
        said = cut(f"{title}: {titled(str(value))}", 23, INNER / 2 - 12)
        yield Line(said, 274 + number // 2 * 36, 23, 400, EDGE + number % 2 * INNER // 2)


def writing(text: str) -> Iterator[Line]:
    """The rules text, as large as it fits."""
    room = TEXT_BOTTOM - TEXT_TOP
    for size in TEXT_SIZES:
        lines = list(wrapped(text, size))
        if len(lines) * size * LEADING <= room:
            break
    most = int(room / (size * LEADING))
    shown = lines if len(lines) <= most else [*lines[: most - 1], "…"]
    return (Line(line, TEXT_TOP + (number + 0.8) * size * LEADING, size) for number, line in enumerate(shown))


def footer(game: Any) -> Line:
    """Which game the card belongs to."""
    return Line(game.name, 846, 18, 400, EDGE, "#55615d")


def fitted(text: str, sizes: Sequence[int], most: int) -> tuple[int, list[str]]:
    """The largest size at which the text has no more lines, and the lines."""
    for size in sizes:
        lines = list(wrapped(text, size))
        if len(lines) <= most:
            return size, lines
    return size, [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), size, INNER)]


def wrapped(text: str, size: int) -> Iterator[str]:
    """The text in lines that fit between the edges; its own line ends are kept."""
    for paragraph in text.splitlines():
        line = ""
        for word in (part for long in paragraph.split() for part in broken(long, size)):
            longer = f"{line} {word}" if line else word
            if line and length(longer, size) > INNER:
                yield line
                line = word
            else:
                line = longer
        yield line


def broken(word: str, size: int) -> Iterator[str]:
    """A word, in pieces where it is longer than a line."""
    begun, long = 0, 0.0
    for place, letter in enumerate(word):
        wide = size * width(letter)
        if long + wide > INNER:
            yield word[begun:place]
            begun, long = place, 0.0
        long += wide
    yield word[begun:]


def cut(text: str, size: int, room: float) -> str:
    """As much of the text as there is room for."""
    if length(text, size) <= room:
        return text
    long = size * width("…")
    for place, letter in enumerate(text):
        long += size * width(letter)
        if long > room:
            return text[:place].rstrip() + "…"
    return text


def length(text: str, size: int) -> float:
    """About how long a text is, a little more rather than less."""
    return size * sum(map(width, text))


@lru_cache(maxsize=4096)
def width(letter: str) -> float:
    """About how wide a letter is, as a part of its size."""
    if letter in NARROW:
        return 0.34
    return 0.92 if letter in BROAD else 0.7 if letter.isupper() else 0.59


def hue(word: str) -> int:
    """A colour for a type of card, always the same; the word says the same."""
    return sha256(word.encode()).digest()[0] * 360 // 256
