"""Law 6: every clause that is cited exists, and every clause that is a rule has code or scenarios behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from oracle.kernel.coverage import as_table, coverage, strangers
from oracle.scenarios import load
from tests.laws.matches import GameT, every_game, every_mode, moments
from tests.running import ROOT


def scenarios_by_clause(game: GameT) -> dict[str, list[str]]:
    """The ids of the scenarios that name each clause."""
    named: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests/scenarios" / game.key).glob("*.yaml")):
        for scenario in load(path) if path.name != "defaults.yaml" else []:
            for clause in scenario.clauses:
                named.setdefault(clause, []).append(scenario.id)
    return named


def cited_in_sources(game: GameT) -> Iterator[tuple[str, str]]:
    """Every text in the game's modules that has the form of one of its ids, docstrings and comments among them."""
    form = re.compile(rf"\b{game.rulebook.document.prefix}-[A-Z]?\d+(?:\.\d+)?\b")
    folder = ROOT.joinpath(*game.state_type.__module__.split(".")[:-1])
    for path in sorted(Path(folder).glob("**/*.py")):
        for rule in form.findall(path.read_text("utf-8")):
            yield path.name, rule


@every_game
def test_every_clause_that_a_carrier_names_exists(game: GameT) -> None:
    assert not strangers(game)


@every_game
def test_every_id_in_the_code_can_be_looked_up_in_the_rulebook(game: GameT) -> None:
    chapters = {chapter.id for chapter in game.rulebook.document.chapters}

    unknown = sorted(
        {(n, rule) for n, rule in cited_in_sources(game) if not game.rulebook.has(rule) and rule not in chapters}
    )

    assert not unknown


@every_game
def test_every_clause_that_is_a_rule_has_code_or_scenarios(game: GameT, tell: Callable[[str], None]) -> None:
    rows = coverage(game, scenarios_by_clause(game))

    carried = sum(bool(row.code) for row in rows)
    shown = sum(bool(row.scenarios) for row in rows)
    tell(f"{game.key}: {len(rows)} clauses, {carried} named by code, {shown} by scenarios")
    assert not [row.rule for row in rows if row.bare]
    assert [row.rule for row in rows] == list(game.rulebook.clauses)


@every_game
def test_the_report_is_plain_data_and_a_table_with_a_line_a_clause(game: GameT) -> None:
    rows = coverage(game, scenarios_by_clause(game))

    lines = as_table(rows).splitlines()

    assert len(lines) == len(rows) + 1
    assert max(map(len, lines)) < 100
    assert msgspec.json.decode(msgspec.json.encode(rows), type=list[dict[str, object]])[0]["rule"] == rows[0].rule


@every_game
@every_mode
def test_every_event_and_verdict_cites_a_clause_that_exists(game: GameT, mode: str) -> None:
    for moment in moments(game, mode, range(180, 184)):
        for event in moment.events:
            assert game.rulebook.has(event["rule"]), event
            assert set(event) <= {"type", "rule", "seats", *game.events[event["type"]]}, event
        decision = game.decision(moment.state)
        assert decision is not None
        assert game.rulebook.has(str(decision.rule)), decision
        for told in game.listed(moment.state)[:4]:
            assert all(game.rulebook.has(rule) for rule in told.rules)


@every_game
def test_words_of_the_card_language_rest_on_clauses(game: GameT) -> None:
    words = game.vocabulary
    tables = [words.events, words.stats, words.keywords, {name: p.rules for name, p in words.primitives.items()}]

    for table in tables:
        for name, rules in table.items():
            assert rules, name
            assert all(game.rulebook.has(rule) for rule in rules), name
