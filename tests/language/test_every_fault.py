"""Every fault of a card is told at once: one that is found first hides none that has nothing to do with it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import oracle
from oracle.kernel.effects.limits import Refused
from oracle.kernel.effects.parse import Parser
from oracle.kernel.lint import MAX_CARDS
from tests.language.garden import GARDEN
from tests.language.mistakes import changed, parts

GAMES: tuple[oracle.Game[Any, Any], ...] = (*oracle.games(), GARDEN)
PHAP = oracle.game("thay-phap")
NOTHING = "no such word"
PAIRS = 12


def pointers(game: oracle.Game[Any, Any], card: dict[str, Any]) -> list[str]:
    """Where the faults of a card are."""
    _, faults = game.compile_card(card, "", None)
    return [fault.at for fault in faults]


def spell(*steps: Any, **parts: Any) -> dict[str, Any]:
    """A spell of Thầy Pháp."""
    return {
        "key": "a", "name": "A", "type": "spell", "spell_kind": "other", "cost": 1,
        "abilities": [{**parts, "do": list(steps)}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        ({"draw": {"add": ["one", 1, {"count": {"zone": "nowhere"}}]}}, ["draw/add/0", "draw/add/2/count/zone"]),
        ({"draw": {"half": "one", "round": "side"}}, ["draw/half", "draw/round"]),
        ({"draw": {"half": "one"}}, ["draw/round", "draw/half"]),
        ({"draw": {"stat": "luck", "of": "nobody"}}, ["draw/stat", "draw/of"]),
        ({"draw": {"count": {"zone": "nowhere", "type": "none", "owner": "all"}}}, [
            "draw/count/zone", "draw/count/type", "draw/count/owner",
        ]),
        ({"draw": {"count": {"any": [{"type": "none"}, {"owner": "all"}]}}}, [
            "draw/count/any/0/type", "draw/count/any/1/owner",
        ]),
        ({"damage": {"to": "nobody", "amount": "much"}}, ["damage/to", "damage/amount"]),
        ({"if": {"is": {"at_least": ["a", "b"]}, "then": 1, "else": [{"drow": 1}]}}, [
            "if/is/at_least/0", "if/is/at_least/1", "if/then", "if/else/0/drow",
        ]),
        ({"if": {"then": [{"drow": 1}]}}, ["if/is", "if/then/0/drow"]),
        ({"for_each": {"of": {"zone": "nowhere"}, "do": [{"drow": 1}, {"destroy": {"to": "it"}}]}}, [
            "for_each/as", "for_each/of/zone", "for_each/do/0/drow",
        ]),
        ({"repeat": {"times": 0, "do": [{"drow": 1}]}}, ["repeat/times", "repeat/do/0/drow"]),
        ({"until": {"is": "noon", "do": [{"drow": 1}]}}, ["until/is", "until/do/0/drow"]),
    ],
)  # fmt: skip
def test_the_parts_of_a_step_are_looked_at_one_by_one(step: dict[str, Any], wanted: list[str]) -> None:
    assert sorted(pointers(PHAP, spell(step))) == sorted(f"/abilities/0/do/0/{part}" for part in wanted)


def test_numbers_that_are_compared_are_looked_at_one_by_one() -> None:
    compared = {"stat": {"life": {"at_least": "a", "at_most": "b"}, "luck": {"equal": "c"}}}
    parser = Parser(oracle.game("muhq").vocabulary)

    with pytest.raises(Refused):
        parser.condition({"exists": compared}, "")
    assert [fault.at for fault in parser.faults] == [
        f"/exists/stat/{part}" for part in ("luck", "life/at_least", "life/at_most", "luck/equal")
    ]


def test_the_parts_of_an_ability_are_looked_at_one_by_one() -> None:
    card = {
        "key": "a", "name": "A", "type": "monster", "cost": 1, "attack": 1, "life": 1, "abilities": [{
            "when": {"event": "dawn", "subject": {"zone": "nowhere"}},
            "targets": [
                {"as": "one", "choose": {"type": "none"}, "max": "all"},
                {"as": "two", "choose": {"owner": "all"}},
            ],
            "if": {"all": [{"exists": {"zone": "nowhere"}}, {"phase": "noon"}]},
            "limit": "one",
            "do": [{"destroy": {"to": "one"}}, {"destroy": {"to": "subject"}}, {"destroy": {"to": "three"}}],
        }],
    }  # fmt: skip

    assert set(pointers(PHAP, card)) == {
        f"/abilities/0/{part}"
        for part in (
            "when/event", "when/subject/zone", "targets/0/choose/type", "targets/0/max", "targets/1/choose/owner",
            "if/all/0/exists/zone", "if/all/1/phase", "limit", "do/2/destroy/to",
        )
    }  # fmt: skip


def test_where_a_name_cannot_be_read_no_target_is_called_undeclared() -> None:
    card = spell({"destroy": {"to": "one"}}, targets=[{"as": 1, "choose": {"type": "monster"}}])

    assert pointers(PHAP, card) == ["/abilities/0/targets/0/as"]


def test_a_static_ability_tells_what_is_wrong_with_whom_and_with_what() -> None:
    ability = {"select": {"zone": "nowhere"}, "modify": {"attack": "a", "life": "b"}, "grant": ["luck", {"n": 1}]}
    card = {"key": "a", "name": "A", "type": "mage", "life": 20, "abilities": [ability]}

    assert set(pointers(PHAP, card)) == {
        f"/abilities/0/{part}" for part in ("select/zone", "modify/attack", "modify/life", "grant/0", "grant/1/kw")
    }


def test_a_cost_tells_all_that_cannot_be_paid() -> None:
    card = {"key": "a", "name": "A", "type": "mage", "life": 20, "abilities": [
        {"cost": [{"mony": 1}, {"mana": "much"}], "do": [{"drow": 1}]},
    ]}  # fmt: skip

    assert {"/abilities/0/cost/0/mony", "/abilities/0/do/0/drow"} <= set(pointers(PHAP, card))
    assert any(at.startswith("/abilities/0/cost/1") for at in pointers(PHAP, card))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_card_with_a_wrong_field_tells_the_faults_of_its_abilities_too(game: oracle.Game[Any, Any]) -> None:
    good = game.cards()[0].document
    bad = {**good, "naem": "A", "abilities": [{"do": [{"drow": 1}]}]}

    found = {fault.pointer for fault in game.check_cards([bad]).faults}

    assert {"/0/naem", "/0/abilities/0/do/0/drow"} <= found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_two_faults_in_different_places_are_both_told(game: oracle.Game[Any, Any]) -> None:
    chosen = random.Random(3)
    hidden = []
    for card in (card.document for card in game.cards()[:MAX_CARDS]):
        alone = [at for at in leaves(card) if at in pointers(game, changed(card, at, NOTHING))]
        for _ in range(PAIRS if len(alone) > 1 else 0):
            one, other = chosen.sample(alone, 2)
            told = pointers(game, changed(changed(card, one, NOTHING), other, NOTHING))
            hidden += [(card["key"], one, other, told)] if not {one, other} <= set(told) else []

    assert not hidden, hidden[:5]


def leaves(card: dict[str, Any]) -> list[str]:
    """The words and numbers of a card's abilities."""
    return [at for at, _, value, _ in parts(card.get("abilities", []), "/abilities") if type(value) in (int, str)]
