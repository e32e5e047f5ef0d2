"""A position said otherwise is judged alike: with other ids, seats, card keys, or orders that mean nothing."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import oracle
from tests.laws.matches import GameT, every_game, every_mode, moments
from tests.laws.mirrors import Mirror, moved_seats, permuted, renamed_cards, renamed_ids, with_keys
from tests.laws.mutations import mutations


def reasons(game: GameT, state: Any, action: Any) -> list[tuple[str, str | None]]:
    """Why an action is refused, without words and facts."""
    return sorted((v.code, str(v.rule)) for v in game.check(state, action))


def in_order(actions: list[Any]) -> list[str]:
    """Actions as texts, for comparing without regard to order."""
    return sorted(msgspec.json.encode(action, order="sorted").decode() for action in actions)


def well_formed(game: GameT, documents: list[dict[str, Any]]) -> list[Any]:
    """Those documents that are actions."""
    actions = []
    for document in documents:
        try:
            actions.append(game.action(document))
        except oracle.MalformedAction:
            continue
    return [action for action in actions if not isinstance(action, oracle.UnknownAction)]


def assert_judged_alike(
    game: GameT, state: Any, other: Any, mirror: Mirror, legal: list[Any], rng: random.Random
) -> None:
    """The legal actions are mirrored, and so are the reasons against others."""
    question = game.table(state).question
    assert in_order([mirror.action(action, question) for action in legal]) == in_order(game.legal_actions(other))
    for action in well_formed(game, mutations(game, state, rng.choice(legal), rng, most=4)):
        if type(action) is not oracle.Chance:
            assert reasons(game, state, action) == reasons(game, other, mirror.action(action, question)), action


@every_game
@every_mode
def test_other_ids_change_nothing_but_the_ids(game: GameT, mode: str) -> None:
    rng = random.Random(f"{game.key}/{mode}/ids")

    for moment in moments(game, mode, range(150, 153), every=4):
        mirror = renamed_ids(game, moment.state, rng)
        other = mirror.state(game.document(moment.state))
        question = game.table(moment.state).question
        assert_judged_alike(game, moment.state, other, mirror, moment.legal, rng)
        after = game.apply(other, mirror.action(moment.action, question)).state
        assert game.document(after) == game.document(mirror.state(game.document(moment.after)))


@every_game
def test_other_seats_change_nothing_but_the_seats(game: GameT) -> None:
    rng = random.Random(f"{game.key}/seats")

    for moment in moments(game, "manual", range(155, 159), every=4):
        mirror = moved_seats(game, moment.state)
        other = mirror.state(game.document(moment.state))
        assert_judged_alike(game, moment.state, other, mirror, moment.legal, rng)
        for seat in range(len(moment.state.players)):
            mirrored = mirror.state(game.document(game.view(moment.state, seat)))
            assert game.document(game.view(other, mirror.seats(seat))) == game.document(mirrored)
        question = game.table(moment.state).question
        after = game.apply(other, mirror.action(moment.action, question)).state
        assert (after.result is None) is (moment.after.result is None)
        if moment.after.result is not None:
            assert after.result.winners == sorted(mirror.seats(seat) for seat in moment.after.result.winners)


@every_game
@every_mode
def test_the_order_in_which_objects_lie_changes_no_verdict(game: GameT, mode: str) -> None:
    rng = random.Random(f"{game.key}/{mode}/orders")

    for moment in moments(game, mode, range(160, 163), every=4):
        other = permuted(game, moment.state, rng)
        assert in_order(game.legal_actions(other)) == in_order(moment.legal)
        for action in well_formed(game, mutations(game, moment.state, rng.choice(moment.legal), rng, most=4)):
            assert reasons(game, moment.state, action) == reasons(game, other, action)


@every_game
@every_mode
def test_other_card_keys_change_nothing_but_the_keys(game: GameT, mode: str) -> None:
    changed = 0

    for moment in moments(game, mode, range(165, 167), every=6):
        other, keys = renamed_cards(game, moment.state)
        legal = [with_keys(msgspec.to_builtins(action), keys) for action in moment.legal]
        assert in_order([game.action(document) for document in legal]) == in_order(game.legal_actions(other))
        after = game.apply(other, game.action(with_keys(msgspec.to_builtins(moment.action), keys))).state
        there, _ = renamed_cards(game, moment.after)
        assert game.document(after) == game.document(there)
        changed += 1

    assert changed or pytest.fail("no position was looked at")
