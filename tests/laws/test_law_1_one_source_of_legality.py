"""Law 1: the list and the verdict agree both ways, and a refused action changes nothing."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import oracle
from tests.laws.matches import GameT, Moment, every_game, every_mode, moments, setup, walk
from tests.laws.mutations import listable, mutations, space

SHARES = [range(start, start + 3) for start in (0, 3, 6)]


def documented_codes(game: GameT) -> set[str]:
    """The violation codes that the game's description names, and that of an unknown type."""
    kinds = game.describe()["action_types"]
    return {"unknown_action", *(requirement["code"] for kind in kinds for requirement in kind["requirements"])}


def as_documents(actions: list[Any]) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(action) for action in actions]


def refusal(game: GameT, state: Any, document: dict[str, Any]) -> list[Any] | None:
    """The violations of a document, or `None` where it is no action at all; legal is an empty list."""
    try:
        return game.check(state, game.action(document))
    except oracle.MalformedAction:
        return None


def assert_refused(game: GameT, moment: Moment, document: dict[str, Any], codes: set[str]) -> None:
    """It is refused with reasons from the documented list, by `check` and by `apply`, and nothing changed."""
    before = game.encode(moment.state)
    found = refusal(game, moment.state, document)
    if found is None:
        return
    assert found, f"not listed, but legal: {document}"
    assert {violation.code for violation in found} <= codes, document
    assert all(v.rule is None or game.rulebook.has(v.rule) for v in found), document
    assert all(v.message for v in found), document
    with pytest.raises(oracle.IllegalAction) as refused:
        game.apply(moment.state, game.action(document))
    assert refused.value.violations == found
    assert game.encode(moment.state) == before


@every_game
@every_mode
@pytest.mark.parametrize("seeds", SHARES, ids=str)
def test_listed_actions_apply_and_what_is_not_listed_is_refused(game: GameT, mode: str, seeds: range) -> None:
    codes = documented_codes(game)
    rng = random.Random(f"{game.key}/{seeds}")

    for moment in moments(game, mode, seeds, every=4):
        listed = as_documents(moment.legal)
        assert len({msgspec.json.encode(document, order="sorted") for document in listed}) == len(listed)
        before = game.encode(moment.state)
        for action in rng.sample(moment.legal, min(4, len(moment.legal))):
            assert game.check(moment.state, action) == []
            assert game.apply(moment.state, action).events is not None
        assert game.encode(moment.state) == before
        for document in mutations(game, moment.state, rng.choice(moment.legal), rng):
            if document not in listed:
                assert_refused(game, moment, document, codes)


@every_game
@every_mode
def test_an_action_done_twice_is_legal_only_where_it_is_listed_again(game: GameT, mode: str) -> None:
    codes = documented_codes(game)

    for moment in moments(game, mode, range(20, 24), every=2):
        document = msgspec.to_builtins(moment.action)
        again = Moment(moment.after, [], None, None, [])
        if document not in as_documents(game.legal_actions(moment.after)):
            assert_refused(game, again, document, codes)


@every_game
@every_mode
def test_on_small_positions_the_legal_actions_of_the_space_are_those_listed(game: GameT, mode: str) -> None:
    compare_with_space(game, mode, small=1, most=400)


@pytest.mark.soak
@every_game
@every_mode
def test_on_more_small_positions_too_of_the_whole_space(game: GameT, mode: str) -> None:
    compare_with_space(game, mode, small=3, most=4000)


def compare_with_space(game: GameT, mode: str, small: int, most: int) -> None:
    """On so many positions of each phase, at most so many actions of each type, evenly out of all."""
    sizes = [
        (len(list(game.ids(m.state))), number, m) for number, m in enumerate(moments(game, mode, range(30, 34), 9))
    ]
    by_phase: dict[str, list[Moment]] = {}
    for _, _, moment in sorted(sizes, key=lambda sized: sized[:2]):
        by_phase.setdefault(moment.state.phase, []).append(moment)

    for moment in [chosen for group in by_phase.values() for chosen in group[:small]]:
        listed = {msgspec.json.encode(document, order="sorted") for document in as_documents(moment.legal)}
        for document in space(game, moment.state, most=most):
            legal = refusal(game, moment.state, document) == []
            assert legal is (msgspec.json.encode(canonical(game, document), order="sorted") in listed), document


def canonical(game: GameT, document: dict[str, Any]) -> dict[str, Any]:
    """The document as the game itself writes it."""
    try:
        plain: dict[str, Any] = msgspec.to_builtins(game.action(document))
    except oracle.MalformedAction:
        return document
    return plain


@every_game
@every_mode
def test_documents_of_listed_actions_come_back_as_the_same_actions(game: GameT, mode: str) -> None:
    for moment in moments(game, mode, range(40, 42), every=5):
        for told in game.listed(moment.state):
            assert game.action(told.action) in moment.legal
            assert told.label
            assert told.rules
            assert game.judge(moment.state, game.action(told.action)).rules == told.rules


@every_game
def test_every_seat_may_be_asked_apart_and_the_whole_list_is_their_sum(game: GameT) -> None:
    for moment in moments(game, "manual", range(50, 53), every=5):
        apart = [
            action
            for actor in ["chance", *range(len(moment.state.players))]
            for action in game.legal_actions(moment.state, actor)
        ]
        assert sorted(map(repr, apart)) == sorted(map(repr, moment.legal))


@every_game
def test_after_the_end_nothing_is_legal_and_everything_says_that_the_match_is_over(game: GameT) -> None:
    last = list(walk(game, setup(game, 1), 1, most=5000))[-1]

    assert last.after.result is not None
    assert game.legal_actions(last.after) == []
    assert game.decision(last.after) is None
    for kind in listable(game):
        for action in [a for a in last.legal if type(a) is kind.record]:
            assert [violation.code for violation in game.check(last.after, action)] in (["match_over"], ["game_over"])
