"""A deck is changed and copied in a browser by whoever has its token, which goes nowhere else and can be forgotten."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

import oracle
from app import samples
from tests.browser import PATIENCE, Browser, browsing
from tests.running import RunningServer

pytestmark = [pytest.mark.server, pytest.mark.slow]

NOBODY = "0000-0000-0000-0000"
FORM = "document.querySelector('.editing form')"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser for all tests, which keeps what pages let it keep."""
    with browsing(tmp_path_factory.mktemp("profile")) as found:
        found.look("light")
        yield found


def call(server: RunningServer, method: str, path: str, body: Any = None, token: str = "") -> Any:
    """What the service answers to another client."""
    headers = {"Content-Type": "application/json"} | ({"If-Match": "*"} if method != "GET" else {})
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def kept(server: RunningServer, key: str = "maha-yodha", visibility: str = "unlisted", **words: Any) -> dict[str, Any]:
    """A deck that ships with a game, just registered."""
    game = oracle.game(key)
    deck = {"game": key, "name": "Mine", **samples.inline(samples.decks(game)[0]), **words}
    told: dict[str, Any] = call(server, "POST", "/v1/decks", {"deck": deck, "visibility": visibility})
    return told


def until(browser: Browser, script: str) -> Any:
    """The value of an expression once it is something; a page that is just left has none."""
    end = time.monotonic() + PATIENCE
    while not (value := browser.evaluate(f"(() => {{ try {{ return {script} }} catch {{ return null }} }})()")):
        assert time.monotonic() < end, (script, browser.evaluate("document.body?.innerText"), browser.complaints)
        time.sleep(0.05)
    return value


def edited(browser: Browser, server: RunningServer, told: dict[str, Any], query: str = "") -> None:
    """Open a deck by its edit link and wait for the form."""
    browser.open("about:blank#")
    browser.open(f"{server.url}{told['url']}{query}#{told['token']}")
    until(browser, f"{FORM}.elements.text.value")


def write(browser: Browser, **values: str) -> None:
    """Fill in fields of the form."""
    for name, value in values.items():
        browser.evaluate(f"{FORM}.elements[{json.dumps(name)}].value = {json.dumps(value)}")


def press(browser: Browser, button: str) -> None:
    """Press a button that is seen."""
    found = f"document.querySelector({json.dumps(button)})"
    assert browser.evaluate(f"Boolean({found}) && {found}.checkVisibility()"), button
    browser.evaluate(f"{found}.click()")


def save(browser: Browser, number: int) -> None:
    """Save, and wait until it is said which revision that made."""
    press(browser, ".editing form button:not([type])")
    until(browser, f"document.querySelector('#said').textContent === 'Saved as revision {number}.'")


def nothing_leaks(browser: Browser, token: str) -> None:
    """The token stands in no address, no referrer, no body and no word of the page, but in `Authorization` to us."""
    site = browser.evaluate("location.origin")
    for event in browser.events:
        sent = event.get("params", {}).get("request")
        if event.get("method") != "Network.requestWillBeSent" or sent is None:
            continue
        headers = {name.lower(): value for name, value in sent["headers"].items()}
        assert token not in sent["url"]
        assert sent["url"].startswith(site)
        assert not headers.get("referer")
        assert token not in sent.get("postData", "")
        assert [name for name, value in headers.items() if token in value] in ([], ["authorization"])
    assert token not in browser.evaluate("location.href + document.documentElement.outerHTML + document.cookie")
    assert token not in browser.evaluate("JSON.stringify(sessionStorage)")
    assert [each["url"] for each in browser.ask("Page.getNavigationHistory")["entries"] if token in each["url"]] == []


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


def test_who_comes_second_is_told_and_keeps_what_it_wrote(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    edited(browser, server, told)
    call(server, "PATCH", f"/v1/decks/{told['id']}", {"name": "Theirs"}, told["token"])

    write(browser, name="Ours")
    press(browser, ".editing form button:not([type])")
    until(browser, "document.querySelector('.refusal').checkVisibility()")

    assert "Somebody else changed this deck" in browser.evaluate("document.querySelector('.refusal').textContent")
    assert browser.evaluate(f"{FORM}.elements.name.value") == "Ours"
    assert call(server, "GET", f"/v1/decks/{told['id']}")["deck"]["name"] == "Theirs"
    press(browser, ".refusal .over")
    until(browser, "document.querySelector('#said').textContent === 'Saved as revision 3.'")
    assert call(server, "GET", f"/v1/decks/{told['id']}")["deck"]["name"] == "Ours"


def test_who_comes_second_can_take_over_what_is_there(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    edited(browser, server, told)
    call(server, "PATCH", f"/v1/decks/{told['id']}", {"name": "Theirs"}, told["token"])

    write(browser, name="Ours")
    press(browser, ".editing form button:not([type])")
    until(browser, "document.querySelector('.refusal').checkVisibility()")
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


def test_a_copy_is_made_and_can_be_changed(browser: Browser, server: RunningServer) -> None:
    told = kept(server, "muhq")
    browser.open(server.url + told["url"])
    until(browser, "!document.querySelector('#fork').hidden")

    browser.evaluate("document.querySelector('#fork').click(); document.querySelector('#fork').click()")
    path = until(browser, f"location.pathname !== {json.dumps(told['url'])} && location.pathname")
    until(browser, "Boolean(document.querySelector('.editing'))")
    made = call(server, "GET", f"/v1/decks/{path.removeprefix('/d/')}")

    assert made["forked_from"] == {"id": told["id"], "revision": 1}
    assert made["deck"]["sections"] == told["deck"]["sections"]
    browser.evaluate("document.querySelector('.editing summary').click()")
    until(browser, f"{FORM}.elements.text.value")
    write(browser, name="My own")
    save(browser, 2)
    assert f'href="/d/{told["id"]}/r/1"' in browser.evaluate("document.querySelector('main').innerHTML")
    assert call(server, "GET", f"/v1/decks/{told['id']}")["revision"] == 1


def test_a_copy_of_a_private_deck_is_private(browser: Browser, server: RunningServer) -> None:
    told = kept(server, visibility="private")
    edited(browser, server, told)

    press(browser, "#fork")
    path = until(browser, f"location.pathname !== {json.dumps(told['url'])} && location.pathname")
    until(browser, "Boolean(document.querySelector('.editing'))")

    with pytest.raises(urllib.error.HTTPError, match="404"):
        call(server, "GET", f"/v1/decks/{path.removeprefix('/d/')}")


def test_revisions_of_a_private_deck_are_compared(browser: Browser, server: RunningServer) -> None:
    told = kept(server, visibility="private")
    call(server, "PATCH", f"/v1/decks/{told['id']}", {"name": "Second"}, told["token"])
    edited(browser, server, told)

    press(browser, ".picker button")

    until(browser, "document.querySelector('#changes')?.textContent === 'What changed from revision 1 to 2'")
    assert "Second" in browser.evaluate("document.querySelector('.changes').textContent")
    nothing_leaks(browser, told["token"])


KEYS = {"Tab": 9, "Enter": 13, " ": 32}


def type_key(browser: Browser, key: str) -> None:
    """Press a key and let it go."""
    text = {"Enter": "\r", " ": " "}.get(key, "")
    down = {"type": "keyDown", "key": key, "code": {" ": "Space"}.get(key, key), "windowsVirtualKeyCode": KEYS[key]}
    browser.ask("Input.dispatchKeyEvent", **down, **({"text": text} if text else {}))
    browser.ask("Input.dispatchKeyEvent", **{**down, "type": "keyUp"})


def tab_to(browser: Browser, selector: str) -> None:
    """Go on by the Tab key alone until this has the focus."""
    for _ in range(120):
        if browser.evaluate(f"document.activeElement.matches({json.dumps(selector)})"):
            return
        type_key(browser, "Tab")
    raise AssertionError(selector)


def test_a_deck_is_changed_and_compared_by_keyboard_alone(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    edited(browser, server, told)

    tab_to(browser, "#edit-name")
    browser.ask("Input.insertText", text="By hand, ")
    type_key(browser, "Enter")
    until(browser, "document.querySelector('#said').textContent === 'Saved as revision 2.'")
    assert "By hand" in call(server, "GET", f"/v1/decks/{told['id']}")["deck"]["name"]
    assert browser.evaluate("document.activeElement.localName") == "h1"
    tab_to(browser, ".picker button")
    type_key(browser, "Enter")
    until(browser, "document.querySelector('#changes')?.textContent === 'What changed from revision 1 to 2'")
    tab_to(browser, ".editing summary")
    type_key(browser, " ")
    until(browser, f"{FORM}.elements.text.value")
    tab_to(browser, ".editing .forget")
    type_key(browser, "Enter")

    assert browser.evaluate("document.querySelector('.editing')") is None
    assert browser.complaints == []


def test_the_edit_link_is_shown_to_whoever_asks_for_it(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    edited(browser, server, told)

    assert not browser.evaluate("document.querySelector('.edit-link').checkVisibility()")
    press(browser, ".editing .link")

    assert (
        browser.evaluate("document.querySelector('#edit-link').value") == f"{server.url}{told['url']}#{told['token']}"
    )


def test_the_text_and_the_code_are_copied(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    browser.open(server.url + told["url"])
    until(browser, "!document.querySelector('[data-copies=as-code]').hidden")
    browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")

    for name in ("as-code", "as-text", "as-frame"):
        press(browser, f"[data-copies={name}]")
        said = (
            f"document.querySelector('[data-copies={name}]').parentElement.querySelector('[role=status]').textContent"
        )
        assert until(browser, said) in ("Copied.", "It is marked; copy it by hand.")


def test_a_page_without_scripts_is_whole(browser: Browser, server: RunningServer) -> None:
    told = kept(server)
    call(server, "PATCH", f"/v1/decks/{told['id']}", {"name": "Second"}, told["token"])
    browser.without_scripts()
    try:
        browser.open(server.url + told["url"])
        text = browser.evaluate("document.querySelector('main').innerText")
        tab_to(browser, ".picker button")
        type_key(browser, "Enter")
        until(browser, "location.search === '?revision=2&beside=1' && location.hash === '#changes'")
        text += until(browser, "document.querySelector('.changes').innerText")
        seen = browser.evaluate(
            "[...document.querySelectorAll('button')].filter((each) => each.checkVisibility()).length"
        )
    finally:
        browser.without_scripts(off=False)

    for word in ("Second", "Legal", "Cards by cost", "RAMA", "What changed from revision 1 to 2", "Compare", "/fork"):
        assert word in text
    assert seen == 1
