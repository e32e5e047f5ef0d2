"""Play one scenario against a game and list what came out otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.errors import IllegalAction, InvalidCards, InvalidSetup, InvalidState, OracleError

from .cases import card_failures, deck_failures, map_failures
from .document import ScenarioFault
from .engine import Broken, engine
from .expectations import failures
from .names import Names
from .position import names_of, setup_document, state_document
from .steps import Play, outcome, take

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from oracle import Game

    from .document import Scenario

UNREADABLE = (OracleError, TypeError, ValueError, LookupError, AttributeError)
"""What is raised where the runner reads a scenario that is written otherwise than any, or the engine refuses it."""


def run(game: Game[Any, Any], scenario: Scenario) -> list[str]:
    """What is not as the scenario says, one line each; nothing when it holds.

    Raises ScenarioFault where it cannot be read. An error of the engine itself is raised as it is.
    """
    try:
        return _run(engine(game), scenario)
    except Broken as broken:
        raise broken.error from None
    except ScenarioFault as fault:
        raise ScenarioFault(f"{scenario.path}: {scenario.id} ({scenario.name}): {fault}") from fault
    except UNREADABLE as error:
        why = f"this can be neither read nor played ({type(error).__name__}: {error})"
        raise ScenarioFault(f"{scenario.path}: {scenario.id} ({scenario.name}): {why}") from error


def _run(game: Game[Any, Any], scenario: Scenario) -> list[str]:
    if scenario.kind == "deck":
        return deck_failures(game, scenario.given, scenario.then)
    if scenario.kind == "card":
        return card_failures(game, scenario.given, scenario.then)
    if scenario.kind == "map":
        return map_failures(game, scenario.given, scenario.then)
    return _play(game, scenario)


def _play(game: Game[Any, Any], scenario: Scenario) -> list[str]:
    """Play from what is given and judge the end."""
    names = names_of(game, scenario.given)
    steps = list(scenario.when)
    try:
        play = begin(game, scenario.given, names, steps)
    except (InvalidState, InvalidSetup, InvalidCards) as error:
        return _refusal(error.faults, scenario.then)
    if "rejected" in scenario.then:
        return [f"rejected: expected {scenario.then['rejected']}, but what is given is accepted"]
    if not play.stopped:
        take(play, steps)
    return play.trouble or failures(play, scenario.then)


def begin(game: Game[Any, Any], given: Mapping[str, Any], names: Names, steps: list[dict[str, Any]]) -> Play:
    """The play at its first state; a start takes the outcomes before the first action as script."""
    if "setup" not in given:
        return Play(game, names, game.load(state_document(game, given, names)))
    document = setup_document(game, given["setup"], names)
    script = []
    while document["chance"]["mode"] == "seeded" and steps and "chance" in steps[0]:
        script.append(steps.pop(0)["chance"])
    play = Play(game, names, None)
    forced = [outcome(play, value, "shuffle", {}) for value in script] or None
    try:
        result = game.start(document, forced)
    except IllegalAction as error:
        play.refused = error.violations
        return play
    play.state, play.events = result.state, result.events
    return play


def _refusal(faults: Sequence[Any], then: Mapping[str, Any]) -> list[str]:
    """Whether what is given was refused, and for the reason expected."""
    found = "; ".join(f"{fault.code} at {fault.at or '/'}: {fault.message}" for fault in faults)
    if "rejected" not in then:
        return [f"given: refused, {found}"]
    wanted = then["rejected"] if isinstance(then["rejected"], list) else [then["rejected"]]
    if not all(isinstance(want, str) for want in wanted):
        raise ScenarioFault(f"rejected names codes or rules: {then['rejected']!r}")
    words = [{fault.code, fault.data.get("rule")} for fault in faults]
    met = all(any(want in word for word in words) for want in wanted)
    if met and all(any(want in word for want in wanted) for word in words):
        return []
    return [f"rejected: expected {', '.join(wanted)}, found {found}"]
