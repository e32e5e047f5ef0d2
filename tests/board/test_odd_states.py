"""Every field of a state with a value that is empty, odd or another's: refused with a pointer, or played on from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import oracle
from oracle.games.muhq import GAME
from oracle.kernel.agreement import Concede, OfferDraw
from tests.board.test_documents import ANSWERS, read

Path = tuple[str | int, ...]
ODD: tuple[Any, ...] = (None, [], {}, "odd", 0, 99, True, [0, 0])
LONG = ("rules", "players", "options", "sets", "cards", "set_aside", "undealt")
FEW = {"permanents": (0, 7)}


def positions() -> Iterator[tuple[str, dict[str, Any]]]:
    """A main decision, a stack that is answered, a window, picks of a draft."""
    state = GAME.load(read("state"))
    yield "main", GAME.document(state)
    attacked: Any = GAME.resolve(state, [GAME.action(ANSWERS["resolved"]["action"])])
    yield "stack", GAME.document(attacked.state)
    tapped: Any = GAME.resolve(
        state,
        [GAME.action({"type": "tap", "player": 0, "unit": 61}), GAME.action({"type": "end_step", "player": 0})],
    )
    yield "window", GAME.document(tapped.state)
    setup = {"players": [{}, {}], "map": "muhq/fordwatch", "chance": {"mode": "seeded", "seed": "odd"}}
    yield "draft", GAME.document(GAME.start(setup).state)


def places(document: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a document but those that are of the same kind as others."""
    named: Any = enumerate(document) if isinstance(document, list) else ()
    if isinstance(document, dict):
        named = document.items()
    for name, value in named:
        if not path and name in LONG:
            continue
        if len(path) == 1 and isinstance(name, int) and name not in FEW.get(str(path[0]), (0, 1)):
            continue
        yield (*path, name)
        yield from places(value, (*path, name))


def changed(document: Any, path: Path, value: Any) -> Any:
    """The document with another value at a place."""
    made = json.loads(json.dumps(document))
    place = made
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    return made


def play_on(state: Any) -> None:
    """Somebody decides, has something to do beside giving up, and can do it."""
    if state.result is not None:
        return
    actions = GAME.legal_actions(state)
    acts = [action for action in actions if type(action) not in (Concede, OfferDraw)]
    assert GAME.decision(state) is not None
    assert acts
    for action in acts[:3]:
        GAME.apply(state, action)


@pytest.mark.parametrize(
    ("name", "document"), [*positions()], ids=lambda value: value if isinstance(value, str) else ""
)
def test_an_odd_value_is_refused_or_played_on_from(name: str, document: dict[str, Any]) -> None:
    accepted = refused = 0

    for path in places(document):
        for odd in ODD:
            state, faults = GAME.validate(changed(document, path, odd))
            if state is None:
                assert all(fault.at.startswith("/") or not fault.at for fault in faults), (name, path, odd)
                assert faults, (name, path, odd)
                refused += 1
                continue
            accepted += 1
            try:
                play_on(state)
            except (AssertionError, oracle.OracleError) as error:
                raise AssertionError((name, path, odd)) from error

    assert refused > accepted > 0
