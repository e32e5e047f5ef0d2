"""A deck is changed in a browser by whoever has its token, which goes nowhere else and can be forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import oracle
from tests.browser import Browser, browsing
from tests.http.editing import FORM, NOBODY, call, edited, kept, nothing_leaks, press, save, until, write
from tests.running import RunningServer

pytestmark = [pytest.mark.server, pytest.mark.slow]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser for all tests, which keeps what pages let it keep."""
    with browsing(tmp_path_factory.mktemp("profile")) as found:
        found.look("light")
        yield found


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: str(game.key))
def test_a_deck_of_each_game_is_changed_by_its_edit_link(browser: Browser, server: RunningServer, game: Any) -> None:
    told = kept(server, game.key)
    edited(browser, server, told)
    text = browser.evaluate(f"{FORM}.elements.text.value")
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("1 "))

    write(browser, text="\n".join([*lines[:at], lines[at].replace("1 ", "3 ", 1), *lines[at + 1 :]]))
    write(browser, name="Ours", author="Ana", description="One\nTwo", tags="fast, red")
    save(browser, 2)

    now = call(server, "GET", f"/v1/decks/{told['id']}")
    cards = {name: [line["count"] for line in each] for name, each in now["deck"]["sections"].items()}
    before = {name: [line["count"] for line in each] for name, each in told["deck"]["sections"].items()}
    assert now["revision"] == 2
    assert {name: now["deck"][name] for name in ("name", "author", "description", "tags", "options", "format")} == {
        "name": "Ours", "author": "Ana", "description": "One\nTwo", "tags": ["fast", "red"],
        "options": told["deck"]["options"], "format": told["deck"]["format"],
    }  # fmt: skip
    assert cards.keys() == before.keys()
    assert sum(map(sum, cards.values())) == sum(map(sum, before.values())) + 2
    assert browser.evaluate("document.querySelector('h1').textContent") == "Ours"
    assert browser.evaluate("location.pathname + location.hash") == told["url"]
    assert browser.complaints == []
    nothing_leaks(browser, told["token"])


def test_without_a_token_there_is_no_form(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    browser.open(server.url + told["url"])
    until(browser, "!document.querySelector('#fork').hidden")

    assert browser.evaluate("document.querySelector('.editing')") is None
    assert browser.evaluate("document.querySelector('form:not(.picker)')") is None
    assert browser.evaluate("localStorage.getItem('rules-oracle:token:' + 'x')") is None


def test_a_token_is_kept_for_the_next_time_and_can_be_forgotten(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    edited(browser, server, told)
    browser.open(f"{server.url}/d/{told['id'].lower().replace('-', '')}")
    until(browser, "Boolean(document.querySelector('.editing'))")
    browser.evaluate("document.querySelector('.editing summary').click()")
    until(browser, f"{FORM}.elements.text.value")

    press(browser, ".editing .forget")
    assert browser.evaluate("document.querySelector('.editing')") is None
    assert told["token"] not in browser.evaluate("JSON.stringify(localStorage)")
    browser.open(server.url + told["url"])
    until(browser, "!document.querySelector('#fork').hidden")
    assert browser.evaluate("document.querySelector('.editing')") is None


def test_an_edit_link_can_be_pasted_into_a_page_that_is_open(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    browser.open(server.url + told["url"])

    browser.evaluate(f"location.hash = {json.dumps(told['token'])}")
    until(browser, f"{FORM}.elements.text.value")

    assert browser.evaluate("location.hash") == ""


def test_lines_that_are_not_understood_are_told_by_number(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    edited(browser, server, told)

    write(browser, text="format: preconstructed\noption army: aditya\n\nDeck\n2 RAMA\n2 Kodandda\nwhat")
    press(browser, ".editing form button:not([type])")
    until(browser, "document.querySelector('.refusal').checkVisibility()")

    lines = browser.evaluate("[...document.querySelectorAll('.refusal li')].map((each) => each.textContent)")
    assert len(lines) == 2
    assert lines[0].startswith("Line 6 “Kodandda”: no card is called this")
    assert "KODANDA" in lines[0]
    assert lines[1].startswith("Line 7 “what”: no section is called this")
    assert browser.evaluate("document.activeElement.className") == "refusal"
    browser.evaluate("document.querySelector('.refusal .line').click()")
    area = f"{FORM}.elements.text"
    chosen = f"{area}.value.slice({area}.selectionStart, {area}.selectionEnd)"
    assert browser.evaluate(chosen) == "2 Kodandda"
    assert call(server, "GET", f"/v1/decks/{told['id']}")["revision"] == 1


def test_what_the_service_refuses_is_told_field_by_field(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    edited(browser, server, told)

    write(browser, tags=", ".join(["a" * 40, "b"]))
    press(browser, ".editing form button:not([type])")
    until(browser, "document.querySelector('.refusal').checkVisibility()")

    assert "/tags/0" in browser.evaluate("document.querySelector('.refusal').textContent")
    assert call(server, "GET", f"/v1/decks/{told['id']}")["revision"] == 1


def overtaken(browser: Browser, server: RunningServer) -> dict[str, Any]:
    """A deck that somebody else changed while it was edited, once saving it was refused."""
    told = kept(server)
    edited(browser, server, told)
    call(server, "PATCH", f"/v1/decks/{told['id']}", {"name": "Theirs"}, told["token"])

    write(browser, name="Ours")
    press(browser, ".editing form button:not([type])")
    until(browser, "document.querySelector('.refusal').checkVisibility()")
    return told


def test_who_comes_second_is_told_and_keeps_what_it_wrote(browser: Browser, server: RunningServer) -> None:
    told = overtaken(browser, server)

    assert "Somebody else changed this deck" in browser.evaluate("document.querySelector('.refusal').textContent")
    assert browser.evaluate(f"{FORM}.elements.name.value") == "Ours"
    assert call(server, "GET", f"/v1/decks/{told['id']}")["deck"]["name"] == "Theirs"
    press(browser, ".refusal .over")
    until(browser, "document.querySelector('#said').textContent === 'Saved as revision 3.'")
    assert call(server, "GET", f"/v1/decks/{told['id']}")["deck"]["name"] == "Ours"


def test_who_comes_second_can_take_over_what_is_there(browser: Browser, server: RunningServer) -> None:
    overtaken(browser, server)

    press(browser, ".refusal .reload")

    until(browser, f"{FORM}.elements.name.value === 'Theirs'")
    assert not browser.evaluate("document.querySelector('.refusal').checkVisibility()")
    write(browser, name="Together")
    save(browser, 3)


def test_a_private_deck_is_opened_and_changed_by_its_token_alone(browser: Browser, server: RunningServer) -> None:
    told = kept(server, visibility="private", name="A secret name")
    browser.open(server.url + told["url"])
    closed = browser.evaluate("document.querySelector('main').innerText")
    browser.open(f"{server.url}/d/{NOBODY}")
    absent = browser.evaluate("document.querySelector('main').innerText")
    assert without_request(closed) == without_request(absent)

    edited(browser, server, told)
    assert browser.evaluate("document.querySelector('h1').textContent") == "A secret name"
    assert browser.evaluate("document.title").startswith("A secret name")
    write(browser, visibility="unlisted")
    save(browser, told["revision"])

    assert call(server, "GET", f"/v1/decks/{told['id']}")["visibility"] == "unlisted"
    nothing_leaks(browser, told["token"])


def without_request(text: str) -> str:
    """A page without the id of its request."""
    return text.partition("Request")[0]


def test_a_token_that_opens_nothing_is_told_and_can_be_forgotten(browser: Browser, server: RunningServer) -> None:
    token = "rodeck_" + "0" * 27
    browser.open(f"{server.url}/d/{NOBODY}#{token}")

    told = until(browser, "document.querySelector('h1 + p button')?.parentElement.textContent")
    assert "opens no deck" in told
    browser.evaluate("document.querySelector('h1 + p button').click()")

    assert token not in browser.evaluate("JSON.stringify(localStorage)")


def test_a_token_that_only_reads_is_refused_in_words(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    read = call(server, "POST", f"/v1/decks/{told['id']}/tokens", {"scope": "read"}, told["token"])["token"]
    edited(browser, server, told | {"token": read})

    write(browser, name="Ours")
    press(browser, ".editing form button:not([type])")
    until(browser, "document.querySelector('.refusal').checkVisibility()")

    assert "may not change this deck" in browser.evaluate("document.querySelector('.refusal').textContent")


def test_no_answer_is_told_and_nothing_is_lost(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    edited(browser, server, told)
    write(browser, name="Through")
    line = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    try:
        browser.ask("Network.emulateNetworkConditions", offline=True, **line)
        press(browser, ".editing form button:not([type])")
        until(browser, "document.querySelector('.refusal').checkVisibility()")
    finally:
        browser.ask("Network.emulateNetworkConditions", offline=False, **line)

    assert "did not answer" in browser.evaluate("document.querySelector('.refusal').textContent")
    save(browser, 2)
    assert call(server, "GET", f"/v1/decks/{told['id']}")["deck"]["name"] == "Through"


def test_the_edit_link_is_shown_to_whoever_asks_for_it(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    edited(browser, server, told)

    assert not browser.evaluate("document.querySelector('.edit-link').checkVisibility()")
    press(browser, ".editing .link")

    assert (
        browser.evaluate("document.querySelector('#edit-link').value") == f"{server.url}{told['url']}#{told['token']}"
    )
