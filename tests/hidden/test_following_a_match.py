from __future__ import annotations

from typing import Any

import pytest

from oracle.kernel.hidden import is_unknown
from oracle.kernel.state import Viewer
from tests.hidden.following import Follower, account, decision_of, follow_match, options_of
from tests.laws.matches import GameT, every_game, setup

WATCHED = 3


@every_game
@pytest.mark.parametrize(
    ("seed", "manual"),
    [(0, True), (1, False), (2, False), (WATCHED, True)],
    ids=["manual", "seedless", "seedless-again", "watched"],
)
def test_a_match_is_followed_to_its_end_with_one_hand_known(game: GameT, seed: int, *, manual: bool) -> None:
    document = setup(game, f"follow-{seed}", options=followed(game))
    seat: Viewer = "spectator" if seed == WATCHED else seed % len(document["players"])
    told: set[str] = set()
    state = None

    for state, follower in follow_match(game, document, seat, manual=manual):
        same = {number: number for number in follower.ids.values()}
        assert account(game, follower.state, seat, same) == account(game, state, seat, follower.ids)
        assert decision_of(game, follower.state, same) == decision_of(game, state, follower.ids)
        if seat != "spectator":
            assert options_of(game, follower.state, seat, same) == options_of(game, state, seat, follower.ids)
        told |= {*follower.told}
        if seat == "spectator" and nothing_is_hidden(game, follower.state):
            break

    assert state is not None
    assert state.result is not None or seat == "spectator"
    assert told >= {"chance", "reveal"}


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_a_match_is_followed_from_a_start_at_the_table(game: GameT, seed: int) -> None:
    document = setup(game, f"table-{seed}")
    document["options"] = {**document["options"], **followed(game)}
    script = opening(game, document)
    begun = game.view(game.start({**document, "chance": {"mode": "manual"}}).state, 0)

    follower = Follower(game, 0, begun)
    follower.hear(script)
    state = game.start(document).state

    follower.recognise(state)
    same = {number: number for number in follower.ids.values()}
    assert account(game, follower.state, 0, same) == account(game, state, 0, follower.ids)
    assert follower.told


def nothing_is_hidden(game: GameT, state: Any) -> bool:
    """Whether a spectator has worked out where everything is: then it is asked which card comes, as a table is."""
    return not any(is_unknown(card) for zone in game.zones.values() for _, cards in zone.lists(state) for card in cards)


def followed(game: GameT) -> dict[str, Any]:
    """Options under which a seat can give an account of a match.

    It cannot say what others draft from packs unseen, nor whose hand leaves nothing to do but pass.
    """
    return {name: False for name in ("draft", "auto_pass") if name in game.rulebook.options}


def opening(game: GameT, document: dict[str, Any]) -> list[dict[str, Any]]:
    """What seat 0 sees happen when the match begins."""
    return game.events_for(game.start(document).events, 0)
