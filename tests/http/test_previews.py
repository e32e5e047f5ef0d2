"""The pictures of decks for the previews of links."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import oracle
from app import samples
from app.pages.preview import ROOM, Told, cut, font, plain, preview, wrapped
from tests.http.sharing import HOSTILE, SITE, get, made, tags
from tests.http.talking import Api

LETTERS = "ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵäöüß"


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_every_game_has_pictures(client: Api, game: Any) -> None:
    told = made(client, samples.registrable(game), name="Thầy Pháp")

    answer = get(client, tags(client, told["url"]).meta["og:image"])

    with Image.open(BytesIO(answer.raw)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(answer.raw) < 1_000_000


def test_a_picture_is_kept_for_ever_and_another_hash_leads_to_it(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck)
    address = tags(api, told["url"]).meta["og:image"].removeprefix(SITE)

    picture, old = get(api, address), get(api, f"/og/{told['id']}-{'0' * 20}.png")

    assert picture.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert get(api, address, if_none_match=picture.headers["ETag"]).status == 304
    assert (old.status, old.headers["Location"]) == (302, address)
    assert "no-cache" in old.headers["Cache-Control"]


def test_the_hash_is_that_of_the_revision(api: Api, deck: dict[str, Any]) -> None:
    told = made(api, deck)
    owner = {"authorization": f"Bearer {told['token']}", "if_match": "*"}
    before = tags(api, told["url"]).meta["og:image"]
    api.send("PATCH", f"/v1/decks/{told['id']}", {"name": "Another"}, **owner)
    renamed = tags(api, told["url"]).meta["og:image"]
    fewer = {**deck, "name": "Another", "sections": {"deck": deck["sections"]["deck"][:-1]}}
    api.send("PUT", f"/v1/decks/{told['id']}", {"deck": fewer}, **owner)
    now = tags(api, told["url"]).meta["og:image"]

    first = tags(api, f"{told['url']}/r/1").meta["og:image"]

    assert len({before, renamed, now}) == 3
    assert first == f"{before}?revision=1"
    assert get(api, first).status == 200
    assert get(api, before).headers["Location"] == now.removeprefix(SITE)
    assert get(api, f"/og/{told['id']}-0.png?revision=9").json["code"] == "revision-not-found"


def test_the_letters_have_every_sign_of_the_languages_of_the_games() -> None:
    for weight in ("Regular", "Semibold", "Bold"):
        drawn = font(weight, 40)
        unknown = bytes(drawn.getmask("\ue123"))

        assert [each for each in LETTERS + LETTERS.upper() + "–—…×" if bytes(drawn.getmask(each)) == unknown] == []


@settings(deadline=None, max_examples=25)
@given(st.text(max_size=80) | st.just("W" * 80) | st.just(HOSTILE), st.text(max_size=80))
def test_no_words_break_a_picture(name: str, author: str) -> None:
    name, author = plain(name), plain(author)
    preview(Told("machai", "Machai", name, author, ((10_000, "cards"), (9_999, "A rather long name of a type"))))

    face = font("Bold", 54)
    assert all(face.getlength(line) <= ROOM for line in wrapped(name, face))
    assert face.getlength(cut(name, face, ROOM)) <= ROOM
