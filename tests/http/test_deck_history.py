"""History, tokens, forks and the public index over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.http.talking import GAME, Api

Deck = dict[str, Any]


@pytest.fixture
def registered(api: Api, deck: Deck) -> dict[str, Any]:
    """A deck that was just registered: its answer."""
    told: dict[str, Any] = api.post("/v1/decks", {"deck": deck}).json
    return told


def bearing(registered: dict[str, Any], **headers: str) -> dict[str, str]:
    """The header fields of the deck's owner."""
    return {"authorization": f"Bearer {registered['token']}", **headers}


def test_revisions_are_listed_compared_restored_and_locked(api: Api, registered: Deck) -> None:
    address = f"/v1/decks/{registered['id']}"
    api.send("PATCH", address, {"name": "Second"}, **bearing(registered, if_match="*"))

    listed = api.get(f"{address}/revisions?limit=1").json
    compared = api.get(f"{address}/revisions/diff?from=1&to=2").json
    restored = api.send("POST", f"{address}/revisions/1/restore", **bearing(registered, if_match='"v2"'))
    locked = api.post(f"{address}/revisions/2/lock", {}, **bearing(registered))

    assert ([each["name"] for each in listed["revisions"]], listed["next"]) == (["Second"], 1)
    assert compared["words"] == {"name": {"from": "Aditya", "to": "Second"}}
    assert (restored.status, restored.json["revision"], restored.json["deck"]["name"]) == (200, 3, "Aditya")
    assert (locked.status, locked.json["revision"]) == (200, 2)
    assert locked.json["locked"]
    assert api.get(f"{address}/revisions/2?rules=1.0").json["deck"]["name"] == "Second"
    assert api.get(f"{address}?rules=9.9").json["code"] == "edition-not-served"
    assert api.get(f"{address}/revisions/x").status == 404
    assert api.get(f"{address}/revisions/9").json["code"] == "revision-not-found"


def test_whoever_knew_a_deck_before_it_was_locked_is_told_of_the_lock(api: Api, registered: Deck) -> None:
    address = f"/v1/decks/{registered['id']}"
    known = api.get(address).headers["ETag"]

    api.post(f"{address}/revisions/1/lock", {}, **bearing(registered))
    told = api.get(address, if_none_match=known)

    assert (told.status, bool(told.json["locked"])) == (200, True)
    assert api.get(address, if_none_match=told.headers["ETag"]).status == 304
    changed = api.send("PATCH", address, {"name": "Next"}, **bearing(registered, if_match=told.headers["ETag"]))
    assert (changed.status, changed.headers["ETag"]) == (200, '"v2"')


def test_tokens_are_made_listed_rotated_and_revoked(api: Api, registered: Deck) -> None:
    address = f"/v1/decks/{registered['id']}/tokens"

    made = api.post(address, {"scope": "edit", "name": "Ben"}, **bearing(registered))
    listed = api.get(address, **bearing(registered)).json["tokens"]
    rotated = api.send("POST", f"{address}/{made.json['id']}/rotate", **bearing(registered))
    revoked = api.send("DELETE", f"{address}/{made.json['id']}", **bearing(registered))

    assert (made.status, made.headers["Cache-Control"]) == (201, "no-store")
    assert {each["scope"] for each in listed} == {"admin", "edit"}
    assert all("token" not in each for each in listed)
    assert rotated.json["token"] != made.json["token"]
    assert revoked.status == 204
    own = next(each["id"] for each in listed if each["scope"] == "admin")
    last = api.send("DELETE", f"{address}/{own}", **bearing(registered))
    assert (last.status, last.json["code"]) == (409, "last-admin-token")
    bad = api.post(address, {"scope": "read", "name": "a\u0000b"}, **bearing(registered))
    assert (bad.status, bad.pointers) == (422, ["/name"])


def test_a_fork_has_an_id_and_a_token_of_its_own(api: Api, registered: Deck) -> None:
    made = api.post(f"/v1/decks/{registered['id']}/fork", {"name": "Mine"})

    assert (made.status, made.json["deck"]["name"]) == (201, "Mine")
    assert made.json["forked_from"] == {"id": registered["id"], "revision": 1}
    assert made.json["token"] != registered["token"]


def test_public_decks_are_found_by_game_word_tag_and_format(api: Api, deck: Deck) -> None:
    tag = f"t-{id(api)}"
    for number in range(3):
        asked = {"deck": deck | {"name": f"Zebra {number}", "tags": [tag]}, "visibility": "public"}
        assert api.post("/v1/decks", asked).status == 201
    api.post("/v1/decks", {"deck": deck | {"name": "Zebra hidden", "tags": [tag]}})

    first = api.get(f"/v1/decks?tag={tag}&limit=2&q=zebra&game=maha-yodha&format={deck['format']}").json
    rest = api.get(f"/v1/decks?tag={tag}&limit=2&cursor={first['next']}").json
    oldest = api.get(f"/v1/decks?tag={tag}&sort=oldest").json

    names = [each["name"] for each in first["decks"] + rest["decks"]]
    assert sorted(names) == ["Zebra 0", "Zebra 1", "Zebra 2"]
    assert rest["next"] is None
    assert sorted(each["name"] for each in oldest["decks"]) == sorted(names)
    assert api.get("/v1/decks?cursor=nonsense").status == 422
    assert api.get("/v1/decks?limit=101").status == 422


def test_a_deck_that_is_public_no_more_is_listed_no_more(api: Api, deck: Deck) -> None:
    tag = f"u-{id(api)}"
    made = api.post("/v1/decks", {"deck": deck | {"tags": [tag]}, "visibility": "public"}).json
    assert len(api.get(f"/v1/decks?tag={tag}").json["decks"]) == 1

    api.send("PATCH", f"/v1/decks/{made['id']}", {"visibility": "private"}, **bearing(made, if_match="*"))

    assert api.get(f"/v1/decks?tag={tag}").json["decks"] == []


def test_a_hidden_deck_answers_451_with_the_reason_and_stays_hidden_from_calls(
    client: Api, deck: Deck, application: Flask
) -> None:
    made = client.post("/v1/decks", {"deck": deck}).json
    moderation = application.extensions["store"].registry.moderation

    moderation.hide(made["id"], "spam & more")
    answer = client.get(f"/v1/decks/{made['id']}")
    page = client.get(made["url"], accept="text/html")
    check = client.post(f"{GAME}/decks/check", {"deck": {"id": made["id"]}})
    moderation.delete(made["id"])

    assert (answer.status, answer.json["code"], answer.json["reason"]) == (451, "deck-hidden", "spam & more")
    assert (page.status, check.status) == (451, 451)
    assert b"spam &amp; more" in page.raw
    assert client.get(f"/v1/decks/{made['id']}").status == 410


PINNED = ("revisions/1", "revisions/1?format=text", "export?revision=1", "revisions/diff?from=1&to=2")
FOR_EVER = "public, max-age=31536000, s-maxage=300, immutable"


@pytest.mark.parametrize("pinned", PINNED)
def test_what_names_a_revision_is_kept_for_ever_unless_a_token_was_sent(api: Api, deck: Deck, pinned: str) -> None:
    made = api.post("/v1/decks", {"deck": deck, "visibility": "public"}).json
    address = f"/v1/decks/{made['id']}"
    api.send("PATCH", address, {"name": "Second"}, **bearing(made, if_match="*"))

    open_to_all, with_token = api.get(f"{address}/{pinned}"), api.get(f"{address}/{pinned}", **bearing(made))

    assert (open_to_all.status, with_token.status) == (200, 200)
    assert open_to_all.headers["Cache-Control"] == FOR_EVER
    assert with_token.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in open_to_all.headers["Vary"]
    assert "Authorization" in with_token.headers["Vary"]


@pytest.mark.parametrize("moving", ["", "/export", "/revisions/diff", "/revisions/diff?from=1"])
def test_what_names_no_revision_is_asked_for_again(api: Api, registered: Deck, moving: str) -> None:
    answer = api.get(f"/v1/decks/{registered['id']}{moving}")

    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("pinned", PINNED)
def test_no_cache_keeps_a_revision_of_a_private_hidden_or_deleted_deck(
    client: Api, deck: Deck, application: Flask, pinned: str
) -> None:
    private, hidden, gone = (
        client.post("/v1/decks", {"deck": deck, "visibility": each}).json for each in ("private", "public", "unlisted")
    )
    application.extensions["store"].registry.moderation.hide(hidden["id"], "insulting")
    client.send("DELETE", f"/v1/decks/{gone['id']}", **bearing(gone, if_match="*"))

    for made, status in ((private, 404), (hidden, 451), (gone, 410)):
        answer = client.get(f"/v1/decks/{made['id']}/{pinned}")
        assert answer.status == status
        assert "Cache-Control" not in answer.headers


def test_an_old_tag_of_a_revision_still_says_how_long_it_may_be_kept(api: Api, registered: Deck) -> None:
    address = f"/v1/decks/{registered['id']}/revisions/1"

    again = api.get(address, if_none_match=api.get(address).headers["ETag"])

    assert (again.status, again.headers["Cache-Control"]) == (304, FOR_EVER)
