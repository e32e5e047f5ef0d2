"""Law 2: one decision is pending, it belongs to one seat or to chance, and its list stays of modest size."""

from __future__ import annotations

from collections.abc import Callable

from tests.laws.matches import GameT, every_game, every_mode, moments

MODEST = 400


@every_game
@every_mode
def test_one_decision_is_pending_and_has_a_modest_list(game: GameT, mode: str, tell: Callable[[str], None]) -> None:
    longest = 0

    for moment in moments(game, mode, range(190, 196), most=400):
        decision = game.decision(moment.state)
        assert decision is not None
        deciders = {decision.player, *(decision.also or ())}
        beside = [action for action in moment.legal if action.player not in deciders]
        assert all(game.type_of[type(action)].aside for action in beside)
        assert any(action.player in deciders for action in moment.legal)
        assert (
            (decision.player == "chance")
            is (decision.type == "chance")
            is (decision.of is not None and bool(decision.of))
        )
        if decision.default is not None:
            assert game.action(decision.default) in moment.legal
        if decision.max:
            assert 0 <= (decision.min or 0) <= decision.max
        longest = max(longest, len(moment.legal))

    tell(f"{game.key}, {mode}: the longest list of legal actions has {longest}")
    assert longest <= MODEST


@every_game
@every_mode
def test_every_language_has_words_for_every_decision_and_action(game: GameT, mode: str) -> None:
    for moment in moments(game, mode, range(196, 198), every=3):
        for language in game.languages:
            decision = game.decision(moment.state, language)
            assert decision is not None
            assert decision.prompt
            assert "{" not in decision.prompt
            for told in game.listed(moment.state, language=language):
                assert told.label
                assert "{" not in told.label
