"""What the service really answers where an answer cannot be worked out beforehand: decks, tokens, and every problem.

`python -m tests.contract.story` plays it on real servers and writes `app/openapi/recorded.json`, out of which the
contract takes its examples; what is another each time stands there in a form that stays.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson

import oracle
from app import create_app, samples
from tests.http.talking import Answer, Api, InProcess, OverHttp
from tests.http.wrong import CHECK, exchanged, get
from tests.load.crowds import of_thay_phap
from tests.registry.servers import Fleet
from tests.running import COMMAND, ROOT, RunningServer

Document = dict[str, Any]

RECORDED = ROOT / "app/openapi/recorded.json"
GAME = oracle.games()[0]
PATH = f"/v1/games/{GAME.key}"
NOWHERE = "redis://127.0.0.1:1/0"
NOBODY = "0000-0000-0000-0000"
NO_HASH = "0" * 64


@dataclass
class Teller:
    """Asks a server and writes down what it answers, with names that stay for what is new each time."""

    api: Api
    answers: dict[str, Document] = field(default_factory=dict)
    problems: dict[str, Document] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def good(self, operation: str, answer: Answer) -> Any:
        """The answer to an operation that went well."""
        assert answer.status < 300, (operation, answer.raw)
        document = answer.json if answer.raw else None
        self.note(document)
        if answer.raw:
            self.answers[operation] = self.lasting(document)
        return document

    def bad(self, code: str, answer: Answer | tuple[int, Any, bytes]) -> None:
        """The problem that was expected."""
        told = orjson.loads(answer.raw if isinstance(answer, Answer) else answer[2])
        assert told["code"] == code, (code, told)
        self.problems[code] = self.lasting({**told, "instance": "5f1d7c0a92b84e3d6a10c4e7"})

    def note(self, document: Any) -> None:
        """Remember the ids and tokens of an answer under names that stay."""
        for part in document.values() if isinstance(document, dict) else document if isinstance(document, list) else ():
            self.note(part)
        for word in ("id", "token"):
            found = document.get(word) if isinstance(document, dict) else None
            if isinstance(found, str) and GIVEN.fullmatch(found) and found not in self.names:
                shape = LASTING["deck" if "-" in found else word]
                number = sum(name.startswith(shape[:6]) for name in self.names.values()) + 1
                self.names[found] = shape.format(number)

    def lasting(self, document: Any) -> Any:
        """The same document, as it will be told the next time too."""
        text = json.dumps(document, ensure_ascii=False)
        for name, shown in self.names.items():
            text = text.replace(name, shown)
        text = re.sub(r"\b2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "2026-12-24T18:00:00Z", text)
        text = re.sub(r"\b2\d{3}-\d\d-\d\d(?!T)", "2027-12-24", text)
        text = re.sub(r"Wait \d+ s", "Wait 42 s", text)
        text = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:6379", text)
        return json.loads(text)


# Ids and tokens that the service gives, unlike those that a document of a client has.
GIVEN = re.compile(r"[0-9A-Z-]{8,}|rodeck_\w+")
LASTING = {
    "deck": "7K3M-Q0TZ-W9XA-4B{}C",
    "id": "7K3MQ0T{}",
    "token": "rot_{}00000000000000000000000000000000000000",
}


def decks(teller: Teller) -> None:
    """A deck's life, from its registration to its end."""
    teller.good("getReadiness", teller.api.get("/readyz"))
    api, deck = teller.api, samples.registrable(GAME)
    made = teller.good("registerDeck", api.post("/v1/decks", {"deck": deck, "visibility": "public"}))
    here, owner = f"/v1/decks/{made['id']}", {"authorization": f"Bearer {made['token']}", "if_match": "*"}
    teller.good("getDeck", api.get(here))
    shared = f"/oembed?url=https://decks.example{made['url']}"
    teller.good("getEmbedding", api.get(shared, host="decks.example"))
    teller.bad("format-not-served", api.get(f"{shared}&format=xml", host="decks.example"))
    teller.good("listDecks", api.get("/v1/decks"))
    teller.good("describeDeck", api.send("PATCH", here, {"name": "Another name", "tags": ["casual"]}, **owner))
    teller.good("replaceDeck", api.send("PUT", here, {"deck": {**deck, "name": "Better"}}, **owner))
    teller.good("listRevisions", api.get(f"{here}/revisions"))
    teller.good("getRevision", api.get(f"{here}/revisions/1"))
    teller.good("compareRevisions", api.get(f"{here}/revisions/diff"))
    teller.good("restoreRevision", api.send("POST", f"{here}/revisions/1/restore", **owner))
    teller.good("lockRevision", api.send("POST", f"{here}/revisions/1/lock", {}, **owner))
    teller.good("exportDeck", api.get(f"{here}/export"))
    teller.good("forkDeck", api.post(f"{here}/fork", {"name": "A deck of my own", "visibility": "unlisted"}))
    granted = teller.good("createToken", api.send("POST", f"{here}/tokens", TOKEN, **owner))
    teller.good("listTokens", api.get(f"{here}/tokens", **owner))
    teller.answers["listTokens"]["tokens"].sort(key=lambda token: str(token["scope"]))
    teller.good("rotateToken", api.send("POST", f"{here}/tokens/{granted['id']}/rotate", **owner))
    teller.good("revokeToken", api.send("DELETE", f"{here}/tokens/{granted['id']}", **owner))
    teller.good("importDeck", api.post("/v1/decks/import", {"deck": deck}))
    refused_decks(teller, here, owner)
    teller.good("deleteDeck", api.send("DELETE", here, **owner))
    teller.bad("deck-gone", api.get(here))


TOKEN = {"scope": "read", "name": "For the judge", "expires_in": 7}


def refused_decks(teller: Teller, here: str, owner: dict[str, str]) -> None:
    """Everything that can be wrong with a call about a deck that is there."""
    api, deck = teller.api, samples.registrable(GAME)
    token = {"authorization": owner["authorization"]}
    short = {**deck, "sections": {name: lines[:1] for name, lines in deck["sections"].items()}}
    teller.bad("token-required", api.send("DELETE", here, if_match="*"))
    teller.bad("token-refused", api.send("DELETE", here, authorization="Bearer rot_nothing", if_match="*"))
    teller.bad("precondition-required", api.send("DELETE", here, **token))
    teller.bad("precondition-failed", api.send("DELETE", here, **token, if_match='"stale"'))
    teller.bad("token-not-found", api.send("DELETE", f"{here}/tokens/00000000", **owner))
    own = api.get(f"{here}/tokens", **owner).json["tokens"][0]["id"]
    teller.bad("last-admin-token", api.send("DELETE", f"{here}/tokens/{own}", **owner))
    teller.bad("revision-not-found", api.get(f"{here}/revisions/99"))
    teller.bad("not-found", api.get(f"{here}/revisions/first"))
    teller.bad("illegal-deck", api.post("/v1/decks?require=legal", {"deck": short}))
    teller.bad("invalid-deck", api.post("/v1/decks", {"deck": {**deck, "game": "chess"}}))
    teller.bad(
        "invalid-deck-text", api.post("/v1/decks/import", {"text": "2 nobody", "game": GAME.key, "mode": "strict"})
    )
    teller.bad("invalid-deck-code", api.get("/c/not-a-code"))
    key = {"idempotency_key": "first-deck-of-the-day"}
    api.post("/v1/decks", {"deck": deck}, **key)
    teller.bad("idempotency-key-reused", api.post("/v1/decks", {"deck": short}, **key))
    teller.bad("invalid-idempotency-key", api.post("/v1/decks", {"deck": deck}, idempotency_key="short"))
    teller.bad("deck-not-found", api.get(f"/v1/decks/{NOBODY}"))


def sets(teller: Teller) -> None:
    """Card sets from users."""
    api = teller.api
    asked = {"game": GAME.key, "name": "Cards of my own", "cards": [GAME.cards()[0].document]}
    made = teller.good("registerCardSet", api.post("/v1/card-sets", asked))
    here, owner = f"/v1/card-sets/{made['hash']}", {"authorization": f"Bearer {made['token']}"}
    teller.good("getCardSet", api.get(here))
    teller.good("listCardSets", api.get("/v1/card-sets"))
    chart = teller.good("registerMap", api.post("/v1/maps", samples.own_map()))
    teller.good("getMap", api.get(f"/v1/maps/{chart['hash']}"))
    teller.good("listMaps", api.get("/v1/maps"))
    teller.bad("set-not-found", api.get(f"/v1/card-sets/{NO_HASH}"))
    teller.good("deleteCardSet", api.send("DELETE", here, **owner))
    teller.bad("set-gone", api.get(here))


# A card on the table that nobody has said the name of, in an attack in which it counts.
VEILED = {
    "game": "maha-yodha",
    "turn": 5,
    "active": 0,
    "phase": "attack",
    "players": [
        {"name": "Ana", "battlefield": ["rama"]},
        {"name": "Ben", "battlefield": ["vanaras", {"id": 40, "card": None}]},
    ],
}


def calls(teller: Teller) -> None:
    """Oracle calls that cannot be served."""
    api, setup = teller.api, samples.setup(GAME)
    state = GAME.document(GAME.start(setup).state)
    concede = {"type": "concede", "player": 0}

    def asked(call: str, **body: Any) -> Answer:
        return api.post(f"{PATH}/{call}", body)

    plain = {"content_type": "application/json"}
    teller.bad("malformed-json", api.raw(f"{PATH}/check", b"{state: yes}", **plain))
    teller.bad("malformed-encoding", api.raw(f"{PATH}/check", b"{}", **plain, content_encoding="gzip"))
    teller.bad("unsupported-encoding", api.raw(f"{PATH}/check", b"{}", **plain, content_encoding="br"))
    teller.bad("malformed-yaml", api.raw("/v1/card-sets", b"cards: [", content_type="application/yaml"))
    teller.bad("duplicate-key", api.raw(f"{PATH}/check", b'{"state": {}, "state": {}}', **plain))
    teller.bad("too-deep", api.raw(f"{PATH}/check", b"[" * 40 + b"]" * 40, **plain))
    teller.bad("body-too-large", asked("decks/check", deck={"text": "x" * 70_000}))
    teller.bad("unsupported-media-type", api.raw(f"{PATH}/check", b"{}", content_type="text/plain"))
    teller.bad("invalid-request", asked("legal-actions", state=state, plaier=0))
    teller.bad("invalid-state", asked("legal-actions", state={**state, "phase": "tea"}))
    teller.bad("malformed-action", asked("check", state=state, action={"player": 0}))
    teller.bad("invalid-setup", asked("start", **{**setup, "players": setup["players"][:1]}))
    teller.bad("invalid-cards", asked("start", **setup, cards={"mine": {"name": "Mine"}}))
    teller.bad("seed-missing", asked("view", player=0, match={"start": {**setup, "chance": {}}, "actions": []}))
    teller.bad("match-not-legal", asked("view", player=0, match={"start": setup, "actions": [concede, concede]}))
    teller.bad("digest-mismatch", asked("view", player=0, state=state, expect="another"))
    teller.bad("edition-not-served", asked("view", player=0, state={**state, "rules": "9.0"}))
    teller.bad("unknown-set", asked("view", player=0, state={**state, "sets": [f"{GAME.key}/other@000000000000"]}))
    teller.bad("script-refused", asked("resolve", state=state, action=concede, script=["heads"]))
    teller.bad("hidden-state-needed", asked("resolve", state=VEILED, action={"type": "attack", "player": 0}))
    swarm = of_thay_phap(400)
    turned = {"state": swarm, "action": {"type": "end_turn", "player": 0}}
    teller.bad("effect-budget-exceeded", api.post(f"/v1/games/{swarm['game']}/resolve", turned))
    teller.bad("unknown-game", api.get("/v1/games/chess"))
    teller.bad("unknown-clause", api.get(f"{PATH}/rules/9.99"))
    teller.bad("unknown-card", api.get(f"{PATH}/cards/nobody"))
    teller.bad("unknown-schema", api.get(f"{PATH}/schemas/board"))
    teller.bad("unknown-problem", api.get("/problems/none"))
    teller.bad("method-not-allowed", api.send("DELETE", "/v1/games"))


def connections(teller: Teller, server: RunningServer) -> None:
    """Requests that are none, or do not come to their end."""
    place = urlsplit(server.url)
    with socket.create_connection((place.hostname, place.port), timeout=60) as slow:
        slow.sendall(CHECK + b"Content-Length: 100\r\n\r\n{")
        teller.bad("bad-request", exchanged(server, b"hello\r\n\r\n"))
        teller.bad("uri-too-long", exchanged(server, get("/" + "x" * 5_000)))
        teller.bad("headers-too-large", exchanged(server, get("/livez", "A: " + "x" * 9_000)))
        came = b""
        while part := slow.recv(65_536):
            came += part
    teller.bad("request-timeout", (408, {}, came.partition(b"\r\n\r\n")[2]))


def without_a_store(teller: Teller) -> None:
    """What is said while the store of the decks does not answer."""
    api, setup = teller.api, samples.setup(GAME)
    teller.bad("registry-unavailable", api.get(f"/v1/decks/{NOBODY}"))
    teller.bad("set-unavailable", api.post(f"{PATH}/start", {**setup, "sets": [NO_HASH]}))


def full(teller: Teller) -> None:
    """What is said once the ceilings are reached, and to whoever asks too often."""
    api, deck = teller.api, samples.registrable(GAME)
    api.post("/v1/decks", {"deck": deck})
    teller.bad("registry-full", api.post("/v1/decks", {"deck": deck}))
    asked = {"game": GAME.key, "name": "Mine"}
    for card in GAME.cards()[:2]:
        answer = api.post("/v1/card-sets", {**asked, "cards": [card.document]})
    teller.bad("ceiling-reached", answer)
    for _ in range(20):
        answer = api.get(f"/v1/decks/{NOBODY}")
        if answer.status == 429:
            break
    teller.bad("too-many-requests", answer)


def at_its_limit(teller: Teller) -> None:
    """What is said once a request has cost as much as it may."""
    state = GAME.document(samples.position(GAME))
    teller.bad("request-budget-exceeded", teller.api.post(f"{PATH}/legal-actions", {"state": state}))


def failing(teller: Teller) -> None:
    """What is said when the service itself fails, which no request can bring about: here a view is spoilt."""
    app = create_app({"registry_url": NOWHERE})

    def spoilt(**_: Any) -> str:
        raise ZeroDivisionError

    app.view_functions["service.livez"] = spoilt
    teller.bad("internal-error", Api(InProcess(app.test_client())).get("/livez"))


@contextmanager
def running(folder: Path, **environment: str) -> Iterator[tuple[RunningServer, Api]]:
    """A server with these settings, and how to talk to it."""
    server = RunningServer(folder, workers=1, environment=environment).wait()
    talk = OverHttp(server.url)
    try:
        yield server, Api(talk)
    finally:
        talk.connection.close()
        server.stop()
        server.stop_store()


def told(folder: Path) -> Document:
    """The whole story, on one server after the other."""
    teller: Teller
    with running(folder / "usual", REGISTRY_MISSES="0") as (server, api):
        teller = Teller(api)
        for part in (decks, sets, calls):
            part(teller)
        hidden = api.post("/v1/decks", {"deck": samples.registrable(GAME)}).json["id"]
        hide = [*COMMAND, "registry", "hide", hidden, "--reason", "A complaint", "--data", str(server.data)]
        subprocess.run(hide, cwd=ROOT, check=True, capture_output=True)
        teller.bad("deck-hidden", api.get(f"/v1/decks/{hidden}"))
        connections(teller, server)
    elsewhere: list[tuple[str, dict[str, str], Callable[[Teller], None]]] = [
        ("none", {"REGISTRY_URL": NOWHERE}, without_a_store),
        ("full", {"REGISTRY_MAX_DECKS": "1", "REGISTRY_SETS_A_DAY": "1", "REGISTRY_MISSES": "1"}, full),
        ("limit", {"LIMIT_STEPS": "1"}, at_its_limit),
    ]
    for name, environment, tell in elsewhere:
        with running(folder / name, **environment) as (_, api):
            teller.api = api
            tell(teller)
    with Fleet(folder) as fleet:
        store = fleet.start("careless", "--save", "", "--maxmemory-policy", "allkeys-lru")
        with running(folder / "careless-data", REGISTRY_URL=f"redis://127.0.0.1:{store.port}/0") as (_, api):
            teller.bad("registry-misconfigured", api.get(f"/v1/decks/{NOBODY}"))
    failing(teller)
    return {"answers": teller.answers, "problems": dict(sorted(teller.problems.items()))}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        story = told(Path(place))
    RECORDED.write_text(json.dumps(story, ensure_ascii=False, indent=1) + "\n", "utf-8")
