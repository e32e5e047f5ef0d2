"""Card sets from users: named by their content, played with, taken back."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from app import create_app
from app.decks.settings import Keeping
from registry import Policy
from tests.http.talking import GAME, Api, InProcess

Document = dict[str, Any]


@pytest.fixture
def card(client: Api) -> Document:
    """A card as its set writes it, under a key of its own."""
    shipped = client.get(f"{GAME}/cards/rama").json["definition"]
    return {**shipped, "key": "rama-of-mine", "name": "RAMA OF MINE"}


def registered(api: Api, card: Document, **more: Any) -> Document:
    """A set of one card: its answer."""
    answer = api.post("/v1/card-sets", {"game": "maha-yodha", "name": "Mine", "cards": [card], **more})
    assert answer.status == 201, answer.raw
    told: Document = answer.json
    return told


def bearing(made: Document) -> dict[str, str]:
    """The header fields of whoever registered it."""
    return {"authorization": f"Bearer {made['token']}"}


def test_the_same_cards_have_the_same_hash(api: Api, card: Document) -> None:
    first, again = registered(api, card), registered(api, dict(reversed(card.items())))
    other = registered(api, {**card, "name": "ANOTHER"}, previous=first["hash"])

    assert first["hash"] == again["hash"] != other["hash"]
    assert first["token"] != again["token"]
    assert other["previous"] == first["hash"]
    told = api.get(first["url"])
    assert "token" not in told.json
    assert told.json["cards"][0]["key"] == "rama-of-mine"
    assert api.get(first["url"], if_none_match=told.headers["ETag"]).status == 304
    assert first["hash"] in {each["hash"] for each in api.get("/v1/card-sets?limit=100").json["sets"]}


def test_a_set_is_gone_when_nobody_keeps_it(api: Api, card: Document) -> None:
    card["name"] = f"SHORT {api.talk.__class__.__name__.upper()}"
    first, again = registered(api, card), registered(api, card)

    assert api.send("DELETE", first["url"], **bearing(first)).status == 204
    assert api.get(first["url"]).status == 200
    assert api.send("DELETE", first["url"], **bearing(first)).status == 403
    assert api.send("DELETE", first["url"]).status == 401
    assert api.send("DELETE", first["url"], **bearing(again)).status == 204
    assert (api.get(first["url"]).status, api.get(first["url"]).json["code"]) == (410, "set-gone")


def test_cards_that_cannot_be_are_refused_with_pointers(api: Api, card: Document) -> None:
    card["costs"] = 3

    answer = api.post("/v1/card-sets", {"game": "maha-yodha", "name": "Mine", "cards": [card]})

    assert (answer.status, answer.json["code"]) == (422, "invalid-request")
    assert any(pointer.startswith("/cards/0") for pointer in answer.pointers)
    assert api.get(f"/v1/card-sets/{'0' * 64}").json["code"] == "set-not-found"
    assert api.get("/v1/card-sets/nonsense").json["code"] == "set-not-found"


def test_a_match_and_a_deck_are_of_cards_from_a_user(api: Api, card: Document, deck: Document, setup: Document) -> None:
    made = registered(api, card)
    shipped = api.get(f"{GAME}/cards/rama").json["set"]
    for line in deck["sections"]["deck"]:
        line.pop("name", None)
    deck["sections"]["deck"][0] = {"card": "rama-of-mine", "count": 1}
    deck["sets"] = [shipped, made["hash"]]

    kept = api.post("/v1/decks", {"deck": deck})
    verdict = api.post(f"{GAME}/decks/check", {"deck": {"id": kept.json["id"]}})
    setup["sets"] = deck["sets"]
    started = api.post(f"{GAME}/start", setup)

    assert kept.json["deck"]["sections"]["deck"][0]["name"] == "RAMA OF MINE"
    assert "unknown_card" not in str(verdict.json)
    assert (started.status, started.json["state"]["sets"]) == (200, deck["sets"])
    asked = api.post(f"{GAME}/legal-actions", {"state": started.json["state"]})
    assert asked.status == 200


def test_a_deck_is_judged_by_the_sets_that_there_are_when_it_is_read(
    client: Api, card: Document, deck: Document
) -> None:
    """Nothing says that the set was there as the deck was made, and nothing that it still is."""
    card["name"] = "COMES AND GOES"
    shipped = client.get(f"{GAME}/cards/rama").json["set"]
    first = registered(client, card)
    client.send("DELETE", first["url"], **bearing(first))
    deck["sets"] = [shipped, first["hash"]]
    deck["sections"]["deck"][0] = {"card": "rama-of-mine", "count": 1}

    kept = client.post("/v1/decks", {"deck": deck})
    before, tag = codes_of(kept), kept.headers["ETag"]
    made = registered(client, card)
    there = client.get(f"/v1/decks/{kept.json['id']}", if_none_match=tag)
    client.send("DELETE", made["url"], **bearing(made))
    after = client.get(f"/v1/decks/{kept.json['id']}", if_none_match=there.headers["ETag"])

    assert before == codes_of(after) == {"set_gone"}
    assert (there.status, after.status) == (200, 200)
    assert not codes_of(there) & {"set_gone", "unknown_set", "unknown_card"}
    patched = client.send(
        "PATCH", f"/v1/decks/{kept.json['id']}", {"tags": ["x"]}, if_match=after.headers["ETag"], **bearing(kept.json)
    )
    assert patched.status == 200


def codes_of(answer: Any) -> set[str]:
    """The codes of what the answer says against a deck."""
    return {each["code"] for each in answer.json["legality"]["violations"]}


def test_a_state_that_names_a_deleted_set_is_told_so(client: Api, card: Document, state: Document) -> None:
    card["name"] = "SOON GONE"
    made = registered(client, card)
    state["sets"] = [*state["sets"], made["hash"]]
    assert client.post(f"{GAME}/legal-actions", {"state": state}).status == 200

    client.send("DELETE", made["url"], **bearing(made))

    answer = client.post(f"{GAME}/legal-actions", {"state": state})
    assert (answer.status, answer.json["code"], answer.json["set"]) == (410, "set-gone", made["hash"])
    unknown = client.post(f"{GAME}/legal-actions", {"state": {**state, "sets": ["0" * 64]}})
    assert (unknown.status, unknown.json["code"]) == (422, "unknown-set")


def test_with_the_store_down_a_set_is_unavailable_and_inline_cards_work(card: Document, state: Document) -> None:
    api = Api(InProcess(create_app({"registry_url": "redis://127.0.0.1:1"}).test_client()))

    answer = api.post(f"{GAME}/legal-actions", {"state": {**state, "sets": [*state["sets"], "1" * 64]}})
    inline = api.post(f"{GAME}/legal-actions", {"state": {**state, "cards": {card["key"]: card}}})

    assert (answer.status, answer.json["code"]) == (503, "set-unavailable")
    assert "Retry-After" in answer.headers
    assert inline.status == 200


def test_a_client_registers_so_many_sets_a_day(client: Api, application: Any, card: Document) -> None:
    data = application.extensions["config"].data
    keeping = Keeping(policy=Policy(sets_a_day=1))
    api = Api(InProcess(create_app({"data": data, "registry_url": "", "keeping": keeping}).test_client()))
    registered(client, card)

    answer = api.post("/v1/card-sets", {"game": "maha-yodha", "name": "Mine", "cards": [card]})

    assert (answer.status, answer.json["code"]) == (409, "ceiling-reached")
    assert answer.json["limit"]["value"] == 1


def test_a_game_without_maps_keeps_none(client: Api) -> None:
    answer = client.post("/v1/maps", {"game": "maha-yodha", "name": "Nowhere", "map": {}})

    assert (answer.status, answer.json["errors"][0]["code"]) == (422, "no_maps")


def test_a_set_in_yaml_has_the_hash_of_the_same_in_json(client: Api, card: Document) -> None:
    made = registered(client, card)
    written = yaml.safe_dump({"game": "maha-yodha", "name": "Mine", "cards": [card]}, allow_unicode=True)

    answer = client.raw("/v1/card-sets", written.encode(), content_type="application/yaml")

    assert (answer.status, answer.json["hash"]) == (201, made["hash"])


@pytest.mark.parametrize(
    ("text", "status", "code", "at", "place"),
    [
        (
            "game: maha-yodha\nname: Mine\ncards:\n  - key: a\n    key: b\n",
            400,
            "malformed-yaml",
            "/cards/0/key",
            (5, 5),
        ),
        ("game: maha-yodha\nname: *x\ncards: []\n", 400, "malformed-yaml", "", (2, 1)),
        ("game: maha-yodha\nname: Mine\ncrads: []\ncards: []\n", 422, "invalid-request", "/crads", (3, 1)),
        (
            "game: maha-yodha\nname: Mine\ncards:\n  - {key: a, type: warrior, cost: 1}\n",
            422,
            "invalid-request",
            "",
            (),
        ),
    ],
)
def test_what_is_wrong_in_yaml_is_told_with_its_line_and_column(
    client: Api, text: str, status: int, code: str, at: str, place: tuple[int, ...]
) -> None:
    answer = client.raw("/v1/card-sets", text.encode(), content_type="application/yaml")

    assert (answer.status, answer.json["code"]) == (status, code)
    assert all({"pointer", "line", "column"} <= error.keys() for error in answer.json["errors"])
    first = answer.json["errors"][0]
    assert not place or (first["line"], first["column"]) == place
    assert not at or first["pointer"] == at


def test_a_deck_with_cards_of_a_users_set_comes_back_from_its_text(client: Api, card: Document, deck: Document) -> None:
    made = registered(client, card)
    mine = {**deck, "sets": [made["hash"]], "sections": {"deck": [{"card": card["key"], "count": 2}]}}
    kept = client.post("/v1/decks", {"deck": mine}).json

    text = client.get(f"/v1/decks/{kept['id']}?format=text").raw.decode()
    back = client.post("/v1/decks/import", {"game": deck["game"], "text": text}).json

    assert card["name"] in text
    assert back["diagnostics"] == []
    assert [line["card"] for line in back["deck"]["sections"]["deck"]] == [card["key"]]
    assert back["deck"]["sets"] == mine["sets"]


def test_the_page_of_a_deck_shows_counts_and_links_cards_of_a_users_set(
    client: Api, card: Document, deck: Document
) -> None:
    shipped = client.get(GAME).json["sets"][0]["set"]
    made = registered(client, {**card, "cost": 7})
    lines = [{"card": card["key"], "count": 2}, {"card": "rama", "count": 1}]
    mine = {**deck, "sets": [shipped, made["hash"]], "sections": {"deck": lines}}
    page = client.get(client.post("/v1/decks", {"deck": mine}).json["url"]).raw.decode()

    links = re.findall(r'<h3><a href="([^"]+)">([^<]+)</a></h3>', page)

    assert [name for _, name in links] == ["RAMA OF MINE", "RAMA"]
    assert [client.get(link).status for link, _ in links] == [200, 200]
    assert links[0][0] == made["url"]
    assert "3: 1; 4: 0; 5: 0; 6: 0; 7: 2</desc>" in page
