"""Requests that ask for as much work as a valid one can."""

from __future__ import annotations

from typing import Any

import orjson

from tests.load.callers import POSITION, request
from tests.load.crowds import of_maha_yodha, of_mantle_magika, of_muhq, of_thay_phap

Document = dict[str, Any]

NDJSON = "Content-Type: application/x-ndjson"


def about(call: str, state: Any, **more: Any) -> bytes:
    """A call about a state."""
    return request("POST", f"/v1/games/{state['game']}/{call}", orjson.dumps({"state": state, **more}))


def lines(count: int, op: str, body: dict[str, Any]) -> bytes:
    """A batch of one and the same line."""
    line = orjson.dumps({"id": "line", "op": op, "game": "maha-yodha", "body": body})
    return request("POST", "/v1/batch", b"\n".join([line] * count), NDJSON)


WARRIOR = {"type": "warrior", "cost": 1, "defence": 1, "abilities": []}
SUMMON = {"type": "summon", "colors": ["blue"], "cost": "B1", "stats": [1, 1, 1, 1], "alignment": "light"}
UNIT = {"type": "unit", "buy": 1, "life": 3, "move": 1, "upkeep": 1, "attack": [{"p": 1, "r": 1}]}
OF_THEIR_OWN: dict[str, tuple[Any, Document, str]] = {
    "maha-yodha": (POSITION, WARRIOR, "attack"),
    "muhq": (of_muhq(40), UNIT, "buy"),
}


def with_cards(number: int, count: int = 100, game: str = "maha-yodha") -> bytes:
    """A call whose state brings cards that no other number brings."""
    state, card, differs = OF_THEIR_OWN[game]
    cards = {
        f"guard-{number}-{each}": {"name": f"GUARD {number} {each}", **card, differs: each % 9} for each in range(count)
    }
    return about("legal-actions", {**state, "cards": cards})


HEAVY = {
    "a legal list about 2,000 objects": about("legal-actions", of_maha_yodha()),
    "everything explained about 2,000 objects": about("explain", of_maha_yodha(), player=0),
    "what opens up behind a list": about("legal-actions", of_maha_yodha(400), expand=2_000),
    "views for everybody, with their lists": about(
        "resolve",
        of_maha_yodha(400),
        action={"type": "end_placement", "player": 0},
        views=[0, 1, "spectator"] * 5,
        include=["state", "legal_actions", "patch", "text", "labels", "rules", "undetermined"],
    ),
    "500 verdicts with alternatives": about(
        "check", of_maha_yodha(400), actions=[{"type": "attack", "player": 0}] * 500, detail="alternatives"
    ),
    "500 lines as large as a batch may be": lines(500, "legal-actions", {"state": of_maha_yodha(400), "expand": 2_000}),
    "500 lines of views": lines(500, "resolve", {
        "state": POSITION, "action": {"type": "end_placement", "player": 0}, "views": [0, 1, "spectator"],
        "include": ["state", "legal_actions", "labels", "rules"],
    }),
    "a legal list about 2,000 objects of Mantle Magika": about("legal-actions", of_mantle_magika()),
    "a legal list about a battle of 2,000 objects": about("legal-actions", of_mantle_magika(phase="battle")),
    "everything explained about 2,000 objects of Mantle Magika": about("explain", of_mantle_magika(), player=0),
    "what opens up behind a list of Mantle Magika": about("legal-actions", of_mantle_magika(400), expand=2_000),
    "a legal list about 2,000 objects of muhq": about("legal-actions", of_muhq()),
    "everything explained about 2,000 objects of muhq": about("explain", of_muhq(), player=0),
    "what opens up behind a list of muhq": about("legal-actions", of_muhq(400), expand=2_000),
    "an action that sets off 15,200 abilities about 1,900 objects": about(
        "resolve", of_thay_phap(), action={"type": "end_turn", "player": 0}
    ),
}  # fmt: skip
