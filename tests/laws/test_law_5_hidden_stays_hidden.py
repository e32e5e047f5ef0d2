"""Law 5: what a seat may not know changes nothing that it is told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

import oracle
from oracle.kernel.state import Viewer
from tests.laws.matches import GameT, Moment, every_game, every_mode, moments
from tests.laws.mutations import mutations
from tests.laws.twins import hidden_half, twin_of, viewers

SHARES = [range(100, 103), range(103, 106)]
FAR = 1_000_000_007


def pairs(
    game: GameT, mode: str, seeds: range, every: int, most: int = 250
) -> Iterator[tuple[Moment, Viewer, Any, random.Random]]:
    """Moments with a viewer and a twin of the state for it."""
    rng = random.Random(f"{game.key}/{mode}/{seeds}/twins")
    for moment in moments(game, mode, seeds, every, most):
        for viewer in viewers(moment.state):
            yield moment, viewer, twin_of(game, moment.state, viewer, rng), rng


def verdict(game: GameT, state: Any, document: dict[str, Any], language: str) -> bytes:
    """All that is answered to the question whether an action is legal."""
    try:
        return msgspec.json.encode(game.judge(state, game.action(document), language))
    except oracle.MalformedAction as error:
        return msgspec.json.encode(error.faults)


@every_game
@every_mode
@pytest.mark.parametrize("seeds", SHARES, ids=str)
def test_twins_look_alike_and_are_judged_alike(
    game: GameT, mode: str, seeds: range, tell: Callable[[str], None]
) -> None:
    differing: Counter[str] = Counter()
    met: set[str] = set()

    for moment, viewer, twin, rng in pairs(game, mode, seeds, every=4):
        state = moment.state
        game.validate(game.document(twin))
        met.add(state.phase)
        differing[state.phase] += hidden_half(game, twin, viewer) != hidden_half(game, state, viewer)
        assert game.encode(game.view(twin, viewer)) == game.encode(game.view(state, viewer))
        assert game.decision(twin) == game.decision(state) or moment_is_of_another(game, state, viewer)
        if viewer == "spectator":
            continue
        for language in game.languages:
            assert msgspec.json.encode(game.listed(twin, viewer, language)) == msgspec.json.encode(
                game.listed(state, viewer, language)
            )
        assert game.explain(twin, viewer) == game.explain(state, viewer)
        own = [action for action in moment.legal if action.player == viewer]
        for document in [m for action in own[:2] for m in mutations(game, state, action, rng, most=5)]:
            if document["player"] == viewer:
                answers = [verdict(game, each, document, "en") for each in (state, twin)]
                assert answers[0] == answers[1], document

    tell(f"{game.key}, {mode}, seeds {seeds.start} to {seeds.stop - 1}: twins that differ, by phase: {dict(differing)}")
    assert met == {phase for phase, count in differing.items() if count}


def moment_is_of_another(game: GameT, state: Any, viewer: Viewer) -> bool:
    """Whether somebody else decides: then the prompt may speak of what only that seat sees."""
    decision = game.decision(state)
    return decision is not None and decision.player != viewer


@every_game
@every_mode
def test_a_seat_that_asks_about_ids_learns_nothing_of_hidden_cards(game: GameT, mode: str) -> None:
    asked = 0

    for moment, viewer, twin, _ in pairs(game, mode, range(110, 112), every=6):
        if viewer == "spectator":
            continue
        numbers = sorted({*game.ids(moment.state), *game.ids(twin)})
        for kind in game.actions:
            named = [action for action in moment.legal if type(action) is kind.record and action.player == viewer]
            for action, number in [(named[0], n) for n in numbers] if named and kind.objects else []:
                document = {**msgspec.to_builtins(action), kind.objects[0]: number}
                assert verdict(game, moment.state, document, "en") == verdict(game, twin, document, "en"), document
                asked += 1

    assert asked


@every_game
@every_mode
def test_a_seat_finds_the_same_legal_actions_in_its_view_as_in_the_full_state(game: GameT, mode: str) -> None:
    for moment in moments(game, mode, range(115, 118), every=3):
        for seat in range(len(moment.state.players)):
            seen = game.view(moment.state, seat)
            assert game.listed(seen, seat) == game.listed(moment.state, seat)
            assert game.encode(game.load(game.document(seen))) == game.encode(seen)
            if game.decision(moment.state).player == seat:  # type: ignore[union-attr]
                assert game.decision(seen) == game.decision(moment.state)


@every_game
@every_mode
def test_a_view_of_a_view_is_the_same_view_and_holds_no_more_for_another(game: GameT, mode: str) -> None:
    for moment in moments(game, mode, range(118, 120), every=5):
        for viewer in viewers(moment.state):
            seen = game.view(moment.state, viewer)
            assert game.encode(game.view(seen, viewer)) == game.encode(seen)
            for other in viewers(moment.state):
                through = game.encode(game.view(seen, other))
                assert len(through) <= len(game.encode(game.view(moment.state, other)))


@every_game
def test_neither_the_seed_nor_the_id_of_a_hidden_card_stands_in_a_view(game: GameT) -> None:
    looked = 0

    for moment in moments(game, "seeded", range(120, 123), every=5):
        for viewer in viewers(moment.state):
            state = game.copy(moment.state)
            state.chance.seed = "the-seed-is-secret"
            far = iter(range(FAR, FAR + 500))
            for cards in hidden_lists(game, state, viewer):
                cards[:] = [marked(card, far) for card in cards]
            raw = game.encode(game.view(state, viewer))
            assert b"the-seed-is-secret" not in raw
            assert not [number for number in range(FAR, next(far)) if str(number).encode() in raw]
            looked += next(far) > FAR + 1

    assert looked


def hidden_lists(game: GameT, state: Any, viewer: Viewer) -> Iterator[list[Any]]:
    """The lists of objects that the viewer may not see, to be changed in place."""
    for half in hidden_half(game, state, viewer):
        for cards in half:
            if cards and not isinstance(cards[0], str | None):
                yield cards


def marked(thing: Any, far: Iterator[int]) -> Any:
    """The object with an id that is like no other number."""
    other = thing.__copy__()
    other.id = next(far)
    return other


@every_game
@every_mode
def test_twins_that_look_alike_after_an_action_were_told_the_same_events(game: GameT, mode: str) -> None:
    compared = 0

    for moment, viewer, twin, _ in pairs(game, mode, range(125, 129), every=2):
        try:
            other = game.apply(twin, moment.action)
        except oracle.IllegalAction:
            continue
        if game.encode(game.view(other.state, viewer)) == game.encode(game.view(moment.after, viewer)):
            compared += 1
            assert game.events_for(other.events, viewer) == game.events_for(moment.events, viewer)

    assert compared > 20


@every_game
@every_mode
def test_events_that_not_everybody_sees_have_twins_for_the_rest(game: GameT, mode: str) -> None:
    for moment in moments(game, mode, range(130, 132)):
        seats = viewers(moment.state)
        for viewer in seats:
            for event in game.events_for(moment.events, viewer):
                assert "seats" not in event or viewer in event["seats"]
        secret = [event for event in moment.events if "seats" in event]
        told: Counter[Any] = Counter(seat for event in secret for seat in event["seats"])
        assert len(set(told.values())) <= 1
        assert not secret or set(told) == set(seats)
