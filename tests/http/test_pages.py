"""The pages: readable without JavaScript, closed to everything from elsewhere."""

from __future__ import annotations

import re
import subprocess
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask

import oracle
from app import create_app, samples
from tests.http.talking import GAME, Answer, Api, InProcess

HTML = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"


class Outline(HTMLParser):
    """What a page is made of."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.loads: list[str] = []
        self.attributes: list[str] = []
        self.text = ""
        self.feed(answer.raw.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        given = dict(attrs)
        self.tags.append(tag)
        self.attributes += given
        self.ids += [given["id"] or ""] if "id" in given else []
        self.loads += [given[name] or "" for name in ("src",) if name in given]
        loaded = tag == "link" and given["rel"] not in ("alternate", "canonical")
        self.loads += [given["href"] or ""] if loaded else []

    def handle_data(self, data: str) -> None:
        """Note what is said."""
        self.text += data


@pytest.fixture
def deck_page(api: Api, deck: dict[str, Any]) -> Answer:
    """The page of a deck that was just registered."""
    deck |= {"author": "Ana & <b>Co</b>", "description": "First line\nSecond <script>alert(1)</script> line"}
    return api.get(api.post("/v1/decks", {"deck": deck}).json["url"], accept=HTML)


@pytest.mark.parametrize("path", ["/", "/problems", "/problems/invalid-state", "/nothing", "/d/nothing"])
def test_a_page_is_whole_and_loads_nothing_from_elsewhere(api: Api, path: str) -> None:
    check_page(api.get(path, accept=HTML), scripts=1 if path.startswith("/d/") else 0)


def check_page(answer: Answer, scripts: int = 0) -> None:
    """A page has one heading, one main part, its language, no script and no style in itself."""
    outline = Outline(answer)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "unsafe-inline" not in answer.headers["Content-Security-Policy"]
    assert outline.tags.count("h1") == outline.tags.count("main") == outline.tags.count("title") == 1
    assert re.search(rb'<html lang="[a-z]+">', answer.raw)
    assert "style" not in outline.tags
    assert outline.tags.count("script") == scripts
    assert len(re.findall(rb'<script type="module" src="/static/[a-z]+\.js"></script>', answer.raw)) == scripts
    assert "style" not in outline.attributes
    assert not [name for name in outline.attributes if name.startswith("on")]
    assert all(address.startswith("/") and not address.startswith("//") for address in outline.loads)
    assert len(outline.ids) == len(set(outline.ids))


def test_a_deck_page_shows_the_whole_deck(deck_page: Answer) -> None:
    text = " ".join(Outline(deck_page).text.split())

    check_page(deck_page, scripts=1)
    assert deck_page.status == 200
    assert "Aditya" in text
    assert "A Maha Yodha deck of 30 cards by Ana & <b>Co</b>" in text
    assert "Deck 30 cards" in text
    assert re.search(r"2 × RAMA Warrior.*?Cost 3.*?Attack 1.*?Defence 3", text)
    assert "Legal" in text


def test_what_strangers_write_stays_text(deck_page: Answer) -> None:
    assert b"<script>" not in deck_page.raw
    assert b"<b>Co</b>" not in deck_page.raw


def test_only_a_public_deck_may_be_found(api: Api, deck: dict[str, Any], deck_page: Answer) -> None:
    public = api.get(api.post("/v1/decks", {"deck": deck, "visibility": "public"}).json["url"])

    assert deck_page.headers["X-Robots-Tag"] == "noindex"
    assert b'<meta name="robots" content="noindex">' in deck_page.raw
    assert "X-Robots-Tag" not in public.headers
    assert b"noindex" not in public.raw


def test_an_illegal_deck_says_why_and_links_to_the_clauses(api: Api, deck: dict[str, Any]) -> None:
    deck["sections"]["deck"][0]["count"] = 9
    page = api.get(api.post("/v1/decks", {"deck": deck}).json["url"])

    assert "Not legal" in Outline(page).text
    addresses = re.findall(rf'href="({GAME}/rules/[^"]+)"', page.raw.decode())
    assert [api.get(address).status for address in addresses] == [200] * len(addresses)
    assert "MY-D" in Outline(page).text


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: str(game.key))
def test_in_each_game_the_reasons_of_a_verdict_link_to_clauses_that_are_there(client: Api, game: Any) -> None:
    deck = {"game": game.key, "name": "Too many", **samples.inline(samples.decks(game)[0])}
    for lines in deck["sections"].values():
        lines[0]["count"] = 99
    made = client.post("/v1/decks", {"deck": deck}).json

    page = client.get(made["url"]).raw.decode()
    found = re.search(r'<section class="verdict illegal".*?</section>', page, re.DOTALL)

    assert found
    links = re.findall(r'href="([^"]+)"', found[0])
    assert len(links) == found[0].count("<li>") == len(made["legality"]["violations"]) > 0
    for link in links:
        assert client.get(link).json["id"] == link.rpartition("/")[2]
    for each in made["legality"]["violations"]:
        assert f">{each['rule']}</a>" in found[0]


def test_cards_are_told_in_the_language_that_is_asked_for_and_say_which_it_is(client: Api) -> None:
    game = oracle.game("thay-phap")
    deck = {"game": game.key, "name": "Mine", **samples.inline(samples.decks(game)[0])}
    made = client.post("/v1/decks", {"deck": deck}).json
    code = client.get(f"/v1/decks/{made['id']}?format=code").raw.decode()

    for path in (made["url"], f"{made['url']}/r/1", f"/c/{code}"):
        for page in (client.get(f"{path}?lang=vi"), client.get(path, accept_language="vi")):
            assert re.search(r'<h3 lang="vi"><a href="[^"]+">Bùa Lửa</a></h3>', page.raw.decode())
            assert b'<html lang="en">' in page.raw
        assert ">Fire Charm</a></h3>" in client.get(path).raw.decode()
    assert '<span lang="vi">Bùa Lửa</span>' in client.get(f"/embed/{made['id']}?lang=vi").raw.decode()


def test_every_page_of_a_deck_says_how_the_operator_is_reached(application: Flask, deck: dict[str, Any]) -> None:
    settings = {"data": application.extensions["config"].data, "registry_url": "", "contact": "ops@example.org"}
    api = Api(InProcess(create_app(settings).test_client()))
    made = api.post("/v1/decks", {"deck": deck}).json

    for path in (made["url"], made["url"].replace("/d/", "/embed/"), "/", "/d/nothing"):
        assert b"Contact: ops@example.org" in api.get(path, accept=HTML).raw, path


def test_a_person_with_a_browser_gets_problems_as_pages(api: Api) -> None:
    answer = api.get("/d/0000-0000-0000-0000", accept=HTML)

    assert answer.status == 404
    assert "There is no such deck" in Outline(answer).text


def test_a_program_never_gets_a_page(api: Api) -> None:
    for accept in ("*/*", "application/json", HTML):
        assert api.get("/v1/games/chess", accept=accept).headers["Content-Type"] == "application/problem+json"
    assert api.get("/nothing", accept="*/*").headers["Content-Type"] == "application/problem+json"


def test_the_style_sheet_and_the_picture_are_there(api: Api) -> None:
    for path in ("/static/style.css", "/static/icon.svg"):
        assert api.get(path).status == 200


@pytest.mark.server
def test_the_three_calls_of_the_front_page_can_be_pasted(over_http: Api, server: Any) -> None:
    page = over_http.get("/", accept=HTML, host=server.url.removeprefix("http://"))
    blocks = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", page.raw.decode(), re.DOTALL)
    script = "\n".join(blocks).replace("&#34;", '"').replace("&#39;", "'").replace("&amp;", "&")

    said = subprocess.run(["bash", "-ec", script], capture_output=True, text=True, check=True, timeout=30).stdout

    assert len(blocks) == 4
    assert said.count('"digest"') == 3
    assert '"verdict":"legal"' in said
