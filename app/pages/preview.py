"""A deck as a picture of 1200 × 630 for the previews of links (PNG): its name, game, author and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple
from unicodedata import category, normalize

import orjson
from PIL import Image, ImageDraw, ImageFont

from .face import hue

Font = ImageFont.FreeTypeFont

DRAWING = 1  # another number whenever the same deck is drawn otherwise: the pictures are cached for ever
WIDTH, HEIGHT = 1200, 630
EDGE = 76
ROOM = WIDTH - 2 * EDGE
NAME_SIZES = (96, 84, 72, 62, 54)
MOST_COUNTS = 5
PAPER, INK, SOFT = "#fbfaf7", "#1d2422", "#55615d"


class Told(NamedTuple):
    """What the picture says of a deck; `counts` are numbers with what they count."""

    key: str
    game: str
    name: str
    author: str
    counts: tuple[tuple[int, str], ...]


def told(game: Any, record: Any, sections: Sequence[dict[str, Any]]) -> Told:
    """What there is to say of a deck whose sections are shown like this."""
    return Told(game.key, game.name, plain(record.name), plain(record.author or ""), (*counts(sections),))


def counts(sections: Sequence[dict[str, Any]]) -> Iterator[tuple[int, str]]:
    """All cards, then those of each section, or of each type where there is one section."""
    total = sum(section["count"] for section in sections)
    yield total, "card" if total == 1 else "cards"
    parts: Counter[str] = Counter()
    for section in sections:
        for line in section["lines"]:
            parts[section["title"] if len(sections) > 1 else line.get("type", "Unknown")] += line["count"]
    yield from ((count, title) for title, count in parts.most_common(MOST_COUNTS - 1))


def plain(text: str) -> str:
    """A text on one line, its letters in one piece each, without signs that are not written."""
    line = " ".join(normalize("NFC", text).split())
    return "".join(sign for sign in line if not category(sign).startswith("C"))


def fingerprint(told: Told, list_hash: str) -> str:
    """The hash of a revision's content and of how it is drawn."""
    return sha256(orjson.dumps([DRAWING, list_hash, *told])).hexdigest()[:20]


@lru_cache(maxsize=64)
def preview(told: Told) -> bytes:
    """The picture."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    dark = f"hsl({hue(told.key)}, 30%, 34%)"
    pen.rectangle((0, 0, WIDTH, 20), fill=dark)
    pen.text((EDGE, 104), told.game, dark, font("Semibold", 40), "ls")
    pen.text((WIDTH - EDGE, 104), "Rules Oracle", SOFT, font("Regular", 32), "rs")
    below = name(pen, told.name)
    if told.author:
        said = cut(f"by {told.author}", font("Regular", 40), ROOM)
        pen.text((EDGE, below + 62), said, SOFT, font("Regular", 40), "ls")
    boxes(pen, told, dark)
    kept = BytesIO()
    image.save(kept, "PNG")
    return kept.getvalue()


def name(pen: ImageDraw.ImageDraw, text: str) -> int:
    """Write the name in at most two lines, as large as it fits, and tell where it ends."""
    for size in NAME_SIZES:
        face = font("Bold", size)
        lines = [*wrapped(text, face)]
        if len(lines) <= 2:
            break
    shown = lines if len(lines) <= 2 else [lines[0], cut(" ".join(lines[1:]), face, ROOM)]
    top = 232 if len(shown) == 1 else 214
    for number, line in enumerate(shown):
        pen.text((EDGE, top + number * int(size * 1.16)), line, INK, face, "ls")
    return top + (len(shown) - 1) * int(size * 1.16)


def boxes(pen: ImageDraw.ImageDraw, told: Told, dark: str) -> None:
    """Draw the counts in a row of equal boxes, the first of them filled."""
    gap = 20
    wide = (ROOM - gap * (MOST_COUNTS - 1)) // MOST_COUNTS
    for place, (count, title) in enumerate(told.counts):
        left, first = EDGE + place * (wide + gap), place == 0
        pen.rounded_rectangle((left, 430, left + wide, 570), 14, dark if first else PAPER, dark, 3)
        ink = PAPER if first else INK
        pen.text((left + 20, 506), cut(f"{count:,}", font("Bold", 64), wide - 40), ink, font("Bold", 64), "ls")
        pen.text((left + 20, 550), cut(title, font("Regular", 28), wide - 36), ink, font("Regular", 28), "ls")


def wrapped(text: str, face: Font) -> Iterator[str]:
    """The text in lines that fit between the edges; a word that is too long for a line is cut."""
    line = ""
    for word in (cut(word, face, ROOM) for word in text.split()):
        longer = f"{line} {word}" if line else word
        if line and face.getlength(longer) > ROOM:
            yield line
            line = word
        else:
            line = longer
    yield line


def cut(text: str, face: Font, room: float) -> str:
    """As much of the text as there is room for."""
    if face.getlength(text) <= room:
        return text
    while text and face.getlength(f"{text}…") > room:
        text = text[:-1].rstrip()
    return f"{text}…"


@lru_cache
def font(weight: str, size: int) -> Font:
    """The letters, which come with this program: every language of the games can be written with them."""
    source = files("font_source_sans_pro") / "files" / f"SourceSansPro-{weight}.ttf"
    return ImageFont.truetype(BytesIO(source.read_bytes()), size, layout_engine=ImageFont.Layout.BASIC)
