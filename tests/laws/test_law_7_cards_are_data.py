"""Law 7: no code is written for a card, and what cards do has a bound."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oracle.kernel.agenda import advance
from oracle.kernel.errors import BudgetExceeded
from tests.laws.matches import GameT, every_game, moments
from tests.running import ROOT


def sources(game: GameT) -> list[Path]:
    """The modules of the game's package."""
    package = ROOT.joinpath(*game.state_type.__module__.split(".")[:-1])
    return sorted(package.glob("**/*.py"))


def words(path: Path) -> Iterator[str]:
    """Every text in a module that is not a docstring."""
    tree = ast.parse(path.read_text("utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@every_game
def test_no_module_of_a_game_knows_a_card_by_name(game: GameT) -> None:
    names = {word for card in game.cards() for word in (card.key, card.name(), card.record.code) if word}
    types = {*game.card_types, *game.zones, *game.phases}

    found = [(path.name, word) for path in sources(game) for word in words(path) if word in names - types]

    assert not found


@every_game
def test_every_shipped_card_comes_back_from_its_own_document(game: GameT) -> None:
    for card in game.cards():
        again, faults = game.compile_card(card.document, "", {c.key for c in game.cards()}.__contains__)

        assert not faults
        assert again is not None
        assert again.document == card.document


def stopped_by(game: GameT, table: Any, action: Any) -> list[str]:
    """The code of the budget that stops an action, if one does."""
    try:
        game.action_types[action.__struct_config__.tag].does(table, action)
        if table.state.agenda:
            advance(table)
    except BudgetExceeded as error:
        return [error.code]
    return []


@every_game
def test_work_beyond_the_budget_is_refused_and_changes_nothing(game: GameT) -> None:
    stopped = 0

    for moment in moments(game, "seeded", range(140, 142), every=2):
        before = game.encode(moment.state)
        table = game.table(game.copy(moment.state), steps=0)
        stopped += "effect_budget_exceeded" in stopped_by(game, table, moment.action)
        assert game.encode(moment.state) == before

    assert stopped or pytest.fail("no step needed any work")
