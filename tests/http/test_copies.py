"""A deck's page in a browser: copied, compared, by keyboard alone, without scripts and where nothing is kept."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from tests.browser import Browser, browsing
from tests.http.editing import FORM, call, edited, kept, nothing_leaks, press, save, tab_to, type_key, until, write
from tests.running import RunningServer

pytestmark = [pytest.mark.server, pytest.mark.slow]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser for all tests, which keeps what pages let it keep."""
    with browsing(tmp_path_factory.mktemp("profile")) as found:
        found.look("light")
        yield found


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


CLOSED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('closed'); } })"


def test_a_browser_that_keeps_nothing_can_edit_and_is_given_the_link_of_a_copy(
    browser: Browser, server: RunningServer
) -> None:
    told = kept(server)
    name = browser.ask("Page.addScriptToEvaluateOnNewDocument", source=CLOSED)["identifier"]
    try:
        edited(browser, server, told)
        write(browser, name="Unkept")
        save(browser, 2)
        press(browser, "#fork")
        said = until(browser, "/keeps nothing.*/.exec(document.querySelector('#said').textContent)?.[0]")
    finally:
        browser.ask("Page.removeScriptToEvaluateOnNewDocument", identifier=name)

    link = said.rpartition(" ")[2]
    path, token = link.removeprefix(server.url).split("#")
    assert call(server, "GET", f"/v1/decks/{path.removeprefix('/d/')}")["forked_from"]["id"] == told["id"]
    edited(browser, server, {"url": path, "token": token})


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
