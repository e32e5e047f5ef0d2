"""The parts of a share page: the tags that name them, the QR code, who may see them, and under which address."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree as ET

import pytest
import segno

from app import create_app
from app.decks.settings import Keeping
from app.watch.quotas import Quotas
from tests.http.sharing import SITE, Tags, get, made, tags
from tests.http.talking import Api, InProcess

SPACE = "{http://www.w3.org/2000/svg}"


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
