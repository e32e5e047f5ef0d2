"""The pictures of a deck: they count what card search finds, in every game, and say so in words."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import oracle
from app import samples
from app.pages.charts import WIDTH, drawn
from app.pages.counting import LONGEST_CURVE, MOST_PARTS, Bar, Tally, numbered, parts
from tests.http.sharing import made
from tests.http.talking import Api

SPACE = "{http://www.w3.org/2000/svg}"
FIGURE = re.compile(r"<figure>.*?</figure>", re.DOTALL)
DECKS = [(game, deck) for game in oracle.games() for deck in samples.decks(game)]


class Picture:
    """A picture of a deck as a reader of the page finds it."""

    def __init__(self, text: str) -> None:
        self.figure = ET.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '))  # noqa: S314 - drawn here
        caption, self.svg = self.figure.find("figcaption"), self.figure.find(f"{SPACE}svg")
        assert caption is not None
        assert self.svg is not None
        self.title = str(caption.text).removeprefix("Cards by ")
        self.named_by = (caption.attrib["id"], self.svg.attrib["aria-labelledby"])
        told = self.svg.find(f"{SPACE}desc")
        assert told is not None
        self.described_by = (told.attrib["id"], self.svg.attrib["aria-describedby"])
        pairs = [each.rpartition(": ") for each in str(told.text).split("; ")]
        self.bars = {label: int(count) for label, _, count in pairs}

    def seen(self, kind: str) -> list[str]:
        """What stands in the picture."""
        assert self.svg is not None
        return [str(each.text) for each in self.svg.iter(f"{SPACE}text") if each.attrib["class"] == kind]


def pictures(api: Api, path: str) -> dict[str, Picture]:
    """The pictures on a page by what they count."""
    page = api.get(path).raw.decode()
    return {found.title: found for found in map(Picture, FIGURE.findall(page))}


def copies(deck: dict[str, Any]) -> Counter[str]:
    """How often each card is in a deck."""
    count: Counter[str] = Counter()
    for lines in deck["sections"].values():
        for line in lines:
            count[line["card"]] += line["count"]
    return count


@pytest.mark.parametrize(("game", "shipped"), DECKS, ids=lambda each: getattr(each, "key", None) or each["key"])
def test_the_curve_counts_what_card_search_finds(client: Api, game: Any, shipped: dict[str, Any]) -> None:
    deck = {"game": game.key, "name": "Mine", **samples.inline(shipped)}
    held = copies(deck)
    found = pictures(client, made(client, deck)["url"])
    name = "buy" if game.key == "muhq" else "cost"
    curve = found["buy cost" if name == "buy" else "cost"]

    numbers = {label: count for label, count in curve.bars.items() if label.isdigit()}
    for number, count in numbers.items():
        cards = client.get(f"/v1/games/{game.key}/cards?limit=100&q={name}:{number}").json["cards"]
        known = sum(held[card["card"]] for card in cards)
        assert count == known or (number == "0" and count >= known), (number, count, known)
    assert sum(curve.bars.values()) == sum(held.values())
    assert list(numbers) == [str(number) for number in range(len(numbers))]


@pytest.mark.parametrize(("game", "shipped"), DECKS, ids=lambda each: getattr(each, "key", None) or each["key"])
def test_the_make_up_counts_each_card_once_and_says_it_in_words(
    client: Api, game: Any, shipped: dict[str, Any]
) -> None:
    deck = {"game": game.key, "name": "Mine", **samples.inline(shipped)}
    held = copies(deck)
    types: Counter[str] = Counter()
    for key, count in held.items():
        types[game.card(key).type.capitalize()] += count

    found = pictures(client, made(client, deck)["url"])

    assert found["type"].bars == types
    for picture in found.values():
        assert sum(picture.bars.values()) == sum(held.values()), picture.title
        assert picture.named_by[0] == picture.named_by[1]
        assert picture.described_by[0] == picture.described_by[1]
        assert sum(map(int, picture.seen("count"))) == sum(held.values())
        assert len(picture.seen("label")) == len(picture.bars)


def test_each_game_counts_by_its_own_words(client: Api) -> None:
    titles = {}
    for game in oracle.games():
        deck = {"game": game.key, "name": "Mine", **samples.inline(samples.decks(game)[0])}
        titles[game.key] = [*pictures(client, made(client, deck)["url"])]

    assert titles == {
        "maha-yodha": ["cost", "type"],
        "thay-phap": ["cost", "type"],
        "machai": ["level", "cost", "type", "archetype"],
        "mantle-magika": ["cost", "color", "type"],
        "muhq": ["buy cost", "type"],
    }


def test_the_levels_of_machai_are_counted_also_where_one_is_empty(client: Api) -> None:
    game = oracle.game("machai")
    deck = {"game": "machai", "name": "Mine", **samples.inline(samples.decks(game)[0])}
    deck["sections"] = {name: lines for name, lines in deck["sections"].items() if name != "level_3"}

    found = pictures(client, made(client, deck)["url"])

    assert found["level"].bars == {"Level 1": 20, "Level 2": 10, "Level 3": 0, "Level 4": 4}


def test_a_card_that_is_not_served_is_counted_as_unknown(client: Api, deck: dict[str, Any]) -> None:
    deck["sections"]["deck"] = [{"card": "rama", "count": 2}, {"card": "no-such-card", "count": 3}]

    found = pictures(client, made(client, deck)["url"])

    assert found["cost"].bars == {"0": 0, "1": 0, "2": 0, "3": 2, "unknown": 3}
    assert found["type"].bars == {"Unknown": 3, "Warrior": 2}


def test_a_deck_without_cards_has_no_pictures(client: Api, deck: dict[str, Any]) -> None:
    deck["sections"] = {"deck": []}
    page = client.get(made(client, deck)["url"])

    assert page.status == 200
    assert b"<figure>" not in page.raw


def test_the_page_of_a_code_has_the_pictures_too(client: Api, deck: dict[str, Any]) -> None:
    told = made(client, deck)
    code = client.get(f"/v1/decks/{told['id']}?format=code").raw.decode()

    by_code, by_id = pictures(client, f"/c/{code}"), pictures(client, told["url"])

    assert {title: found.bars for title, found in by_code.items()} == {
        title: found.bars for title, found in by_id.items()
    }


def test_a_card_shows_what_is_printed_on_it(client: Api) -> None:
    wanted = {"mantle-magika": ("fright-mouse", "1/1/2/1", "Purple"), "muhq": ("recruit", "1r1", "Buy cost")}
    for key, (card, *words) in wanted.items():
        deck = {"game": key, "name": "Mine", **samples.inline(samples.decks(oracle.game(key))[0])}
        deck["sections"] = {next(iter(deck["sections"])): [{"card": card, "count": 1}]}
        page = unescape(client.get(made(client, deck)["url"]).raw.decode())
        for word in words:
            assert word in page, (key, word)


def test_a_curve_has_no_gap_and_an_end() -> None:
    assert [*numbered(Counter({2: 1, 4: 3}))] == [("0", 0), ("1", 0), ("2", 1), ("3", 0), ("4", 3)]
    long = [*numbered(Counter({1: 1, 12: 2, 13: 3, 1000: 4}))]
    assert (long[0], long[-2:], len(long)) == (("0", 0), [("12", 2), ("over 12", 7)], LONGEST_CURVE + 1)
    assert [*numbered(Counter({-5: 1, -1: 2, 0: 3}))] == [("-1", 2), ("0", 3), ("under -1", 1)]
    assert [*numbered(Counter())] == []


def test_rare_kinds_stand_together_so_that_a_make_up_has_an_end() -> None:
    game = oracle.games()[0]
    found = [(f"kind-{number}", 20 - number) for number in range(12)]

    bars = [*parts(game, "type", found)]

    assert len(bars) == MOST_PARTS
    assert bars[0] == ("Kind 0", 20)
    assert bars[-1] == ("Others", sum(20 - number for number in range(MOST_PARTS - 1, 12)))


def test_every_label_and_every_bar_is_within_its_picture() -> None:
    bars = tuple(Bar(label, count) for label, count in [("A kind with a long name", 999), ("none", 1), ("unknown", 0)])
    for is_curve in (True, False):
        text = str(drawn(Tally("Cost", bars, is_curve), 0)).replace("<svg ", f'<svg xmlns="{SPACE[1:-1]}" ')
        svg = ET.fromstring(text)  # noqa: S314 - drawn here
        for each in svg.iter(f"{SPACE}rect"):
            at, of = (float(each.attrib[name]) for name in ("x", "width"))
            assert 0 <= at <= at + of <= WIDTH
            assert float(each.attrib["y"]) >= 0
        assert "A kind with a long name: 999; none: 1; unknown: 0" in [*svg.itertext()]
