"""Wrong requests as they go over the wire, by what is wrong with them.

`wrong.yaml` holds what each is answered; after a change that is meant, `python -m tests.http.wrong` writes it anew:
look at what changed.
"""

from __future__ import annotations

import gzip
import socket
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
import yaml

import oracle
from oracle.games.muhq import maps
from tests.http.talking import GAME, JSON
from tests.running import RunningServer

ANSWERS = Path(__file__).with_name("wrong.yaml")
STATE: dict[str, Any] = orjson.loads(Path(__file__).with_name("position.json").read_bytes())
TOLD_FIELDS = ("Allow", "WWW-Authenticate", "Retry-After", "Accept-Encoding", "Connection")
DECK = {
    "game": "maha-yodha",
    "name": "Wrong",
    "format": "preconstructed",
    "sections": {"deck": [{"card": "rama", "count": 2}]},
    "options": {"army": "aditya"},
}
NDJSON = "application/x-ndjson"
END = {"type": "end_placement", "player": 0}


@dataclass(frozen=True)
class Kept:
    """A deck that is there, for requests about one."""

    id: str
    token: str
    etag: str


def raw(method: str, path: str, body: bytes = b"", *fields: str, length: bool = True) -> bytes:
    """A request with these fields and no others but its host and length."""
    own = [f"Content-Length: {len(body)}"] if length and (body or method in {"POST", "PUT", "PATCH"}) else []
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: x", *own, *fields, "", ""]).encode("latin-1") + body


def get(path: str, *fields: str) -> bytes:
    """A request without a body."""
    return raw("GET", path, b"", *fields)


def post(path: str, document: Any, *fields: str, method: str = "POST") -> bytes:
    """A request with a JSON body; bytes are sent as they are."""
    body = document if isinstance(document, bytes) else orjson.dumps(document)
    return raw(method, path, body, f"Content-Type: {JSON}", *fields)


def ask(call: str, document: Any, *fields: str) -> bytes:
    """An oracle call."""
    return post(f"{GAME}/{call}", document, *fields)


def about(call: str, **more: Any) -> bytes:
    """An oracle call about the position."""
    return ask(call, {"state": STATE, **more})


def spoilt(**more: Any) -> bytes:
    """A call about a state with other values in it."""
    return ask("legal-actions", {"state": {**STATE, **more}})


def seat(**more: Any) -> bytes:
    """A call about a state whose first seat has other values."""
    first, *others = STATE["players"]
    return spoilt(players=[{**first, **more}, *others])


PLAIN = orjson.dumps({"state": STATE})
FORD: dict[str, Any] = dict(maps.shipped()[maps.pinned("muhq/fordwatch")].document)
CARDS = b"game: maha-yodha\nname: Cut off\ncards: []\nexpiry: 1\n"
BATCH = orjson.dumps({"id": 1, "op": "check", "game": "maha-yodha", "body": {"state": STATE, "action": END}}) + b"\n"
SETUP: dict[str, Any] = {"players": [{}, {}], "chance": {"mode": "seeded", "seed": "wrong"}}
BOMB = gzip.compress(b" " * 50 * 2**20, mtime=0)
CHECK = f"POST {GAME}/check HTTP/1.1\r\nHost: x\r\nContent-Type: {JSON}\r\n".encode()
GZIP = "Content-Encoding: gzip"


@cache
def requests(deck: Kept) -> dict[str, bytes]:
    """Every wrong request by what it is."""
    here, admin = f"/v1/decks/{deck.id}", f"Authorization: Bearer {deck.token}"
    return {
        # methods
        "method: unknown": raw("BREW", "/v1/games"),
        "method: in small letters": raw("get", "/v1/games"),
        "method: TRACE": raw("TRACE", "/v1/games"),
        "method: CONNECT": raw("CONNECT", "/v1/games"),
        "method: GET of a call": get(f"{GAME}/check"),
        "method: DELETE of a game": raw("DELETE", GAME),
        "method: POST to a page": post("/problems", {}),
        # paths
        "path: nothing there": get("/nothing"),
        "path: a slash too many at the end": get("/v1/games/"),
        "path: a slash too many within": get("/v1//games"),
        "path: in capitals": get("/V1/games"),
        "path: up and out": get("/static/../../etc/passwd"),
        "path: up and out, encoded": get("/static/%2e%2e/%2e%2e/etc/passwd"),
        "path: a zero byte": get("/v1/games/%00"),
        "path: bytes that are no UTF-8": get("/v1/games/%ff%fe"),
        "path: no game": get("/v1/games/chess"),
        "path: a call of no game": post("/v1/games/chess/check", {}),
        "path: no clause": get(f"{GAME}/rules/MY-99.9"),
        "path: no card": get(f"{GAME}/cards/nobody"),
        "path: no schema": get(f"{GAME}/schemas/board"),
        "path: no problem": get("/problems/none"),
        "path: no deck": get("/v1/decks/0000-0000-0000-0000"),
        "path: no revision": get(f"{here}/revisions/99"),
        "path: no card set": get("/v1/card-sets/" + "0" * 64),
        "path: letters beyond ASCII": b"GET /v1/g\xc3\xa4mes HTTP/1.1\r\nHost: x\r\n\r\n",
        # query strings
        "query: unknown name": get(f"{GAME}/cards?qq=x"),
        "query: no number": get(f"{GAME}/cards?limit=many"),
        "query: out of bounds": get(f"{GAME}/cards?limit=0"),
        "query: below nothing": get(f"{GAME}/cards?limit=-1"),
        "query: beyond 2^64": get(f"{GAME}/cards?limit=99999999999999999999"),
        "query: a parameter twice": get(f"{GAME}/cards?limit=1&limit=abc"),
        "query: a parameter twice before a body": post(f"{GAME}/check?explain=true&explain=false", {"state": STATE}),
        "query: a cursor of its own": get(f"{GAME}/cards?cursor=" + "9" * 60),
        "query: a field that no card has": get(f"{GAME}/cards?q=tint:red"),
        "query: a language not spoken": get(f"{GAME}?lang=xx"),
        "query: no set": get(f"{GAME}/cards?set=other"),
        # types and codings
        "type: none": raw("POST", f"{GAME}/check", PLAIN),
        "type: plain text": raw("POST", f"{GAME}/check", PLAIN, "Content-Type: text/plain"),
        "type: a form": raw("POST", f"{GAME}/check", b"state=1", "Content-Type: application/x-www-form-urlencoded"),
        "type: an empty form": raw("POST", f"{GAME}/start", b"", "Content-Type: application/x-www-form-urlencoded"),
        "type: JSON for a batch": post("/v1/batch", {}),
        "type: a batch for a call": raw("POST", f"{GAME}/check", PLAIN, f"Content-Type: {NDJSON}"),
        "type: JSON in UTF-16": raw("POST", f"{GAME}/check", PLAIN, f"Content-Type: {JSON}; charset=utf-16"),
        "type: YAML in Latin-1": raw(
            "POST", "/v1/card-sets", b"game: x", "Content-Type: application/yaml; charset=latin1"
        ),
        "type: a batch in UTF-16": raw("POST", "/v1/batch", b"{}", f"Content-Type: {NDJSON}; charset=UTF-16"),
        "type: a merge patch for a call": raw(
            "POST", f"{GAME}/check", PLAIN, "Content-Type: application/merge-patch+json"
        ),
        "coding: br": ask("check", PLAIN, "Content-Encoding: br"),
        "coding: gzip twice": ask("check", gzip.compress(gzip.compress(PLAIN)), "Content-Encoding: gzip, gzip"),
        "coding: gzip that is none": ask("check", PLAIN, GZIP),
        "coding: gzip cut off": ask("legal-actions", gzip.compress(PLAIN, mtime=0)[:-20], GZIP),
        "coding: gzip cut in its head": ask("check", gzip.compress(PLAIN, mtime=0)[:5], GZIP),
        "coding: gzip with a wrong sum": ask("check", gzip.compress(PLAIN, mtime=0)[:-8] + b"\0" * 8, GZIP),
        "coding: gzip and more": ask("check", gzip.compress(PLAIN, mtime=0) + b"more", GZIP),
        "coding: gzip and the half of another": ask("check", gzip.compress(PLAIN, mtime=0) + BOMB[:20], GZIP),
        "coding: a thousand and one members of gzip": ask("check", gzip.compress(b" ", mtime=0) * 1_001, GZIP),
        "coding: a bomb": ask("check", BOMB, GZIP),
        "coding: a bomb in members": ask("check", gzip.compress(b" " * 2**18, mtime=0) * 2, GZIP),
        "coding: a bomb for a batch": raw(
            "POST", "/v1/batch", BOMB, f"Content-Type: {NDJSON}", GZIP
        ),
        "coding: nothing, called gzip": ask("check", b"", GZIP),
        # JSON
        "JSON: nothing": ask("check", b""),
        "JSON: none": ask("check", b"{state: yes}"),
        "JSON: half a document": ask("check", PLAIN[:-9]),
        "JSON: two documents": ask("check", b"{} {}"),
        "JSON: a comment": ask("check", b"{} // state"),
        "JSON: a comma at the end": ask("check", b'{"state": {},}'),
        "JSON: NaN": ask("check", b'{"state": NaN}'),
        "JSON: a byte order mark": ask("check", b"\xef\xbb\xbf{}"),
        "JSON: UTF-16": ask("check", '{"state": 1}'.encode("utf-16")),
        "JSON: bytes that are no UTF-8": ask("check", b'{"state": "\xff"}'),
        "JSON: a lone surrogate": ask("check", rb'{"state": "\ud800"}'),
        "JSON: a control character": ask("check", b'{"state": "\x01"}'),
        "JSON: a name twice": ask("check", b'{"state": {}, "state": {}}'),
        "JSON: a name twice, deep down": ask("check", b'{"state": {"players": [{}, {"life": 1, "life": 2}]}}'),
        "JSON: a name twice, once escaped": ask("check", rb'{"state": {"life": 1, "li\u0066e": 2}}'),
        "JSON: a name with a slash twice": ask("check", b'{"a/b": {"~": 1, "~": 2}}'),
        "JSON: 33 levels": ask("check", b'{"state": ' + b"[" * 32 + b"]" * 32 + b"}"),
        "JSON: 100,000 levels": ask("check", b"[" * 100_000),
        "JSON: a list": ask("check", b"[]"),
        "JSON: a text": ask("check", b'"state"'),
        # sizes
        "size: a state of 300 KB": ask("check", b'{"state": "' + b"x" * 300_000 + b'"}'),
        "size: a deck of 70 KB": ask("decks/check", b'{"deck": "' + b"x" * 70_000 + b'"}'),
        "size: a replay of 5 MB": ask("replay", b" " * 5 * 2**20),
        "size: a batch of 501 lines": raw("POST", "/v1/batch", b"{}\n" * 501, f"Content-Type: {NDJSON}"),
        "size: 501 actions": about("check", actions=[END] * 501),
        "size: 18 views": about("resolve", action=END, views=[0] * 18),
        "size: a long name": ask("start", {"players": [{"name": "x" * 81, "deck": {}}, {"deck": {}}]}),
        "size: a thousand unknown fields": ask("check", {f"field{number}": 0 for number in range(60)}),
        # fields
        "field: no state": ask("check", {}),
        "field: state and match": about("check", match={"start": {"players": []}}),
        "field: unknown": about("legal-actions", plaier=0),
        "field: unknown, three levels down": ask(
            "start", {"players": [{"deck": {"sectoins": {}}}, {"deck": {"sections": {}}}]}
        ),
        "field: text for a number": about("legal-actions", limit="3"),
        "field: true for a number": about("legal-actions", limit=True),
        "field: a fraction": about("legal-actions", limit=1.5),
        "field: beyond 2^64": about("legal-actions", limit=2**70 * 1.0),
        "field: out of bounds": about("legal-actions", limit=0),
        "field: null": about("legal-actions", player=None),
        "field: no such seat": about("legal-actions", player=2),
        "field: no such seat to look from": about("view", player=2),
        "field: a cursor of its own": about("legal-actions", cursor="x"),
        "field: a cursor beyond the end": about("legal-actions", cursor="9" * 60),
        "field: an unknown word": about("resolve", action=END, include=["stuff"]),
        "field: passes for nobody": about("resolve", action=END, passes={"7": "always"}),
        "field: passes of an unknown kind": about("resolve", action=END, passes={"1": "maybe"}),
        "field: action and actions": about("resolve", action=END, actions=[]),
        "field: an expansion too wide": about("legal-actions", expand=2_001),
        "field: another digest": about("legal-actions", expect="not-the-digest"),
        # states
        "state: text": ask("check", {"state": "x", "action": END}),
        "state: a negative life": seat(life=-1),
        "state: a life of text": seat(life="9"),
        "state: an unknown field of a seat": seat(mana=3),
        "state: an unknown card": seat(hand=[{"id": 900, "card": "nobody"}]),
        "state: an unknown phase": spoilt(phase="upkeep"),
        "state: one seat": spoilt(players=STATE["players"][:1]),
        "state: of another game": spoilt(game="chess"),
        "state: an unknown option": spoilt(options={**STATE["options"], "fun": 1}),
        "state: an unknown set": spoilt(sets=["maha-yodha/other@000000000000"]),
        "state: an edition to come": spoilt(rules="9.0"),
        "state: a step that does not exist": spoilt(agenda=[{"step": "dance"}]),
        "state: an unknown set in a match": ask(
            "check", {"match": {"start": {**SETUP, "sets": ["maha-yodha/demo", "maha-yodha/other"]}}, "action": END}
        ),
        # actions
        "action: text": about("check", action="attack"),
        "action: no type": about("check", action={"player": 0}),
        "action: no card": about("check", action={"type": "play", "player": 0}),
        "action: a parameter too many": about("resolve", action={"type": "attack", "player": 0, "card": 3}),
        "action: of no seat": about("resolve", action={"type": "attack", "player": 5}),
        "action: an outcome nobody asks for": about("resolve", action=END, script=["rama"]),
        # decks and tokens
        "token: none": post(here, {"name": "x"}, f"If-Match: {deck.etag}", method="PATCH"),
        "token: of another make": post(
            here, {"name": "x"}, f"If-Match: {deck.etag}", "Authorization: Basic eDp5", method="PATCH"
        ),
        "token: a wrong one": post(
            here, {"name": "x"}, f"If-Match: {deck.etag}", "Authorization: Bearer rot_nothing", method="PATCH"
        ),
        "token: one letter off": post(
            here, {"name": "x"}, f"If-Match: {deck.etag}", admin[:-1] + ("0" if admin[-1] != "0" else "1"),
            method="PATCH",
        ),
        "deck: no If-Match": post(here, {"name": "x"}, admin, method="PATCH"),
        "deck: a stale If-Match": post(here, {"name": "x"}, admin, 'If-Match: "stale"', method="PATCH"),
        "deck: an unknown field": post("/v1/decks", {"deck": {**DECK, "cards": []}}),
        "deck: of no game": post("/v1/decks", {"deck": {**DECK, "game": "chess"}}),
        "deck: a short idempotency key": post("/v1/decks", {"deck": DECK}, "Idempotency-Key: x"),
        "deck: illegal where only legal ones are taken": post("/v1/decks?require=legal", {"deck": DECK}),
        "deck: a code that is none": get("/c/not-a-code"),
        # maps
        "map: of too few places": post("/v1/maps", {"game": "muhq", "name": "Half", "map": {**FORD, "deploy": []}}),
        "map: of too few places to start on": post(
            "/v1/games/muhq/start", {"players": [{}, {}], "map": {**FORD, "deploy": []}}
        ),
        # header fields
        "header: an expectation": get("/livez", "Expect: miracles"),
        "header: a zero byte": get("/livez", "A: b\0c"),
        "header: no colon": get("/livez", "nonsense"),
        "header: a blank in a name": get("/livez", "A b: c"),
        "header: folded": get("/livez", "A: b\r\n c"),
        "header: 9,000 bytes": get("/livez", "A: " + "x" * 9_000),
        "header: 150 fields": get("/livez", *["A: b"] * 150),
        "header: a line of 5,000 bytes": get("/" + "x" * 5_000),
        "header: no end": b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 15_000,
        # HTTP itself, and what is smuggled in it
        "HTTP: none": b"hello\r\n\r\n",
        "HTTP: another protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        "HTTP: version 9": b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        "HTTP: version 2 of a client that knows": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "HTTP: no host": b"GET /livez HTTP/1.1\r\n\r\n",
        "HTTP: two hosts": b"GET /livez HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        "HTTP: two types": CHECK + b"Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP: two lengths": CHECK + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "HTTP: twice the same length": CHECK + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP: two lengths in one field": CHECK + b"Content-Length: 2, 2\r\n\r\n{}",
        "HTTP: a negative length": CHECK + b"Content-Length: -2\r\n\r\n{}",
        "HTTP: a length of letters": CHECK + b"Content-Length: two\r\n\r\n{}",
        "HTTP: length and chunks": CHECK
        + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n",
        "HTTP: chunks twice": CHECK + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP: another coding of the transfer": CHECK + b"Transfer-Encoding: br\r\n\r\n",
        "HTTP: chunks of letters": CHECK + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n",
        "HTTP: a body shorter than said": CHECK + b"Content-Length: 5000\r\n\r\n" + PLAIN[:130],
        "HTTP: a deck shorter than said": raw(
            "POST", "/v1/decks", b"{}", f"Content-Type: {JSON}", "Content-Length: 3", length=False
        ),
        "HTTP: a card set shorter than said": raw(
            "POST", "/v1/card-sets", CARDS, "Content-Type: application/yaml", "Content-Length: 5000", length=False
        ),
        "HTTP: a batch shorter than said": raw(
            "POST", "/v1/batch", BATCH, f"Content-Type: {NDJSON}", "Content-Length: 5000", length=False
        ),
        "HTTP: chunks cut off": CHECK + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
        "HTTP: a body longer than said": CHECK + b"Content-Length: 2\r\n\r\n{}GET /livez HTTP/1.1 smuggled\r\n\r\n",
    }  # fmt: skip


def exchanged(server: RunningServer, sent: bytes) -> tuple[int, dict[str, str], bytes]:
    """The first answer to these bytes on a connection of their own."""
    place = urlsplit(server.url)
    with socket.create_connection((place.hostname, place.port), timeout=30) as line:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        came = b""
        while part := line.recv(65_536):
            came += part
    head, _, body = came.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines)
    return int(first.split()[1]), fields, body[: int(fields.get("Content-Length", len(body)))]


def registered(server: RunningServer) -> Kept:
    """A deck to ask about."""
    _, fields, body = exchanged(server, post("/v1/decks", {"deck": DECK}))
    told = orjson.loads(body)
    return Kept(told["id"], told["token"], fields["ETag"])


def answer(server: RunningServer, deck: Kept, sent: bytes) -> dict[str, Any]:
    """What is told, without what is another each time: the request's id, the deck's, and the games that there are."""
    status, fields, body = exchanged(server, sent)
    games = [game.key for game in oracle.games()]
    text = body.decode().replace(deck.id, "DECK").replace(", ".join(games), "GAMES")
    text = text.replace(orjson.dumps(games).decode(), '"GAMES"')
    told = orjson.loads(text)
    assert told.pop("instance", None) == fields["X-Request-Id"], (sent[:300], status, told)
    return {
        "status": status,
        "type": fields["Content-Type"],
        "open": fields["Access-Control-Allow-Origin"],
        "fields": {name: fields[name] for name in TOLD_FIELDS if name in fields and fields[name] != "keep-alive"},
        "problem": told,
    }


def record() -> None:
    """Write what each wrong request is answered now."""
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder) / "data").wait()
        try:
            deck = registered(server)
            told = {says: answer(server, deck, sent) for says, sent in requests(deck).items()}
        finally:
            server.stop()
            server.stop_store()
    ANSWERS.write_text(yaml.safe_dump(told, sort_keys=False, allow_unicode=True, width=110), "utf-8")


if __name__ == "__main__":
    record()
