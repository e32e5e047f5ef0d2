"""Decks as text, code and table: read with diagnostics, written, named in calls, shown as pages."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from tests.http.talking import GAME, Api

Deck = dict[str, Any]
MUTATIONS = 300


@pytest.fixture
def registered(api: Api, deck: Deck) -> dict[str, Any]:
    """A deck with two revisions."""
    made: dict[str, Any] = api.post("/v1/decks", {"deck": deck}).json
    headers = {"authorization": f"Bearer {made['token']}", "if_match": "*"}
    assert api.send("PATCH", f"/v1/decks/{made['id']}", {"name": "Second"}, **headers).status == 200
    return made


def counts(deck: Deck) -> dict[str, dict[str, int]]:
    """The copies of each card by section."""
    return {name: {line["card"]: line["count"] for line in lines} for name, lines in deck["sections"].items()}


@pytest.mark.parametrize("form", ["text", "code", "csv"])
def test_a_deck_comes_back_from_each_form(api: Api, deck: Deck, registered: Deck, form: str) -> None:
    written = api.get(f"/v1/decks/{registered['id']}?format={form}")
    asked = {form: written.raw.decode(), "game": deck["game"], "mode": "strict", "format": deck["format"]}

    answer = api.post("/v1/decks/import", asked)

    assert (answer.status, answer.json["diagnostics"]) == (200, []), answer.raw
    assert counts(answer.json["deck"]) == counts(deck)
    assert answer.json["legality"]["verdict"] in {"legal", "illegal"}


def test_the_form_follows_accept_and_the_tag_stays(api: Api, registered: Deck) -> None:
    address = f"/v1/decks/{registered['id']}"

    text, table = api.get(address, accept="text/plain"), api.get(address, accept="text/csv")

    assert text.headers["Content-Type"].startswith("text/plain")
    assert text.raw.startswith(b"name: Second")
    assert table.raw.startswith(b"section,count,card,name")
    assert text.headers["ETag"] == api.get(address).headers["ETag"]
    assert api.get(address, accept="*/*").json["deck"]["name"] == "Second"


def test_an_export_is_a_file_of_one_revision(api: Api, registered: Deck) -> None:
    answer = api.get(f"/v1/decks/{registered['id']}/export?format=text&revision=1")

    assert answer.raw.startswith(b"name: Aditya")
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    assert api.get(f"/v1/decks/{registered['id']}/export").json["name"] == "Second"


def test_what_is_not_understood_is_told_by_line_and_column(api: Api) -> None:
    text = "Deck\n1 RAMA\n2 Ramma\n\nSideboard\n"

    partial = api.post("/v1/decks/import", {"game": "maha-yodha", "text": text}).json
    strict = api.post("/v1/decks/import", {"game": "maha-yodha", "text": text, "mode": "strict"})

    first = partial["diagnostics"][0]
    assert (first["line"], first["column"], first["code"]) == (3, 3, "unknown_card")
    assert "RAMA" in first["suggestions"]
    assert partial["diagnostics"][1]["code"] == "unknown_heading"
    assert (strict.status, strict.json["code"]) == (422, "invalid-deck-text")
    assert strict.json["diagnostics"] == partial["diagnostics"]


def test_a_table_is_read_with_its_columns_in_any_order(api: Api) -> None:
    table = "Name,Count,Section\nRAMA,2,deck\nNobody,1,deck\nRAMA,many,deck\n"

    told = api.post("/v1/decks/import", {"game": "maha-yodha", "csv": table}).json

    assert counts(told["deck"]) == {"deck": {"rama": 2}}
    assert [(each["line"], each["code"]) for each in told["diagnostics"]] == [(3, "unknown_card"), (4, "bad_count")]


def test_a_spoilt_code_says_where(api: Api, registered: Deck) -> None:
    code = api.get(f"/v1/decks/{registered['id']}?format=code").raw.decode()
    spoilt = code[:9] + ("A" if code[9] != "A" else "B") + code[10:]

    answer = api.post("/v1/decks/import", {"code": spoilt})

    assert (answer.status, answer.json["code"]) == (422, "invalid-deck-code")
    assert (answer.json["reason"], answer.json["offset"]) == ("wrong_character", 9)
    assert api.post("/v1/decks/import", {"code": code}).json["deck"]["game"] == "maha-yodha"
    assert api.post("/v1/decks/import", {"code": code, "text": "x"}).status == 422


@pytest.mark.slow
def test_no_mutation_of_a_code_breaks_the_service(client: Api, deck: Deck, tell: Callable[[str], None]) -> None:
    code = client.post("/v1/decks/import", {"deck": deck}).json["code"]
    chance = random.Random(8)
    statuses: Counter[int] = Counter()
    for _ in range(MUTATIONS):
        letters = list(code)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(letters))
            letters[place : place + 1] = chance.choice([[], [chance.choice("Az09-_.!ä ")], [letters[place]] * 2])
        spoilt = "".join(letters)
        answers = [
            client.post("/v1/decks/import", {"code": spoilt}),
            client.post(f"{GAME}/decks/check", {"deck": {"code": spoilt}}),
            client.get(f"/c/{quote(spoilt, safe='')}"),
        ]
        statuses.update(answer.status for answer in answers if spoilt != code)

    tell(f"{MUTATIONS} mutations of a code, each in three calls: {dict(statuses)}")
    assert statuses.keys() == {422}


def test_a_deck_is_judged_and_played_by_any_of_its_names(api: Api, setup: Deck, registered: Deck) -> None:
    code = api.get(f"/v1/decks/{registered['id']}?format=code").raw.decode()
    text = api.get(f"/v1/decks/{registered['id']}?format=text").raw.decode()
    ways = [
        {"id": registered["id"]},
        {"id": f"{registered['id']}/r/1"},
        {"code": code},
        {"text": text},
    ]

    for way in ways:
        setup["players"][0]["deck"] = way
        started = api.post(f"{GAME}/start", setup)
        assert started.status == 200, started.raw
        assert api.asked("decks/check", deck=way)["verdict"] == "legal"

    missing = api.post(f"{GAME}/decks/check", {"deck": {"id": f"{registered['id']}/r/9"}})
    both = api.post(f"{GAME}/decks/check", {"deck": {"id": registered["id"], "code": code}})
    assert (missing.status, missing.json["code"]) == (404, "revision-not-found")
    assert (both.status, both.pointers) == (422, ["/deck"])


def test_a_revision_and_a_code_have_pages(api: Api, registered: Deck) -> None:
    code = api.get(f"/v1/decks/{registered['id']}?format=code").raw.decode()

    old, new = api.get(f"/d/{registered['id']}/r/1"), api.get(f"/d/{registered['id']}")
    by_code = api.get(f"/c/{code}")

    assert b">Aditya</h1>" in old.raw
    assert b">Second</h1>" in new.raw
    assert by_code.status == 200
    assert code.encode() in by_code.raw
    assert api.get("/c/nonsense").status == 422
    assert api.get(f"/d/{registered['id']}/r/9").status == 404


def test_a_deck_is_described_as_plain_text_everywhere(api: Api, deck: Deck) -> None:
    nasty = '<script>alert(1)</script> "quoted" [link](javascript:x) https://example.org'
    made = api.post("/v1/decks", {"deck": deck | {"name": nasty, "description": nasty}}).json

    page = api.get(made["url"]).raw

    assert b"<script>alert" not in page
    assert b'href="https://example.org' not in page
    assert b'href="javascript:' not in page


@pytest.mark.parametrize("way", ["id", "revision", "private", "code", "text"])
def test_a_match_is_told_again_with_its_decks_as_it_was_started(
    api: Api, setup: dict[str, Any], deck: Deck, registered: Deck, way: str
) -> None:
    setup["players"][1]["deck"] = named(api, deck, registered, way)
    first = api.asked("start", **setup)

    told = api.asked("resolve", match={"start": setup, "actions": []}, actions=[])
    again = api.asked("replay", start=setup, actions=[])

    assert told["state"] == again["state"] == first["state"]


def named(api: Api, deck: Deck, registered: Deck, way: str) -> Deck:
    """The deck by one of the ways in which a setup can name it."""
    if way == "id":
        return {"id": registered["id"]}
    if way == "revision":
        return {"id": f"{registered['id']}/r/1"}
    if way == "private":
        made = api.post("/v1/decks", {"deck": deck, "visibility": "private"}).json
        return {"id": made["id"], "token": made["token"]}
    written = api.get(f"/v1/decks/{registered['id']}?format={way}").raw.decode()
    return {way: written, "format": deck["format"], "options": deck["options"]}


@pytest.mark.parametrize(("call", "at"), [("resolve", "/match/start"), ("replay", "/start")])
def test_a_deck_of_a_match_that_is_named_in_two_ways_is_pointed_to(
    api: Api, setup: dict[str, Any], call: str, at: str
) -> None:
    setup["players"][1]["deck"] = {"id": "0000-0000-0000-0000", "code": "x"}
    start = {"start": setup, "actions": []}

    answer = api.post(f"{GAME}/{call}", start if call == "replay" else {"match": start, "actions": []})

    assert (answer.status, answer.pointers) == (422, [f"{at}/players/1/deck"])


def test_whoever_wants_any_answer_is_given_the_one_there_is(api: Api, registered: Deck) -> None:
    for path in (f"/v1/decks/{registered['id']}", f"/v1/decks/{registered['id']}/export?format=text", GAME, "/docs"):
        found = api.get(path, if_match="*")
        again = api.get(path, if_match="*", if_none_match=api.get(path).headers["ETag"])

        assert (found.status, again.status) == (200, 304), path
        assert api.get(path, if_match='"another"').status == 412
