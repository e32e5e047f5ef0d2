"""Every deck that ships with a listed game: kept, written in each form, and played by whichever of its names."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

import oracle
from app import samples
from tests.http.talking import Api

Document = dict[str, Any]
DECKS = [(game, deck) for game in oracle.games() for deck in samples.decks(game)]


def named(value: Any) -> str:
    return str(value.key if hasattr(value, "key") else value["key"])


@pytest.fixture
def ways(client: Api, request: pytest.FixtureRequest) -> tuple[Any, dict[str, Document]]:
    """A game, and everything that stands for one of its decks, which is private."""
    game, shipped = request.param
    inline = samples.inline(shipped)
    ordered = {name: in_order(lines) for name, lines in sorted(inline["sections"].items())}
    deck = {"game": game.key, "name": "Mine", **inline}
    made = client.post("/v1/decks", {"deck": deck, "visibility": "private"}).json
    bearer = {"authorization": f"Bearer {made['token']}"}
    written = {
        form: client.get(f"/v1/decks/{made['id']}/export?format={form}", **bearer).raw.decode()
        for form in ("text", "code", "csv", "json")
    }
    opened = {"token": made["token"]}
    return game, {
        "inline": inline,
        "inline in order": {**inline, "sections": ordered},
        "id": {"id": made["id"], **opened},
        "id as it is typed": {"id": made["id"].lower().replace("-", ""), **opened},
        "revision": {"id": f"{made['id']}/r/1", **opened},
        "code": {"code": written["code"]},
        "text": {"text": written["text"]},
        "file": {key: value for key, value in orjson.loads(written["json"]).items() if key in inline},
    }


def in_order(lines: list[Document]) -> list[Document]:
    """The lines of a section as a code has them."""
    return sorted(lines, key=lambda line: str(line["card"]))


@pytest.mark.parametrize("ways", DECKS, ids=lambda row: "/".join(map(named, row)), indirect=True)
def test_a_match_begins_the_same_whichever_way_its_decks_are_named(
    client: Api, ways: tuple[Any, dict[str, Document]]
) -> None:
    game, named_by = ways
    setup = samples.setup(game)
    digests = {}
    for way, deck in named_by.items():
        setup["players"] = [{**seat, "deck": deck} for seat in setup["players"]]
        started = client.post(f"/v1/games/{game.key}/start", setup)
        assert started.status == 200, (way, started.raw)
        digests[way] = started.json["digest"]
        judged = client.post(f"/v1/games/{game.key}/decks/check", {"deck": deck})
        assert judged.json["verdict"] == "legal", (way, judged.raw)

    # A code holds a list without its order, in which a seeded shuffle finds the cards.
    assert digests.pop("code") == digests.pop("inline in order")
    assert len(set(digests.values())) == 1, digests
