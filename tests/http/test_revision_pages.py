"""The revisions of a deck on its page: picked and compared without scripts, in words."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from tests.http.sharing import NOBODY, made
from tests.http.talking import JSON, Answer, Api

HTML = "text/html"


def changed(api: Api, told: dict[str, Any], deck: dict[str, Any], **words: Any) -> int:
    """The number of the next revision of a deck."""
    bearer = {"authorization": f"Bearer {told['token']}", "if_match": "*"}
    answer = api.send("PUT", f"/v1/decks/{told['id']}", {"deck": deck | words}, **bearer)
    assert answer.status == 200, answer.raw
    return int(answer.json["revision"])


def section(answer: Answer, id: str) -> str:
    """What a part of the page says, in one line."""
    found = re.search(rf'<section[^>]*aria-labelledby="{id}".*?</section>', answer.raw.decode(), re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split()) if found else ""


def options(answer: Answer, name: str) -> list[tuple[str, bool]]:
    """The numbers that a choice offers, and whether each is chosen."""
    found = re.search(rf'<select id="{name}".*?</select>', answer.raw.decode(), re.DOTALL)
    assert found
    return [(number, bool(rest)) for number, rest in re.findall(r'<option value="(\d+)"( selected)?>', found[0])]


@pytest.fixture
def three(api: Api, deck: dict[str, Any]) -> dict[str, Any]:
    """A deck with three revisions: its cards changed, then its words."""
    deck["sections"] = {"deck": [{"card": "rama", "count": 2}, {"card": "kodanda", "count": 2}]}
    told = made(api, deck, description="As it was.\nOn two lines.")
    lines = [{"card": "rama", "count": 1}, {"card": "forge", "count": 3}]
    changed(api, told, deck | {"sections": {"deck": lines}}, description="As it was.\nOn two lines.")
    changed(api, told, deck | {"sections": {"deck": lines}}, name="Third <b>", tags=["fast", "red"])
    return told


def test_a_deck_with_one_revision_offers_none_to_pick(api: Api, deck: dict[str, Any]) -> None:
    page = api.get(made(api, deck)["url"])

    assert section(page, "revisions") == "Revisions This is revision 1 of 1."
    assert b"picker" not in page.raw


def test_each_revision_can_be_picked_beside_another(api: Api, three: dict[str, Any]) -> None:
    page = api.get(f"/d/{three['id']}?revision=3&beside=1")

    assert options(page, "revision") == [("3", True), ("2", False), ("1", False)]
    assert options(page, "beside") == [("3", False), ("2", False), ("1", True)]
    assert f'<form class="picker" method="get" action="/d/{three["id"]}#changes">' in page.raw.decode()
    assert "form-action 'self'" in page.headers["Content-Security-Policy"]
    assert section(page, "changes").startswith("What changed from revision 1 to 3 1 card added; 1 card removed;")


def test_a_difference_is_told_in_words(api: Api, three: dict[str, Any]) -> None:
    cards = section(api.get(f"/d/{three['id']}/r/2?beside=1"), "changes")
    words = section(api.get(f"/d/{three['id']}?beside=2"), "changes")

    assert cards == (
        "What changed from revision 1 to 2 1 card added; 1 card removed; fewer copies of 1 card. "
        "Added 3 × VISHWAKARMA'S FORGE Removed 2 × KODANDA Fewer RAMA: 1 instead of 2"
    )
    assert words == (
        "What changed from revision 2 to 3 Changed: name, description, tags. "
        "Name Third <b> instead of Aditya "
        "Description Before As it was. On two lines. After nothing "
        "Tags fast, red instead of nothing"
    )


def test_a_difference_can_be_read_backwards_and_be_none(api: Api, three: dict[str, Any]) -> None:
    backwards = section(api.get(f"/d/{three['id']}/r/1?beside=2"), "changes")
    same = section(api.get(f"/d/{three['id']}/r/2?beside=2"), "changes")

    assert "Added 2 × KODANDA" in backwards
    assert "More RAMA: 2 instead of 1" in backwards
    assert same == "What changed from revision 2 to 2 Nothing differs."


def test_a_revision_shows_what_it_was_and_leads_to_the_newest(api: Api, three: dict[str, Any]) -> None:
    old = api.get(f"/d/{three['id']}/r/1")
    by_query = api.get(f"/d/{three['id']}?revision=1")

    assert "KODANDA" in old.raw.decode()
    assert "This is revision 1 of 3. The newest" in section(old, "revisions")
    assert "This is revision 2 of 3. The newest What changed since revision 1" in section(
        api.get(f"/d/{three['id']}/r/2"), "revisions"
    )
    assert old.raw == by_query.raw
    assert f'rel="canonical" href="http://{host(api)}/d/{three["id"]}/r/1"' in old.raw.decode()


def host(api: Api) -> str:
    """The name of the service for its client."""
    connection = getattr(api.talk, "connection", None)
    return f"{connection.host}:{connection.port}" if connection else "localhost"


def test_what_moves_between_sections_says_where(api: Api) -> None:
    deck = {"game": "machai", "name": "Mine", "format": "standard", "options": {"primary": "sage", "sub": "tyrant"}}
    told = made(api, deck | {"sections": {"level_1": [{"card": "sidestep", "count": 1}]}})
    changed(api, told, deck | {"sections": {"level_2": [{"card": "sidestep", "count": 1}]}})
    changed(api, told, deck | {"sections": {}}, options={"primary": "sage", "sub": "herald"})

    found = section(api.get(f"/d/{told['id']}/r/2?beside=1"), "changes")
    options = section(api.get(f"/d/{told['id']}/r/3?beside=2"), "changes")

    assert "Added 1 × Sidestep (Level 2) Removed 1 × Sidestep (Level 1)" in found
    assert "Sub herald instead of tyrant" in options


@pytest.mark.parametrize("query", ["?revision=9", "?beside=9", "?revision=1&beside=9"])
def test_a_revision_that_is_not_there_is_told(api: Api, three: dict[str, Any], query: str) -> None:
    answer = api.get(f"/d/{three['id']}{query}", accept=JSON)

    assert (answer.status, answer.json["code"]) == (404, "revision-not-found")


def test_what_others_add_to_an_address_is_passed_over(api: Api, three: dict[str, Any]) -> None:
    assert api.get(f"/d/{three['id']}?fbclid=x&from=timeline&utm_source=y").status == 200
    assert api.get(f"/d/{three['id']}?beside=x").status == 422


def test_a_long_past_is_offered_in_parts(client: Api, deck: dict[str, Any]) -> None:
    told = made(client, deck)
    for number in range(2, 61):
        changed(client, told, deck, name=f"Number {number}")

    newest, oldest = client.get(told["url"]), client.get(f"/d/{told['id']}/r/2")
    older = client.get(f"/d/{told['id']}?revision=60&older=10")

    assert [int(number) for number, _ in options(newest, "revision")] == [*range(60, 10, -1)]
    assert f'href="/d/{told["id"]}?revision=60&amp;older=10#revisions"' in newest.raw.decode()
    assert ("2", True) in options(oldest, "revision")
    assert [int(number) for number, _ in options(older, "revision")] == [*range(10, 0, -1)]


def test_the_past_of_a_private_deck_is_its_own(api: Api, three: dict[str, Any], deck: dict[str, Any]) -> None:
    told = made(api, deck, "private")
    changed(api, told, deck, name="Second")
    address = f"/d/{told['id']}?revision=2&beside=1"

    there, nowhere = api.get(address, accept=JSON), api.get(address.replace(told["id"], NOBODY), accept=JSON)
    opened = api.get(address, authorization=f"Bearer {told['token']}")

    assert {**there.json, "instance": ""} == {**nowhere.json, "instance": ""}
    assert there.status == nowhere.status == 404
    assert "Name Second instead of Aditya" in section(opened, "changes")
    assert opened.headers["Cache-Control"] == "private, no-store"


def test_a_deck_that_was_deleted_shows_nothing_of_its_past(api: Api, three: dict[str, Any]) -> None:
    bearer = {"authorization": f"Bearer {three['token']}", "if_match": "*"}
    assert api.send("DELETE", f"/v1/decks/{three['id']}", **bearer).status == 204

    for address in ("", "/r/1", "?revision=2&beside=1"):
        answer = api.get(f"/d/{three['id']}{address}", accept=HTML)
        assert answer.status == 410
        assert b"Third" not in answer.raw
        assert b"Aditya" not in answer.raw
