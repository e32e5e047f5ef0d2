"""A state as text: 80 columns, over HTTP and on the command line alike."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from click.testing import CliRunner

import oracle
from app import samples
from app.board import WIDTH, board
from app.cli.view import view
from tests.http.talking import GAME, Api

State = dict[str, Any]


def text(api: Api, state: State, player: Any) -> str:
    answer = api.post(f"{GAME}/view", {"state": state, "player": player}, accept="text/plain")
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/plain")
    return answer.raw.decode()


def test_the_board_says_what_its_seat_knows(api: Api, state: State) -> None:
    own, other = text(api, state, 0), text(api, state, 1)

    assert "Ana" in own
    assert "> Ana: " in own
    assert "KODANDA #82" in own
    assert "KODANDA #82" not in other
    assert "hand (3): ?, ?, ?" in other
    assert "valor 1" in own


def test_without_a_wish_the_view_is_a_document(api: Api, state: State) -> None:
    assert api.post(f"{GAME}/view", {"state": state, "player": 0}, accept="*/*").json["state"]


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_every_board_of_a_match_is_80_columns_wide(game: Any) -> None:
    state = game.start(samples.setup(game)).state
    for _ in range(30):
        for language in game.languages:
            told = board(game, state, language)
            assert max(map(len, told.splitlines())) <= WIDTH
            assert all(player.name in told for player in state.players)
        actions = game.deciding_actions(state)
        if not actions:
            break
        state = game.apply(state, actions[0]).state


def test_a_match_that_is_over_says_who_won() -> None:
    game: Any = oracle.games()[0]
    state = game.start(samples.setup(game)).state
    over = game.apply(state, game.action({"type": "concede", "player": 0})).state

    assert "> over: win, Ben (concede)" in board(game, over)


def test_the_command_line_prints_the_same(api: Api, state: State) -> None:
    printed = CliRunner().invoke(view, ["-", "--player", "1"], input=orjson.dumps({"state": state}))

    assert printed.exit_code == 0
    assert printed.output == text(api, state, 1)


@pytest.mark.parametrize(
    ("given", "arguments", "says"),
    [
        (b"{", [], "not JSON"),
        (b"[]", [], "not a state"),
        (b'{"game": "chess"}', [], "no game of this oracle"),
        (b'{"game": "maha-yodha"}', [], "/players"),
        (None, ["--player", "2"], "seats are 0, 1 and spectator"),
        (None, ["--lang", "xx"], "this game speaks"),
    ],
)
def test_what_is_wrong_is_said(state: State, given: bytes | None, arguments: list[str], says: str) -> None:
    raw = orjson.dumps(state) if given is None else given

    printed = CliRunner().invoke(view, ["-", *arguments], input=raw)

    assert printed.exit_code != 0
    assert says in printed.output
