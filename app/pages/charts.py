"""The pictures of a deck as SVG: columns for a curve, rows for a make-up; colours come from the style sheet."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from .counting import Bar, Tally

WIDTH = 320
COLUMN, TOP, FLOOR, FOOT = 34, 22, 132, 20
ROW, LABEL, ROOM = 26, 112, 168
LONGEST_LABEL = 17

FRAME = Markup(
    '<figure><figcaption id="{id}">Cards by {name}</figcaption>'
    '<svg class="chart" viewBox="0 0 {w} {h}" role="img" aria-labelledby="{id}" aria-describedby="{id}-told">'
    '<desc id="{id}-told">{told}</desc>{body}</svg></figure>'
)
BAR = Markup('<rect class="{kind}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="2"/>')
WORD = Markup('<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{text}</text>')
LINE = Markup('<path class="axis" d="{path}"/>')


def drawn(tally: Tally, number: int) -> Markup:
    """The picture, with its name and the whole of it in words; `number` is its place on the page."""
    body = Markup("").join(columns(tally.bars) if tally.is_curve else rows(tally.bars))
    height = FLOOR + FOOT if tally.is_curve else ROW * len(tally.bars)
    words = {"name": lowered(tally.title), "told": tally.told, "id": f"chart-{number}"}
    return FRAME.format(w=WIDTH, h=height, body=body, **words)


def columns(bars: tuple[Bar, ...]) -> Iterator[Markup]:
    """A column for each number; words beneath them take more room."""
    slots = [max(1.0, len(bar.label) / 5) for bar in bars]
    unit = WIDTH / sum(slots)
    wide = min(unit * 0.72, COLUMN)
    for place, bar in enumerate(bars):
        slot = slots[place] * unit
        middle, tall = sum(slots[:place]) * unit + slot / 2, (FLOOR - TOP) * share(bar, bars)
        yield BAR.format(kind="bar", x=middle - wide / 2, y=FLOOR - tall, w=wide, h=tall)
        if bar.cards:
            yield WORD.format(kind="count", x=middle, y=FLOOR - tall - 6, anchor="middle", text=bar.cards)
        yield WORD.format(kind="label", x=middle, y=FLOOR + 16, anchor="middle", text=cut(bar.label, int(slot / 6.8)))
    yield LINE.format(path=f"M0 {FLOOR}H{WIDTH}")


def rows(bars: tuple[Bar, ...]) -> Iterator[Markup]:
    """A row for each kind."""
    for place, bar in enumerate(bars):
        top, long = place * ROW, ROOM * share(bar, bars)
        yield WORD.format(kind="label", x=LABEL - 8, y=top + 17, anchor="end", text=cut(bar.label, LONGEST_LABEL))
        yield BAR.format(kind="bar", x=LABEL, y=top + 4, w=long, h=ROW - 8)
        yield WORD.format(kind="count", x=LABEL + long + 6, y=top + 17, anchor="start", text=bar.cards)
    yield LINE.format(path=f"M{LABEL} 0V{ROW * len(bars)}")


def share(bar: Bar, bars: tuple[Bar, ...]) -> float:
    """How long a bar is beside the longest."""
    return bar.cards / (max((each.cards for each in bars), default=0) or 1)


def cut(text: str, most: int) -> str:
    """As much of a label as there is room for; the description has all of it."""
    return text if len(text) <= max(most, 2) else f"{text[: max(most, 2) - 1].rstrip()}…"


def lowered(title: str) -> str:
    """A title in the middle of a sentence; a shortening stays as it is."""
    return title if title.isupper() else title[:1].lower() + title[1:]
