"""What cards can do, word by word, in a match of the garden."""

from __future__ import annotations

import pytest

from oracle.kernel.errors import BudgetExceeded
from tests.language.garden import GARDEN
from tests.language.playing import Match, faults_of, text_of

OAK = "oak: {name: Oak, type: plant, height: 5}\n"
FERN = "fern: {name: Fern, type: plant, height: 2}\n"


def act(do: str, more: str = "") -> str:
    return f"act: {{name: Act, type: act, abilities: [{{{more}do: {do}}}]}}\n{OAK}{FERN}"


def test_a_target_that_a_play_names_is_hit() -> None:
    cards = act("[{damage: {to: it_is, amount: 3}}]", "targets: [{as: it_is, choose: {type: plant}}], ")
    match = Match(cards, {"hand": ["act"]}, {"bed": ["oak"]})

    match.play("act", target=match.find("oak"))

    assert match.player(1).bed[0].damage == 3


def test_an_open_target_is_asked_for_when_the_ability_resolves() -> None:
    cards = act(
        "[{damage: {to: victim, amount: 1}}]", "targets: [{as: victim, choose: {type: plant, owner: opponent}}], "
    )
    match = Match(cards, {"hand": ["act"]}, {"bed": ["oak", "fern"]})

    match.play("act")

    assert match.asked == "target"
    assert match.picks == [match.find("oak"), match.find("fern")]
    match.pick(match.find("fern"))
    assert [plant.damage for plant in match.player(1).bed] == [0, 1]


def test_the_only_candidate_is_chosen_by_itself_and_told() -> None:
    cards = act(
        "[{damage: {to: victim, amount: 1}}]", "targets: [{as: victim, choose: {type: plant, owner: opponent}}], "
    )
    match = Match(cards, {"hand": ["act"]}, {"bed": ["oak"]})

    match.play("act")

    assert match.told("choose") == [
        {"type": "choose", "player": 0, "decision": "target", "pick": match.find("oak"), "forced": True, "rule": "GA-2"}
    ]


def test_an_ability_without_a_candidate_fizzles() -> None:
    cards = act("[{damage: {to: victim, amount: 1}}, {mend: 1}]", "targets: [{as: victim, choose: {type: plant}}], ")
    match = Match(cards, {"hand": ["act"]})

    match.play("act")

    assert match.told("fizzle")[0]["reason"] == "no_target"
    assert match.player(0).life == 20


def test_targets_that_are_gone_fall_away_and_with_all_of_them_the_ability() -> None:
    cards = act(
        "[{damage: {to: victim, amount: 1}}, {mend: 1}]",
        "targets: [{as: victim, choose: {type: plant, wet: true}}], ",
    )
    match = Match(cards, {"hand": ["act"]}, {"bed": [{"id": 30, "card": "oak", "water": 0}]})

    match.play("act", target=30)

    assert match.told("fizzle")[0]["reason"] == "target_gone"
    assert match.player(0).life == 20


def test_up_to_so_many_targets_can_be_ended_with_done() -> None:
    cards = act(
        "[{damage: {to: victims, amount: 1}}]", "targets: [{as: victims, choose: {type: plant}, min: 0, max: 2}], "
    )
    match = Match(cards, {"hand": ["act"]}, {"bed": ["oak", "fern", "fern"]})

    match.play("act").pick(match.find("oak"))
    decision = GARDEN.decision(match.state)
    assert decision is not None
    assert (decision.min, decision.max, decision.chosen) == (0, 1, [match.find("oak")])
    match.act(type="done")

    assert [plant.damage for plant in match.player(1).bed] == [1, 0, 0]


def test_seats_and_plants_can_stand_in_one_target() -> None:
    cards = act(
        "[{damage: {to: any_one, amount: 2}}]", "targets: [{as: any_one, choose: [{player: any}, {type: plant}]}], "
    )
    match = Match(cards, {"hand": ["act"]}, {"bed": ["oak"]})

    match.play("act")
    assert match.picks == [{"player": 0}, {"player": 1}, match.find("oak")]
    match.pick({"player": 1})

    assert match.player(1).life == 18


def test_one_of_several_alternatives_is_chosen_as_it_resolves() -> None:
    match = Match(act("[{choose_one: [[{mend: 3}], [{draw: 1}]]}]"), {"hand": ["act"], "deck": ["oak"]})

    match.play("act")
    assert match.picks == ["1", "2"]
    labels = [listed.label for listed in GARDEN.listed(match.state, 0)]
    assert labels == ["Choose gain 3 life", "Choose draw 1 card"]
    match.pick("1")

    assert match.player(0).life == 23


def test_a_play_may_name_the_alternative() -> None:
    cards = "act: {name: Act, type: act, abilities: [{choose_one: {root: [{mend: 3}], leaf: [{draw: 1}]}}]}\n" + OAK
    match = Match(cards, {"hand": ["act", "act"], "deck": ["oak"]})

    match.play("act", mode="root")
    assert match.player(0).life == 23
    match.play("act")
    assert match.picks == ["root", "leaf"]


def test_what_may_be_done_is_asked_and_can_be_left() -> None:
    cards = act("[{may: {do: [{mend: 3}], else: [{draw: 1}]}}]")

    yes = Match(cards, {"hand": ["act"], "deck": ["oak"]}).play("act").answer(accept=True)
    no = Match(cards, {"hand": ["act"], "deck": ["oak"]}).play("act").answer(accept=False)

    assert (yes.player(0).life, len(yes.player(0).hand)) == (23, 0)
    assert (no.player(0).life, len(no.player(0).hand)) == (20, 1)


def test_somebody_else_may_be_the_one_who_says_so() -> None:
    match = Match(act("[{may: {who: opponent, do: [{mend: 3}]}}]"), {"hand": ["act"]})

    match.play("act")

    assert (match.asked, match.seat) == ("may", 1)


def test_a_cost_can_be_paid_only_by_who_has_it() -> None:
    cards = act("[{pay: {cost: [{seeds: 2}], then: [{mend: 5}], else: [{mend: 1}]}}]")

    rich = Match(cards, {"hand": ["act"], "seeds": 2}).play("act").answer(accept=True)
    poor = Match(cards, {"hand": ["act"], "seeds": 1}).play("act")

    assert (rich.player(0).life, rich.player(0).seeds) == (25, 0)
    assert (poor.asked, poor.player(0).life, poor.player(0).seeds) == ("main", 21, 1)


def test_for_each_goes_over_those_that_are_there_at_the_start() -> None:
    cards = act("[{for_each: {of: {type: plant}, as: one, do: [{damage: {to: one, amount: 2}}, {mend: 1}]}}]")
    match = Match(cards, {"hand": ["act"], "bed": ["oak"]}, {"bed": ["fern", "oak"]})

    match.play("act")

    assert match.player(0).life == 23
    assert [plant.card for plant in match.player(1).bed] == ["oak"]


def test_for_each_seat() -> None:
    match = Match(
        act("[{for_each: {of: {player: opponent}, as: one, do: [{damage: {to: one, amount: 2}}]}}]"), {"hand": ["act"]}
    )

    match.play("act")

    assert match.player(1).life == 18


def test_a_repetition_asks_anew_in_every_round() -> None:
    match = Match(act("[{repeat: {times: 2, do: [{choose_one: [[{mend: 1}], [{mend: 2}]]}]}}]"), {"hand": ["act"]})

    match.play("act").pick("2").pick("1")

    assert match.player(0).life == 23


def test_a_repetition_is_done_as_often_as_it_says_or_not_at_all() -> None:
    cards = act("[{repeat: {times: {mul: [{count: {zone: hand, owner: you}}, 50]}, do: [{mend: 1}]}}]")

    done = Match(cards, {"hand": ["act"] * 3}).play("act")

    assert done.player(0).life == 120
    with pytest.raises(BudgetExceeded) as caught:
        Match(cards, {"hand": ["act"] * 4}).play("act")
    assert caught.value.abilities == ["act/0"]


def test_that_much_is_what_the_step_before_did() -> None:
    cards = act("[{damage: {to: victim, amount: 4}}, {mend: that}]", "targets: [{as: victim, choose: {type: plant}}], ")
    bark = "bark: {name: Bark, type: plant, height: 9, abilities: [{kw: bark, n: 3}]}\n"
    match = Match(cards + bark, {"hand": ["act"]}, {"bed": ["bark"]})

    match.play("act")

    assert match.player(0).life == 21


def test_x_is_what_the_play_says() -> None:
    match = Match(act("[{mend: {mul: [x, 2]}}]"), {"hand": ["act"]})

    match.play("act", x=3)

    assert match.player(0).life == 26


@pytest.mark.parametrize(
    ("amount", "life"),
    [
        ("{count: {type: plant}}", 3),
        ("{count: {zone: hand, owner: opponent}}", 2),
        ("{count: {zone: deck, owner: you}}", 1),
        ("{add: [1, 2, {count: {type: plant, owner: you}}]}", 5),
        ("{sub: [9, 2, 3]}", 4),
        ("{mul: [2, {count: {type: plant}}]}", 6),
        ("{min: [4, {count: {type: plant}}]}", 3),
        ("{max: [4, {count: {type: plant}}]}", 4),
        ("{half: 5, round: up}", 3),
        ("{half: 5, round: down}", 2),
        ("{stat: height, of: victim}", 5),
        ("{counters: water, of: victim}", 2),
        ("seeds", None),
        ("{seeds: true}", 7),
    ],
)
def test_amounts_are_reckoned(amount: str, life: int | None) -> None:
    cards = act(f"[{{mend: {amount}}}]", "targets: [{as: victim, choose: {type: plant, owner: opponent, name: oak}}], ")
    if life is None:
        assert faults_of(f"[{{do: [{{mend: {amount}}}]}}]")
        return
    mine = {"hand": ["act"], "bed": ["fern", "fern"], "deck": ["oak"], "seeds": 7}
    match = Match(cards, mine, {"bed": [{"id": 50, "card": "oak", "water": 2}], "hand": ["fern", "fern"]})

    match.play("act")

    assert match.player(0).life == 20 + life


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("{exists: {type: plant, owner: you}}", False),
        ("{not: {exists: {type: plant, owner: you}}}", True),
        ("{at_least: [{seeds: true}, 7]}", True),
        ("{more_than: [{seeds: true}, 7]}", False),
        ("{at_most: [{seeds: true}, 7]}", True),
        ("{less_than: [{seeds: true}, 7]}", False),
        ("{equal: [{seeds: true}, 7]}", True),
        ("{phase: day}", True),
        ("{phase: [night]}", False),
        ("{at_night: false}", True),
        ("{turn: you}", True),
        ("{turn: opponent}", False),
        ("{all: [{turn: you}, {phase: day}]}", True),
        ("{all: [{turn: you}, {phase: night}]}", False),
        ("{any: [{turn: opponent}, {phase: day}]}", True),
    ],
)
def test_conditions_are_asked(condition: str, *, holds: bool) -> None:
    cards = act(f"[{{if: {{is: {condition}, then: [{{mend: 2}}], else: [{{mend: 1}}]}}}}]")
    match = Match(cards, {"hand": ["act"], "seeds": 7}, {"bed": ["oak"]})

    match.play("act")

    assert match.player(0).life == (22 if holds else 21)


def test_a_coin_falls_and_its_side_is_done() -> None:
    cards = act("[{flip_coin: {heads: [{mend: 5}], tails: [{draw: 1}]}}]")

    match = Match(cards, {"hand": ["act"], "deck": ["oak"]}, script=["tails"]).play("act")

    assert match.told("chance")[0] | {"of": "coin", "outcome": "tails"} == match.told("chance")[0]
    assert len(match.player(0).hand) == 1


def test_a_coin_is_asked_of_the_table_in_manual_mode() -> None:
    cards = act("[{flip_coin: {heads: [{mend: 5}]}}]")
    match = Match(cards, {"hand": ["act"]}, chance={"mode": "manual"}).play("act")

    assert (match.asked, match.seat) == ("chance", "chance")
    match.act(type="chance", outcome="heads")

    assert match.player(0).life == 25


def test_the_face_of_a_die_is_that_much() -> None:
    cards = act("[{roll_die: {faces: 6, results: [[{draw: 1}]], then: [{mend: that}]}}]")

    match = Match(cards, {"hand": ["act"], "deck": ["oak"]}, script=[4]).play("act")

    assert (match.player(0).life, len(match.player(0).hand)) == (24, 0)


def test_a_search_shows_only_the_searcher_what_there_is_and_shuffles() -> None:
    cards = act("[{search: {zone: [deck, compost], for: {type: plant}, to: hand, as: found, reveal: true}}]")
    match = Match(cards, {"hand": ["act"], "deck": ["oak", "act", "fern", "oak"]})

    match.play("act")
    assert match.picks == ["fern", "oak"]
    assert GARDEN.legal_actions(GARDEN.view(match.state, 0)) == GARDEN.legal_actions(match.state)
    match.pick("oak")

    assert [card.card for card in match.player(0).hand] == ["oak"]
    assert sorted(match.player(0).deck) == ["act", "fern", "oak"]
    assert [event["type"] for event in match.events if event["type"] in ("choose", "shuffle", "reveal")][
        -1
    ] == "shuffle"
    assert [event["pick"] for event in GARDEN.events_for(match.events, 1) if event["type"] == "choose"] == [None]


def test_a_card_of_the_own_hand_is_chosen_in_secret_and_can_be_shown() -> None:
    cards = act(
        "[{choose: {as: card, of: {zone: hand, owner: you}}}, {may: [{mend: 1}]}, {reveal: card}, {toss: {to: card}}]"
    )
    match = Match(cards, {"hand": ["act", "oak", "fern"]})

    match.play("act").pick(match.find("oak", "hand"))
    assert "oak" not in str(GARDEN.encode(GARDEN.view(match.state, 1)).decode().partition('"cards"')[0])
    assert match.find("oak", "hand") not in [
        ref.get("object") for frame in GARDEN.document(GARDEN.view(match.state, 1))["agenda"]
        for refs in frame.get("bound", {}).values() for ref in refs if isinstance(ref, dict)
    ]  # fmt: skip
    match.answer(accept=False)

    assert [(event["card"], event["object"] is not None, event["seats"]) for event in match.told("reveal")] == [
        ("oak", True, [0]),
        ("oak", False, [1, "spectator"]),
    ]
    assert [card.card for card in match.player(0).compost] == ["act", "oak"]


def test_chance_can_choose() -> None:
    cards = act("[{choose: {as: one, of: {type: plant}, random: true}}, {uproot: {to: one}}]")
    match = Match(
        cards, {"hand": ["act"]}, {"bed": [{"id": 30, "card": "oak"}, {"id": 31, "card": "fern"}]}, script=[31]
    )

    match.play("act")

    assert [plant.card for plant in match.player(1).bed] == ["oak"]


def test_what_steps_change_lasts_as_long_as_the_block_says() -> None:
    cards = act(
        "[{until: {is: your_next_turn, do: [{modify: {to: one, height: 4}}, {grant: {to: one, keyword: bark}}]}}]",
        "targets: [{as: one, choose: {type: plant}}], ",
    )
    match = Match(cards, {"hand": ["act"], "bed": ["oak"]})

    match.play("act")
    assert [effect.until for effect in match.state.effects] == ["your_next_turn"] * 2
    match.act(type="end_turn")
    assert len(match.state.effects) == 2
    match.act(type="end_turn")

    assert match.state.effects == []
    assert len(match.told("expire")) == 2


def test_so_many_turns_are_counted_from_this_one() -> None:
    cards = act("[{modify: {to: one, height: 4, until: {turns: 2}}}]", "targets: [{as: one, choose: {type: plant}}], ")
    match = Match(cards, {"hand": ["act"], "bed": ["oak"]}).play("act")

    match.act(type="end_turn")
    assert len(match.state.effects) == 1
    match.act(type="end_turn")

    assert match.state.effects == []


def test_every_word_says_what_it_does() -> None:
    cards = """
a:
  name: A
  type: act
  needs: [{seeds: 2}]
  abilities:
    - targets: [{as: v, choose: {type: plant, owner: opponent}, min: 0, max: 2}]
      do:
        - damage: {to: v, amount: {half: {count: {type: act, zone: compost, owner: you}}, round: up}}
        - may: [{draw: 1}]
b:
  name: B
  type: plant
  abilities:
    - {when: {event: wilt, subject: {type: plant, wet: true}}, limit: 1, optional: true, do: [{mend: 1}]}
    - {instead_of: {event: hurt, prevent: 2}}
    - {cost: [cut, {seeds: 1}], speed: fast, do: [{gain: 2}]}
    - {select: {other: true, owner: you}, if: {at_night: true}, modify: {height: 2}, grant: [swift]}
"""

    assert text_of(cards, "a") == (
        "Needs: pay 2 seeds. Deal X damage to up to 2 enemy plants, where X is half of the number of "
        "acts of yours in the compost, rounded up, then you may draw 1 card."
    )
    assert text_of(cards, "b") == (
        "Whenever wet plant wilts: you may gain 1 life (at most 1 time a turn). Prevent 2 of each hurt to this card. "
        "Fast: cut and pay 1 seed: gain 2 seeds. "
        "While it is night: other cards of yours get +2 height and they have Swift."
    )
