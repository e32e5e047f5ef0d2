"""A clause is done when a scenario fails once it falls silent: each carrier of a clause is switched off in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType
from typing import Any

import pytest

import oracle
from oracle.kernel.coverage import Carrier, carriers_of
from oracle.kernel.decisions import Requirement
from oracle.scenarios import Scenario, load, run
from tests.running import ROOT

FOLDER = ROOT / "tests/scenarios"
GameT = oracle.Game[Any, Any]


@cache
def scenarios_of(game: GameT) -> dict[str, list[Scenario]]:
    """The scenarios by the clauses they name, those that expect a refusal first."""
    by_clause: dict[str, list[Scenario]] = {}
    paths = [path for path in sorted((FOLDER / game.key).glob("*.yaml")) if path.name != "defaults.yaml"]
    for scenario in sorted((s for path in paths for s in load(path)), key=lambda s: "illegal" not in s.then):
        for clause in scenario.clauses:
            by_clause.setdefault(clause, []).append(scenario)
    return by_clause


def silent_code(function: Callable[..., Any], otherwise: Any) -> CodeType:
    """The code of a function of any arguments that answers `otherwise` and does nothing."""
    silent: Callable[..., Any] = eval(f"lambda *_args, **_named: {otherwise!r}")  # noqa: S307 - the answer is the code's own
    return silent.__code__.replace(co_freevars=function.__code__.co_freevars)


@contextmanager
def function_silenced(function: Callable[..., Any], otherwise: Any) -> Iterator[None]:
    """The function does nothing meanwhile, wherever it was imported to."""
    spoken = function.__code__
    function.__code__ = silent_code(function, otherwise)
    try:
        yield
    finally:
        function.__code__ = spoken


@contextmanager
def requirement_silenced(requirement: Requirement, rule: str) -> Iterator[None]:
    """The requirement demands nothing for this clause meanwhile; what it demands for others stays."""
    spoken = requirement.test

    def test(table: Any, action: Any) -> Any:
        kept = spoken(table, action)
        if kept is True or kept is None:
            return kept
        facts = kept or {}
        rest = tuple(other for other in facts.get("rules", requirement.rules) if other != rule)
        return {**facts, "rules": rest} if rest else True

    requirement.test = test
    try:
        yield
    finally:
        requirement.test = spoken


def silenced(carrier: Carrier, rule: str) -> Any:
    """The carrier says nothing for this clause meanwhile."""
    if carrier.kind == "requirement":
        return requirement_silenced(carrier.thing, rule)
    if carrier.kind == "function":
        return function_silenced(carrier.thing, carrier.thing.cites.otherwise)
    return function_silenced(carrier.thing.does, None)


def switches(game: GameT) -> list[tuple[Carrier, str]]:
    """Every carrier that can be switched off, for each of its clauses."""
    return [
        (carrier, rule)
        for carrier in carriers_of(game)
        for rule in carrier.rules
        if carrier.kind in ("requirement", "function") or (carrier.kind == "word" and carrier.thing is not None)
    ]


def noticed(game: GameT, rule: str) -> bool:
    """Whether a scenario that names the clause fails."""
    return any(fails(game, scenario) for scenario in scenarios_of(game).get(rule, []))


def fails(game: GameT, scenario: Scenario) -> bool:
    """Whether a scenario fails; a rule that falls silent may leave a position that nothing can go on from."""
    try:
        return bool(run(game, scenario))
    except Exception:  # noqa: BLE001 - any error is a failure of the scenario
        return True


CASES = [
    pytest.param(game, carrier, rule, id=f"{game.key}/{rule}/{carrier.name}")
    for game in oracle.games()
    for carrier, rule in switches(game)
]


@pytest.mark.parametrize(("game", "carrier", "rule"), CASES)
def test_a_scenario_fails_once_its_clause_falls_silent(game: GameT, carrier: Carrier, rule: str) -> None:
    with silenced(carrier, rule):
        heard = noticed(game, rule)

    assert heard, f"no scenario that names {rule} fails without {carrier.name}"


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_with_every_rule_speaking_no_scenario_fails(game: GameT) -> None:
    scenarios = {s.id: s for named in scenarios_of(game).values() for s in named}

    assert not [scenario.id for scenario in scenarios.values() if fails(game, scenario)]
