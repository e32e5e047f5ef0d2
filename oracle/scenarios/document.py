"""Scenario files: strict reading, every fault with its file and scenario."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from oracle.kernel.yaml import read

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SCENARIO_WORDS = ("name", "id", "clauses", "given", "when", "then", "deck", "card", "map")
KINDS = ("given", "deck", "card", "map")
DEFAULTS = "defaults.yaml"
DECK_WORDS = ("format", "list", "remove", "add", "cards", "sections", "options", "sets")
DECK_OUTCOMES = ("violations", "warnings")
CARD_OUTCOMES = ("faults",)
MOST = 50_000
"""How many values a file may hold: it is one's own, so more is read than of a stranger's set."""


class ScenarioFault(ValueError):
    """A scenario that cannot be read: which file, which scenario, what is wrong."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One rules case: a position or a start with actions, a deck, or a card definition.

    One without an `id` goes by its name; one that is about cards need not name the clauses of the rulebook.
    """

    path: str
    name: str
    id: str
    clauses: tuple[str, ...]
    kind: str
    given: dict[str, Any]
    when: tuple[dict[str, Any], ...]
    then: dict[str, Any]


def load(path: Path) -> list[Scenario]:
    """All scenarios of one file, over the folder's defaults; raises ScenarioFault."""
    documents = _read(path)
    if not isinstance(documents, list):
        raise ScenarioFault(f"{path}: a scenario file is a list of scenarios")
    beside = path.with_name(DEFAULTS)
    defaults = _read(beside) if beside.exists() else {}
    if not isinstance(defaults, dict):
        raise ScenarioFault(f"{beside}: the defaults of a folder are a mapping")
    scenarios = [_scenario(str(path), document, defaults) for document in documents]
    _once(path, scenarios)
    return scenarios


def _read(path: Path) -> Any:
    """The plain value of a file of strict YAML."""
    try:
        reading = read(path.read_text(encoding="utf-8"), MOST)
    except UnicodeDecodeError as error:
        raise ScenarioFault(f"{path}: this is not UTF-8") from error
    if reading.faults:
        fault = reading.faults[0]
        line, _ = reading.marks.get(fault.at, (0, 0))
        raise ScenarioFault(f"{path}: line {line}: {fault.message}")
    return reading.value


def _once(path: Path, scenarios: list[Scenario]) -> None:
    """No two scenarios of a file bear the same id."""
    seen: set[str] = set()
    for scenario in scenarios:
        if scenario.id in seen:
            raise ScenarioFault(f"{path}: the id {scenario.id} is there twice")
        seen.add(scenario.id)


def _scenario(path: str, document: Any, defaults: dict[str, Any]) -> Scenario:
    where = f"{path}: {_title(document)}"
    if not isinstance(document, dict):
        raise ScenarioFault(f"{where}: a scenario is a mapping")
    known(where, document, SCENARIO_WORDS)
    for word in ("name", "then"):
        if word not in document:
            raise ScenarioFault(f"{where}: {word} is missing")
    kinds = [kind for kind in KINDS if kind in document]
    if len(kinds) != 1:
        raise ScenarioFault(f"{where}: exactly one of {', '.join(KINDS)} says what is at hand")
    return Scenario(
        path=path,
        name=str(document["name"]),
        id=str(document.get("id", document["name"])),
        clauses=_clauses(where, document.get("clauses", [])),
        kind=kinds[0],
        given=_given(where, kinds[0], document[kinds[0]], document["then"], defaults),
        when=_steps(where, kinds[0], document.get("when", [])),
        then=document["then"],
    )


def _title(document: Any) -> str:
    """How a fault names the scenario it is in."""
    if isinstance(document, dict):
        return f"{document.get('id', '?')} ({document.get('name', 'without a name')})"
    return repr(document)


def _clauses(where: str, clauses: Any) -> tuple[str, ...]:
    if not isinstance(clauses, list) or not all(isinstance(c, str) for c in clauses):
        raise ScenarioFault(f"{where}: clauses is a list of clause ids")
    return tuple(clauses)


def _given(where: str, kind: str, given: Any, then: Any, defaults: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(given, dict) or not isinstance(then, dict):
        raise ScenarioFault(f"{where}: {kind} and then are mappings")
    if kind == "deck":
        known(f"{where}: deck", given, DECK_WORDS)
        known(f"{where}: then", then, DECK_OUTCOMES)
    if kind in {"card", "map"}:
        known(f"{where}: then", then, CARD_OUTCOMES)
    return given if kind != "given" or "setup" in given else {**defaults, **given}


def _steps(where: str, kind: str, when: Any) -> tuple[dict[str, Any], ...]:
    steps = when if isinstance(when, list) else [when]
    if steps and kind != "given":
        raise ScenarioFault(f"{where}: a {kind} case has no when")
    for step in steps:
        if not isinstance(step, dict) or ("type" in step) == ("chance" in step):
            raise ScenarioFault(f"{where}: a step has either a type or chance: {step!r}")
        if step.get("until", "resolved") != "resolved":
            raise ScenarioFault(f"{where}: a step is taken until: resolved: {step!r}")
        if "chance" in step:
            known(f"{where}: chance step", step, ("chance",))
    return tuple(steps)


def known(where: str, document: Iterable[str], words: Iterable[str]) -> None:
    """Refuse words that are not among the known ones, naming those."""
    for word in document:
        if word not in words:
            near = get_close_matches(word, words, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ScenarioFault(f"{where}: unknown word {word!r}{hint} (known: {', '.join(words)})")
