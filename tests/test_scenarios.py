"""Every scenario of every game, and the runner that reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

import oracle
from oracle.scenarios import Scenario, ScenarioFault, load, run

FOLDER = Path(__file__).parent / "scenarios"
CASES = [
    pytest.param(game, scenario, id=f"{game.key}/{scenario.id}")
    for game in oracle.games()
    for path in sorted((FOLDER / game.key).glob("*.yaml"))
    if path.name != "defaults.yaml"
    for scenario in load(path)
]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[list[dict[str, Any]]]:
    """The events of each action that is done in the library."""
    told: list[list[dict[str, Any]]] = []
    apply = oracle.Game.apply

    def listening(*asked: Any, **more: Any) -> Any:
        outcome = apply(*asked, **more)
        told.append(outcome.events)
        return outcome

    monkeypatch.setattr(oracle.Game, "apply", listening)
    return told


@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_scenario_holds_and_tells_documents(
    game: oracle.Game[Any, Any], scenario: Scenario, told: list[list[dict[str, Any]]]
) -> None:
    failures = run(game, scenario)
    orjson.dumps(told)

    assert not failures, f"{scenario.name}\n" + "\n".join(failures)


def test_every_scenario_of_a_game_has_an_id_of_its_own() -> None:
    ids = [case.id for case in CASES]

    assert len(ids) == len(set(ids))


def test_every_scenario_of_a_game_names_its_clauses() -> None:
    cases: list[Any] = [case.values[1] for case in CASES]

    assert not [case.id for case in cases if not case.clauses or case.id == case.name]


ONE = """
- name: A card that costs more than the Valor left cannot be placed
  id: "one"
  clauses: ["MY-11.6"]
  given: {players: {Ana: {valor: 2, hand: [Rama]}}}
  when: {type: play, card: Rama}
  then: {illegal: ["MY-11.6"]}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "case.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("said", "instead", "fault"),
    [
        ("clauses", "clause", r"one \(A card .*unknown word 'clause'; did you mean clauses\?"),
        ("  given: {", "  given: {valor: 1, valor: 2, ", "said twice"),
        ('"one"', '"one"\n  deck: {}', "exactly one of given, deck, card, map"),
        ("{type: play, card: Rama}", "{card: Rama}", "a step has either a type or chance"),
        ("  then: {illegal", "  than: {illegal", "did you mean then"),
    ],
)
def test_a_scenario_with_a_slip_is_refused_by_file_and_name(
    tmp_path: Path, said: str, instead: str, fault: str
) -> None:
    path = written(tmp_path, ONE.replace(said, instead))

    with pytest.raises(ScenarioFault, match=fault) as caught:
        load(path)

    assert str(path) in str(caught.value)


def test_a_file_of_ones_own_may_be_longer_than_a_strangers_set(tmp_path: Path) -> None:
    many = "\n".join(ONE.replace('"one"', f'"one {i}"') for i in range(400))

    assert len(load(written(tmp_path, many))) == 400


@pytest.mark.parametrize("word", ["id", "clauses"])
def test_a_scenario_of_ones_own_cards_goes_by_its_name_and_needs_no_clause(tmp_path: Path, word: str) -> None:
    lines = [line for line in ONE.splitlines() if not line.strip().startswith(word)]

    (scenario,) = load(written(tmp_path, "\n".join(lines)))

    assert scenario.id == ("one" if word == "clauses" else scenario.name)
    assert not run(oracle.game("maha-yodha"), scenario)


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("{Ana: {valor: 2, hand: [Rama]}}", "Ana"),
        ("{Ana: {valor: 2, hand: [Rama]}}", "[1]"),
        ("hand: [Rama]", "hand: [{Rama: 1000000000}]"),
        ('{illegal: ["MY-11.6"]}', "{illegal: [[]]}"),
        (
            '2, hand: [Rama]}}}\n  when: {type: play, card: Rama}\n  then: {illegal: ["MY-11.6"]}',
            "-9}}}\n  then: {rejected: [{}]}",
        ),
        ('{illegal: ["MY-11.6"]}', "{illegal: [{agenda: 1}]}"),
    ],
)
def test_a_scenario_that_is_no_such_thing_is_refused_by_file_and_name(tmp_path: Path, said: str, instead: str) -> None:
    (scenario,) = load(written(tmp_path, ONE.replace(said, instead)))

    with pytest.raises(ScenarioFault, match=r"one \(A card "):
        run(oracle.game("maha-yodha"), scenario)


def test_defaults_that_are_no_mapping_are_refused_by_their_file(tmp_path: Path) -> None:
    (tmp_path / "defaults.yaml").write_text("- 1\n", encoding="utf-8")

    with pytest.raises(ScenarioFault, match=r"defaults\.yaml: the defaults of a folder are a mapping"):
        load(written(tmp_path, ONE))


@pytest.mark.parametrize("call", ["load", "check", "apply", "listed", "encode", "cards", "derived"])
@pytest.mark.parametrize("error", [TypeError, KeyError, AttributeError, ValueError, RecursionError])
def test_what_breaks_in_the_engine_is_not_told_as_the_designers_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: type[Exception]
) -> None:
    whole = ONE.replace("then: {", "then: {not_legal: {type: play}, players: {Ana: {valor: 2, hand_limit: 1}}, ")
    (scenario,) = load(written(tmp_path, whole))

    def breaks(*_given: object, **_named: object) -> None:
        raise error("of the engine")

    game = oracle.game("maha-yodha")
    monkeypatch.setattr(type(game), call, breaks)

    with pytest.raises(error, match="of the engine") as caught:
        run(game, scenario)
    assert not isinstance(caught.value, ScenarioFault)


def test_an_unknown_word_among_what_must_follow_is_refused_by_file_and_name(tmp_path: Path) -> None:
    path = written(tmp_path, ONE.replace("then: {", "then: {phases: attack, "))
    (scenario,) = load(path)

    with pytest.raises(ScenarioFault, match=r"one \(A card .*unknown word 'phases'; did you mean phase\?") as caught:
        run(oracle.game("maha-yodha"), scenario)

    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("said", "instead", "failure"),
    [
        ("valor: 2", "valor: 3", "illegal: expected [MY-11.6], but the last action is legal"),
        ('"MY-11.6"]}', '"MY-11.6", "MY-4.2"]}', "illegal: expected [MY-11.6, MY-4.2], found MY-11.6: "),
        ("{illegal: [", "{players: {Ana: {valor: 1}}, illegal: [", "players.Ana.valor: expected 1, found 2"),
        ('then: {illegal: ["MY-11.6"]}', "then: {phase: attack}", "when: the last action is refused, MY-11.6: "),
    ],
)
def test_a_scenario_that_fails_says_so_in_its_own_words(tmp_path: Path, said: str, instead: str, failure: str) -> None:
    path = written(tmp_path, ONE)
    (good,) = load(path)
    (bad,) = load(written(tmp_path, "".join((ONE[: ONE.rindex(said)], instead, ONE[ONE.rindex(said) + len(said) :]))))

    assert run(oracle.game("maha-yodha"), good) == []
    assert any(line.startswith(failure) or failure in line for line in run(oracle.game("maha-yodha"), bad))
