"""Law 4: the same state, action and script give the same bytes, and what chance drew can be forced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import oracle
from oracle.kernel import chance
from oracle.kernel.chance import Question
from tests.laws.matches import GameT, Moment, every_game, every_mode, moments, setup
from tests.laws.stranger import Stranger


def drawn(game: GameT, moment: Moment, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What chance drew while the action of a moment was applied again."""
    outcomes: list[Any] = []
    real = chance.draw

    def draw(source: Any, question: Question) -> Any:
        outcomes.append(real(source, question))
        return outcomes[-1]

    with monkeypatch.context() as patched:
        patched.setattr(chance, "draw", draw)
        game.apply(moment.state, moment.action)
    return outcomes


def drawing(
    game: GameT, monkeypatch: pytest.MonkeyPatch, seeds: range, most: int
) -> Iterator[tuple[Moment, list[Any]]]:
    """The moments of whole matches in which chance draws, with what it drew; at most so many."""
    for moment in moments(game, "seeded", seeds, most=2000):
        outcomes = drawn(game, moment, monkeypatch)
        if outcomes:
            yield moment, outcomes
            most -= 1
        if most == 0:
            return


def but_for_the_count(game: GameT, state: Any) -> bytes:
    """The state's bytes without how often its generator was asked."""
    copied = game.copy(state)
    copied.chance.drawn = 0
    return game.encode(copied)


@every_game
@every_mode
def test_the_same_state_action_and_script_give_the_same_bytes(game: GameT, mode: str) -> None:
    for moment in moments(game, mode, range(60, 63), every=3):
        again = game.apply(game.decode(game.encode(moment.state)), game.action(msgspec.to_builtins(moment.action)))

        assert game.encode(again.state) == game.encode(moment.after)
        assert msgspec.json.encode(again.events) == msgspec.json.encode(moment.events)


@every_game
def test_forcing_what_was_drawn_gives_the_same_state_here_and_elsewhere(
    game: GameT, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced = 0

    with Stranger() as stranger:
        for moment, script in drawing(game, monkeypatch, range(64, 88), most=6):
            forced += 1
            outcome = game.apply(moment.state, moment.action, script)
            assert but_for_the_count(game, outcome.state) == but_for_the_count(game, moment.after)
            assert outcome.events == moment.events
            told = stranger.ask(game.key, game.encode(moment.state), msgspec.to_builtins(moment.action), script)
            assert told["state"].encode() == game.encode(outcome.state)

    assert forced == 6


@every_game
def test_a_start_can_be_forced_to_what_it_drew(game: GameT, monkeypatch: pytest.MonkeyPatch) -> None:
    document = setup(game, 70)
    outcomes: list[Any] = []
    real = chance.draw
    with monkeypatch.context() as patched:
        patched.setattr(chance, "draw", lambda *asked: outcomes.append(real(*asked)) or outcomes[-1])  # type: ignore[func-returns-value]
        free = game.start(document)

    forced = game.start(document, outcomes)

    assert outcomes
    assert but_for_the_count(game, forced.state) == but_for_the_count(game, free.state)


@every_game
def test_forced_outcomes_that_nobody_asks_for_are_refused_and_change_nothing(
    game: GameT, monkeypatch: pytest.MonkeyPatch
) -> None:
    for moment in moments(game, "seeded", range(72, 74), every=4):
        before = game.encode(moment.state)
        script = [*drawn(game, moment, monkeypatch), 0]

        with pytest.raises(oracle.ScriptError) as refused:
            game.apply(moment.state, moment.action, script)

        assert refused.value.violations
        assert game.encode(moment.state) == before


@every_game
def test_an_outcome_that_cannot_be_is_refused_and_changes_nothing(game: GameT, monkeypatch: pytest.MonkeyPatch) -> None:
    refusals = 0

    for moment, script in drawing(game, monkeypatch, range(75, 99), most=6):
        before = game.encode(moment.state)
        with pytest.raises(oracle.ScriptError) as refused:
            game.apply(moment.state, moment.action, ["no-such-outcome", *script[1:]])
        assert [violation.code for violation in refused.value.violations] == ["impossible_outcome"]
        assert game.encode(moment.state) == before
        refusals += 1

    assert refusals == 6


@every_game
def test_each_question_lists_different_outcomes_with_positive_weights_and_each_applies(game: GameT) -> None:
    asked: set[str] = set()

    for moment in moments(game, "manual", range(80, 84)):
        question = game.table(moment.state).question
        if question is None:
            continue
        asked.add(question.of)
        assert len({msgspec.json.encode(outcome) for outcome in question.outcomes}) == len(question.outcomes)
        assert question.weights is None or question.unseen or min(question.weights) > 0
        told = [action.outcome for action in moment.legal if action.player == "chance"]
        assert told == [*question.outcomes, *([None] if question.unseen else [])]
        for outcome in told[:3]:
            game.apply(moment.state, oracle.Chance(player="chance", outcome=outcome))

    assert {"draw"} < asked
