"""The parts of a share page: the frame, the QR code, the picture for previews, oEmbed, and the tags that name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from threading import Thread
from typing import Any
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree as ET

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import oracle
from app import create_app, samples
from app.decks.settings import Keeping
from app.pages.preview import ROOM, Told, cut, font, plain, preview, wrapped
from app.watch.quotas import Quotas
from tests.browser import browsing
from tests.http.talking import Answer, Api, InProcess
from tests.running import RunningServer

HOST = "decks.example"
SITE = f"http://{HOST}"
NOBODY = "0000-0000-0000-0000"
HOSTILE = '</title><script>alert(1)</script> & "x" \''
SPACE = "{http://www.w3.org/2000/svg}"
LETTERS = "ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵäöüß"


class Tags(HTMLParser):
    """The `meta` and `link` tags of a page, and its frames."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.links: dict[str, dict[str, str]] = {}
        self.frames: list[dict[str, str]] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        given = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        if tag == "meta" and "content" in given:
            self.meta[given.get("property") or given.get("name", "")] = given["content"]
        if tag == "link":
            self.links[given["rel"]] = given
        if tag == "iframe":
            self.frames.append(given)


def made(api: Api, deck: dict[str, Any], visibility: str = "unlisted", **words: Any) -> dict[str, Any]:
    """A deck just registered."""
    answer = api.post("/v1/decks", {"deck": deck | words, "visibility": visibility})
    assert answer.status == 201, answer.raw
    told: dict[str, Any] = answer.json
    return told


def get(api: Api, address: str, **headers: str) -> Answer:
    """What is at an address of this site."""
    parts = urlsplit(address)
    return api.get(parts.path + (f"?{parts.query}" if parts.query else ""), host=HOST, **headers)


def tags(api: Api, address: str) -> Tags:
    """The tags of a page."""
    return Tags(get(api, address).raw.decode())


def embedding(api: Api, url: str, **more: Any) -> Answer:
    """What oEmbed says of an address."""
    return get(api, "/oembed?url=" + quote(url, safe="") + "".join(f"&{name}={value}" for name, value in more.items()))


def test_the_page_names_its_parts_and_they_are_there(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck, author="Ana")

    page = tags(api, told["url"])

    assert page.meta["og:url"] == page.links["canonical"]["href"] == f"{SITE}/d/{told['id']}"
    assert page.meta["og:title"] == page.meta["twitter:title"] == "Aditya"
    assert page.meta["twitter:card"] == "summary_large_image"
    assert page.meta["og:image"] == page.meta["twitter:image"]
    assert page.links["alternate"]["type"] == "application/json+oembed"
    assert get(api, page.meta["og:image"]).headers["Content-Type"] == "image/png"
    assert get(api, page.links["alternate"]["href"]).json["title"] == "Aditya"
    assert get(api, f"/qr/{told['id']}.svg").status == 200


def test_the_page_of_a_code_has_no_parts(api: Api, deck: dict[str, Any]) -> None:
    code = get(api, f"/v1/decks/{made(api, deck)['id']}?format=code").raw.decode().strip()

    page = tags(api, f"/c/{code}")

    assert page.meta["twitter:card"] == "summary"
    assert "og:image" not in page.meta
    assert "alternate" not in page.links


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_every_game_has_pictures(client: Api, game: Any) -> None:
    told = made(client, samples.registrable(game), name="Thầy Pháp")

    answer = get(client, tags(client, told["url"]).meta["og:image"])

    with Image.open(BytesIO(answer.raw)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(answer.raw) < 1_000_000


def test_a_picture_is_kept_for_ever_and_another_hash_leads_to_it(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck)
    address = tags(api, told["url"]).meta["og:image"].removeprefix(SITE)

    picture, old = get(api, address), get(api, f"/og/{told['id']}-{'0' * 20}.png")

    assert picture.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert get(api, address, if_none_match=picture.headers["ETag"]).status == 304
    assert (old.status, old.headers["Location"]) == (302, address)
    assert "no-cache" in old.headers["Cache-Control"]


def test_the_hash_is_that_of_the_revision(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck)
    owner = {"authorization": f"Bearer {told['token']}", "if_match": "*"}
    before = tags(api, told["url"]).meta["og:image"]
    api.send("PATCH", f"/v1/decks/{told['id']}", {"name": "Another"}, **owner)
    renamed = tags(api, told["url"]).meta["og:image"]
    fewer = {**deck, "name": "Another", "sections": {"deck": deck["sections"]["deck"][:-1]}}
    api.send("PUT", f"/v1/decks/{told['id']}", {"deck": fewer}, **owner)
    now = tags(api, told["url"]).meta["og:image"]

    first = tags(api, f"{told['url']}/r/1").meta["og:image"]

    assert len({before, renamed, now}) == 3
    assert first == f"{before}?revision=1"
    assert get(api, first).status == 200
    assert get(api, before).headers["Location"] == now.removeprefix(SITE)
    assert get(api, f"/og/{told['id']}-0.png?revision=9").json["code"] == "revision-not-found"


def test_the_letters_have_every_sign_of_the_languages_of_the_games() -> None:
    for weight in ("Regular", "Semibold", "Bold"):
        drawn = font(weight, 40)
        unknown = bytes(drawn.getmask("\ue123"))

        assert [each for each in LETTERS + LETTERS.upper() + "–—…×" if bytes(drawn.getmask(each)) == unknown] == []


@settings(deadline=None, max_examples=25)
@given(st.text(max_size=80) | st.just("W" * 80) | st.just(HOSTILE), st.text(max_size=80))
def test_no_words_break_a_picture(name: str, author: str) -> None:
    name, author = plain(name), plain(author)
    preview(Told("machai", "Machai", name, author, ((10_000, "cards"), (9_999, "A rather long name of a type"))))

    face = font("Bold", 54)
    assert all(face.getlength(line) <= ROOM for line in wrapped(name, face))
    assert face.getlength(cut(name, face, ROOM)) <= ROOM


def test_the_code_says_the_address_of_the_page(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck)

    answer = get(api, f"/qr/{told['id'].lower()}.svg")

    drawn, code = ET.fromstring(answer.raw), segno.make(f"{SITE}/d/{told['id']}", error="m", micro=False)  # noqa: S314
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert drawn.findtext(f"{SPACE}title") == "QR code"
    assert {each.get("d") for each in drawn.iter(f"{SPACE}path")} >= {lines_of(code)}


def lines_of(code: Any) -> str:
    """The dark lines of a code as a path."""
    kept = BytesIO()
    code.save(kept, kind="svg", scale=8, light="#fff", xmldecl=False)
    return str(re.findall(r' d="([^"]+)"', kept.getvalue().decode())[-1])


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
        assert "script" not in Tags(text).tags
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


def addresses(told: dict[str, Any]) -> list[str]:
    """Every part of a deck."""
    url = quote(f"{SITE}{told['url']}", safe="")
    parts = [f"/embed/{told['id']}", f"/qr/{told['id']}.svg", f"/og/{told['id']}-0.png", f"/oembed?url={url}"]
    return [told["url"], *parts]


def test_a_private_deck_shows_its_parts_to_its_reader_alone(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck, "private")
    reader = {"authorization": f"Bearer {told['token']}"}

    for address in addresses(told):
        mine, others = get(api, address, **reader), get(api, address)

        assert mine.status in (200, 302), address
        assert mine.headers["Cache-Control"] == "private, no-store"
        assert (others.status, others.json["code"]) == (404, "deck-not-found")
    picture = get(api, get(api, addresses(told)[3], **reader).headers["Location"], **reader)
    assert picture.status == 200
    assert picture.headers["Cache-Control"] == "private, max-age=31536000, immutable"


def test_only_the_parts_of_a_public_deck_may_be_found(api: Api, deck: dict[str, Any]) -> None:
    for visibility in ("unlisted", "public"):
        told = made(api, deck, visibility)
        for address in (told["url"], f"/qr/{told['id']}.svg", f"/og/{told['id']}-0.png"):
            assert ("X-Robots-Tag" in get(api, address).headers) == (visibility == "unlisted"), address
        assert get(api, f"/embed/{told['id']}").headers["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("part", ["/embed/{}", "/qr/{}.svg", "/og/{}-0.png", f"/oembed?url={SITE}/d/{{}}"])
def test_a_client_that_tries_ids_is_stopped(application: Any, part: str) -> None:
    data = application.extensions["config"].data
    api = Api(InProcess(create_app({"data": data, "registry_url": "", "keeping": Keeping(misses=3)}).test_client()))

    answers = [get(api, part.format(f"{number:016}")).status for number in range(5)]

    assert answers == [404] * 3 + [429] * 2


def test_addresses_are_https_behind_a_proxy_that_is_believed(application: Any, deck: dict[str, Any]) -> None:
    data, quotas = application.extensions["config"].data, Quotas.of({"TRUSTED_PROXIES": "127.0.0.0/8"})
    believing = Api(InProcess(create_app({"data": data, "registry_url": "", "quotas": quotas}).test_client()))
    doubting = Api(InProcess(application.test_client()))
    told = made(doubting, deck)

    sites = [
        urlsplit(Tags(get(api, told["url"], x_forwarded_proto="https").raw.decode()).meta["og:url"]).scheme
        for api in (believing, doubting)
    ]

    assert sites == ["https", "http"]


def test_an_endless_host_is_refused(client: Api, deck: dict[str, Any]) -> None:
    told = made(client, deck)

    assert client.get(f"/qr/{told['id']}.svg", host="x" * 4_000).status == 400


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
