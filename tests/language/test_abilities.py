"""Triggers, what lasts, what happens instead, what is used: each kind of ability in a match of the garden."""

from __future__ import annotations

from typing import Any

import pytest

from oracle.kernel.effects.lasting import has_keyword, seat_stat, stat
from oracle.kernel.errors import BudgetExceeded, InvalidState
from oracle.kernel.zonework import in_zone
from tests.language.garden import GARDEN
from tests.language.garden.effects import height, keyword_sum
from tests.language.playing import Match

OAK = "oak: {name: Oak, type: plant, height: 5}\n"
HIT = (
    "hit: {name: Hit, type: act, "
    "abilities: [{targets: [{as: v, choose: {type: plant}}], do: [{damage: {to: v, amount: 3}}]}]}\n"
)


def heights(match: Match, seat: int = 0) -> list[int]:
    table = GARDEN.table(match.state)
    return [height(table, place) for place in in_zone(table, "bed") if place.seat == seat]


# -- triggers --------------------------------------------------------------------------------------


def test_a_card_answers_its_own_event() -> None:
    match = Match(
        "gift: {name: Gift, type: plant, height: 1, abilities: [{when: {event: enter}, do: [{mend: 4}]}]}",
        {"hand": ["gift"]},
    )

    match.play("gift")

    assert match.player(0).life == 24
    assert [event["card"] for event in match.told("trigger")] == ["gift"]


def test_a_card_watches_what_happens_to_others() -> None:
    watcher = """
watcher:
  name: Watcher
  type: plant
  height: 9
  abilities:
    - when: {event: hurt, subject: {type: plant, other: true, owner: you}}
      do: [{pour: {to: subject, amount: that}}]
"""
    match = Match(watcher + OAK + HIT, {"hand": ["hit"], "bed": ["watcher", "oak"]}, {"bed": ["watcher"]})

    match.play("hit", target=match.find("oak"))

    assert [plant.water for plant in match.player(0).bed] == [0, 3]


def test_an_event_of_a_seat_is_heard() -> None:
    cards = """
reader: {name: Reader, type: plant, height: 9,
  abilities: [{when: {event: drawn, subject: {player: opponent}}, do: [{mend: 1}]}]}
dig: {name: Dig, type: act, abilities: [{do: [{draw: 2}]}]}
"""
    match = Match(cards, {"hand": ["dig"], "deck": ["dig"] * 5}, {"bed": ["reader"]})

    match.play("dig")

    assert match.player(1).life == 22


def test_a_condition_is_asked_when_it_is_set_off_and_again_when_it_resolves() -> None:
    cards = """
poor: {name: Poor, type: plant, height: 2, abilities: [
  {when: {event: enter}, do: [{gain: 1}]},
  {when: {event: enter}, if: {less_than: [{seeds: true}, 1]}, do: [{mend: 5}]}]}
"""
    match = Match(cards, {"hand": ["poor"]})

    match.play("poor")

    assert (match.player(0).seeds, match.player(0).life) == (1, 20)


def test_an_optional_trigger_can_be_declined_and_a_limit_ends_it_for_the_turn() -> None:
    cards = """
shy: {name: Shy, type: plant, height: 9, abilities: [{when: {event: hurt}, optional: true, limit: 1, do: [{mend: 5}]}]}
hit: {name: Hit, type: act,
  abilities: [{do: [{repeat: {times: 2,
    do: [{for_each: {of: {type: plant}, as: p, do: [{damage: {to: p, amount: 1}}]}}]}}]}]}
"""
    no = Match(cards, {"hand": ["hit"], "bed": ["shy"]}).play("hit")
    assert (no.asked, no.seat) == ("may", 0)
    no.answer(accept=False).answer(accept=True)
    assert no.player(0).life == 25

    yes = Match(cards, {"hand": ["hit"], "bed": ["shy"]}).play("hit").answer(accept=True)
    assert (yes.asked, yes.player(0).life) == ("main", 25)
    yes.act(type="end_turn")
    assert yes.state.effects == []


def test_an_inner_cost_is_asked_when_the_trigger_resolves() -> None:
    cards = (
        "well: {name: Well, type: plant, height: 9, "
        "abilities: [{when: {event: dusk}, cost: [{seeds: 1}], do: [{draw: 1}]}]}"
    )
    match = Match(cards, {}, {"bed": ["well"], "seeds": 1, "deck": ["well"]})

    match.act(type="end_turn")
    assert (match.asked, match.seat) == ("pay", 1)
    match.answer(accept=True)

    assert (match.player(1).seeds, len(match.player(1).hand)) == (0, 1)


# -- the queue -------------------------------------------------------------------------------------

HEIRS = """
mine: {name: Mine, type: plant, height: 1, abilities: [{when: {event: wilt}, do: [{mend: 1}]}]}
also: {name: Also, type: plant, height: 1, abilities: [{when: {event: wilt}, do: [{draw: 1}]}]}
storm: {name: Storm, type: act,
  abilities: [{
    do: [{for_each: {of: {type: plant}, as: p, do: [{damage: {to: p, amount: 1}}]}}]}]}
"""


@pytest.mark.parametrize(
    ("order", "cards"), [("first_in", ["mine", "also", "mine"]), ("active_first", ["mine", "also", "mine"])]
)
def test_what_waits_comes_in_the_order_of_the_option(order: str, cards: list[str]) -> None:
    match = Match(HEIRS, {"hand": ["storm"], "bed": ["mine", "also"]}, {"bed": ["mine"]}, options={"order": order})

    match.play("storm")

    assert [event["card"] for event in match.told("trigger")] == cards


def test_the_owner_may_say_which_of_his_comes_first() -> None:
    mine = {"hand": ["storm"], "bed": ["mine", "also"], "deck": ["mine"]}
    match = Match(HEIRS, mine, {"bed": ["mine"]}, options={"order": "owner_chooses"})

    match.play("storm")
    assert (match.asked, match.seat, len(match.picks)) == ("order_trigger", 0, 2)
    match.pick(match.picks[1])

    assert [event["card"] for event in match.told("trigger")] == ["also", "mine", "mine"]


def test_deaths_are_settled_together_and_to_the_end() -> None:
    cards = """
thorn: {name: Thorn, type: plant, height: 1, abilities: [
  {when: {event: wilt}, do: [{for_each: {of: {type: plant}, as: p, do: [{damage: {to: p, amount: 2}}]}}]}]}
oak: {name: Oak, type: plant, height: 3}
storm: {name: Storm, type: act,
  abilities: [{
    do: [{for_each: {of: {name: thorn}, as: p, do: [{damage: {to: p, amount: 1}}]}}]}]}
"""
    match = Match(cards, {"hand": ["storm"], "bed": ["thorn", "oak"]}, {"bed": ["oak", "thorn"]})

    match.play("storm")

    assert [len(match.player(seat).bed) for seat in (0, 1)] == [0, 0]
    assert [event["reason"] for event in match.told("move")].count("withered") == 4


def test_abilities_that_set_each_other_off_without_end_are_cut_and_named() -> None:
    cards = """
echo: {name: Echo, type: plant, height: 99,
  abilities: [{when: {event: hurt, subject: {type: plant}},
    do: [{damage: {to: self, amount: 0}}, {pour: {to: self, amount: 1}}]}]}
ping: {name: Ping, type: plant, height: 99,
  abilities: [{when: {event: drawn, subject: {player: any}}, do: [{draw: 1}]}]}
dig: {name: Dig, type: act, abilities: [{do: [{draw: 1}]}]}
loop: {name: Loop, type: plant, height: 1, abilities: [{when: {event: wilt, subject: {type: plant}}, do: [{mend: 1}]}]}
bomb: {name: Bomb, type: plant, height: 99,
  abilities: [{when: {event: enter},
    do: [{for_each: {of: {type: plant}, as: p, do: [{damage: {to: p, amount: 1}}]}}]},
  {when: {event: hurt, subject: {type: plant}}, do: [{modify: {to: subject, height: 1, until: end_of_turn}},
    {damage: {to: subject, amount: 1}}]}]}
"""
    match = Match(cards, {"hand": ["bomb"]})
    before = GARDEN.encode(match.state)

    with pytest.raises(BudgetExceeded) as caught:
        match.play("bomb")

    assert caught.value.code == "effect_budget_exceeded"
    assert caught.value.abilities == ["bomb/1"]
    assert GARDEN.encode(match.state) == before


# -- what lasts ------------------------------------------------------------------------------------


def test_statics_reach_what_they_select_as_long_as_they_are_there() -> None:
    cards = (
        OAK
        + """
king: {name: King, type: plant, height: 1, abilities: [
  {select: {other: true, owner: you}, modify: {height: 2}, grant: [swift, {kw: bark, n: 2}]},
  {select: {self: true}, modify: {height: {count: {type: plant, owner: you}}}}]}
axe: {name: Axe, type: act, abilities: [{targets: [{as: v, choose: {name: king}}], do: [{uproot: {to: v}}]}]}
"""
    )
    match = Match(
        cards, {"hand": ["axe"], "bed": ["oak", "king", {"id": 60, "card": "oak", "damage": 6}]}, {"bed": ["oak"]}
    )
    table = GARDEN.table(match.state)
    oak = in_zone(table, "bed")[0]

    assert heights(match) == [7, 4, 7]
    assert heights(match, 1) == [5]
    assert has_keyword(table, oak, "swift")
    assert keyword_sum(table, oak, "bark") == 2
    match.play("axe")
    assert [plant.card for plant in match.player(0).bed] == ["oak"]


def test_a_static_ability_may_hang_on_a_condition_and_reads_printed_numbers() -> None:
    cards = """
low: {name: Low, type: plant, height: 2, abilities: [{select: {stat: {height: {at_most: 2}}}, modify: {height: 3}}]}
moon: {name: Moon, type: plant, height: 1, abilities: [{select: {self: true}, if: {phase: night}, modify: {height: 9}}]}
"""

    assert heights(Match(cards, {"bed": ["low", "moon"]})) == [5, 4]
    assert heights(Match(cards, {"bed": ["low", "moon"]}, phase="night")) == [5, 13]


def test_stats_of_a_seat_are_changed() -> None:
    cards = """
cloud: {name: Cloud, type: plant, height: 1,
  abilities: [{select: {player: you}, modify: {rain: 2}}, {select: {player: opponent}, modify: {rain: -1}}]}
"""
    table = GARDEN.table(Match(cards, {"bed": ["cloud", "cloud"]}, {"bed": ["cloud"]}).state)

    assert [seat_stat(table, seat, "rain") for seat in (0, 1)] == [3, 0]


def test_effects_of_the_state_count_too() -> None:
    effects = [
        {
            "id": 80,
            "source": None,
            "card": "oak",
            "controller": 0,
            "target": 60,
            "change": {"height": 4},
            "until": "end_of_turn",
        }
    ]
    match = Match(OAK, {"bed": [{"id": 60, "card": "oak"}]}, effects=effects)
    table = GARDEN.table(match.state)

    assert stat(table, table.places[60], "height") == 4
    match.act(type="end_turn")
    assert heights(match) == [5]


# -- instead ---------------------------------------------------------------------------------------


def test_a_prevention_takes_off_what_it_can() -> None:
    moss = (
        "moss: {name: Moss, type: plant, height: 9, "
        "abilities: [{instead_of: {event: hurt, prevent: 2}, do: [{mend: 1}]}]}\n"
    )
    match = Match(moss + HIT, {"hand": ["hit"], "bed": ["moss"]})

    match.play("hit")

    assert (match.player(0).bed[0].damage, match.player(0).life) == (1, 21)


def test_a_replacement_does_something_else_and_may_be_used_once_a_turn() -> None:
    shield = """
shield: {name: Shield, type: plant, height: 1,
  abilities: [{instead_of: {event: hurt, subject: {name: oak, owner: you}}, limit: 1, do: [{mend: that}]}]}
"""
    match = Match(shield + OAK + HIT, {"hand": ["hit", "hit"], "bed": ["oak", "shield"]})

    match.play("hit", target=match.find("oak"))
    assert (match.player(0).bed[0].damage, match.player(0).life) == (0, 23)
    match.play("hit", target=match.find("oak"))

    assert (match.player(0).bed[0].damage, match.player(0).life) == (3, 23)


# -- use -------------------------------------------------------------------------------------------

VINE = """
vine: {name: Vine, type: plant, height: 9, abilities: [
  {cost: [cut, {seeds: 2}], do: [{draw: 1}]},
  {cost: [], limit: 2, if: {phase: day}, targets: [{as: v, choose: {name: oak}}], do: [{pour: {to: v, amount: 1}}]},
  {cost: [cut], choose_one: {up: [{mend: 1}], down: [{gain: 1}]}}]}
"""


def uses(match: Match) -> list[int]:
    legal: list[Any] = GARDEN.legal_actions(match.state)
    return [action.ability for action in legal if action.__struct_config__.tag == "use"]


def test_an_ability_is_used_where_its_cost_can_be_paid() -> None:
    match = Match(VINE + OAK, {"bed": ["vine"], "seeds": 1, "deck": ["vine"]})
    assert uses(match) == [2]

    match = Match(VINE + OAK, {"bed": ["vine"], "seeds": 3, "deck": ["vine"]})
    match.act(type="use", object=match.find("vine"), ability=0)

    assert (match.player(0).seeds, len(match.player(0).hand), match.player(0).bed[0].cut) == (1, 1, True)
    assert uses(match) == []


def test_a_limit_counts_uses_of_a_turn_and_a_target_must_be_there() -> None:
    match = Match(VINE + OAK, {"bed": ["vine", "oak"]})

    for _ in range(2):
        assert 1 in uses(match)
        match.act(type="use", object=match.find("vine"), ability=1)

    assert 1 not in uses(match)
    assert match.player(0).bed[1].water == 2
    match.act(type="end_turn").act(type="end_turn")
    assert 1 in uses(match)


def test_a_mode_of_a_used_ability_is_asked_for() -> None:
    match = Match(VINE + OAK, {"bed": ["vine"]})

    match.act(type="use", object=match.find("vine"), ability=2).pick("down")

    assert match.player(0).seeds == 1


# -- hand-written states ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"step": "do", "player": 0, "source": None, "card": "oak", "ability": 3}, "no_such_ability"),
        ({"step": "do", "player": 0, "source": None, "card": "gone", "ability": 0}, "no_such_ability"),
        ({"step": "do", "player": 0, "source": None, "card": "hit", "ability": 0, "block": 9}, "no_such_step"),
        ({"step": "do", "player": 0, "source": None, "card": "hit", "ability": 0, "at": 9}, "no_such_step"),
        (
            {"step": "do", "player": 0, "source": None, "card": "hit", "ability": 0, "bound": {"v": [{"seat": 1}]}},
            "bad_reference",
        ),
        (
            {"step": "choose_target", "player": 0, "source": None, "card": "hit", "ability": 0, "target": 0},
            "no_such_choice",
        ),
        ({"step": "ask", "player": 0, "source": None, "card": "hit", "ability": 0, "point": 0}, "no_such_choice"),
    ],
)
def test_frames_that_no_match_can_have_are_refused(frame: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidState) as caught:
        Match(OAK + HIT, agenda=[frame])

    assert code in [fault.code for fault in caught.value.faults]
