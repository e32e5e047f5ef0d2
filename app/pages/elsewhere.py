"""A registered deck on other sites: the addresses of its parts, the frame, and what oEmbed says of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from flask import current_app, request
from markupsafe import Markup

import oracle
from app.watch.quotas import read
from app.wire.problems import Problem

from .deck import cards_of, sections_of
from .preview import HEIGHT, WIDTH, Told, fingerprint, told

PROVIDER = "Rules Oracle"
FRAME_WIDTH, FRAME_HEIGHT = 480, 420
LONGEST_HOST = 300
SHARED = re.compile(r"/d/(?P<id>[^/]{1,60})(?:/r/(?P<revision>[0-9]{1,9}))?/?")
FRAME = Markup(
    '<iframe src="{src}" title="{title}" width="{width}" height="{height}" loading="lazy" '
    'sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>'
)


@dataclass(frozen=True, slots=True)
class Parts:
    """The addresses of a deck at one revision; those of the newest name none."""

    site: str
    id: str
    revision: int | None
    hash: str

    @property
    def url(self) -> str:
        """The page."""
        return f"{self.site}/d/{self.id}" + (f"/r/{self.revision}" if self.revision else "")

    @property
    def picture(self) -> str:
        """The picture for previews."""
        return f"{self.site}/og/{self.id}-{self.hash}.png{self.query}"

    @property
    def frame(self) -> str:
        """The page in small, for other sites."""
        return f"{self.site}/embed/{self.id}{self.query}"

    @property
    def oembed(self) -> str:
        """What oEmbed says."""
        return f"{self.site}/oembed?format=json&url={quote(self.url, safe='')}"

    @property
    def query(self) -> str:
        """What names the revision where the path does not."""
        return f"?revision={self.revision}" if self.revision else ""

    def framed(self, title: str, width: int = FRAME_WIDTH, height: int = FRAME_HEIGHT) -> str:
        """The frame as another site puts it into its page."""
        return str(FRAME.format(src=self.frame, title=title, width=width, height=height))


def site() -> str:
    """The address of this service as its client knows it."""
    if len(request.host) > LONGEST_HOST:
        raise Problem("bad-request", "`Host` is longer than the name of any host.")
    return f"{'https' if is_secure() else 'http'}://{request.host}"


def is_secure() -> bool:
    """Whether the client came by TLS: to this server, or to a proxy that is believed."""
    peer = read(str(request.environ.get("REMOTE_ADDR", "")))
    trusted = current_app.extensions["config"].quotas.trusted
    if peer is not None and any(peer in network for network in trusted if network.version == peer.version):
        return request.headers.get("X-Forwarded-Proto", request.scheme).strip().lower() == "https"
    return request.is_secure


def picture_of(kept: Any) -> Told:
    """What the picture of a deck says, in the same language for everybody."""
    game = oracle.game(kept.record.game)
    record = kept.record
    return told(game, record, sections_of(game, record, cards_of(game, record), "en"))


def parts(kept: Any) -> Parts:
    """The addresses of a registered deck."""
    revision = None if kept.revision == kept.latest else kept.revision
    return Parts(site(), kept.shown_id, revision, fingerprint(picture_of(kept), kept.list_hash))


def named(url: str) -> tuple[str, int | None]:
    """The deck, and the revision if there is one, that the address of a page here names."""
    try:
        address = urlsplit(url.strip())
    except ValueError:
        address = urlsplit("")
    found = SHARED.fullmatch(address.path)
    if address.scheme not in {"http", "https"} or address.netloc.lower() != request.host.lower() or found is None:
        raise Problem("not-found", "`url` is not the address of a deck's page on this service.")
    return found["id"], int(found["revision"]) if found["revision"] else None


def rich(kept: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """What oEmbed 1.0 says of a deck."""
    where, title = parts(kept), kept.record.name
    width, height = min(FRAME_WIDTH, asked["maxwidth"]), min(FRAME_HEIGHT, asked["maxheight"])
    document = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": PROVIDER,
        "provider_url": f"{where.site}/",
        "cache_age": 300,
        "html": where.framed(title, width, height),
        "width": width,
        "height": height,
    }
    if kept.record.author:
        document["author_name"] = kept.record.author
    if asked["maxwidth"] >= WIDTH and asked["maxheight"] >= HEIGHT:
        thumbnail = {"url": where.picture, "width": WIDTH, "height": HEIGHT}
        document |= {f"thumbnail_{name}": value for name, value in thumbnail.items()}
    return document
