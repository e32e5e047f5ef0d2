"""The faces of cards: every card of every game, and whatever words stand on one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from app.pages.face import INNER, NAME_SIZES, TEXT_SIZES, face, fitted, length, wrapped
from oracle.kernel.portrait import Portrait
from tests.http.talking import GAME, Api

SPACE = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>alert(1)</script> & "quotes" \' ]]> {0} %s ' + "x" * 300


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_every_card_has_a_face_in_every_language(game: Any) -> None:
    for card in game.cards():
        for language in game.languages:
            drawn = ET.fromstring(face(game, card, language))  # noqa: S314 - drawn here

            told = drawn.find(f"{SPACE}desc")
            assert drawn.findtext(f"{SPACE}title") == card.name(language)
            assert told is not None
            assert " ".join(game.text(card, language).split()) in (told.text or "")
            assert all(line.text for line in drawn.iter(f"{SPACE}text"))


def made_up(text: str) -> tuple[Any, Any]:
    """A card of that name, of that text, of a game of that name."""
    game = SimpleNamespace(name=text, text=lambda *_: text, portrait=Portrait())
    return game, SimpleNamespace(type=text, name=lambda *_: text, document={"cost": 3, "army": text})


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=400) | st.just(HOSTILE))
def test_no_words_break_a_face(text: str) -> None:
    drawn = ET.fromstring(face(*made_up(text), "en"))  # noqa: S314 - drawn here

    assert {each.tag for each in drawn.iter()} <= {SPACE + name for name in TAGS}
    assert drawn.findtext(f"{SPACE}title") == text


TAGS = ("svg", "title", "desc", "rect", "path", "g", "text")


@settings(deadline=None)
@given(st.text(max_size=2_000), st.sampled_from(TEXT_SIZES))
def test_every_line_fits_between_the_edges(text: str, size: int) -> None:
    lines = list(wrapped(text, size))

    assert all(length(line, size) <= INNER for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@settings(deadline=None)
@given(st.text(max_size=500))
def test_a_name_has_two_lines_at_most(name: str) -> None:
    size, lines = fitted(name, NAME_SIZES, 2)

    assert len(lines) <= 2
    assert all(length(line, size) <= INNER for line in lines)


def test_a_face_is_served_closed_and_conditionally(api: Api) -> None:
    answer = api.get(f"{GAME}/cards/rama.svg")
    again = api.get(f"{GAME}/cards/rama.svg", if_none_match=answer.headers["ETag"])

    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert (again.status, again.raw) == (304, b"")
    assert api.get(f"{GAME}/cards/nobody.svg").json["code"] == "unknown-card"
    assert api.get(f"{GAME}/cards/rama.svg?lang=xx").json["code"] == "invalid-request"


def test_a_face_speaks_the_language_asked_for(api: Api) -> None:
    path = "/v1/games/thay-phap/cards/bua-lua.svg"

    assert "Bùa Lửa" in api.get(path, accept_language="vi").raw.decode()
    assert api.get(path, accept_language="vi").raw != api.get(path, accept_language="en").raw
