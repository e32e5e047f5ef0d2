"""Law 3: a match played in memory and one carried through JSON into another process are one match."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from tests.laws.matches import GameT, every_game, every_mode, setup, walk
from tests.laws.stranger import Stranger

STEPS = 120


@every_game
@every_mode
@pytest.mark.parametrize("seed", [1, 2])
def test_both_streams_have_equal_states_events_and_legal_actions_at_every_step(
    game: GameT, mode: str, seed: int, tell: Callable[[str], None]
) -> None:
    halfway = steps = 0

    with Stranger(patience=40) as stranger:
        raw = game.encode(game.start(setup(game, seed, mode)).state)
        for moment in walk(game, setup(game, seed, mode), seed, STEPS):
            told = stranger.ask(game.key, raw, msgspec.to_builtins(moment.action))
            assert told["digest"] == game.digest(moment.after)
            assert told["events"] == msgspec.to_builtins(moment.events)
            assert told["legal"] == msgspec.to_builtins(game.legal_actions(moment.after))
            raw = told["state"].encode()
            halfway += bool(moment.state.agenda)
            steps += 1
        tell(f"{game.key}, {mode}: {halfway} of {steps} steps began with work half done; {stranger.begun} processes")

    assert stranger.begun == -(-steps // 40)
    assert halfway or mode == "seeded"


@every_game
@every_mode
def test_what_is_encoded_decodes_to_the_same_bytes_and_needs_no_more(game: GameT, mode: str) -> None:
    for moment in walk(game, setup(game, 3, mode), 3, STEPS):
        raw = game.encode(moment.state)
        decoded = game.decode(raw)

        assert decoded == moment.state
        assert game.encode(decoded) == raw
        assert game.load(game.document(moment.state)) == moment.state
        assert game.digest(decoded) == game.digest(moment.state)


@every_game
@every_mode
def test_a_copy_shares_nothing_that_changes(game: GameT, mode: str) -> None:
    kept = [(moment.state, game.encode(moment.state)) for moment in walk(game, setup(game, 4, mode), 4, STEPS)]

    assert all(game.encode(state) == raw for state, raw in kept)


@every_game
@every_mode
def test_a_whole_match_replays_to_the_same_digest(game: GameT, mode: str) -> None:
    document = setup(game, 5, mode)
    steps = list(walk(game, document, 5, STEPS))
    actions = [msgspec.to_builtins(moment.action) for moment in steps]

    replayed = game.replay(document, actions)
    resolved = game.resolve(steps[0].state, [game.action(action) for action in actions])

    assert (replayed.verdict, replayed.steps) == ("legal", len(steps))
    assert replayed.digest == game.digest(steps[-1].after) == game.digest(resolved.state)  # type: ignore[union-attr]
    assert resolved.events == [event for moment in steps for event in moment.events]  # type: ignore[union-attr]
