"""Matches to test laws on: starts and random walks of any listed game, all from fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import oracle
from oracle.kernel.agreement import AnswerDraw, Concede, OfferDraw

GameT = oracle.Game[Any, Any]
MODES = ("seeded", "manual")
QUIET = 0.997
FELT = 40  # a limit that matches come to, where 0 is none
BY_WORD = (Concede, OfferDraw, AnswerDraw)

every_game = pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
every_mode = pytest.mark.parametrize("mode", MODES)


@dataclass(slots=True)
class Moment:
    """One step of a walk: the state, everything that was legal, what was done and what came of it."""

    state: Any
    legal: list[Any]
    action: Any
    after: Any
    events: list[dict[str, Any]]


def deck_documents(game: GameT) -> list[dict[str, Any]]:
    """Every deck that ships with the game, as a deck document."""
    return [
        {
            "game": game.key,
            "format": deck.format,
            "options": deck.options,
            "sections": {
                name: [{"card": key, "count": count} for key, count in lines.items()]
                for name, lines in deck.sections.items()
            },
        }
        for card_set in game.builtin_sets
        for deck in card_set.decks.values()
    ]


def values_of(option: Any) -> list[Any]:
    """The values of an option worth playing with: all that are listed, or the least and those beside the default."""
    if option.values is not None:
        return list(option.values)
    if option.type == "boolean":
        return [False, True]
    least, most = option.min, option.max
    if option.default is None:
        return [None, least or 0, (least or 0) + 1]
    near = {option.default - 1, option.default, option.default + 1 if option.default else FELT, least or 0}
    return sorted(n for n in near if (least is None or n >= least) and (most is None or n <= most))


def variants(game: GameT) -> list[dict[str, Any]]:
    """The default options, and each other value of each option by itself."""
    other = [
        {name: value}
        for name, option in game.rulebook.options.items()
        for value in values_of(option)
        if value != option.default
    ]
    return [{}, *other]


def options_for(game: GameT, rng: random.Random) -> dict[str, Any]:
    """The default options in half of all matches; otherwise one to three of them have another value."""
    if rng.random() < 0.5:
        return {}
    others = variants(game)[1:]
    chosen = rng.sample(others, min(rng.randint(1, 3), len(others)))
    return {name: value for variant in chosen for name, value in variant.items()}


def setup(
    game: GameT, seed: int | str, mode: str = "seeded", options: dict[str, Any] | None = None, seats: int | None = None
) -> dict[str, Any]:
    """A setup document with decks and options picked by the seed; the same for the same arguments."""
    rng = random.Random(f"{game.key}/{seed}/{mode}")
    decks = deck_documents(game)
    wanted = options_for(game, rng) if options is None else options
    for _ in range(40):
        count = seats or rng.randint(*game.seats)
        document = {
            "players": [{"name": f"P{seat}", "deck": rng.choice(decks)} for seat in range(count)],
            "options": wanted,
            "chance": {"mode": mode, "seed": f"seed-{seed}"} if mode == "seeded" else {"mode": mode},
        }
        if starts(game, document):
            return document
        if options is None and seats is None:
            wanted = options_for(game, rng)
    message = f"no shipped decks can be played with {options}"
    raise LookupError(message)


def starts(game: GameT, document: dict[str, Any]) -> bool:
    """Whether these seats, decks and options can be played together."""
    try:
        game.start(document)
    except oracle.InvalidSetup:
        return False
    return True


def pick(legal: Sequence[Any], rng: random.Random) -> Any:
    """A random legal action; what ends the match by word is rare, and the table looks at its cards."""
    quiet = [action for action in legal if not isinstance(action, BY_WORD) and not comes_unseen(action)]
    return rng.choice(quiet if quiet and rng.random() < QUIET else legal)


def comes_unseen(action: Any) -> bool:
    """Whether chance tells a card that nobody has looked at."""
    return isinstance(action, oracle.Chance) and action.outcome is None


def walk(game: GameT, document: dict[str, Any], seed: int | str, most: int = 250) -> Iterator[Moment]:
    """A random match from its setup document, step by step, until its end or `most` steps."""
    rng = random.Random(f"{game.key}/{seed}/walk")
    state = game.start(document).state
    for _ in range(most):
        legal = game.legal_actions(state)
        if not legal:
            return
        action = pick(legal, rng)
        outcome = game.apply(state, action)
        yield Moment(state, legal, action, outcome.state, outcome.events)
        state = outcome.state


def moments(game: GameT, mode: str, seeds: range, every: int = 1, most: int = 250) -> Iterator[Moment]:
    """Every so many steps of a walk for each seed, the first step of each walk among them."""
    for seed in seeds:
        for number, moment in enumerate(walk(game, setup(game, seed, mode), seed, most)):
            if number % every == 0:
                yield moment
