"""Decks over HTTP: registered, read, changed by whoever holds the token, and shown on a page."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app import create_app
from tests.http.talking import GAME, Api, InProcess

Deck = dict[str, Any]


@pytest.fixture
def registered(api: Api, deck: Deck) -> dict[str, Any]:
    """A deck that was just registered: its answer."""
    answer = api.post("/v1/decks", {"deck": deck})
    assert answer.status == 201, answer.raw
    told: dict[str, Any] = answer.json
    return told


def bearing(registered: dict[str, Any], **headers: str) -> dict[str, str]:
    """The header fields of the deck's owner."""
    return {"authorization": f"Bearer {registered['token']}", **headers}


def test_a_registered_deck_has_an_id_an_address_a_tag_and_a_token(api: Api, deck: Deck) -> None:
    answer = api.post("/v1/decks", {"deck": deck})

    told = answer.json
    assert answer.status == 201
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}", told["id"])
    assert answer.headers["Location"] == f"/v1/decks/{told['id']}"
    assert answer.headers["ETag"] == '"v1"'
    assert answer.headers["Cache-Control"] == "no-store"
    assert told["url"] == f"/d/{told['id']}"
    assert told["token"]
    assert told["legality"]["verdict"] == "legal"


def test_a_deck_reads_back_as_it_was_registered(api: Api, deck: Deck, registered: dict[str, Any]) -> None:
    answer = api.get(f"/v1/decks/{registered['id']}")

    kept = answer.json["deck"]
    assert answer.status == 200
    assert "token" not in answer.json
    assert {key: kept[key] for key in ("game", "name", "format", "options")} == {
        key: deck[key] for key in ("game", "name", "format", "options")
    }
    assert [(line["card"], line["count"]) for line in kept["sections"]["deck"]] == [
        (line["card"], line["count"]) for line in deck["sections"]["deck"]
    ]


def test_case_and_hyphens_of_an_id_do_not_matter(api: Api, registered: dict[str, Any]) -> None:
    spoken = registered["id"].replace("-", "").lower()

    assert api.get(f"/v1/decks/{spoken}").json["id"] == registered["id"]


def test_a_deck_that_is_known_is_not_sent_again(api: Api, registered: dict[str, Any]) -> None:
    address = f"/v1/decks/{registered['id']}"
    tag = api.get(address).headers["ETag"]

    again = api.get(address, if_none_match=tag)
    head = api.send("HEAD", address)

    assert (again.status, again.raw) == (304, b"")
    assert (head.status, head.raw, head.headers["ETag"]) == (200, b"", tag)


def test_the_same_key_registers_the_same_deck_once(api: Api, deck: Deck) -> None:
    deck["name"] = f"Once {api.talk.__class__.__name__}"
    key = f"a key of its own for {deck['name']}"

    first = api.post("/v1/decks", {"deck": deck}, idempotency_key=key)
    again = api.post("/v1/decks", {"deck": deck}, idempotency_key=key)
    other = api.post("/v1/decks", {"deck": deck | {"name": "Other"}}, idempotency_key=key)

    assert first.json == again.json
    assert (other.status, other.json["code"]) == (422, "idempotency-key-reused")


def test_an_illegal_deck_is_kept_unless_a_legal_one_is_required(api: Api, deck: Deck) -> None:
    deck["sections"]["deck"][0]["count"] = 9

    kept = api.post("/v1/decks", {"deck": deck})
    refused = api.post("/v1/decks?require=legal", {"deck": deck})

    assert (kept.status, kept.json["legality"]["verdict"]) == (201, "illegal")
    assert (refused.status, refused.json["code"]) == (422, "illegal-deck")
    assert refused.json["legality"]["violations"]


@pytest.mark.parametrize(
    ("spoil", "pointer"),
    [
        ({"game": "chess"}, "/deck/game"),
        ({"name": "x" * 81}, "/deck/name"),
        ({"name": 7}, "/deck/name"),
        ({"nmae": "x"}, "/deck/nmae"),
        ({"sections": {"deck": [{"card": "rama", "count": 0}]}}, "/deck/sections/deck/0/count"),
        ({"sections": {"deck": [{"card": "rama", "coumt": 1}]}}, "/deck/sections/deck/0/coumt"),
        ({"sections": []}, "/deck/sections"),
    ],
)
def test_a_deck_of_the_wrong_shape_is_told_with_pointers(api: Api, deck: Deck, spoil: Deck, pointer: str) -> None:
    answer = api.post("/v1/decks", {"deck": deck | spoil})

    assert answer.status == 422
    assert answer.json["code"] in {"invalid-deck", "invalid-request"}
    assert pointer in answer.pointers


@pytest.mark.parametrize(
    ("sections", "code", "limit"),
    [
        ({name: [{"card": "rama", "count": 1}] * 251 for name in "ab"}, "too_many_lines", 500),
        ({"deck": [{"card": f"c{number}", "count": 1} for number in range(251)]}, "too_many_distinct_cards", 250),
        ({f"s{number}": [] for number in range(21)}, "too_many", 20),
    ],
)
def test_no_call_takes_a_deck_that_is_larger_than_one_that_is_kept(
    client: Api, deck: Deck, sections: Deck, code: str, limit: int
) -> None:
    large = {**deck, "sections": sections}
    setup = {"players": [{"name": "Ana", "deck": deck}, {"name": "Ben", "deck": large}], "chance": {"mode": "seeded"}}

    for answer, pointer in (
        (client.post("/v1/decks", {"deck": large}), "/deck/sections"),
        (client.post(f"{GAME}/decks/check", {"deck": large}), "/deck/sections"),
        (client.post(f"{GAME}/start", setup), "/players/1/deck/sections"),
    ):
        told = {each["code"]: each for each in answer.json["errors"]}
        assert (answer.status, answer.json["code"]) == (422, "invalid-deck")
        assert (told[code]["pointer"], told[code]["data"]["limit"]) == (pointer, limit)


def test_the_owner_makes_the_next_revision(api: Api, deck: Deck, registered: dict[str, Any]) -> None:
    address = f"/v1/decks/{registered['id']}"

    answer = api.send("PUT", address, {"deck": deck | {"name": "Second"}}, **bearing(registered, if_match='"v1"'))

    assert (answer.status, answer.headers["ETag"]) == (200, '"v2"')
    assert (answer.json["revision"], answer.json["deck"]["name"]) == (2, "Second")
    assert api.get(address).json["deck"]["name"] == "Second"


def test_the_owner_changes_what_is_said_of_it(api: Api, registered: dict[str, Any]) -> None:
    changes = {"name": "Renamed", "tags": ["fast"], "visibility": "public"}

    answer = api.send("PATCH", f"/v1/decks/{registered['id']}", changes, **bearing(registered, if_match='"v1"'))

    assert answer.status == 200
    assert (answer.json["deck"]["name"], answer.json["deck"]["tags"]) == ("Renamed", ["fast"])
    assert answer.json["visibility"] == "public"


def test_a_change_may_be_called_a_merge_patch(api: Api, registered: dict[str, Any]) -> None:
    address, media = f"/v1/decks/{registered['id']}", "application/merge-patch+json"
    headers = {"Content-Type": media, "If-Match": '"v1"', "Authorization": f"Bearer {registered['token']}"}

    answer = api.talk.send("PATCH", address, b'{"description": "x"}', headers)

    assert (answer.status, answer.json["deck"]["description"]) == (200, "x")


def test_a_change_needs_token_and_tag(api: Api, registered: dict[str, Any]) -> None:
    address = f"/v1/decks/{registered['id']}"

    without_token = api.send("PATCH", address, {"name": "x"}, if_match='"v1"')
    wrong_token = api.send("PATCH", address, {"name": "x"}, if_match='"v1"', authorization="Bearer nonsense")
    without_tag = api.send("PATCH", address, {"name": "x"}, **bearing(registered))
    stale = api.send("PATCH", address, {"name": "x"}, **bearing(registered, if_match='"v7"'))

    assert (without_token.status, without_token.json["code"]) == (401, "token-required")
    assert without_token.headers["WWW-Authenticate"].startswith("Bearer")
    assert (wrong_token.status, wrong_token.json["code"]) == (403, "token-refused")
    assert (without_tag.status, without_tag.json["code"]) == (428, "precondition-required")
    assert (stale.status, stale.json["code"]) == (412, "precondition-failed")
    assert api.get(address).json["revision"] == 1


def test_a_deleted_deck_is_gone(api: Api, registered: dict[str, Any]) -> None:
    address = f"/v1/decks/{registered['id']}"

    deleted = api.send("DELETE", address, **bearing(registered, if_match='"v1"'))

    assert (deleted.status, deleted.raw, "Content-Type" in deleted.headers) == (204, b"", False)
    assert (api.get(address).status, api.get(address).json["code"]) == (410, "deck-gone")
    assert api.get(registered["url"]).status == 410


def test_a_private_deck_answers_strangers_like_none(api: Api, deck: Deck) -> None:
    registered = api.post("/v1/decks", {"deck": deck, "visibility": "private"}).json
    address = f"/v1/decks/{registered['id']}"

    stranger, nobody = api.get(address), api.get("/v1/decks/0000-0000-0000-0000")

    assert (stranger.status, stranger.json["detail"]) == (404, nobody.json["detail"])
    assert api.get(registered["url"]).status == 404
    assert api.get(address, **bearing(registered)).status == 200
    assert api.post("/v1/games/maha-yodha/decks/check", {"deck": {"id": registered["id"]}}).status == 404


def test_without_its_store_only_decks_are_missing(deck: Deck) -> None:
    api = Api(InProcess(create_app({"registry_url": "redis://127.0.0.1:1"}).test_client()))

    answer = api.post("/v1/decks", {"deck": deck})

    assert (answer.status, answer.json["code"]) == (503, "registry-unavailable")
    assert int(answer.headers["Retry-After"]) >= 1
    ready = api.get("/readyz")
    assert (ready.status, ready.json["status"], ready.json["oracle"]) == (200, "degraded", "ok")
    assert api.asked("decks/check", deck=deck)["verdict"] == "legal"
    assert api.get("/livez").status == 200
