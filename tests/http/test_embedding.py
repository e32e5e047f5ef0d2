"""A deck on other sites: the frame, and what oEmbed says of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

import oracle
from app import samples
from tests.browser import browsing
from tests.http.sharing import HOST, HOSTILE, NOBODY, SITE, Tags, embedding, get, made, tags
from tests.http.talking import Api
from tests.running import RunningServer


def test_only_the_frame_may_be_framed(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck)

    frame, page = get(api, f"/embed/{told['id']}"), get(api, told["url"])

    assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
    assert "default-src 'none'" in frame.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in frame.headers
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"


def test_the_frame_shows_the_deck_and_its_verdict(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck, author="Ana")
    text = get(api, f"/embed/{told['id']}").raw.decode()

    assert "A Maha Yodha deck of 30 cards by Ana" in text
    assert "2 × RAMA" in text
    assert "Legal" in text
    assert f'<a href="{SITE}/d/{told["id"]}" target="_blank" rel="noopener">Aditya</a>' in text


def test_the_frame_shows_the_revision_that_is_asked_for(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck)
    owner = {"authorization": f"Bearer {told['token']}", "if_match": "*"}
    api.send("PATCH", f"/v1/decks/{told['id']}", {"name": "Another"}, **owner)

    old = embedding(api, f"{SITE}/d/{told['id']}/r/1").json

    assert old["title"] == "Aditya"
    assert ">Aditya</a>" in get(api, Tags(old["html"]).frames[0]["src"]).raw.decode()
    assert ">Another</a>" in get(api, f"/embed/{told['id']}").raw.decode()


def test_what_strangers_write_stays_text(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck, name=HOSTILE, author=HOSTILE)

    rich = embedding(api, f"{SITE}/d/{told['id']}").json

    for text in (get(api, f"/embed/{told['id']}").raw.decode(), get(api, told["url"]).raw.decode(), rich["html"]):
        assert "<script>" not in text
    assert Tags(rich["html"]).frames[0]["title"] == HOSTILE
    assert rich["title"] == rich["author_name"] == HOSTILE
    assert HOSTILE in unescape(get(api, f"/embed/{told['id']}").raw.decode())


def test_oembed_tells_a_frame(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck, author="Ana")

    rich = embedding(api, f"{SITE}/d/{told['id']}", format="json").json

    assert (rich["version"], rich["type"], rich["author_name"]) == ("1.0", "rich", "Ana")
    assert Tags(rich["html"]).frames[0]["src"] == f"{SITE}/embed/{told['id']}"
    assert rich["thumbnail_url"] == tags(api, told["url"]).meta["og:image"]


def test_oembed_keeps_to_the_room_there_is(api: Api, deck: dict[str, Any]) -> None:
    url = f"https://{HOST}/d/{made(api, deck)['id']}"

    rich = embedding(api, url, maxwidth=300, maxheight=200).json

    assert (rich["width"], rich["height"]) == (300, 200)
    assert 'width="300" height="200"' in rich["html"]
    assert "thumbnail_url" not in rich


@pytest.mark.parametrize(
    ("url", "code"),
    [
        (f"{SITE}/d/{NOBODY}", "deck-not-found"),
        (f"{SITE}/d/nothing", "deck-not-found"),
        (f"{SITE}/docs", "not-found"),
        (f"http://elsewhere.example/d/{NOBODY}", "not-found"),
        (f"ftp://{HOST}/d/{NOBODY}", "not-found"),
        (f"http://{HOST}@elsewhere.example/d/{NOBODY}", "not-found"),
        ("http://[", "not-found"),
        ("", "not-found"),
    ],
)
def test_oembed_knows_only_decks_of_this_service(client: Api, url: str, code: str) -> None:
    answer = embedding(client, url)

    assert (answer.status, answer.json["code"]) == (404, code)


def test_oembed_speaks_json_only(api: Api) -> None:
    answer = embedding(api, f"{SITE}/d/{NOBODY}", format="xml")

    assert (answer.status, answer.json["code"]) == (400, "format-not-served")
    assert api.get("/oembed").json["code"] == "invalid-request"


@pytest.mark.server
@pytest.mark.slow
def test_another_site_can_frame_it_in_a_browser(server: RunningServer, over_http: Api, tmp_path: Any) -> None:
    told = made(over_http, samples.registrable(oracle.games()[0]))
    url = quote(server.url + told["url"], safe="")
    rich = over_http.get(f"/oembed?url={url}", host=urlsplit(server.url).netloc).json
    site = f"<!doctype html><link rel=icon href=data:,><title>Another site</title>{rich['html']}".encode()

    with serving(site) as address, browsing(tmp_path / "profile") as browser:
        browser.open(address)

        assert [url for url in browser.asked_for if "/embed/" in url] == [f"{server.url}/embed/{told['id']}"]
        assert browser.complaints == []


@contextmanager
def serving(page: bytes) -> Iterator[str]:
    """Another site, of one page."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
