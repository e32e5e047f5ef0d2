"""What holds of every state that a scenario meets: it is accepted, reads the same, and every question has an answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

import oracle
from tests.laws.matches import GameT, comes_unseen, every_game
from tests.laws.scenario_states import Met, met_by_scenarios
from tests.laws.twins import hidden_half, twin_of, viewers

QUESTIONS = 3  # one scenario in so many is asked everything
STEPS = 3  # so many actions are taken further in each state


@cache
def met_in(game: GameT) -> list[Met]:
    """The states that the scenarios of a game meet, worked out once."""
    return met_by_scenarios(game)


def asked_in_ci(game: GameT) -> list[Met]:
    """The fixed share of them that is asked everything."""
    return [met for met in met_in(game) if met.share % QUESTIONS == 0]


def reads_the_same(game: GameT, state: Any) -> list[str]:
    """What is wrong with a state once it has gone through JSON."""
    read, faults = game.validate(msgspec.json.decode(game.encode(state)))
    if read is None:
        return [f"{fault.code} at {fault.at}" for fault in faults]
    return [] if game.digest(read) == game.digest(state) else ["another digest"]


@every_game
def test_what_the_oracle_answers_it_accepts_again(game: GameT, tell: Callable[[str], None]) -> None:
    wrong: list[Any] = []
    answered = 0

    for met in met_in(game):
        wrong += [(met.scenario, found) for found in reads_the_same(game, met.state)]
        legal = game.legal_actions(met.state)
        chosen = random.Random(met.share).sample(legal, min(STEPS, len(legal)))
        for action in chosen:
            try:
                after = game.apply(met.state, action).state
            except oracle.HiddenStateNeeded:
                continue
            answered += 1
            wrong += [(met.scenario, action, found) for found in reads_the_same(game, after)]

    assert wrong == []
    tell(f"{game.key}: {answered} answers of {len(met_in(game))} states of scenarios are accepted again")


@every_game
def test_what_is_accepted_can_be_viewed_listed_explained_and_checked(game: GameT) -> None:
    wrong: list[Any] = []

    for met in asked_in_ci(game):
        for seat in range(len(met.state.players)):
            seen = game.view(met.state, seat)
            wrong += [(met.scenario, seat, found) for found in reads_the_same(game, seen)]
            assert game.listed(seen, seat) == game.listed(met.state, seat), met.scenario
            game.explain(met.state, seat)
            game.explain(seen, seat)
        everyone = game.view(met.state, "spectator")
        wrong += [(met.scenario, "spectator", found) for found in reads_the_same(game, everyone)]
        game.listed(everyone)
        game.possible(everyone)

    assert wrong == []


def is_legal(game: GameT, state: Any, action: Any) -> bool:
    """Whether an action of a scenario, which may name a seat that is not there, is legal."""
    try:
        return game.judge(state, action).verdict == "legal"
    except oracle.MalformedAction:
        return False


@every_game
def test_what_a_scenario_may_do_is_called_illegal_by_nobody_who_sees_less(game: GameT) -> None:
    wrong: list[Any] = []
    in_doubt = 0

    for met in met_in(game):
        legal = [action for action in game.legal_actions(met.state) if not comes_unseen(action)]
        own = [action for action in met.actions if is_legal(game, met.state, action)]
        asked = [*legal, *(action for action in own if action not in legal)]
        views = {game.encode(view): view for view in (game.view(met.state, viewer) for viewer in viewers(met.state))}
        for view in views.values():
            for action in asked:
                verdict = game.judge(view, action).verdict
                in_doubt += verdict == "undetermined"
                if verdict == "illegal":
                    wrong.append((met.scenario, action))

    assert wrong == []
    assert in_doubt > 10


@every_game
def test_what_stands_in_the_way_hangs_on_nothing_that_the_seat_does_not_see(game: GameT) -> None:
    differed = 0

    for met in asked_in_ci(game):
        rng = random.Random(met.share)
        for seat in range(len(met.state.players)):
            twin = twin_of(game, met.state, seat, rng)
            differed += hidden_half(game, twin, seat) != hidden_half(game, met.state, seat)
            if game.encode(game.view(twin, seat)) == game.encode(game.view(met.state, seat)):
                told = game.explain(met.state, seat)
                assert game.explain(twin, seat) == told, met.scenario
                assert game.explain(game.view(met.state, seat), seat) == told, met.scenario

    assert differed


def test_a_reference_is_no_reason_to_refuse_an_explanation() -> None:
    game = oracle.game("mantle-magika")
    frame = {"step": "build", "kind": "chant", "card": "kindle", "player": 1}
    state = game.load({"game": "mantle-magika", "players": [{}, {}], "agenda": [frame]})

    assert "choose_target" in {told.type for told in game.explain(state, 1)}
