"""Pages looked at by axe-core in a browser: light and dark, wide and narrow, with scripts and without."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import oracle
from app.wire.problems import kinds
from tests.browser import Browser, browsing
from tests.http.editing import call, edited, kept, press, until, write
from tests.http.test_browser import registered
from tests.running import ROOT, RunningServer

AXE = ROOT / ".venv/node/node_modules/axe-core/axe.min.js"
LOOKS = [("light", 1200), ("dark", 390)]
OF_GAMES = [(game.key, *LOOKS[number % 2]) for number, game in enumerate(oracle.games())]
PAGES = ["/", "/docs", "/problems", "/problems/none", "/nothing", "/d/nothing"]
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
OPENED = "document.querySelectorAll('details').forEach((each) => { each.open = true })"
SMALL = """[...document.querySelectorAll('button, input, select, textarea, summary')]
  .filter((each) => each.checkVisibility())
  .filter((each) => each.getBoundingClientRect().height < 24).map((each) => each.outerHTML)"""
BROKEN = "({id, impact, help, nodes}) => [id, impact, help, nodes.map((node) => node.html.slice(0, 200))]"

pytestmark = [pytest.mark.server, pytest.mark.slow]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser for all pages."""
    with browsing(tmp_path_factory.mktemp("profile")) as found:
        yield found


def violations(browser: Browser, within: str = "document") -> Any:
    """What axe finds wrong with the page as it stands."""
    browser.evaluate(AXE.read_text("utf-8") + "; true")
    asked = f"axe.run({within}, {json.dumps(RULES)})"
    return browser.evaluate(f"{asked}.then((found) => found.violations.map({BROKEN}))")


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(browser: Browser, server: RunningServer, path: str, scheme: str, width: int) -> None:
    browser.look(scheme, width)
    browser.open(server.url + path)

    # The shapes of the reference are all alike: the first of them stand for the rest.
    browser.evaluate("[...document.querySelectorAll('.shape')].slice(5).forEach((each) => each.remove())")

    assert violations(browser) == []
    assert [url for url in browser.asked_for if not url.startswith(server.url)] == []
    assert [said for said in browser.complaints if "404" not in said] == []
    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_axe_finds_nothing_on_the_page_of_a_deck_and_in_its_frame(
    browser: Browser, server: RunningServer, scheme: str, width: int
) -> None:
    path = registered(server)
    for shown in (path, path.replace("/d/", "/embed/")):
        browser.look(scheme, width)
        browser.open(server.url + shown)
        browser.evaluate(OPENED)

        assert violations(browser) == [], shown
        assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), shown


@pytest.mark.parametrize(("key", "scheme", "width"), OF_GAMES)
def test_axe_finds_nothing_on_a_page_with_a_past_that_is_being_edited(
    browser: Browser, server: RunningServer, key: str, scheme: str, width: int
) -> None:
    told = kept(server, key, description="A line.\n" * 5, tags=["long" * 7] * 9)
    deck = told["deck"] | {"name": "X" * 80, "description": None, "author": "W" * 80}
    deck["sections"] = {name: lines[1:] for name, lines in deck["sections"].items()}
    call(server, "PUT", f"/v1/decks/{told['id']}", {"deck": deck}, told["token"])
    browser.look(scheme, width)
    edited(browser, server, told, "?beside=1")
    browser.evaluate(OPENED)
    write(browser, text="7 Nobody\nNo heading")
    press(browser, ".editing form button:not([type])")
    until(browser, "document.querySelector('.refusal').checkVisibility()")
    press(browser, ".editing .link")

    assert violations(browser) == []
    assert browser.complaints == []
    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert browser.evaluate(SMALL) == []


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_axe_finds_nothing_on_the_page_of_any_problem(
    browser: Browser, server: RunningServer, scheme: str, width: int
) -> None:
    browser.look(scheme, width)

    for code in kinds():
        browser.open(f"{server.url}/problems/{code}")
        assert violations(browser) == [], code
        assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), code
        assert kinds()[code].title in browser.evaluate("document.querySelector('h1').textContent")


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_an_operation_can_be_read_and_tried(browser: Browser, server: RunningServer, scheme: str, width: int) -> None:
    browser.look(scheme, width)
    browser.open(f"{server.url}/docs#checkActions")

    browser.evaluate("new Promise((done) => setTimeout(done, 200))")
    browser.evaluate("document.querySelector('#checkActions .trial button').click()")
    browser.evaluate(ANSWERED)

    said = browser.evaluate("document.querySelector('#checkActions .trial pre').textContent")
    assert said.startswith("200 application/json")
    assert '"verdicts"' in said
    assert violations(browser, "document.querySelector('#checkActions')") == []


ANSWERED = """new Promise((done, fail) => {
  const end = Date.now() + 20000;
  const look = () => {
    if (document.querySelector('#checkActions .trial pre').textContent) done(true);
    else if (Date.now() > end) fail(new Error('no answer'));
    else setTimeout(look, 50);
  };
  look();
})"""


def test_the_reference_is_searched(browser: Browser, server: RunningServer) -> None:
    browser.look("light")
    browser.open(server.url + "/docs")

    browser.evaluate(
        "const field = document.querySelector('#search'); field.value = 'every clause that it breaks';"
        "field.dispatchEvent(new Event('input'));"
    )

    shown = "[...document.querySelectorAll('details:not([hidden])')].map((each) => each.id)"
    assert browser.evaluate(shown) == ["checkActions"]
    assert browser.evaluate("document.querySelector('#found').textContent").startswith("1 of ")


def test_without_scripts_the_reference_is_whole(browser: Browser, server: RunningServer) -> None:
    browser.without_scripts()
    try:
        browser.open(server.url + "/docs")
        shown = browser.evaluate("document.querySelector('main').textContent")
        hidden = browser.evaluate("document.querySelector('form.search').hidden")
    finally:
        browser.without_scripts(off=False)

    assert hidden
    for word in ("/v1/games/{game}/check", "Parameters", "Checking", "Problems"):
        assert word in shown


def test_the_face_of_a_card_is_drawn(browser: Browser, server: RunningServer) -> None:
    browser.open(f"{server.url}/v1/games/maha-yodha/cards/rama.svg")

    assert browser.evaluate("document.documentElement.localName") == "svg"
    assert browser.evaluate("document.querySelector('title').textContent") == "RAMA"
    inside = "[...document.querySelectorAll('text')].every((each) => each.getBBox().x + each.getBBox().width <= 615)"
    assert browser.evaluate(inside)


def test_nothing_of_a_page_lies_elsewhere(server: RunningServer) -> None:
    with urllib.request.urlopen(f"{server.url}/docs", timeout=30) as answer:
        page = answer.read().decode()

    assert 'src="http' not in page
    assert 'href="http' not in page
    assert Path(AXE).is_file()
