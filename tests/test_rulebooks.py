"""Every clause of a rulebook is there, is cited rightly, and has a scenario."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import oracle
from oracle.scenarios import load

FOLDER = Path(__file__).parent / "scenarios"
COUNTS = {
    "maha-yodha": {"clauses": 86, "conventions": 7, "deck checks": 10, "rulings": 71, "options": 9},
    "machai": {"clauses": 139, "conventions": 0, "deck checks": 0, "rulings": 87, "options": 18},
    "mantle-magika": {"clauses": 231, "conventions": 0, "deck checks": 0, "rulings": 101, "options": 23},
    "muhq": {"clauses": 213, "conventions": 18, "deck checks": 0, "rulings": 95, "options": 23},
}
CARDS = {
    "maha-yodha": {"cards": 33, "aditya": 30, "asura": 30},
    "machai": {"cards": 41, "dk-sage": 40, "dk-tyrant": 40},
    "mantle-magika": {"cards": 40, "gears-and-cinders": 60, "grave-and-gale": 60, "glass-and-grove": 60},
    "muhq": {
        "cards": 40,
        "tide-at-the-ford": 17,
        "walls-at-the-ford": 12,
        "ember-at-the-ford": 17,
        "raid-at-the-ford": 12,
    },
}
LISTED = {game.key for game in oracle.games()}


def cited(game: oracle.Game[Any, Any]) -> Counter[str]:
    """How many scenarios name each clause."""
    paths = [path for path in (FOLDER / game.key).glob("*.yaml") if path.name != "defaults.yaml"]
    return Counter(clause for path in paths for scenario in load(path) for clause in scenario.clauses)


@pytest.mark.parametrize("key", sorted(LISTED & COUNTS.keys()))
def test_a_rulebook_holds_every_clause_ruling_and_option(key: str) -> None:
    rulebook = oracle.game(key).rulebook
    conventions = [clause for clause in rulebook.clauses.values() if clause.kind == "convention"]
    checks = [clause for clause in rulebook.clauses.values() if re.fullmatch(r"\w+-[DW]\d+", clause.id)]

    assert COUNTS[key] == {
        "clauses": len(rulebook.clauses) - len(conventions) - len(checks),
        "conventions": len(conventions),
        "deck checks": len(checks),
        "rulings": len(rulebook.rulings),
        "options": len(rulebook.options),
    }


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_each_option_rests_on_a_ruling_that_names_it(game: oracle.Game[Any, Any]) -> None:
    resting = {(option.ruling, name) for name, option in game.rulebook.options.items() if option.ruling}
    naming = {(ruling.id, name) for ruling in game.rulebook.rulings.values() for name in named(ruling.option)}

    assert resting <= naming
    assert {name for _, name in naming} == set(game.rulebook.options)


def named(option: str | list[str] | None) -> list[str]:
    """The switches that a ruling names."""
    if option is None:
        return []
    return [option] if isinstance(option, str) else option


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_scenarios_cite_only_clauses_that_exist(game: oracle.Game[Any, Any]) -> None:
    strangers = {clause for clause in cited(game) if not game.rulebook.has(clause)}

    assert not strangers


@pytest.mark.parametrize("game", oracle.games(), ids=lambda game: game.key)
def test_every_clause_that_is_a_rule_has_a_scenario(game: oracle.Game[Any, Any]) -> None:
    named = cited(game)
    silent = [c.id for c in game.rulebook.clauses.values() if c.kind != "flavor-nonrule" and c.id not in named]

    assert not silent


@pytest.mark.parametrize("key", sorted(LISTED & CARDS.keys()))
def test_the_sample_cards_and_decks_are_complete(key: str) -> None:
    sets = oracle.game(key).builtin_sets
    decks = {
        key: sum(len(deck.cards(name)) for name in deck.sections) for each in sets for key, deck in each.decks.items()
    }

    assert CARDS[key] == {"cards": sum(len(each.cards) for each in sets), **decks}


def test_what_muhq_rules_is_there_in_german_too() -> None:
    book = oracle.game("muhq").rulebook.document
    said = {
        **{chapter.id: (chapter.title,) for chapter in book.chapters},
        **{clause.id: (clause.text,) for clause in book.clauses},
        **{ruling.id: (ruling.question, ruling.ruling, ruling.why, *ruling.answers) for ruling in book.rulings},
        **{name: (option.text,) for name, option in book.options.items()},
    }

    untold = [name for name, texts in said.items() if any(isinstance(text, str) or not text["de"] for text in texts)]
    assert untold == []
