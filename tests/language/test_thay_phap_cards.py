"""What a card of Thầy Pháp cannot do is told when its set is checked, never passed over in play."""

from __future__ import annotations

from typing import Any

import pytest

import oracle

GAME: oracle.Game[Any, Any] = oracle.game("thay-phap")
THEIRS = {"owner": "opponent", "type": "monster"}


def spell(ability: dict[str, Any]) -> dict[str, Any]:
    return {"key": "x", "name": "X", "type": "spell", "spell_kind": "other", "cost": 1, "abilities": [ability]}


def aimed(choose: Any, *steps: dict[str, Any], **more: int) -> dict[str, Any]:
    return spell({"targets": [{"as": "t", "choose": choose, **more}], "do": list(steps)})


def monster(ability: dict[str, Any]) -> dict[str, Any]:
    return {
        "key": "x", "name": "X", "type": "monster", "cost": 1, "attack": 1, "life": 1,
        "abilities": [{"kw": "swift"}, ability],
    }  # fmt: skip


def mage(ability: dict[str, Any], life: int = 20) -> dict[str, Any]:
    return {"key": "x", "name": "X", "type": "mage", "life": life, "abilities": [ability]}


DESTROY = {"destroy": {"to": "t"}}
DRAW = {"draw": 1}
HEAL_IT = {"heal": {"to": "b", "amount": 1}}
REFUSED = {
    "a spell with two targets in its slot": (aimed(THEIRS, DESTROY, min=1, max=2), "out_of_range", "/0/targets/0/max"),
    "a spell that needs no target": (aimed(THEIRS, DESTROY, min=0), "out_of_range", "/0/targets/0/min"),
    "a mage's effect with two targets": (
        mage({"cost": [], "targets": [{"as": "t", "choose": THEIRS, "max": 2}], "do": [DESTROY]}),
        "out_of_range", "/0/targets/0/max",
    ),
    "damage to a defence card": (
        aimed({"type": "block"}, {"damage": {"to": "t", "amount": 1}}), "out_of_reach", "/0/do/0/damage/to",
    ),
    "healing a monster": (aimed(THEIRS, {"heal": {"to": "t", "amount": 1}}), "out_of_reach", "/0/do/0/heal/to"),
    "destroying a mage": (aimed({"type": "mage"}, DESTROY), "out_of_reach", "/0/do/0/destroy/to"),
    "destroying every mage": (spell({"do": [{"destroy": {"to": "each_mage"}}]}), "out_of_reach", "/0/do/0/destroy/to"),
    "a spell that destroys itself": (
        spell({"do": [{"destroy": {"to": "self"}}]}), "out_of_reach", "/0/do/0/destroy/to",
    ),
    "healing what a loop is over": (
        spell({"do": [{"for_each": {"of": {"type": "block"}, "as": "b", "do": [HEAL_IT]}}]}),
        "out_of_reach", "/0/do/0/for_each/do/0/heal/to",
    ),
    "a choice of spells on the table": (aimed({"type": "spell"}, DRAW), "nothing_there", "/0/targets/0/choose"),
    "a choice of monsters among the mages": (
        aimed({"zone": "mage", "type": "monster"}, DRAW), "nothing_there", "/0/targets/0/choose",
    ),
    "life until the end of the turn": (
        aimed(THEIRS, {"modify": {"to": "t", "life": 1, "until": "end_of_turn"}}), "not_here", "/0/do/0/modify/life",
    ),
    "life within an until": (
        aimed(THEIRS, {"until": {"is": "end_of_turn", "do": [{"modify": {"to": "t", "life": 1}}]}}),
        "not_here", "/0/do/0/until/do/0/modify/life",
    ),
    "a change of nothing": (
        aimed(THEIRS, {"modify": {"to": "t", "until": "permanent"}}), "missing", "/0/do/0/modify/attack",
    ),
    "a mode that nobody names": (
        spell({"choose_one": {"a": [{"do": [DRAW]}], "b": [{"do": [{"mana": 1}]}]}}), "not_here", "/0",
    ),
    "a player as the target of a spell": (aimed({"player": "opponent"}, DRAW), "not_here", "/0/targets/0/choose"),
    "a player among the targets": (
        aimed([{"player": "any"}, {"type": "monster"}], DRAW), "not_here", "/0/targets/0/choose",
    ),
    "healing players one by one": (
        spell({"do": [{"for_each": {"of": {"player": "any"}, "as": "b", "do": [HEAL_IT]}}]}),
        "out_of_reach", "/0/do/0/for_each/do/0/heal/to",
    ),
    "a death effect that may be declined": (
        monster({"when": {"event": "death"}, "optional": True, "do": [DRAW]}), "not_here", "/1/optional",
    ),
    "a death effect with a price": (
        monster({"when": {"event": "death"}, "cost": [{"discard": 1}], "do": [DRAW]}), "not_here", "/1/cost",
    ),
    "an X that nobody pays": (spell({"do": [{"draw": "x"}]}), "wrong_type", "/0/do/0/draw"),
    "that much of nothing": (spell({"do": [{"draw": "that"}]}), "wrong_type", "/0/do/0/draw"),
    "a keyword that hangs on something": (
        monster({"kw": "swift", "if": {"life_at_most": 5}}), "not_here", "/1/if",
    ),
    "an event of another type": (
        monster({"when": {"event": "broken", "subject": "self"}, "do": [DRAW]}), "event_elsewhere", "/1",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("card", "code", "at"), REFUSED.values(), ids=REFUSED.keys())
def test_what_would_do_nothing_is_refused_where_it_stands(card: dict[str, Any], code: str, at: str) -> None:
    report = GAME.check_cards([card])

    assert [(fault.code, fault.pointer) for fault in report.faults] == [(code, f"/0/abilities{at}")]


def test_a_mage_starts_with_the_life_of_all_mages() -> None:
    report = GAME.check_cards([mage({"cost": [], "do": [DRAW]}, life=30)])

    assert [(fault.code, fault.pointer) for fault in report.faults] == [("out_of_range", "/0/life")]


@pytest.mark.parametrize(
    "card",
    [
        aimed({"zone": "discard", "owner": "you", "type": "monster"}, {"to_hand": {"to": "t"}}),
        aimed({"type": ["mage", "monster"]}, {"damage": {"to": "t", "amount": 1}}),
        aimed({"not": {"type": "mage"}}, DESTROY),
        aimed([{"type": "block"}, {"type": "monster"}], DESTROY),
        spell({"do": [{"for_each": {"of": {"zone": "monsters"}, "as": "m", "do": [{"destroy": {"to": "m"}}]}}]}),
    ],
    ids=["a pile", "two types", "all but one type", "alternatives", "a loop"],
)
def test_what_can_be_reached_is_no_fault(card: dict[str, Any]) -> None:
    assert not GAME.check_cards([card]).faults


def told(*steps: Any) -> str:
    return GAME.check_cards([spell({"do": list(steps)})]).cards[0].text["en"]


MANA = {"mana": 1}
LOW = {"life_at_most": 5}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([{"repeat": {"times": 2, "do": [DRAW, MANA]}}], [{"repeat": {"times": 2, "do": [DRAW]}}, MANA]),
        (
            [{"if": {"is": LOW, "then": [DRAW], "else": [MANA, DRAW]}}],
            [{"if": {"is": LOW, "then": [DRAW], "else": [MANA]}}, DRAW],
        ),
        (
            [{"if": {"is": LOW, "then": [{"if": {"is": LOW, "then": [DRAW]}}], "else": [MANA]}}],
            [{"if": {"is": LOW, "then": [{"if": {"is": LOW, "then": [DRAW], "else": [MANA]}}]}}],
        ),
    ],
    ids=["a repetition", "a branch", "a branch in a branch"],
)
def test_what_is_done_otherwise_is_said_otherwise(one: list[Any], other: list[Any]) -> None:
    assert told(*one) != told(*other)


def test_steps_behind_a_branch_stand_outside_its_brackets() -> None:
    text = told({"if": {"is": LOW, "then": [DRAW], "else": [MANA]}}, DRAW)

    assert text == "(If your life is 5 or less, draw 1 card; otherwise gain 1 mana), then draw 1 card."


def test_half_of_a_plain_number_is_said() -> None:
    report = GAME.check_cards([spell({"do": [{"draw": {"half": 3, "round": "up"}}]})])

    assert report.cards[0].text["en"] == "Draw X cards, where X is half of 3, rounded up."


@pytest.mark.parametrize("word", ["optional", "cost"])
def test_a_game_that_asks_nobody_refuses_what_would_ask(word: str) -> None:
    triggered = {"when": {"event": "play", "subject": "self"}, word: word == "optional" or [], "do": [{"draw": 1}]}
    card = {
        "key": "x", "name": "X", "type": "warrior", "army": "aditya", "category": "X", "cost": 1, "attack": 1,
        "defence": 1, "abilities": [triggered],
    }  # fmt: skip

    report = oracle.game("maha-yodha").check_cards([card])

    assert [(fault.code, fault.pointer) for fault in report.faults] == [("not_here", f"/0/abilities/0/{word}")]


@pytest.mark.parametrize("options", [{"deck_max": [[]]}, {"deck_min": None}, {"copies_max": -1}, {"decks": 5}])
def test_a_limit_of_a_deck_that_is_none_is_refused(options: dict[str, Any]) -> None:
    deck = {"sections": {"mage": [{"card": "ba-dong", "count": 1}]}, "options": options}

    with pytest.raises(oracle.InvalidSetup) as caught:
        GAME.check_deck(deck)

    assert [fault.at for fault in caught.value.faults] == [f"/options/{next(iter(options))}"]


def test_a_spell_may_say_its_kind_by_the_short_word() -> None:
    card = spell({"do": [DRAW]})
    short = {"kind" if word == "spell_kind" else word: value for word, value in card.items()}

    assert GAME.check_cards([short]) == GAME.check_cards([card])


@pytest.mark.parametrize("kind", ["atack", 3])
def test_a_kind_that_is_none_is_told_where_it_is_said(kind: Any) -> None:
    card = {"key": "x", "name": "X", "type": "spell", "kind": kind, "cost": 1, "abilities": [{"do": [DRAW]}]}

    assert [fault.pointer for fault in GAME.check_cards([card]).faults] == ["/0/kind"]


def test_a_monster_has_no_kind() -> None:
    report = GAME.check_cards([{**monster({"kw": "swift"}), "kind": "other"}])

    assert [(fault.code, fault.pointer) for fault in report.faults] == [("not_here", "/0/kind")]
