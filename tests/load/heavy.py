"""Requests that ask for as much work as a valid one can."""

from __future__ import annotations

from typing import Any

import orjson

from tests.http.talking import GAME
from tests.load.callers import POSITION, request

NDJSON = "Content-Type: application/x-ndjson"


def crowded(objects: int = 2_000) -> dict[str, Any]:
    """A valid state with that many objects, written by hand: nearly each of them can be done something with."""
    part = objects // 4
    ana = {"name": "Ana", "valor": 9, "hand": ["rama", "kodanda"] * (part // 2), "battlefield": ["vanaras"] * part}
    ben = {"name": "Ben", "hand": ["raavan"] * part, "battlefield": ["raavan"] * part}
    return {"game": "maha-yodha", "phase": "placement", "turn": 5, "players": [ana, ben]}


def about(call: str, state: Any, **more: Any) -> bytes:
    """A call about a state."""
    return request("POST", f"{GAME}/{call}", orjson.dumps({"state": state, **more}))


def lines(count: int, op: str, body: dict[str, Any]) -> bytes:
    """A batch of one and the same line."""
    line = orjson.dumps({"id": "line", "op": op, "game": "maha-yodha", "body": body})
    return request("POST", "/v1/batch", b"\n".join([line] * count), NDJSON)


def with_cards(number: int, count: int = 100) -> bytes:
    """A call whose state brings cards that no other number brings."""
    cards = {
        f"guard-{number}-{each}": {"name": f"GUARD {number} {each}", "type": "warrior", "cost": 1, "attack": each % 9,
                                   "defence": 1, "abilities": []}
        for each in range(count)
    }  # fmt: skip
    return about("legal-actions", {**POSITION, "cards": cards})


HEAVY = {
    "a legal list about 2,000 objects": about("legal-actions", crowded()),
    "everything explained about 2,000 objects": about("explain", crowded(), player=0),
    "what opens up behind a list": about("legal-actions", crowded(400), expand=2_000),
    "views for everybody, with their lists": about(
        "resolve",
        crowded(400),
        action={"type": "end_placement", "player": 0},
        views=[0, 1, "spectator"] * 5,
        include=["state", "legal_actions", "patch", "text", "labels", "rules", "undetermined"],
    ),
    "500 verdicts with alternatives": about(
        "check", crowded(400), actions=[{"type": "attack", "player": 0}] * 500, detail="alternatives"
    ),
    "500 lines as large as a batch may be": lines(500, "legal-actions", {"state": crowded(400), "expand": 2_000}),
    "500 lines of views": lines(500, "resolve", {
        "state": POSITION, "action": {"type": "end_placement", "player": 0}, "views": [0, 1, "spectator"],
        "include": ["state", "legal_actions", "labels", "rules"],
    }),
}  # fmt: skip
