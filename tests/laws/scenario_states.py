"""The states that the scenarios of a game pass through: each once, with what a scenario does there."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import oracle
from oracle.scenarios import Scenario, load, position, running, steps
from tests.laws.matches import GameT

FOLDER = Path(__file__).parents[1] / "scenarios"


@dataclass(slots=True)
class Met:
    """A state, the scenario that met it first, and the actions that scenarios take in it."""

    scenario: str
    state: Any
    actions: list[Any] = field(default_factory=list)

    @property
    def share(self) -> int:
        """A number that is the scenario's own, for taking a fixed share of them."""
        return zlib.crc32(self.scenario.encode())


def met_by_scenarios(game: GameT) -> list[Met]:
    """Every state that a scenario of the game meets, once."""
    found: dict[bytes, Met] = {}
    for scenario in scenarios(game):
        for state, action in passed_through(game, scenario):
            met = found.setdefault(game.encode(state), Met(scenario.id, state))
            if action is not None and action not in met.actions:
                met.actions.append(action)
    return list(found.values())


def scenarios(game: GameT) -> Iterator[Scenario]:
    """The scenarios of a game that begin with a state or a setup, and are not refused."""
    for path in sorted((FOLDER / game.key).glob("*.yaml")):
        if path.name != "defaults.yaml":
            yield from (one for one in load(path) if one.kind == "given" and "rejected" not in one.then)


def passed_through(game: GameT, scenario: Scenario) -> Iterator[tuple[Any, Any]]:
    """Each state of a scenario with the action taken there; none in the last."""
    names, rest = position.names_of(game, scenario.given), list(scenario.when)
    play = running.begin(game, scenario.given, names, rest)
    while rest and not play.stopped:
        step = [rest.pop(0)]
        while play.state.chance.mode == "seeded" and rest and "chance" in rest[0]:
            step.append(rest.pop(0))
        yield play.state, action_of(game, play, step[0])
        steps.take(play, step)
    if play.state is not None:
        yield play.state, None


def action_of(game: GameT, play: steps.Play, step: dict[str, Any]) -> Any:
    """What a step does, where it is an action at all."""
    try:
        return game.action(steps.action_document(play, {word: said for word, said in step.items() if word != "until"}))
    except oracle.OracleError:
        return None
