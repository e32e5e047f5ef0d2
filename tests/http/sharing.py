"""Pages of decks and their parts as another site sees them."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlsplit

from tests.http.talking import Answer, Api

HOST = "decks.example"
SITE = f"http://{HOST}"
NOBODY = "0000-0000-0000-0000"
HOSTILE = '</title><script>alert(1)</script> & "x" \''


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
