"""Driving the page of a deck in a browser, and asking the service beside it."""

from __future__ import annotations

import json
import time
import urllib.request
from typing import Any

import oracle
from app import samples
from tests.browser import PATIENCE, Browser
from tests.running import RunningServer

NOBODY = "0000-0000-0000-0000"
FORM = "document.querySelector('.editing form')"


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
