"""Whatever a parser accepts comes back from its canonical form as itself; whatever it refuses, it refuses by name."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

import oracle
from oracle.kernel import shapes
from oracle.kernel.listing import union_of
from oracle.kernel.start import DeckList, Setup
from tests.laws.matches import GameT, deck_documents, every_game, moments, setup
from tests.laws.mutants import more_or_less, mutants

REFUSED = (oracle.InvalidState, oracle.EditionNotServed, oracle.UnknownSet, oracle.InvalidCards)
STOPPED = (oracle.HiddenStateNeeded, oracle.BudgetExceeded, oracle.Undetermined)


@cache
def states(game: GameT) -> list[Any]:
    """States of matches and views of them, as documents; and the smallest that say anything."""
    met = [m for mode in ("seeded", "manual") for m in moments(game, mode, range(170, 172), every=9)]
    seen = [game.document(game.view(moment.state, 0)) for moment in met[::4]]
    ends = [game.document(moment.after) for moment in met if moment.after.result is not None]
    small = [{"game": game.key, "players": [{}, {}]}, {"game": game.key, "phase": game.phases[-1], "players": [{}, {}]}]
    return [game.document(moment.state) for moment in met] + seen + ends + small


@cache
def actions(game: GameT) -> list[Any]:
    """Actions of every type that walks meet, as documents."""
    met = [m for mode in ("seeded", "manual") for m in moments(game, mode, range(173, 175), every=3)]
    by_type = {a.__struct_config__.tag: msgspec.to_builtins(a) for moment in met for a in moment.legal}
    return list(by_type.values())


def faults_of(error: Any) -> None:
    """A refusal names what is wrong, where, in words."""
    if not isinstance(error, oracle.EditionNotServed | oracle.UnknownSet):
        assert error.faults
        assert all(fault.code and fault.message and isinstance(fault.at, str) for fault in error.faults)


def reasons_of(error: oracle.IllegalAction) -> None:
    """A refusal by the rules names them."""
    assert error.violations


def ask_everything(game: GameT, state: Any) -> None:
    """Everything that can be asked of a state is answered, or refused with a documented error."""
    game.decision(state)
    legal = game.legal_actions(state)
    game.listed(state)
    for seat in range(len(state.players)):
        game.explain(state, seat)
        game.view(state, seat)
    for action in legal[:3]:
        try:
            game.apply(state, action)
        except STOPPED:
            continue


@every_game
@more_or_less
def test_a_state_that_is_accepted_is_a_fixpoint_and_can_be_asked_everything(game: GameT, how: settings) -> None:
    @how
    @given(mutants(states(game)))
    def holds(document: Any) -> None:
        try:
            state = game.load(document)
        except REFUSED as error:
            faults_of(error)
            return
        raw = game.encode(state)
        assert game.encode(game.decode(raw)) == raw
        assert game.encode(game.load(game.document(state))) == raw
        ask_everything(game, state)

    holds()


@every_game
@more_or_less
def test_bytes_and_plain_data_are_accepted_alike(game: GameT, how: settings) -> None:
    @how
    @given(mutants(states(game)))
    def holds(document: Any) -> None:
        answers = []
        for read, given_as in ((game.load, document), (game.decode, json.dumps(document).encode())):
            try:
                answers.append(game.encode(read(given_as)))
            except REFUSED as error:
                answers.append(type(error).__name__.encode())
        assert answers[0] == answers[1]

    holds()


@every_game
@more_or_less
def test_an_action_that_is_accepted_is_a_fixpoint_and_is_judged(game: GameT, how: settings) -> None:
    state = game.load(states(game)[len(states(game)) // 3])

    @how
    @given(mutants(actions(game)))
    def holds(document: Any) -> None:
        try:
            action = game.action(document)
            verdict = game.judge(state, action)
        except oracle.MalformedAction as error:
            faults_of(error)
            return
        assert verdict.verdict in ("legal", "illegal", "undetermined")
        if not isinstance(action, oracle.UnknownAction):
            assert game.action(msgspec.to_builtins(action)) == action

    holds()


@every_game
@more_or_less
def test_a_deck_that_is_accepted_is_a_fixpoint_and_is_checked(game: GameT, how: settings) -> None:
    @how
    @given(mutants(deck_documents(game)))
    def holds(document: Any) -> None:
        try:
            verdict = game.check_deck(document)
        except (oracle.InvalidSetup, oracle.UnknownSet) as error:
            faults_of(error)
            return
        plain = msgspec.to_builtins(msgspec.convert(document, DeckList))
        assert msgspec.to_builtins(msgspec.convert(plain, DeckList)) == plain
        assert game.check_deck(plain) == verdict

    holds()


@every_game
@more_or_less
def test_a_card_that_is_accepted_is_a_fixpoint_and_has_words(game: GameT, how: settings) -> None:
    cards = [card.document for card in game.cards()]
    known = {card.key for card in game.cards()}.__contains__

    @how
    @given(mutants(cards))
    def holds(document: Any) -> None:
        card, faults = game.compile_card(document, "", known)
        if card is None or faults:
            assert faults
            assert all(fault.code and fault.message for fault in faults)
            return
        again, found = game.compile_card(card.document, "", known)
        assert not found
        assert again is not None
        assert again.document == card.document
        assert all(isinstance(game.text(card, language), str) for language in game.languages)

    holds()


@every_game
@more_or_less
def test_a_setup_is_begun_or_refused_by_name(game: GameT, how: settings) -> None:
    documents = [setup(game, seed, mode) for seed in range(3) for mode in ("seeded", "manual")]

    @how
    @given(mutants(documents))
    def holds(document: Any) -> None:
        try:
            begun = game.start(document)
        except (oracle.InvalidSetup, *REFUSED) as error:
            faults_of(error)
            return
        except oracle.ScriptError as error:
            reasons_of(error)
            return
        raw = game.encode(begun.state)
        assert game.encode(game.decode(raw)) == raw

    holds()


def shapes_of(game: GameT) -> dict[str, tuple[Any, list[Any]]]:
    """Every kind of document with its type and good examples."""
    return {
        "state": (game.state_type, states(game)),
        "action": (union_of(tuple(kind.record for kind in game.actions)), actions(game)),
        "deck": (DeckList, deck_documents(game)),
        "setup": (Setup, [setup(game, 1)]),
        "card": (game.card_record, [card.document for card in game.cards()]),
    }


def refused(document: Any, shape: Any) -> bool:
    """Whether the compiled decoder refuses a document."""
    try:
        msgspec.convert(document, shape)
    except msgspec.ValidationError:
        return True
    return False


@every_game
@more_or_less
@pytest.mark.parametrize("kind", ["state", "action", "deck", "setup", "card"])
def test_the_compiled_decoder_and_the_slow_fault_finder_accept_the_same(game: GameT, how: settings, kind: str) -> None:
    shape, documents = shapes_of(game)[kind]

    @how
    @given(mutants(documents))
    def holds(document: Any) -> None:
        assert bool(shapes.faults(document, shape)) is refused(document, shape)

    holds()
